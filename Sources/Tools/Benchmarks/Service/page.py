#!/usr/bin/env python3
"""Measures the page in Chromium: first paint, first events, from a key to its paint, a jump to any day, a drag, and its memory.

Usage: page.py AGENDA [--beside EARLIER] [--runs N] [--stores samples,many]
Another program is measured by turns with it. Each run has a service and a browser of its own; the table has medians, and the worst of all in brackets. Stores: the
samples of the repository, and 100,000 events in 20 years. What the budget means is on the loopback of a quiet machine;
`work` is the processor time of the page's own thread for the same, which other programs disturb less.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[4]
CHECKS = ROOT / "Tests" / "Service"

try:
    import playwright
except ImportError:
    python = subprocess.check_output([CHECKS / "Page" / "install"], text=True).strip()
    os.execv(python, [python, *sys.argv])

sys.path[:0] = [str(CHECKS), str(CHECKS / "Page")]
import stores
from service import Service
from tab import Browser

BUDGET = {"first paint": 100, "first paint, week": 100, "first paint, month": 100, "key to paint": 50, "jump to paint": 16, "drag to paint": 16}
TRACED = ["devtools.timeline", "blink.user_timing", "loading", "toplevel"]

PAINT = "performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint').startTime"
# When the frame was drawn that had the first events.
EVENTS = """{
    const look = () => {
        if (!document.querySelector(".day .event, #grid .event")) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.events = performance.now());
        requestAnimationFrame(() => port2.postMessage(0));
    };
    requestAnimationFrame(look);
}"""
ANSWER = "performance.getEntriesByType('navigation')[0].responseStart"

# From the key, or what a pointer does, until its frame is drawn: a message that is sent in the frame comes after it.
WATCH = """(kind) => {
    window.measured = null;
    addEventListener(kind ?? "keydown", (event) => {
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (window.measured = performance.now() - event.timeStamp);
            port2.postMessage(0);
        });
    }, { capture: true, once: true });
}"""

# How many frames are drawn until another day stands below the bar, with its events.
FRAMES = """() => {
    window.frames_drawn = null;
    const top = () => document.elementFromPoint(innerWidth / 2, 130)?.closest(".day:not(.waiting)")?.id;
    const before = top();
    let count = 0;
    const look = () => {
        count += 1;
        const now = top();
        if (now && now !== before) frames_drawn = count;
        else requestAnimationFrame(look);
    };
    addEventListener("keydown", () => requestAnimationFrame(look), { capture: true, once: true });
}"""

KEYS = ["j", "j", "k", "n", "n", "Enter", "Escape", "c", "Escape", "t"]
# Where a pointer goes that makes an event in the week, in pixels of a page of 1280 by 800.
DRAG = [(700, 420), (700, 460), (700, 520), (820, 520), (940, 600), (580, 480), (700, 440)]
JUMPS = ["End", "Home", "PageUp", "PageUp", "PageUp", "End", "PageDown", "PageDown", "Home"]


def measured(tab, result="measured"):
    return tab.value(f"new Promise((done) => {{ const look = () => {result} ? done({result}) : setTimeout(look, 4); look(); }})")


def press(tab, key, watch=WATCH, result="measured"):
    """From a key to its frame."""
    tab.page.evaluate(watch)
    tab.press(key)
    return measured(tab, result)


def drag(tab):
    """From each move of a drag to its frame."""
    mouse = tab.page.mouse
    mouse.move(700, 400)
    mouse.down()
    mouse.move(700, 410)
    for x, y in DRAG:
        tab.page.evaluate(WATCH, "pointermove")
        mouse.move(x, y)
        yield measured(tab)
    tab.press("Escape")
    mouse.up()


def memory(tab):
    """Megabytes: what the scripts hold, and the process of the page, with its share of what processes have in common."""
    devtools = tab.context.new_cdp_session(tab.page)
    devtools.send("HeapProfiler.collectGarbage")
    held = devtools.send("Runtime.getHeapUsage")["usedSize"]
    processes = tab.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for process in processes:
        if process["type"] == "renderer":
            lines = pathlib.Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines()
            sizes.append(next(int(line.split()[1]) for line in lines if line.startswith("Pss:")))
    return held / 1e6, max(sizes) / 1e3


def work(events, thread, begin, end):
    """Milliseconds of the processor that a thread had for what it began between two times."""
    return sum(
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"] == "ThreadControllerImpl::RunTask"
        and (event["pid"], event["tid"]) == thread
        and begin <= event["ts"] + event.get("dur", 0)
        and event["ts"] <= end
    )


def paint_work(trace):
    """The same until the first paint."""
    events = json.loads(trace)["traceEvents"]
    paint = [event for event in events if event["name"] == "firstContentfulPaint"][-1]
    begin = [event for event in events if event["name"] == "navigationStart" and event["ts"] < paint["ts"]][-1]
    names = [event for event in events if event["name"] == "thread_name" and event["pid"] == paint["pid"]]
    main = next(event["tid"] for event in names if event["args"]["name"] == "CrRendererMain")
    return work(events, (paint["pid"], main), begin["ts"], paint["ts"])


def key_work(trace):
    """The same for each key, with the frame that it leads to."""
    events = json.loads(trace)["traceEvents"]
    for key in events:
        if key["name"] == "EventDispatch" and key["args"]["data"]["type"] == "keydown":
            thread = key["pid"], key["tid"]
            paints = [event["ts"] for event in events if event["name"] == "Paint" and event["ts"] > key["ts"]]
            yield work(events, thread, key["ts"], min(paints, default=key["ts"]))


def settled(tab):
    """Nothing is left to do for the page: what one measures next is not what came before."""
    tab.page.evaluate("new Promise((done) => requestIdleCallback(() => requestIdleCallback(done, { timeout: 500 }), { timeout: 500 }))")


def run(service):
    """The times of one run, in milliseconds."""
    times = {}
    add = lambda name, value: times.setdefault(name, []).append(value)
    browser = Browser()
    try:
        # The browser has begun, but not seen this page.
        with browser.tab(service, path="/healthz", waits=False, before=EVENTS) as tab:
            for what in ("", " again", ", week", ", month", ", traced"):
                traced = what == ", traced"
                if traced:
                    browser.browser.start_tracing(page=tab.page, categories=TRACED)
                tab.go("/?view=" + (what[2:] if what in (", week", ", month") else "list"))
                if traced:
                    add("first paint again, work", paint_work(browser.browser.stop_tracing()))
                else:
                    add("answer" + what, tab.value(ANSWER))
                    add("first paint" + what, tab.value(PAINT))
                    tab.need("window.events")
                    add("first events" + what, tab.value("window.events"))
                settled(tab)
            for keys, what in ((KEYS, "key to paint"), (JUMPS, "jump to paint")):
                if keys is JUMPS:
                    tab.press("Escape")
                    tab.page.focus("#ribbon")
                browser.browser.start_tracing(page=tab.page, categories=TRACED)
                for key in keys:
                    add(what, press(tab, key))
                    settled(tab)
                for spent in key_work(browser.browser.stop_tracing()):
                    add(f"{what}, work", spent)
            held, whole = memory(tab)
            add("scripts, MB", held)
            add("the page, MB", whole)
            for key in JUMPS:
                add("jump: frames", press(tab, key, FRAMES, "frames_drawn"))
                settled(tab)
            tab.press("Escape", "w")
            tab.need("document.querySelector('#grid .column')")
            settled(tab)
            for time in drag(tab):
                add("drag to paint", time)
        with browser.tab(service, offline=True, before=EVENTS) as tab:
            tab.need("navigator.serviceWorker.ready.then(() => true)")
            tab.reload()
            settled(tab)
            # The worker begins with the page, as when the page was not seen for a while.
            devtools = tab.context.new_cdp_session(tab.page)
            devtools.send("ServiceWorker.enable")
            devtools.send("ServiceWorker.stopAllWorkers")
            tab.go("/")
            add("first paint, worker", tab.value(PAINT))
            tab.need("window.events")
            add("first events, worker", tab.value("window.events"))
    finally:
        browser.close()
    return times


def measure(name, runs, programs):
    """All times of all runs, by name, of each program."""
    all_times = [{} for _ in programs]
    with tempfile.TemporaryDirectory(prefix="agenda-bench-") as folder:
        for _ in range(runs):
            for program, found in zip(programs, all_times):
                Service.agenda = str(program.resolve())
                with Service(files=stores.files(name, folder)) as service:
                    service.ask("GET", "/v1/timeline")
                    for what, times in run(service).items():
                        found.setdefault(what, []).extend(times)
    return all_times


def main():
    options = argparse.ArgumentParser(prog="page.py", usage="page.py AGENDA [--beside EARLIER] [--runs N] [--stores samples,many]")
    options.add_argument("agenda", type=pathlib.Path)
    options.add_argument("--beside", type=pathlib.Path)
    options.add_argument("--runs", type=int, default=15)
    options.add_argument("--stores", type=lambda text: text.split(","), default=["samples", "many"])
    options = options.parse_args()
    programs = [options.agenda] + ([options.beside] if options.beside else [])
    titles = {"samples": "samples", "many": "100,000 events"}
    results = {}
    for name in options.stores:
        for title, times in zip(("", ", earlier"), measure(name, options.runs, programs)):
            results[titles.get(name, name) + title] = times
    print(f"milliseconds; medians of {options.runs} runs (worst); load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':26}" + "".join(f"{name:>24}" for name in results) + f"{'budget':>10}")
    for what in next(iter(results.values())):
        cells = [f"{statistics.median(times[what]):.0f} ({max(times[what]):.0f})" for times in results.values()]
        budget = BUDGET.get(what.replace(" again", "").removesuffix(", work"), "")
        print(f"{what:26}" + "".join(f"{cell:>24}" for cell in cells) + f"{budget:>10}")


main()
