"""Runs the checks of the page and prints a line each. Started by `run`."""

import argparse
import faulthandler
import importlib
import pathlib
import sys
import tempfile
import time
import traceback

import stores
from service import Service
from tab import Browser

PARTS = "size reading views columns offices zones moving finding panels calendars several writing form todos invitations aggregation tasks history flow live faces plain offline ports axe looks shots".split()


# Seconds that a part may take, unless it says another number.
LONGEST = 600


class World:
    """What the checks share: the browser, and one service a store, started at its first use."""

    def __init__(self, options):
        self.place = options.root / ".build" / "service"
        self.root = options.root
        self.quick = options.quick
        self.folder = tempfile.TemporaryDirectory(prefix="agenda-page-")
        self.services = {}
        self.browser = Browser()

    def service(self, name="samples"):
        if name not in self.services:
            self.services[name] = self.fresh(name)
        return self.services[name]

    def fresh(self, name="samples"):
        """A service whose store the check may change as it likes."""
        return Service(files=stores.files(name, self.folder.name))

    def bare(self, zone="Europe/Berlin"):
        """A service with one calendar, which is empty."""
        return Service(samples=False, zone=zone)

    def tab(self, service=None, path="/", **options):
        return self.browser.tab(service or self.service(), path, **options)

    @property
    def stores(self):
        return [name for name in stores.NAMES if not (self.quick and name == "many")]

    def close(self):
        self.browser.close()
        for service in self.services.values():
            service.__exit__()
        self.folder.cleanup()


class Report:
    """What was found. A check is a fact and, where it is none, what was seen instead."""

    def __init__(self):
        self.checks = self.faults = 0

    def check(self, what, holds, seen=""):
        self.checks += 1
        self.faults += not holds
        print(f"ok     {what}" if holds else f"FAULT  {what}: {seen}", flush=True)

    def quiet(self, tab):
        """The console has nothing to complain of."""
        self.check("the console is silent", not tab.faults, "; ".join(tab.faults)[:500])


def told(error, part):
    """An error, and what the part did then: all in the line that a summary repeats."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if part and frame.filename == part.__file__]
    what = f"{type(error).__name__}: {error}".split("\n")[0]
    return f"{what} Line {own[-1].lineno}: {own[-1].line}" if own else what


def main():
    options = argparse.ArgumentParser(prog="run", usage="run AGENDA [--quick] [--only PART,...] | run AGENDA --pictures")
    options.add_argument("--agenda", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options.add_argument("--root", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--pictures", action="store_true")
    options.add_argument("--only", type=lambda text: text.split(","), default=None)
    options = options.parse_args()
    # Pictures are for people.
    options.only = options.only or [part for part in PARTS if not (options.quick and part == "shots")]
    if unknown := set(options.only) - set(PARTS):
        sys.exit(f"run: there is no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    Service.agenda = str(options.agenda)
    world, report = World(options), Report()
    try:
        for name in ["pictures"] if options.pictures else options.only:
            begin, part = time.monotonic(), None
            # Where a browser hangs, this says where, and ends it all.
            faulthandler.dump_traceback_later(LONGEST, exit=True)
            try:
                part = importlib.import_module(name)
                faulthandler.dump_traceback_later(getattr(part, "LONGEST", LONGEST), exit=True)
                part.check(report, world)
            except Exception as error:
                traceback.print_exc()
                report.check(f"{name} comes to its end", False, told(error, part))
            print(f"       {name} took {time.monotonic() - begin:.0f} s", flush=True)
    finally:
        world.close()
    print(f"{report.checks} checks, {report.faults} faults")
    sys.exit(report.faults > 0)


main()
