"""A command as a whole beside the least that its work can cost: other commands, a program that says hello, SQLite,
libical, the file system's own answers."""

import pathlib
import re
import shutil
import subprocess
import time
from datetime import date

from measuring import PEERS, TODAY, Missing, by_turns, calendar, compiled, event, instructions, programs, used

WEEK = f"/v1/events?from={TODAY}&days=7"
READING = (
    "today", "tomorrow", "friday", "week", "month", "next", "conflicts", "list --json", "list --ids",
    "list --calendar x2", "search review", "show ID", "free", "--version",
)  # fmt: skip


def reading(bench):
    """Q5: the instructions of every reading command beside those of `list`."""
    command = bench.loaded("x2")
    command.run("search", "review")  # The first search makes the index (P12).
    first = re.search(rb"^ +([0-9a-f]+) ", command.output("list", "--ids"), re.M)[1].decode()
    cost = lambda words: instructions(bench.place, command.words(*words), command.environment)  # noqa: E731
    least = cost(["list"])
    for what in READING:
        own = cost(what.replace("ID", first).split())
        bench.table.ratio("Q5", f"{what} beside list, instructions", f"agenda {what}", own, least, 1.2, "million")


def start(bench):
    """Q6: a list beside a static program that says hello; and what asks a running service for the same days."""
    command, hello = bench.loaded("x2"), [compiled(bench.place, "hello", "-static")]
    cases = {"list": lambda _: command.run("list")[0], "hello": lambda _: used(hello)[0]}
    found = by_turns(cases, 200)
    bench.table.ratio("Q6", "list beside hello", "agenda list", found["list"], found["hello"], 3)
    with service(bench, "x2") as running:
        ask = [compiled(bench.place, "ask", "-static"), str(running.socket), WEEK]

        def both(_):
            before = processor_seconds(running.process.pid)
            client, _ = used(ask)
            return client, (processor_seconds(running.process.pid) - before) * 1e3

        found = by_turns({"ask": both, "hello": lambda _: (used(hello)[0], 0)}, 200)
        client, server = found["ask"]
        what = "a static client of the service beside hello"
        bench.table.ratio("Q6", what, f"GET {WEEK}", client, found["hello"][0], None)
        what = "the client and the service's answer beside hello"
        bench.table.ratio("Q6", what, "the same", client + server, found["hello"][0], 1.5)


def service(bench, *samples):
    """A service with these samples; its own program must stand beside the command's."""
    if not (bench.agenda.parent / "agenda-server").exists():
        raise Missing("agenda-server (make server)")
    from service import Service

    Service.agenda = str(bench.agenda)
    return Service(files=[bench.sample(name) for name in samples])


def processor_seconds(pid):
    """What all threads of a process have used."""
    tasks = pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def rows(bench):
    """Q7: what one more event of a timeline costs, beside SQLite's own program that prints the same rows."""
    if not shutil.which("sqlite3"):
        raise Missing("sqlite3 (apt-get install sqlite3)")
    own, other, counts = [], [], []
    for name in ("x2", "x20p2"):
        command = bench.loaded(name)
        printed = command.output("timeline", "--format", "@{summary}").count(b"@")
        select = ["sqlite3", "-readonly", str(command.database), programs.rows()]
        assert subprocess.check_output(select, env=command.environment).count(b"\n") == printed
        counts.append(printed)
        own.append(instructions(bench.place, command.words("timeline"), command.environment))
        other.append(instructions(bench.place, select, command.environment))
        times = by_turns(
            {
                "timeline": lambda _: command.run("timeline")[0],
                "sqlite3": lambda _: used(select, command.environment)[0],
            }
        )
        what = f"timeline of {printed:,} lines beside sqlite3, processor time"
        bench.table.ratio("P1", what, "agenda timeline", times["timeline"], times["sqlite3"], 2)
    slope = lambda cost: (cost[1] - cost[0]) / (counts[1] - counts[0]) * 1e3  # noqa: E731
    what = "a line of timeline beside one of sqlite3, instructions"
    bench.table.ratio("Q7", what, "agenda timeline", slope(own), slope(other), 1.5, "thousand")


def imports(bench):
    """Q9: a cold import beside libical's parsing of the same bytes, both whole processes."""
    try:
        floor = compiled(bench.place, "floor", "-lical", folder=PEERS)
    except subprocess.CalledProcessError:
        raise Missing("libical's header (apt-get install libical-dev)") from None
    limits = {"x2": ("Q9", 1.3), "series5k": ("Q9", 1.2), "outlook5k": ("Q9", 1.2), "apple5k": ("Q9", 1.2)}
    limits |= {"google5k": ("Q9", 1.2), "x2p100": ("P3", 0.25), "big1": ("Q9", 1)}
    for name, (goal, limit) in limits.items():
        path = bench.sample(name)
        cases = {
            "import": lambda turn: bench.command(f"import-{name}-{turn}").run("source", "add", path)[0],
            "libical": lambda _: used([floor, str(path)])[0],
        }
        found = by_turns(cases, 5 if name == "big1" else 11)
        bench.table.ratio(
            goal, f"cold import of {name} beside libical", f"agenda source add {name}.ics", *found.values(), limit
        )


SYNCS, CHANGES = (
    ("fsync", "fdatasync", "sync_file_range", "syncfs"),
    ("rename", "renameat", "renameat2", "unlink", "unlinkat"),
)


def syncs(bench):
    """Q10: how often one edit waits for the disk, alone and while the daemon has the store open."""
    if not shutil.which("strace"):
        raise Missing("strace (apt-get install strace)")
    command = bench.loaded("x2")
    command.run("add", "First 2026-11-24 12:30")
    count_syncs(bench, command, "alone")
    command.environment["XDG_RUNTIME_DIR"] = str(command.home)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([command.agenda, "daemon", "--no-reminders"], env=command.environment, **quiet) as daemon:
        time.sleep(3)
        count_syncs(bench, command, "with the daemon")
        daemon.terminate()


def count_syncs(bench, command, how):
    for words in (("add", "Lunch 2026-11-25 12:30"), ("edit", "First", "--location", f"Room {how}"), ("undo",)):
        report = bench.place / "strace.txt"
        trace = ["strace", "-f", "-c", "-o", str(report), "-e", f"trace={','.join(SYNCS + CHANGES)}"]
        used([*trace, *command.words(*words)], command.environment)
        calls = re.findall(r"^ *[\d.]+ +[\d.]+ +\d+ +(\d+) .*?(\w+)$", report.read_text(), re.M)
        total = lambda names: sum(int(number) for number, name in calls if name in names)  # noqa: E731
        what = f"{words[0]} {how}: waits for the disk"
        bench.table.add("Q10", what, f"{total(CHANGES)} renames and unlinks", f"agenda {words[0]}", total(SYNCS), 3, "")


def folder(bench):
    """Q11: a list over a folder of N files, 100 of them today, without the daemon, beside the file system's answers."""
    asking, path = compiled(bench.place, "folder"), bench.place / "files"
    path.mkdir()
    for number in range(bench.most):
        text = event(0, 1, f"file-{number}", date.fromisoformat(TODAY) if number < 100 else date(2010, 1, 1))
        (path / f"{number}.ics").write_text(
            f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n{text}\nEND:VCALENDAR\n", newline="\r\n"
        )
    command = bench.loaded("home", path)
    time.sleep(3)
    found = by_turns({"list": lambda _: command.run("list")[0], "readdir": lambda _: used([asking, str(path)])[0]})
    what = f"list over {bench.most:,} files beside readdir and fstatat"
    bench.table.ratio("Q11", what, "agenda list", found["list"], found["readdir"], 1.3)


def disk(bench):
    """Q14: the store of events without descriptions beside their file, and what in it takes how much."""
    plain = calendar(bench.place / "plain.ics", bench.most)
    for name, path in (
        (f"{bench.most:,} events of 160 bytes", plain),
        ("100,040 of 350, x205p0", bench.sample("x205p0")),
    ):
        command = bench.loaded(path.stem, path)
        store = sum(part.stat().st_size for part in command.database.parent.glob("agenda.db*") if part.is_file())
        what = f"the store beside the file: {name}"
        bench.table.ratio("Q14", what, "agenda source add", store / 1e6, path.stat().st_size / 1e6, 1.5, "MB")
        if shutil.which("sqlite3"):
            parts = "SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name HAVING size > 100000 ORDER BY size DESC"
            select = ["sqlite3", "-readonly", "-separator", " ", command.database, parts]
            sizes = [line.split() for line in subprocess.check_output(select, text=True).splitlines()]
            value = ", ".join(f"{table} {int(size) / 1e6:.3g}" for table, size in sizes)
            bench.table.print("Q14", f"of it, MB: {value}")
