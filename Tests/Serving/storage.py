"""vdirsyncer's own tests of its CalDAV storage (tests/storage/dav)."""

import shutil

import suite

# What fails, and why.
EXPECTED = {"TestCalDAVStorage.test_newline_in_uid*": "names with control characters are refused"}


def check(report):
    folder = report.place / "suites/vdirsyncer"
    version = folder / "vdirsyncer/version.py"
    if not version.exists():
        version.write_text('version = "0"\n')
    foreign = folder / "tests/storage/servers/foreign"
    foreign.mkdir(exist_ok=True)
    shutil.copy(report.here / "foreign.py", foreign / "__init__.py")
    with report.server() as server:
        outcomes = suite.run(
            report, "storage", folder, ["tests/storage/dav/test_caldav.py", "tests/storage/dav/test_main.py"],
            {
                "DAV_SERVER": "foreign", "CI": "true", "SERVING_URL": server.url, "SERVING_USER": server.user,
                "SERVING_PASSWORD": server.password,
            }, 600,
        )  # fmt: skip
    suite.judge(report, "storage", outcomes, EXPECTED)
