"""litmus, which tests WebDAV servers, in the home of calendars: what it asks of plain files has no place there."""

import pathlib
import re
import subprocess

PROGRAMS, HTDOCS = pathlib.Path("/usr/libexec/litmus"), "/usr/share/litmus/htdocs"
# Tests that a calendar cannot pass, and why. Those after them of the same program may need what they make.
EXPECTED = {}


def check(report):
    if not PROGRAMS.exists():
        report.say("litmus is LEFT OUT: Tests/Serving/install debian installs it")
        return
    with report.server() as server:
        for name in ("http", "basic", "copymove", "props"):
            done = subprocess.run(
                [PROGRAMS / name, "--htdocs", HTDOCS, f"http://127.0.0.1:{server.port}{server.home}", server.user, server.password],
                cwd=report.place / "empty",
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
            )  # fmt: skip
            (report.place / f"litmus-{name}.log").write_text(done.stdout + done.stderr)
            outcomes = re.findall(r"^ *\d+\. (\w+)\.* (pass|FAIL|SKIPPED|WARNING)[^\n(]*(?:\((.*)\))?", done.stdout, re.M)
            bad = {test: why for test, state, why in outcomes if state == "FAIL"}
            surprises = {test: why for test, why in bad.items() if f"{name}.{test}" not in EXPECTED}
            passed = int((re.findall(r"tests run: (\d+) passed", done.stdout) or [0])[-1])
            report.check(
                f"litmus {name}: {passed} passed, {len(bad)} failed ({len(bad) - len(surprises)} expected)",
                passed > 0 and not surprises, f"{len(surprises)} failed and should not",
            )  # fmt: skip
            for test, why in surprises.items():
                report.say(f"  failed   {name}.{test}: {why}")
