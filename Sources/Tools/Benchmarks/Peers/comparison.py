"""The programs beside each other: whether they list the same, how long each takes to load and to list it."""

import shutil
import sys

import programs
from programs import Agenda, Calcurse, Khal, Recurring
from timing import Case


class Comparison:
    def __init__(self, bench):
        self.bench = bench
        self.notes = []
        # The number of event lines, by sample and program.
        self.counts = {}
        self.loads, self.lists = {}, {}

    def programs(self, name):
        """agenda first, and each peer that is there and takes the sample."""
        options = self.bench.options
        found = [self.bench.program(Agenda, options.agenda, name)]
        for kind, binary in (
            (Khal, options.khal),
            (Calcurse, options.calcurse),
            (Recurring, options.recurring),
        ):
            if binary is None:
                continue
            if reason := kind.declines(self.bench.samples.path(name)):
                self.notes.append(f"{name}: {kind.name} left out, {reason}")
            else:
                found.append(self.bench.program(kind, binary, name))
        return found

    def prepare(self, program, name):
        """Loads the sample and lists it, which also warms up: the cases, and the number of event lines."""
        print(f"{name}: loading and checking {program.name}", file=sys.stderr, flush=True)
        loading = None
        if load := program.load():
            seconds, said = load.output()
            loading = Case(program.name, name, program.load("cold"), seconds)
            if note := program.note(said):
                self.notes.append(f"{name}: {program.name}: {note}")
        seconds, listed = program.marked().output()
        lines = sum(line.startswith("@") for line in listed.splitlines())
        return loading, Case(program.name, name, program.list(), seconds), lines

    def prepare_sqlite3(self, agenda, name):
        rows = programs.sqlite3(self.bench.options.sqlite3, agenda)
        seconds, printed = rows.output()
        return None, Case("sqlite3", name, rows, seconds), len(printed.splitlines())

    def prepared(self, name):
        """The cases of all programs that work, the same number of lines or not."""
        found = self.programs(name)
        steps = [(program.name, lambda program=program: self.prepare(program, name)) for program in found]
        if name == "x2" and self.bench.options.sqlite3:
            steps.append(("sqlite3", lambda: self.prepare_sqlite3(found[0], name)))
        loads, lists, counts = [], [], {}
        for program, prepare in steps:
            try:
                loading, listing, counts[program] = prepare()
            except (OSError, RuntimeError) as problem:
                if program == Agenda.name:
                    raise
                self.notes.append(f"{name}: {program} left out, it failed: {problem}")
                continue
            loads += [loading] if loading else []
            lists.append(listing)
        self.counts[name] = counts
        if len(set(counts.values())) > 1:
            print(f"{name}: not all list the same: {counts}", file=sys.stderr, flush=True)
        lists.append(Case("true", name, found[0].command(shutil.which("true"))))
        return loads, lists

    def measure(self, names, parts):
        """Checks all samples first; then the cases of all run by turns, so that samples, too, can be compared."""
        for name in names:
            self.bench.samples.path(name)
        loads, lists = [], []
        for name in names:
            loading, listing = self.prepared(name)
            loads += loading
            lists += listing
        if "loads" in parts:
            self.loads = self.bench.alternate("loading", "cold import", loads)
            self.bench.goals.loaded(self.loads)
        if "lists" in parts:
            self.lists = self.bench.alternate("listing", "488 days", lists)
            self.bench.goals.listed(self.lists)

    def same(self, sample, program):
        """Whether it lists as many lines as agenda; ``true`` is not asked."""
        counts = self.counts[sample]
        return counts.get(program, counts[Agenda.name]) == counts[Agenda.name]

    def report(self):
        print("\nEvent lines of 488 days, one for each day of each occurrence")
        print(f"{'sample':<10}{'program':<23}{'lines':>7}  beside agenda")
        for name, counts in self.counts.items():
            for program, lines in counts.items():
                more = lines - counts[Agenda.name]
                beside = f"{more:+d}, {more / max(counts[Agenda.name], 1):+.1%}" if more else "same"
                print(f"{name:<10}{program:<23}{lines:>7}  {beside}")
        self.table("Cold import into an empty store", self.loads)
        self.table("Warm list of 488 days", self.lists)
        for note in self.notes:
            print(f"- {note}")
        if not all(self.same(name, program) for name, counts in self.counts.items() for program in counts):
            print("- *: does not list as many event lines as agenda, so the times are not of the same work")
        if self.bench.options.recurring:
            print("- recurring-ical-events has no store: it reads the file and lists, in one")
        if self.bench.options.khal and self.loads:
            print("- khal's cold import is its `printcalendars` without its database")

    def table(self, title, measured):
        if not measured:
            return
        print(f"\n{title}: whole process, alternating runs after a warm-up, files in the page cache")
        print(f"{'sample':<10}{'program':<23}{'median ms':>9}  {'lowest..highest':>19}  {'n':>3}  / agenda")
        for (program, name), result in measured.items():
            marked = program if self.same(name, program) else f"{program} *"
            line = f"{name:<10}{marked:<23}{result}"
            own = measured[Agenda.name, name]
            print(line if result is own else f"{line}  {result.over(own)}")
