"""Changes reach readers of the stream at once."""

import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import threading
import time

from service import Service, wait
from wire import PATIENCE, Stream

EVENT = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//check//EN\r\nBEGIN:VEVENT\r\nUID:one@example.org\r\n"
    "DTSTAMP:20260101T000000Z\r\nDTSTART:20270115T100000Z\r\nDTEND:20270115T110000Z\r\nSUMMARY:{}\r\nEND:VEVENT\r\n"
    "END:VCALENDAR\r\n"
)

# A disk that needs nine tenths of a second for what was written.
SLOW = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
int fdatasync(int file) { usleep(900000); return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file); }
int fsync(int file) { usleep(900000); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file); }
"""
# Keeps the store open, and commits once for each line.
WRITER = """
import sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("PRAGMA synchronous=FULL")
for line in sys.stdin:
    store.execute("UPDATE state SET revision = revision + 1")
    print("done", flush=True)
"""


class Reader(threading.Thread):
    """Notes when each title came."""

    def __init__(self, wire):
        super().__init__(daemon=True)
        self.stream, self.times, self.came = Stream(wire), {}, threading.Condition()
        self.start()

    def run(self):
        try:
            while (event := self.stream.event()) is not None:
                with self.came:
                    self.times[event.get("data", "")] = time.monotonic()
                    self.came.notify_all()
        except (OSError, ValueError):
            pass

    def time(self, text):
        """When a text came; None if it did not within PATIENCE."""

        def find():
            return next((when for data, when in self.times.items() if f'"{text}"' in data), None)

        with self.came:
            self.came.wait_for(find, PATIENCE)
            return find()


class Commits(threading.Thread):
    """Notes when something was committed, to the millisecond."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.path, self.times, self.ends = path, [], False
        self.start()

    def run(self):
        database = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        last = None
        while not self.ends:
            (version,) = database.execute("PRAGMA data_version").fetchone()
            if version != last:
                self.times.append(time.monotonic())
                last = version
            time.sleep(0.001)

    def first(self, begin):
        return next((when for when in self.times if when >= begin), None)


def check(report):
    # --quick is for debug builds, too.
    count, limit = (15, 500) if report.quick else (50, 100)
    with Service() as service, service.over_socket(timeout=60) as wire:
        # A source with other events beside: what others see is the change of one.
        other = service.folder / "other.ics"
        other.write_text(EVENT.format("Other"))
        service.command("source", "add", other)
        reader, commits = Reader(wire), Commits(service.database)

        def edited(number):
            fresh = service.folder / "other.new"
            fresh.write_text(EVENT.format(f"Edited {number}"))
            begin = time.monotonic()
            fresh.rename(other)
            return begin, f"Edited {number}"

        def posted(number):
            begin = time.monotonic()
            service.ask("POST", "/v1/events", [], {"summary": f"Posted {number}", "start": "2027-01-15T10:00"})
            return commits.first(begin) or begin, f"Posted {number}"

        def added(number):
            begin = time.monotonic()
            service.command("add", f"Added {number} 2027-01-15 10:00")
            return commits.first(begin) or begin, f"Added {number}"

        def ticked(number):
            title = f"To do {number}"
            begin = time.monotonic()
            service.command("todo", "add", title, "--due", "2027-01-15")
            return commits.first(begin) or begin, title

        for name, change in (
            ("a to-do of the command reaches readers from its commit", ticked),
            ("a file's new version reaches readers from its rename", edited),
            ("the command's change reaches readers from its commit", added),
            ("a POST reaches readers from its commit", posted),
        ):
            seconds, lost = [], []
            for number in range(count):
                begin, text = change(number)
                end = reader.time(text)
                if end is None:
                    lost.append(text)
                else:
                    seconds.append(end - begin)
            report.check(f"{name}: all of {count} come", not lost, lost[:3])
            if seconds:
                middle, worst = statistics.median(seconds) * 1e3, max(seconds) * 1e3
                report.check(
                    f"{name}: median {middle:.0f} ms, worst {worst:.0f} ms; within {limit} ms",
                    middle <= limit,
                    f"{middle:.0f} ms",
                )
        commits.ends = True
    slow_disk(report)


def slow_disk(report):
    """Others see a commit once it is on the disk, which may be long after the kernel has told of its writing."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        return report.say("the slow disk is left out: there is no C compiler")
    with Service(samples=False) as service:
        library = service.folder / "slow.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, "-x", "c", "-", "-ldl"], input=SLOW.encode(), check=True)
        service.command("add", "First 2027-01-15 10:00")
        command = [sys.executable, "-c", WRITER, service.database]
        with subprocess.Popen(
            command, env=os.environ | {"LD_PRELOAD": str(library)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as writer:
            revision = int(service.ask("GET", "/v1/timeline")["x-agenda-revision"])
            writer.stdin.write("\n")
            writer.stdin.flush()
            writer.stdout.readline()
            told = wait(lambda: service.ask("GET", f"/v1/changes?since={revision}").json["revision"] > revision)
            report.check("a commit that a slow disk took long for is told", told, service.ask("GET", f"/v1/changes?since={revision}"))
            writer.stdin.close()
