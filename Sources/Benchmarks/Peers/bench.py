"""Checks that the programs list the same, measures them by turns, and says which goals are met.

Started by `run`, which makes the samples and installs the programs. Fails only if a program fails: a wall time that
misses its goal is a line of the report.
"""

import argparse
import os
import pathlib
import shutil
import sys

import programs
from goals import Goals
from programs import Agenda, Calcurse, Khal, Recurring
from timing import Case, Command, Limits, alternate

COMPARED = ("x2", "x2p0", "x2p100", "series5k", "folder5k")


def parsed():
    options = argparse.ArgumentParser()
    options.add_argument("--agenda", required=True, type=pathlib.Path)
    options.add_argument("--place", required=True, type=pathlib.Path)
    for name in ("khal", "calcurse", "recurring", "floor", "sqlite3"):
        options.add_argument(f"--{name}", type=pathlib.Path)
    options.add_argument("--runs", type=int, default=10)
    options.add_argument("--least", type=int, default=3)
    options.add_argument("--cap", type=float, default=60)
    options.add_argument("--samples", default=",".join(COMPARED))
    options.add_argument("--big10", action="store_true")
    options.add_argument("--version", action="append", default=[])
    options.add_argument("--missing", action="append", default=[])
    found = options.parse_args()
    if unknown := set(found.samples.split(",")) - set(COMPARED):
        options.error(f"no such sample: {', '.join(sorted(unknown))}; there are {', '.join(COMPARED)}")
    return found


class Bench:
    def __init__(self, options):
        self.options = options
        self.limits = Limits(options.runs, options.least, options.cap)
        self.scratch = options.place / "scratch"
        self.samples = options.place / "samples"
        self.goals = Goals()
        self.notes = [f"missing: {what}" for what in options.missing]
        self.loads, self.lists, self.counts = [], [], []

    def sample(self, name):
        return self.samples / (name if name.startswith("folder") else f"{name}.ics")

    def program(self, kind, binary, name, prefix=""):
        return kind(binary, self.sample(name), self.scratch / f"{prefix}{name}" / kind.name)

    def agenda(self, name):
        """An agenda with the sample in its store."""
        program = self.program(Agenda, self.options.agenda, name, "goals-")
        program.load().run()
        return program

    def compared(self, name):
        """agenda first, and each peer that is there and takes the sample."""
        found = [self.program(Agenda, self.options.agenda, name)]
        for kind, binary in (
            (Khal, self.options.khal),
            (Calcurse, self.options.calcurse),
            (Recurring, self.options.recurring),
        ):
            if binary is None:
                continue
            if reason := kind.declines(self.sample(name)):
                self.notes.append(f"{name}: {kind.name} left out, {reason}")
            else:
                found.append(self.program(kind, binary, name))
        return found

    def compare(self, name):
        loads, lists, agenda_lines = [], [], None
        for program in self.compared(name):
            print(f"{name}: loading and checking {program.name}", file=sys.stderr, flush=True)
            try:
                if load := program.load():
                    seconds, said = load.output()
                    loads.append(Case(program.name, program.load("cold"), seconds))
                    if note := program.note(said):
                        self.notes.append(f"{name}: {program.name}: {note}")
                seconds, listed = program.marked().output()
            except (OSError, RuntimeError) as problem:
                if program.name == Agenda.name:
                    raise
                self.notes.append(f"{name}: {program.name} left out, it failed: {problem}")
                loads = [case for case in loads if case.name != program.name]
                continue
            lists.append(Case(program.name, program.list(), seconds))
            lines = sum(line.startswith("@") for line in listed.splitlines())
            agenda_lines = lines if agenda_lines is None else agenda_lines
            self.counts.append((name, program.name, lines, lines - agenda_lines))
        agenda = self.program(Agenda, self.options.agenda, name)
        lists.append(Case("true", agenda.command(shutil.which("true"))))
        if name == "x2" and self.options.sqlite3:
            rows = programs.sqlite3(self.options.sqlite3, agenda)
            seconds, printed = rows.output()
            lines = len(printed.splitlines())
            self.counts.append((name, "sqlite3", lines, lines - agenda_lines))
            lists.append(Case("sqlite3", rows, seconds))
        loaded = alternate(f"{name}: load", loads, self.limits)
        listed = alternate(f"{name}: list", lists, self.limits)
        self.loads.append((name, loaded))
        self.lists.append((name, listed))
        self.goals.compared(name, loaded, listed)

    def participants(self):
        with_none, with_many = self.agenda("x2p0"), self.agenda("x2p100")
        warm = [Case("x2p0", with_none.timeline()), Case("x2p100", with_many.timeline())]
        cold = [Case("x2p0", with_none.load("cold")), Case("x2p100", with_many.load("cold"))]
        self.goals.participants(alternate("P2: warm", warm, self.limits), alternate("P2: cold", cold, self.limits))
        self.goals.timeline_peak(with_many.timeline().peak())

    def parsing(self):
        """agenda's whole import beside libical's parsing alone, of the same file by turns."""
        for name in ("x2", "x2p100", "series5k", "big1"):
            load = self.program(Agenda, self.options.agenda, name, "goals-").load("cold")
            floor = Command([str(self.options.floor), str(self.sample(name))], dict(os.environ))
            cases = [
                Case("agenda", load),
                Case("libical", floor, reading=lambda printed: float(printed) / 1e3),
            ]
            self.goals.parsing(name, alternate(f"P3: {name}", cases, self.limits))

    def sizes(self):
        """Memory and the default view, as the store grows."""
        names = ["big1", "big10"] if self.options.big10 else ["big1"]
        peaks, views = {}, []
        for name in names:
            program = self.program(Agenda, self.options.agenda, name, "goals-")
            megabytes = self.sample(name).stat().st_size / 1e6
            print(f"P6, P7: {name}", file=sys.stderr, flush=True)
            peaks[name] = (program.load().peak(), megabytes)
            views.append(Case(name, program.default_view()))
        self.goals.import_peak(peaks)
        self.goals.views(alternate("P6: default view", views, self.limits) if self.options.big10 else None)

    def measure(self):
        shutil.rmtree(self.scratch, ignore_errors=True)
        for name in self.options.samples.split(","):
            self.compare(name)
        self.participants()
        if self.options.floor:
            self.parsing()
        self.sizes()
        shutil.rmtree(self.scratch)

    def report(self):
        version = Command([str(self.options.agenda), "--version"], dict(os.environ)).output()[1].strip()
        load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
        print(f"agenda {version}; {'; '.join(self.options.version)}; {os.cpu_count()} cores, load {load} at the end")
        print("\nEvent lines of 488 days, one for each day of each occurrence")
        print(f"{'sample':<10}{'program':<23}{'lines':>7}  beside agenda")
        for name, program, lines, more in self.counts:
            beside = f"{more:+d}, {more / (lines - more):+.1%}" if more else "same"
            print(f"{name:<10}{program:<23}{lines:>7}  {beside}")
        table("Cold import into an empty store", self.loads)
        table("Warm list of 488 days", self.lists)
        for note in self.notes:
            print(f"- {note}")
        print("- recurring-ical-events has no store: it reads the file and lists, in one")
        print("- files are in the page cache; khal's cold import is its `printcalendars` without its database")
        print(self.goals)


def table(title, measured):
    print(f"\n{title}: whole process, medians of alternating runs after a warm-up")
    print(f"{'sample':<10}{'program':<23}{'ms':>9}  {'min..max':>19}  {'n':>3}  / agenda")
    for name, results in measured:
        for program, result in results.items():
            print(f"{name:<10}{program:<23}{result}  {result.over(results['agenda']):>8.2f}")


if __name__ == "__main__":
    bench = Bench(parsed())
    bench.measure()
    bench.report()
