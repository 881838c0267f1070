"""A suite of pytest that others have published, and what it says of a server."""

import os
import signal
import subprocess
import xml.etree.ElementTree as ElementTree


def run(report, name, folder, arguments, environment, seconds):
    """Runs it, and gives what became of each test: its name, and `passed`, `skipped` or the failure's first line."""
    result, log = report.place / f"{name}.xml", report.place / f"{name}.log"
    result.unlink(missing_ok=True)
    command = [
        report.place / "venv/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=",
        "-o", "junit_family=xunit1", "-o", "asyncio_default_fixture_loop_scope=function", "-W", "default", "--tb=short", "--timeout", "120", f"--junitxml={result}", *arguments,
    ]  # fmt: skip
    with open(log, "wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=os.environ | {"HOME": str(report.place / "empty")} | environment,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            # Its results are written at its end.
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    if not result.exists():
        return {}
    outcomes = {}
    for case in ElementTree.parse(result).iter("testcase"):
        bad = next((item for item in case if item.tag in ("failure", "error")), None)
        skipped = next((item for item in case if item.tag == "skipped"), None)
        key = f"{case.get('classname').rsplit('.', 1)[-1]}.{case.get('name')}"
        if bad is not None:
            outcomes[key] = (bad.get("message") or "failed").splitlines()[0][:300]
        elif outcomes.get(key) in (None, "passed", "skipped"):
            outcomes[key] = "skipped" if skipped is not None else "passed"
    return outcomes


def judge(report, name, outcomes, expected):
    """One line for all, and one for each test that failed though it should not, or passed though it should fail.

    `expected` has the reasons of failures that are meant, by the test's name; one that ends with `*` begins so."""

    def reason(key):
        return next((text for known, text in expected.items() if key == known or (known[-1] == "*" and key.startswith(known[:-1]))), None)  # fmt: skip

    passed = sum(value == "passed" for value in outcomes.values())
    skipped = sum(value == "skipped" for value in outcomes.values())
    bad = {key: value for key, value in outcomes.items() if value not in ("passed", "skipped")}
    surprises = {key: value for key, value in bad.items() if reason(key) is None}
    report.check(
        f"{name}: {passed} passed, {len(bad)} failed ({len(bad) - len(surprises)} expected), {skipped} skipped",
        passed > 0 and not surprises,
        f"{len(surprises)} failed and should not, see {report.place / name}.log" if passed else "nothing was asked",
    )
    for key, value in surprises.items():
        report.say(f"  failed   {key}: {value}")
    for key, text in expected.items():
        if outcomes.get(key) == "passed":
            report.say(f"  passed, though listed as a failure ({text}): {key}")
