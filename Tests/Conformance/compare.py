"""Compares our engine with the oracles over seeded cases; see run for how to call it."""

import argparse
import collections
import multiprocessing
import pathlib
import random
import subprocess
import sys
import tempfile

import calendar_reference
import calendars
import evidence
import exceptions
import generate
import oracles
import rules
import shrink
from reference import Reference

# Cases that one process works through at a time; each part has a seed of its own.
PART = 250


class Engine:
    """Our side: a process that answers a line with a line."""

    def __init__(self, tool, kind):
        self.process = subprocess.Popen(
            [tool, kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def answer(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class RuleComparison:
    """Verdicts on rule cases: `agreed`, the name of an exception, or None for a difference."""

    def __init__(self, tool):
        self.engine = Engine(tool, "rules")

    def cases(self, seed, count):
        generator = rules.RuleGenerator(random.Random(seed))
        return [generator.case(oracles.synchronised_start) for _ in range(count)]

    def verdict(self, case):
        ours = self.engine.answer(case.question())
        refusal = None
        try:
            if ours == oracles.answer(oracles.dateutil_instances(case)):
                return "agreed"
        except oracles.Unanswered as reason:
            refusal = str(reason)
        if ours != self.reference(case):
            return None
        found = evidence.RuleEvidence(case, refusal)
        return next((e.name for e in exceptions.RULES if e.applies(found)), None)

    def reference(self, case):
        return oracles.answer(Reference(case.rule, case.start, case.zone).instances(case.lower, case.upper))

    def smaller(self, case):
        return shrink.smaller_rules(case)

    def report(self, case):
        ours = self.engine.answer(case.question()).split(",")
        lines = [str(case)]
        for name, answer in (("reference", self.reference), ("dateutil", self.dateutil)):
            theirs = answer(case).split(",")
            lines.append(f"  only ours, not {name}: {[x for x in ours if x not in theirs][:6]}")
            lines.append(f"  only {name}: {[x for x in theirs if x not in ours][:6]}")
        return "\n".join(lines)

    def dateutil(self, case):
        try:
            return oracles.answer(oracles.dateutil_instances(case))
        except oracles.Unanswered as reason:
            return str(reason)


class CalendarComparison:
    """The same for whole calendars."""

    kind = "calendars"

    def __init__(self, tool):
        self.engine = Engine(tool, self.kind)
        self.folder = tempfile.TemporaryDirectory()

    def cases(self, seed, count):
        return generate.CalendarGenerator(random.Random(seed)).cases(count)

    def paths(self, case):
        """The case's files, written."""
        for index, file in enumerate(case.files):
            path = pathlib.Path(self.folder.name, f"{index}.ics")
            path.write_bytes(file.text().encode())
            yield path

    def ours(self, case):
        question = [case.zone, case.first.isoformat(), str(case.days), *map(str, self.paths(case))]
        return sorted(filter(None, self.engine.answer("\t".join(question)).split("\t")))

    def verdict(self, case):
        ours = self.ours(case)
        if ours == self.oracle(case):
            return "agreed" if ours else "agreed, nothing on these days"
        if ours != self.reference(case):
            return None
        # Each event has to be explained by itself.
        verdicts = [self.event_verdict(part) for part in calendars.by_uid(case)]
        explained = [verdict for verdict in verdicts if verdict != "agreed"]
        return None if None in verdicts or not explained else explained[0]

    def event_verdict(self, case):
        ours, theirs, refusal = self.ours(case), [], None
        try:
            theirs = oracles.recurring_ical_events_points(case)
        except oracles.Unanswered as reason:
            refusal = str(reason)
        if refusal is None and ours == theirs:
            return "agreed"
        found = evidence.CalendarEvidence(case, refusal, ours, theirs)
        return next((e.name for e in exceptions.CALENDARS if e.applies(found)), None)

    def reference(self, case):
        return calendars.points(case, list(calendar_reference.spans(case)))

    def smaller(self, case):
        return shrink.smaller_calendars(case)

    def report(self, case):
        ours = self.ours(case)
        lines = [str(case)]
        for name, answer in (("reference", self.reference), ("oracle", self.oracle)):
            theirs = answer(case)
            lines.append(f"  only ours, not {name}: {[x for x in ours if x not in theirs][:4]}")
            lines.append(f"  only {name}: {[x for x in theirs if x not in ours][:4]}")
        return "\n".join(lines)

    def oracle(self, case):
        try:
            return oracles.recurring_ical_events_points(case)
        except oracles.Unanswered as reason:
            return [str(reason)]


class WriterComparison(CalendarComparison):
    """Calendars as we write them again: the same events to us, and icalendar finds no fault."""

    kind = "writer"

    def verdict(self, case):
        return None if any(self.faults(case)) else "agreed"

    def faults(self, case):
        for path in self.paths(case):
            yield from self.faults_of(path)

    def faults_of(self, path):
        answer = self.engine.answer(str(path))
        if not answer.isdecimal():
            return [answer]
        return oracles.icalendar_faults(path, pathlib.Path(f"{path}.written"))

    def report(self, case):
        return "\n".join([str(case), *self.faults(case)])


COMPARISONS = {"rules": RuleComparison, "calendars": CalendarComparison, "writer": WriterComparison}


def work(task):
    """One part of the cases, in a process of its own; differences come back shrunk."""
    kind, tool, seed, count = task
    comparison = COMPARISONS[kind](tool)
    counts, differences = collections.Counter(), []
    for case in comparison.cases(seed, count):
        verdict = comparison.verdict(case)
        counts[verdict or "UNEXPLAINED"] += 1
        if verdict is None and len(differences) < 3:
            case = shrink.shrink(case, comparison.smaller, lambda c: comparison.verdict(c) is None)
            differences.append(comparison.report(case))
    comparison.engine.close()
    return counts, differences


def compare(kind, tool, seed, count, jobs):
    """All cases of a kind; prints the counts, and returns whether nothing is unexplained."""
    tasks = [
        (kind, tool, f"{kind} {seed} {first}", min(PART, count - first)) for first in range(0, count, PART)
    ]
    counts, differences = collections.Counter(), []
    with multiprocessing.Pool(jobs) as pool:
        for part, found in pool.imap_unordered(work, tasks):
            counts += part
            differences += found
    if sum(counts.values()) != count:
        sys.exit(f"{kind}: only {sum(counts.values())} of {count} cases were compared")
    for difference in differences[:20]:
        print("DIFFERENCE\n" + difference + "\n", flush=True)
    print(f"{kind}, seed {seed}: {sum(counts.values())} cases")
    for name, number in counts.most_common():
        print(f"  {number:7} {name}")
    sys.stdout.flush()
    return not counts["UNEXPLAINED"]


def compare_files(tool, files):
    """The project's own calendars, through the writer."""
    writer = WriterComparison(tool)
    faults = []
    for file in files:
        copy = pathlib.Path(writer.folder.name, "file.ics")
        copy.write_bytes(file.read_bytes())
        faults += [f"{file}: {fault}" for fault in writer.faults_of(copy)]
    writer.engine.close()
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"writer: {len(files)} files of the project, {len(faults)} faults", flush=True)
    return not faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--rules", type=int, default=0)
    parser.add_argument("--calendars", type=int, default=0)
    parser.add_argument("--writer", type=int, default=0)
    parser.add_argument("--files", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    arguments = parser.parse_args()
    numbers = {"rules": arguments.rules, "calendars": arguments.calendars, "writer": arguments.writer}
    results = [
        compare(kind, arguments.tool, arguments.seed, number, arguments.jobs)
        for kind, number in numbers.items()
        if number
    ]
    results.append(compare_files(arguments.tool, [path for path in arguments.files if path.stat().st_size]))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
