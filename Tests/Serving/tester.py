"""caldav-server-tester: which features a server has, as the authors of python-caldav see it."""

import json
import os
import subprocess

# What is not "full", and why.
EXPECTED = {
    "scheduling": "invitations are not delivered, and not announced",
    "well-known": "it is not asked of localhost",
    "url.encode-at.literal.principal": "it has no principal with @ in its address",
    "url.encode-at.identity": "the same address in two spellings is the same resource, as it should be",
    "search.time-range.comp-type-optional": "RFC 4791 9.7.1 has time-ranges in components alone",
    "search.text.comp-type-optional": "RFC 4791 9.7.2: a property of VCALENDAR is none of its events",
}  # fmt: skip


def check(report):
    with report.server() as server:
        server.calendar("first")
        log = report.place / "tester.log"
        with open(log, "wb") as errors:
            done = subprocess.run(
                [
                    report.place / "venv/bin/caldav-server-tester", "--format", "json", "--caldav-url", server.url,
                    "--caldav-username", server.user, "--caldav-password", server.password,
                ],
                env=os.environ | {"HOME": str(report.place / "empty")}, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=errors, timeout=900,
            )  # fmt: skip
    (report.place / "tester.json").write_bytes(done.stdout)
    try:
        features = json.loads(done.stdout)["features"]
    except (ValueError, KeyError) as error:
        report.check("tester comes to its end", False, f"{type(error).__name__}: {error}; see {log}")
        return
    counts, surprises = {}, {}
    for name, value in features.items():
        support = value.get("support", "unknown") if isinstance(value, dict) else str(value)
        counts[support] = counts.get(support, 0) + 1
        if support != "full" and name not in EXPECTED:
            surprises[name] = value
    said = ", ".join(f"{count} {support}" for support, count in sorted(counts.items()))
    report.check(f"tester: {said}, of {len(features)}", features and not surprises, f"{len(surprises)} are not full")
    for name, value in surprises.items():
        report.say(f"  {name}: {value}")
