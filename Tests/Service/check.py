"""Runs the checks and prints a line each. Started by `run`."""

import argparse
import concurrent.futures
import pathlib
import sys
import threading
import time
import traceback

import access
import contract
import ends
import floods
import framing
import kills
import limits
import live
import paths
import people
import refresh
import slow
import start
from service import Service

PARTS = {
    "start": start,
    "access": access,
    "paths": paths,
    "people": people,
    "refresh": refresh,
    "framing": framing,
    "limits": limits,
    "floods": floods,
    "ends": ends,
    "kills": kills,
    "live": live,
    "contract": contract,
    "slow": slow,
}


class Report:
    """What was found. A check is a fact and, where it is none, what was seen instead."""

    def __init__(self, quick, options):
        self.quick, self.options = quick, options
        self.checks = self.faults = 0
        self.lock = threading.Lock()

    def check(self, what, holds, seen=""):
        with self.lock:
            self.checks += 1
            if holds:
                print(f"ok     {what}", flush=True)
            else:
                self.faults += 1
                print(f"FAULT  {what}: {seen}", flush=True)

    def say(self, text):
        with self.lock:
            print(f"       {text}", flush=True)


def part(name, report):
    begin = time.monotonic()
    try:
        PARTS[name].check(report)
    except Exception as error:
        traceback.print_exc()
        report.check(f"{name} comes to its end", False, f"{type(error).__name__}: {error}")
    report.say(f"{name} took {time.monotonic() - begin:.0f} s")


def main():
    options = argparse.ArgumentParser(prog="run", usage="run AGENDA [--quick] [--only PART,...]")
    options.add_argument("--agenda", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options.add_argument("--place", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options.add_argument("--schemathesis", help=argparse.SUPPRESS)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--only", type=lambda text: text.split(","), default=list(PARTS))
    options = options.parse_args()
    if unknown := set(options.only) - set(PARTS):
        sys.exit(f"run: there is no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    Service.agenda = str(options.agenda)
    report = Report(options.quick, options)
    # What waits for deadlines does so while the other parts run.
    with concurrent.futures.ThreadPoolExecutor(1) as beside:
        waiting = None
        if "slow" in options.only and not options.quick:
            waiting = beside.submit(part, "slow", report)
        for name in options.only:
            if name != "slow":
                part(name, report)
        if waiting:
            waiting.result()
    print(f"{report.checks} checks, {report.faults} faults")
    sys.exit(report.faults > 0)


main()
