"""Runs the judges and prints a line each. Started by `run`."""

import argparse
import importlib
import pathlib
import sys
import threading
import time
import traceback

import serving

PARTS = [
    "storage",
    "tester",
    "scheduling",
    "integration",
    "litmus",
    "rules",
    "kinds",
    "instances",
    "clients",
    "push",
    "attack",
    "restores",
    "pair",
    "endure",
]


class Report:
    """What was found. A check is a fact and, where it is none, what was seen instead."""

    here = pathlib.Path(__file__).resolve().parent

    def __init__(self, options):
        self.quick, self.place, self.kind = options.quick, options.place, options.server
        self.checks = self.faults = 0
        self.lock = threading.Lock()

    def server(self, *options):
        return serving.server(self.kind, *options)

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
        importlib.import_module(name).check(report)
    except Exception as error:
        traceback.print_exc()
        report.check(f"{name} comes to its end", False, f"{type(error).__name__}: {error}")
    report.say(f"{name} took {time.monotonic() - begin:.0f} s")


def main():
    options = argparse.ArgumentParser(prog="run", usage="run AGENDA [--only PART,...] [--quick] [--server NAME]")
    options.add_argument("--agenda", required=True, help=argparse.SUPPRESS)
    options.add_argument("--place", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--server", default="agenda", choices=["agenda", *serving.Other.bases])
    options.add_argument("--only", type=lambda text: text.split(","), default=PARTS)
    options = options.parse_args()
    if unknown := set(options.only) - set(PARTS):
        sys.exit(f"run: there is no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    serving.Agenda.agenda = options.agenda
    (options.place / "empty").mkdir(exist_ok=True)
    report = Report(options)
    for name in options.only:
        part(name, report)
    print(f"{report.checks} checks, {report.faults} faults")
    sys.exit(report.faults > 0)


main()
