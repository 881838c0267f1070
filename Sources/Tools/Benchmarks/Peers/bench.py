"""Checks that the programs list the same, measures them by turns, and says which goals are met.

Started by `run`, which installs the programs. Fails only if a program fails: a wall time that misses its goal is a
line of the report.
"""

import os
import shutil
import sys

import options
from comparison import Comparison
from goals import Goals
from programs import Agenda, Khal
from results import Record
from samples import Samples
from timing import Case, Command, Limits, alternate


class Bench:
    def __init__(self, options):
        self.options = options
        self.limits = Limits(options.runs, options.least, options.cap)
        self.scratch = options.place / "scratch"
        self.samples = Samples(options.generator, options.place / "samples")
        self.record = Record(options.tsv)
        self.goals = Goals()
        self.comparison = Comparison(self)

    def program(self, kind, binary, name, prefix="", copies=1):
        return kind(binary, self.samples.path(name), self.scratch / f"{prefix}{name}" / kind.name, copies)

    def agenda(self, name):
        return self.program(Agenda, self.options.agenda, name, "alone-")

    def loaded(self, name):
        """An agenda with the sample in its store."""
        program = self.agenda(name)
        program.load().run()
        return program

    def alternate(self, title, what, cases):
        results = alternate(title, cases, self.limits)
        for (program, sample), result in results.items():
            self.record.add(program, sample, what, result)
        return results

    def participants(self):
        names = ("x2p0", "x2p100")
        loaded = {name: self.loaded(name) for name in names}
        warm = [Case("agenda", name, program.timeline()) for name, program in loaded.items()]
        cold = [Case("agenda", name, program.load("cold")) for name, program in loaded.items()]
        self.goals.participants(
            self.alternate("P2: warm", "488 days", warm), self.alternate("P2: cold", "cold import", cold)
        )
        self.goals.timeline_peak(loaded["x2p100"].timeline().peak())

    def parsing(self):
        """agenda's whole import beside a program that parses the same file with libical: processor time, by turns."""
        for name in ("x2", "x2p100", "series5k", "outlook5k", "apple5k", "google5k", "big1"):
            floor = Command([str(self.options.floor), str(self.samples.path(name))], dict(os.environ))
            cases = [
                Case("agenda", name, self.agenda(name).load("cold"), counts_processor=True),
                Case("libical", name, floor, counts_processor=True),
            ]
            self.goals.parsing(name, self.alternate(f"Q9: {name}", "cold import", cases))

    def sizes(self):
        """Memory and the default view, as the store grows."""
        names = ["big1", "big10"] if self.options.big10 else ["big1"]
        peaks, views = {}, []
        for name in names:
            program = self.agenda(name)
            megabytes = self.samples.path(name).stat().st_size / 1e6
            print(f"P6, P7: {name}", file=sys.stderr, flush=True)
            peaks[name] = (program.load().peak(), megabytes)
            views.append(Case("agenda", name, program.default_view()))
        self.goals.import_peak(peaks)
        if self.options.big10:
            self.goals.views(self.alternate("P6: default view", "default view", views))

    def growth(self):
        """agenda alone over ever more events, for a plot."""
        names = ["big1k", "big3k", "big10k", "big30k", "big1", *(["big3", "big10"] if self.options.big10 else [])]
        programs = {name: self.agenda(name) for name in names}
        seconds = {name: program.load().run()[0] for name, program in programs.items()}
        for what, command in (("488 days", Agenda.timeline), ("default view", Agenda.default_view)):
            cases = [Case("agenda", name, command(program)) for name, program in programs.items()]
            self.alternate(f"growth: {what}", what, cases)
        cold = [
            Case("agenda", name, program.load("cold"), seconds[name]) for name, program in programs.items()
        ]
        self.alternate("growth: cold import", "cold import", cold)

    def copies(self):
        """The same events in ever more sources, for a plot: what merging costs beside listing each copy."""
        cases = []
        for count in (1, 2, 4):
            for kind, binary in ((Agenda, self.options.agenda), (Khal, self.options.khal)):
                if binary:
                    program = self.program(kind, binary, "x5", f"copies{count}-", count)
                    program.load().run()
                    cases.append(Case(program.name, f"copies{count}", program.list()))
        self.alternate("copies", "488 days", cases)

    def measure(self):
        shutil.rmtree(self.scratch, ignore_errors=True)
        parts = self.options.parts
        if {"loads", "lists"} & set(parts):
            self.comparison.measure(self.options.samples, parts)
        if "participants" in parts:
            self.participants()
        if "parsing" in parts and self.options.floor:
            self.parsing()
        if "sizes" in parts:
            self.sizes()
        if "growth" in parts:
            self.growth()
        if "copies" in parts:
            self.copies()
        shutil.rmtree(self.scratch)

    def report(self):
        version = Command([str(self.options.agenda), "--version", "--verbose"], dict(os.environ)).output()[1].strip()
        versions = "; ".join([f"agenda {version}", *self.options.version])
        load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
        print(f"{versions}; {os.cpu_count()} cores, load {load} at the end")
        for missing in self.options.missing:
            print(f"- missing: {missing}")
        if self.comparison.counts:
            self.comparison.report()
        if self.goals.lines:
            print(self.goals)


if __name__ == "__main__":
    bench = Bench(options.parsed())
    bench.measure()
    bench.report()
