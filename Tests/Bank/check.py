"""Lets nodes and PostgreSQL fail, and prints a line each. Started by `run`."""

import argparse
import importlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

import place

PARTS = ["tests", "writes", "restores", "failures"]


class Report:
    """What was found. A check is a fact and, where it is none, what was seen instead."""

    def __init__(self, options, folder):
        self.quick, self.build, self.folder = options.quick, options.build, folder
        self.checks = self.faults = 0

    def check(self, what, holds, seen=""):
        self.checks += 1
        if holds:
            print(f"ok     {what}", flush=True)
        else:
            self.faults += 1
            print(f"FAULT  {what}: {str(seen)[:800]}", flush=True)

    def say(self, text):
        print(f"       {text}", flush=True)


def tests(report):
    """The suites of AgendaBankTests, which `make test` leaves out."""
    server = place.Postgres(report.folder / "tests").make().start("-c", "fsync=off")
    try:
        done = subprocess.run(
            ["swift", "test", "--disable-xctest", "--skip-build", "--filter", "^AgendaBankTests"],
            env={**place.os.environ, "AGENDA_SERVER": "1", "AGENDA_TEST_POSTGRES": f"host={server.folder} user=postgres"},
            capture_output=True,
            text=True,
        )
        lines = (done.stdout + done.stderr).splitlines()
        for line in lines:
            if "recorded an issue" in line or "failed after" in line:
                report.say(line)
        last = next((line for line in reversed(lines) if "Test run with" in line), "nothing was run")
        report.check(f"the suites: {last[2:]}", done.returncode == 0 and "0 tests" not in last)
    finally:
        server.stop()


def part(name, report):
    begin = time.monotonic()
    try:
        tests(report) if name == "tests" else importlib.import_module(name).check(report)
    except Exception as error:
        traceback.print_exc()
        report.check(f"{name} comes to its end", False, f"{type(error).__name__}: {error}")
    report.say(f"{name} took {time.monotonic() - begin:.0f} s")


def main():
    options = argparse.ArgumentParser(prog="run", usage="run BUILD [--only PART,...] [--quick]")
    options.add_argument("--build", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--only", type=lambda text: text.split(","), default=PARTS)
    options = options.parse_args()
    if unknown := set(options.only) - set(PARTS):
        sys.exit(f"run: there is no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    if not place.PROGRAMS or not shutil.which("psql"):
        sys.exit("run: needs PostgreSQL (Debian: apt-get install postgresql)")
    place.Node.program, place.Node.server = options.build / "BankNode", options.build / "agenda-server"
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bank-"))
    # The server's user has to come through.
    folder.chmod(0o755)
    report = Report(options, folder)
    try:
        for name in options.only:
            part(name, report)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{report.checks} checks, {report.faults} faults")
    sys.exit(1 if report.faults else 0)


main()
