"""What all measurements share: the program with a home of its own, runs by turns, and the table."""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time
from datetime import date, timedelta

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE.parent / "Peers"
# What is shared with the comparisons: the days, SQLite's statement, nginx, the service.
sys.path[:0] = map(str, (PEERS, HERE.parent / "Service", HERE.parent / "Sync", HERE.parents[3] / "Tests/Service"))

import programs  # noqa: E402
from results import figure  # noqa: E402
from samples import TODAY  # noqa: E402

NOW = programs.NOW


class Missing(Exception):
    """A program of others that is not there, and how to get it."""


class Command:
    """The program with a home of its own."""

    def __init__(self, agenda, home):
        self.agenda, self.home = agenda, pathlib.Path(home)
        self.home.mkdir(parents=True)
        self.environment = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "Europe/Berlin"}

    @property
    def database(self):
        return self.home / ".local/share/agenda/agenda.db"

    def words(self, *arguments):
        return [str(self.agenda), *map(str, arguments), *([] if arguments == ("--version",) else NOW)]

    def run(self, *arguments):
        """The milliseconds of processor time and the megabytes of one run."""
        return used(self.words(*arguments), self.environment)

    def output(self, *arguments):
        return subprocess.check_output(self.words(*arguments), env=self.environment, stdin=subprocess.DEVNULL)


def used(words, environment=None):
    """The milliseconds of processor time and the megabytes of a program that is run to its end."""
    null = os.open(os.devnull, os.O_RDWR)
    try:
        actions = [(os.POSIX_SPAWN_DUP2, null, number) for number in range(3)]
        pid = os.posix_spawnp(words[0], words, os.environ if environment is None else environment, file_actions=actions)
    finally:
        os.close(null)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"growth: {' '.join(map(str, words))}: status {os.waitstatus_to_exitcode(status)}")
    return (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024


def rounds(cases, runs=9):
    """What the cases return, by name, by turns and after a run that warms up. Each is given the number of its run."""
    values = {name: [] for name in cases}
    for turn in range(runs + 1):
        for name, case in cases.items():
            values[name].append(case(turn))
    return values


def by_turns(cases, runs=9):
    """The medians, of each place where a case returns several figures."""
    return {name: median(values[1:]) for name, values in rounds(cases, runs).items()}


def median(values):
    if isinstance(values[0], tuple):
        return tuple(map(statistics.median, zip(*values, strict=True)))
    return statistics.median(values)


def instructions(place, words, environment):
    """The instructions of a program, in millions, of a copy: Valgrind cannot read what Swift writes for debuggers."""
    for program in ("valgrind", "strip"):
        if not shutil.which(program):
            raise Missing(f"{program} (apt-get install valgrind binutils)")
    copy = place / "stripped" / pathlib.Path(words[0]).name
    if not copy.exists():
        copy.parent.mkdir(exist_ok=True)
        subprocess.run(["strip", "--strip-debug", "-o", copy, shutil.which(words[0])], check=True)
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", copy]
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    done = subprocess.run([*tool, *words[1:]], env=environment, text=True, check=True, **pipes)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1]) / 1e6


def compiled(place, name, *options, folder=HERE):
    """A program of a C file."""
    compiler, path = shutil.which("cc") or shutil.which("clang"), place / name
    if not compiler:
        raise Missing("a C compiler (apt-get install gcc)")
    subprocess.run([compiler, "-std=gnu11", "-O2", "-Wall", "-o", path, folder / f"{name}.c", *options], check=True)
    return str(path)


class Table:
    """A line a figure, printed as soon as it is known."""

    WIDTHS = (4, 62, 34, 8, 8, 6)

    def __init__(self):
        self.print("goal", "what", "value", "ratio", "must be", "", "command")

    def print(self, *cells):
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, (*self.WIDTHS, 0))).rstrip(), flush=True)

    def add(self, goal, what, value, command, ratio=None, limit=None, unit=" x"):
        """`limit` is of `ratio`, or of whatever number is given in its place with its unit."""
        verdict = "" if limit is None or ratio is None else "met" if ratio <= limit else "missed"
        texts = [
            "" if number is None else f"{shown(number)}{unit}"
            for number, shown in ((ratio, figure if unit == " x" else "{:.3g}".format), (limit, "{:g}".format))
        ]
        self.print(goal, what, value, *texts, verdict, command)

    def ratio(self, goal, what, command, own, other, limit, unit="ms"):
        self.add(goal, what, f"{figure(own)} and {figure(other)} {unit}", command, own / other, limit)


def calendar(path, count, prefix="event", far=0):
    """A calendar with so many events in ten years, and with others of before 2010."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="\r\n") as file:
        print("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//agenda//Growth//EN", file=file)
        for number in range(far):
            print(event(number, far, f"{prefix}-far", date(2010, 1, 1)), file=file)
        for number in range(count):
            print(event(number, count, prefix, date.fromisoformat(TODAY) + timedelta(days=365)), file=file)
        print("END:VCALENDAR", file=file)
    return path


def event(number, count, prefix, last):
    """One of so many events in the ten years before a day."""
    day = last - timedelta(days=number * 3_650 // count)
    start = f"{day:%Y%m%d}T{8 + number % 9:02d}"
    return (
        f"BEGIN:VEVENT\nUID:{prefix}-{number}\nDTSTAMP:20260101T000000Z\nDTSTART:{start}0000Z\n"
        f"DTEND:{start}3000Z\nSUMMARY:Event {number}\nLOCATION:Room {number % 20}\nEND:VEVENT"
    )


class Bench:
    """Where to measure what, and how much of it."""

    def __init__(self, agenda, place, most, edits, table):
        self.agenda, self.place, self.most, self.edits, self.table = agenda, place, most, edits, table

    def command(self, name):
        return Command(self.agenda, self.place / name)

    def sample(self, name):
        path = self.place / f"{name}.ics"
        if not path.exists():
            generator = self.agenda.parent / "agenda-samples"
            subprocess.run([generator, name, "--today", TODAY, "--output", path], check=True)
        return path

    def loaded(self, name, path=None):
        """The program with a sample, or with another calendar, as its only source."""
        command, path = self.command(name), path or self.sample(name)
        # A younger file is read again by the next command.
        time.sleep(max(0, path.stat().st_mtime + 2.5 - time.time()))
        command.run("source", "add", path)
        return command

    def grown(self, goal, what, cases, limit=1.2, runs=9):
        """A command for a large and a small store, by turns: the median of the processor time and the most memory,
        judged by the larger ratio. `cases` has for each, by name, what returns a run's figures."""
        own, other = (
            (statistics.median(time for time, _ in values[1:]), max(megabytes for _, megabytes in values))
            for values in rounds(cases, runs).values()
        )
        value = f"{figure(own[0])} and {figure(other[0])} ms, {own[1]:.0f} and {other[1]:.0f} MB"
        ratio = max(own[0] / other[0], own[1] / other[1])
        self.table.add(goal, f"{what}: {' beside '.join(cases)}", value, f"agenda {what}", ratio, limit)
