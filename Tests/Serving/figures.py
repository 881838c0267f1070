#!/usr/bin/env python3
"""Times what phones ask of a calendar, of `agenda serve` and of other servers, one after the other on the same disk.

Usage: figures.py AGENDA [--servers agenda,radicale,xandikos,cyrus] [--events 10000] [--big] [--quick] [--json FILE]

Whole requests over one connection that is kept, medians, without the time to read the answer's XML. --big adds a calendar of
100,000 events of ours. Those that are not installed are left out, and said so. AGENDA may be `-` without ours.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import threading
import time

import dav
import serving

RULES = (
    "FREQ=WEEKLY;COUNT=60", "FREQ=DAILY;COUNT=90", "FREQ=MONTHLY", "FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20280901T000000Z",
    "FREQ=YEARLY",
)  # fmt: skip
WORDS = "budget review planning dentist rehearsal delivery interview lunch training workshop".split()
MONTH, LATER = ("20260601T000000Z", "20260701T000000Z"), ("20310601T000000Z", "20310701T000000Z")
# The goals by the rows' names: at most so many, or `>` at least so many.
GOALS = {
    "nothing new, ms": 2, "nothing new, bytes": 250, "after one PUT, ms": 5, "after one PUT, bytes": 500,
    "one month, ms": 20, "PUT a second, one connection": ">100", "first sync, s": 1.5, "memory with 50 connections, MB": 80,
}  # fmt: skip
BIG_GOALS = {
    "one month, ms": 150, "a month in five years, ms": 100, "PUT a second, one connection": ">100",
}  # fmt: skip


def event(number):
    """About 440 bytes; three years of them, and every tenth is a series."""
    choose = random.Random(number)
    day = datetime.date(2025, 1, 1) + datetime.timedelta(days=choose.randrange(1095))
    hour = choose.randrange(7, 20)
    lines = [f"DTEND:{day:%Y%m%d}T{hour:02}4500Z", f"LOCATION:Room {number % 40}"]
    lines.append("DESCRIPTION:" + " ".join(choose.choices(WORDS, k=20)))
    lines.append("ATTENDEE;CN=Anna;PARTSTAT=ACCEPTED:mailto:anna@example.org")
    if number % 10 == 0:
        lines.append(f"RRULE:{RULES[number // 10 % len(RULES)]}")
    text = dav.event(f"event-{number:06}", f"Meeting {number}", f"{day:%Y%m%d}T{hour:02}0000Z", lines)
    return text.replace(b"DURATION:PT45M\r\n", b"")


def name(number):
    return f"event-{number:06}.ics"


def filled(kind, events):
    """A server with a calendar of so many events, and the calendar's path."""
    if kind in ("radicale", "xandikos"):
        # Filling these by PUT takes hours: their files are put where they look for them, before they are asked.
        server = serving.Other(kind)
        path = server.calendar("figures")
        server.stop()
        folder = (
            server.folder
            / "data"
            / ("collection-root/alice/figures" if kind == "radicale" else "alice/calendars/figures")
        )
        for number in range(events):
            (folder / name(number)).write_bytes(event(number))
        if kind == "xandikos":
            identity = {
                f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
            }
            for words in ("add -A", "-c gc.auto=0 commit -qm events", "gc -q"):
                subprocess.run(["git", *words.split()], cwd=folder, env=os.environ | identity, check=True)
        server.start()
        return server, path
    server = serving.server(kind)
    path = server.calendar("figures")
    numbers, lock, refused = iter(range(events)), threading.Lock(), []

    def fill():
        client = server.client()
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                break
            answer = client.put(path + name(number), event(number), new=True)
            if answer.status != 201:
                refused.append(answer)
        client.close()

    begin = time.monotonic()
    threads = [threading.Thread(target=fill) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{kind}: {events} events put in {time.monotonic() - begin:.0f} s", file=sys.stderr)
    if refused:
        raise RuntimeError(f"{kind}: {len(refused)} PUTs were refused: {refused[0]}")
    # The first sync below is that of a server that has just been started.
    server.stop()
    server.start()
    return server, path


def timed(ask):
    begin = time.monotonic()
    answer = ask()
    passed = time.monotonic() - begin
    if answer.status not in (200, 201, 204, 207):
        raise RuntimeError(f"{answer}")
    return passed, answer


def median_of(ask, count, seconds=20.0):
    """The median of `count`, or of as many as fit into so many seconds, and the last answer."""
    times, end = [], time.monotonic() + seconds
    while len(times) < count and (not times or time.monotonic() < end):
        passed, answer = timed(ask)
        times.append(passed)
    return statistics.median(times) * 1e3, answer


def measure(server, path, events, quick):
    """The figures by their names."""
    figures, client, runs = {}, server.client(timeout=1_200), 5 if quick else 21
    figures["memory at rest, MB"] = server.memory / 1e6
    listing, answer = timed(lambda: client.sync_request(path))
    names = [name for name, _ in answer.responses if name != path]
    if len(names) != events:
        raise RuntimeError(f"{len(names)} of {events} were listed")
    token = answer.xml.findtext(dav.DAV + "sync-token")
    figures["first listing, s"] = listing
    again, _ = timed(lambda: client.sync_request(path))
    figures["second listing, s"] = again
    if events <= 10_000:
        begin, texts = time.monotonic(), 0
        for start in range(0, len(names), 100):
            hrefs = "".join(f"<D:href>{name}</D:href>" for name in names[start : start + 100])
            body = dav.document("C:calendar-multiget", "<D:prop><D:getetag/><C:calendar-data/></D:prop>" + hrefs)
            answer = client.ask("REPORT", path, body, Depth="1")
            texts += answer.body.count(b"BEGIN:VEVENT")
        figures["all texts in pages of 100, s"] = time.monotonic() - begin
        if texts != events:
            raise RuntimeError(f"{texts} of {events} texts came")
        figures["first sync, s"] = listing + figures["all texts in pages of 100, s"]
    figures["nothing new, ms"], answer = median_of(lambda: client.sync_request(path, token), runs)
    figures["nothing new, bytes"] = len(answer.body)
    times, writer = [], server.client(timeout=1_200)
    for number in range(3 if quick else 11):
        timed(
            lambda: writer.put(
                path + f"after-{number}.ics", event(10**6 + number).replace(b"event-", b"after-"), new=True
            )
        )
        passed, answer = timed(lambda: client.sync_request(path, token))
        if len(answer.responses) != 1:
            raise RuntimeError(f"after one PUT: {answer}")
        token = answer.xml.findtext(dav.DAV + "sync-token")
        times.append(passed * 1e3)
        if sum(times) > 30_000:
            break
    figures["after one PUT, ms"], figures["after one PUT, bytes"] = statistics.median(times), len(answer.body)
    for what, days in (("one month", MONTH), ("a month in five years", LATER)):
        first, answer = timed(lambda: client.query(path, *days))
        figures[f"{what}, first, ms"] = first * 1e3
        figures[f"{what}, ms"], answer = median_of(lambda: client.query(path, *days), runs)
        figures[f"{what}, found"] = len(answer.responses)
    put, begin, end = 0, time.monotonic(), time.monotonic() + (5 if quick else 15)
    while time.monotonic() < end and put < 2_000:
        timed(lambda: writer.put(path + f"put-{put}.ics", event(2 * 10**6 + put).replace(b"event-", b"put-"), new=True))
        put += 1
    figures["PUT a second, one connection"] = put / (time.monotonic() - begin)
    crowd(server, path, names)
    figures["memory with 50 connections, MB"] = server.memory / 1e6
    figures["most memory, MB"] = server.peak / 1e6
    return figures


def crowd(server, path, names):
    """Fifty devices at once, each of which lists a change and gets a page; their connections stay open till the end."""
    clients = [server.client(timeout=1_200) for _ in range(50)]

    def ask(number, client):
        while True:
            try:
                return client.bodies(path, names[number * 100 : number * 100 + 100] or names[:100])
            except ConnectionError:
                # Radicale takes eight at a time.
                time.sleep(0.1)

    threads = [threading.Thread(target=ask, args=pair) for pair in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return clients


def shown(value):
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def table(results, goals):
    kinds = list(results)
    rows = list(dict.fromkeys(row for figures in results.values() for row in figures))
    width = max(map(len, rows))
    print("  ".join([" " * width, *(f"{kind:>10}" for kind in kinds), f"{'goal':>6}"]))
    for row in rows:
        cells = [f"{shown(figures[row]) if row in figures else '-':>10}" for figures in results.values()]
        goal = goals.get(row, "")
        said = ""
        if goal != "" and row in results.get("agenda", {}):
            own = results["agenda"][row]
            said = "met" if (own >= float(goal[1:]) if isinstance(goal, str) else own <= goal) else "MISSED"
        print("  ".join([f"{row:{width}}", *cells, f"{goal!s:>6}", said]).rstrip())


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("agenda")
    options.add_argument(
        "--servers", type=lambda text: text.split(","), default=["agenda", "cyrus", "radicale", "xandikos"]
    )
    options.add_argument("--events", type=int, default=10_000)
    options.add_argument("--big", action="store_true")
    options.add_argument("--quick", action="store_true")
    options.add_argument("--json", type=pathlib.Path)
    options = options.parse_args()
    place = serving.ROOT / ".build/serving/figures"
    place.mkdir(parents=True, exist_ok=True)
    kind = subprocess.run(["stat", "-f", "-c", "%T", place], capture_output=True, text=True).stdout.strip()
    if kind in ("tmpfs", "ramfs"):
        sys.exit(f"figures.py: {place} is in memory ({kind}): a PUT would cost nothing there")
    # Cyrus is another user, who must reach its folder.
    serving.Server.place = place
    serving.Agenda.agenda = str(pathlib.Path(options.agenda).resolve())
    results = {}
    for what in options.servers:
        if what == "agenda" and options.agenda == "-":
            continue
        if what == "cyrus" and not pathlib.Path("/usr/lib/cyrus/bin/httpd").exists():
            print("cyrus is LEFT OUT: Tests/Serving/install debian installs it", file=sys.stderr)
            continue
        server, path = filled(what, options.events)
        with server:
            results[what] = measure(server, path, options.events, options.quick)
        print(json.dumps({"server": what, "events": options.events, **results[what]}), file=sys.stderr)
    print(f"{options.events} events, 1 in 10 a series; on {kind}; load {os.getloadavg()[0]:.1f}")
    table(results, GOALS if options.events == 10_000 else {})
    if options.json:
        options.json.write_text(json.dumps({"events": options.events, "figures": results}, indent=2) + "\n")
    if options.big and "agenda" in results:
        server, path = filled("agenda", 100_000)
        with server:
            print("\n100,000 events")
            table({"agenda": measure(server, path, 100_000, options.quick)}, BIG_GOALS)


if __name__ == "__main__":
    main()
