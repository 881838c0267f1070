"""What must not grow with what a store holds: the edits, the events beside the answer, the calendars."""

import json
import pathlib
import subprocess
import tempfile

from measuring import NOW, Command, calendar


def own_calendar(bench):
    """Q1: one's own calendar of N events beside one of 100."""
    stores = {}
    for count in (bench.most, 100):
        stores[f"{count:,} events"] = command = bench.command(f"own{count}")
        command.run("import", calendar(bench.place / f"own{count}.ics", count))
        command.run("add", "First 2026-11-24 12:30")
    changes = {
        "list": ("list",),
        "add": ("add", "Lunch # 2026-11-25 12:30"),
        "edit": ("edit", "First", "--location", "Room #"),
        "undo": ("undo",),
        "delete": ("delete", "Lunch #"),
    }
    # `undo` takes back edits, not the additions before them, of which `delete` has its own.
    for what, words in changes.items():
        bench.grown("Q1", what, {name: turning(command, *words) for name, command in stores.items()})


def turning(command, *words):
    """Runs a command, `#` being the number of the run."""
    return lambda turn: command.run(*(word.replace("#", str(turn)) for word in words))


def history(bench):
    """Q2: N edits in the history beside 100, of 100 events that were added before. One process makes them, in memory
    where there is such a folder: only what comes after them is measured."""
    memory = pathlib.Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="agenda-growth-", dir=memory if memory.is_dir() else None) as folder:
        stores = {}
        for count in (bench.edits, 100):
            stores[f"{count:,} edits"] = command = Command(bench.agenda, pathlib.Path(folder) / str(count))
            make_edits(command, count)
        for number in range(10):
            calendar(bench.place / f"one{number}.ics", 1, f"one{number}")
        for what, words in {
            "list": ("list",),
            "add": ("add", "Lunch # 2026-11-25 12:30"),
            "edit": ("edit", "Lunch 0", "--location", "Room #"),
            "undo": ("undo",),
            "history": ("history",),
            "refresh": ("refresh",),
            "source add": ("source", "add", str(bench.place / "one#.ics")),
        }.items():
            bench.grown("Q2", what, {name: turning(command, *words) for name, command in stores.items()})


def make_edits(command, count):
    """Adds 100 events and edits them count times by turns, through the protocol for assistants."""
    words = [command.agenda, "mcp", "--allow-edits", *NOW]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, env=command.environment, text=True, **pipes) as process:

        def say(method, **parameters):
            message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        def tool(name, **arguments):
            answer = say("tools/call", name=name, arguments=arguments)
            if answer["result"]["isError"]:
                raise RuntimeError(f"{name}: {answer}")
            return answer["result"]["content"]

        say("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "growth", "version": "1"})
        ids = []
        for number in range(100):
            start = f"2027-{number % 10 + 1:02d}-{number % 28 + 1:02d}T{8 + number // 28:02d}:00"
            ids.append(tool("add_event", summary=f"Event {number}", start=start)[1]["text"].strip())
        for number in range(count):
            tool("edit_event", id=ids[number % 100], location=f"Room {number}")
        process.stdin.close()


def each(bench):
    """Q3: 1,000 calendars added at once, beside one with as many events."""
    found = {}
    for count in (1_000, 1):
        for number in range(count):
            calendar(bench.place / f"calendars{count}/c{number}/events.ics", 1_000 // count, f"c{number}")
        folder = bench.place / f"calendars{count}"
        found[count], _ = bench.command(f"each{count}").run("source", "add", folder, "--each")
    what = "source add --each: 1,000 calendars beside one of 1,000 events"
    bench.table.ratio("Q3", what, "agenda source add FOLDER --each", found[1_000], found[1], 5)


def size(bench):
    """Q4: what a subscribed file holds beside the same answer; and `doctor` beside the import."""
    stores, large = {}, f"{bench.most:,} events"
    for name, far in ((large, bench.most - 1_000), ("1,000", 0)):
        path = calendar(bench.place / f"{far}.ics", 1_000, far=far)
        stores[name] = bench.loaded(f"far{far}", path)
    for what in ("list", "list --json", "timeline", "source list", "refresh"):
        bench.grown("Q4", what, {name: turning(command, *what.split()) for name, command in stores.items()})
    path = bench.place / f"{bench.most - 1_000}.ics"
    cases = {large: lambda _: stores[large].run("doctor")}
    cases["their import"] = lambda turn: bench.command(f"again{turn}").run("source", "add", path)
    bench.grown("Q4", "doctor", cases, limit=1, runs=3)


def lines(bench):
    """Q8: the memory of a long answer."""
    command = bench.loaded("x205p0")
    for words in (("timeline",), ("timeline", "--json")):
        _, megabytes = command.run(*words)
        what = f"{' '.join(words)} of 100,040 lines, memory"
        bench.table.add("Q8", what, "", f"agenda {' '.join(words)}", megabytes, 40, " MB")
