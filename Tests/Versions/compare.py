"""Compares two versions of agenda on random calendars. Started by `run`."""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from calendars import Event, text

NOW = ["--now", "2026-11-20T12:00:00+01:00"]
VIEWS = (
    ["timeline", "--json"],
    ["list", "--days", "40", "--json"],
    ["conflicts", "--days", "30"],
    ["month"],
    ["list", "--days", "90", "--calendar", "s0"],
    ["list", "--from", "2027-02-01", "--days", "500", "--format", "{date} {time} {calendar} {summary}"],
)


class Stores:
    """The same calendars, as several sources of a store of each version."""

    def __init__(self, folder, programs, seed):
        self.random = random.Random(seed)
        self.seed, self.folder, self.programs = seed, folder, programs
        self.zone = self.random.choice(["Europe/Berlin", "America/New_York", "Asia/Tokyo"])
        self.compared, self.faults = 0, 0
        self.uids = [f"u{number}" for number in range(self.random.choice([5, 30, 80]))]
        self.sources = [{} for _ in range(self.random.choice([1, 2, 3, 4]))]
        for uid in self.uids:
            event = Event(self.random, uid)
            for source in self.sources:
                if self.random.random() < 0.6:
                    source[uid] = event if self.random.random() < 0.6 else Event(self.random, uid)
        for number in range(len(self.sources)):
            self.write(number)
            self.add(number)

    def path(self, number):
        return self.folder / f"s{number}.ics"

    def write(self, number):
        self.path(number).write_bytes(text(self.sources[number].values()).encode())

    def add(self, number):
        self.both("source", "add", self.path(number), "--name", f"s{number}")

    def run(self, program, store, *arguments):
        home = self.folder / store
        home.mkdir(exist_ok=True)
        environment = {"HOME": str(home), "LC_ALL": "C.UTF-8", "AGENDA_DATABASE": str(home / "agenda.db")}
        environment["PATH"] = os.environ["PATH"]
        command = [program, *arguments, *NOW, "--time-zone", self.zone]
        done = subprocess.run(command, env=environment, capture_output=True, stdin=subprocess.DEVNULL)
        # 3: it says what is wrong with a calendar, such as an override without its instance.
        if done.returncode not in (0, 3):
            sys.exit(f"seed {self.seed}: {command} ended with {done.returncode}: {done.stderr.decode()}")
        return done.returncode, done.stdout

    def both(self, *arguments):
        return [self.run(program, store, *arguments) for store, program in self.programs.items()]

    def same(self, one, other, what):
        self.compared += 1
        if one != other:
            self.faults += 1
            print(f"seed {self.seed}: {what}: {one[0]}, {len(one[1])} bytes; {other[0]}, {len(other[1])} bytes")

    def compare(self, changes):
        for turn in range(changes + 1):
            for view in VIEWS:
                self.same(*self.both(*view), f"after {turn} changes: {' '.join(view)}")
            if turn < changes:
                self.change()
        shutil.copytree(self.folder / "earlier", self.folder / "taken-over")
        for view in VIEWS:
            earlier = self.run(self.programs["earlier"], "earlier", *view)
            taken = self.run(self.programs["new"], "taken-over", *view)
            self.same(earlier, taken, f"the earlier version's store: {' '.join(view)}")

    def change(self):
        number = self.random.randrange(len(self.sources))
        kind = self.random.choices(["events", "again", "rebuild"], [70, 20, 10])[0]
        if kind == "events":
            for uid in self.random.sample(self.uids, max(1, len(self.uids) // 6)):
                self.sources[number].pop(uid, None)
                if self.random.random() < 0.7:
                    self.sources[number][uid] = Event(self.random, uid)
            self.write(number)
            self.both("refresh")
        elif kind == "again":
            self.both("source", "remove", f"s{number}")
            self.add(number)
        else:
            self.both("refresh", "--rebuild")


def main():
    options = argparse.ArgumentParser(prog="run")
    for name in ("agenda", "earlier"):
        options.add_argument(name, type=pathlib.Path)
    for name, usual in (("stores", 20), ("seed", 1), ("changes", 5)):
        options.add_argument(f"--{name}", type=int, default=usual)
    options = options.parse_args()
    programs = {"earlier": options.earlier.resolve(), "new": options.agenda.resolve()}
    compared, faults = 0, 0
    for seed in range(options.seed, options.seed + options.stores):
        with tempfile.TemporaryDirectory(prefix="agenda-versions-") as folder:
            stores = Stores(pathlib.Path(folder), programs, seed)
            stores.compare(options.changes)
            compared, faults = compared + stores.compared, faults + stores.faults
    print(f"{options.stores} stores from seed {options.seed}: {compared} outputs compared, {faults} differ")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
