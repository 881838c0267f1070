"""Timing of whole processes: alternating runs, peak memory."""

import dataclasses
import os
import resource
import shutil
import subprocess
import sys
import time

from results import Result

# A program that takes more seconds than this counts as failed.
PATIENCE = 900

# Runs a command and prints its peak memory in KiB. It is a separate process, because a child's figure starts at its
# parent's: this one has 9 MB, less than anything measured here.
PEAK = """
import os, sys
child = os.fork()
if child == 0:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.execve(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(child, 0)
print(used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


@dataclasses.dataclass
class Command:
    """What a program is started with, in an environment of its own; ``fresh`` folders are emptied before."""

    arguments: list
    environment: dict
    fresh: list = dataclasses.field(default_factory=list)
    # The exit statuses that count as success; some programs report a skipped part with one of their own.
    statuses: tuple = (0,)

    def prepare(self):
        for folder in self.fresh:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)

    def run(self, output=subprocess.DEVNULL):
        """The seconds that it took, and its output if asked for."""
        self.prepare()
        begin = time.perf_counter()
        try:
            done = subprocess.run(
                self.arguments,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"{self.arguments} took more than {PATIENCE} seconds") from None
        seconds = time.perf_counter() - begin
        if done.returncode not in self.statuses:
            said = done.stderr.decode(errors="replace")
            raise RuntimeError(f"{self.arguments} ended with {done.returncode}: {said[-500:]}")
        return seconds, done.stdout

    def output(self):
        seconds, output = self.run(subprocess.PIPE)
        return seconds, output.decode(errors="replace")

    def peak(self):
        """The most memory that it had, in MB."""
        self.prepare()
        arguments = [sys.executable, "-I", "-S", "-c", PEAK, *self.arguments]
        done = subprocess.run(arguments, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True)
        if done.returncode not in self.statuses:
            raise RuntimeError(f"{self.arguments} ended with {done.returncode}")
        return int(done.stdout) * 1024 / 1e6


def processor_seconds():
    """What all programs that were run have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclasses.dataclass
class Case:
    """One of those that run by turns: a program, or what stands in its place, with a sample."""

    program: str
    sample: str
    command: Command
    # The seconds of an earlier run, which then counts as the warm-up.
    warmed: float | None = None
    # Whether the processor's time counts, instead of the wall's.
    counts_processor: bool = False

    @property
    def name(self):
        return self.program, self.sample

    def run(self):
        """The seconds that count, and those that passed."""
        before = processor_seconds()
        seconds, _ = self.command.run()
        return processor_seconds() - before if self.counts_processor else seconds, seconds


@dataclasses.dataclass
class Limits:
    """How often a case runs: ``runs`` times; fewer if it would take longer than ``cap`` seconds, yet ``least``."""

    runs: int
    least: int
    cap: float

    def planned(self, seconds):
        return max(self.least, min(self.runs, int(self.cap / max(seconds, 1e-3))))


def alternate(title, cases, limits):
    """Runs the cases by turns, after one warm-up each; a slow one's few runs are spread over the rounds. The results
    by program and sample."""
    print(f"{title}: {', '.join(dict.fromkeys(case.program for case in cases))}", file=sys.stderr, flush=True)
    planned = {}
    for case in cases:
        planned[case.name] = limits.planned(case.warmed if case.warmed is not None else case.run()[1])
    values = {case.name: {} for case in cases}
    rounds = max(planned.values(), default=0)
    for turn in range(rounds):
        # The next run must not pay for the writes of the last one.
        os.sync()
        for case in cases:
            count = planned[case.name]
            if turn * count // rounds != (turn + 1) * count // rounds:
                values[case.name][turn] = case.run()[0]
    return {name: Result(found) for name, found in values.items()}
