"""python-caldav's integration tests, for a server that they do not know."""

import json

import suite

# What fails, and why.
NO_SCHEDULING = "invitations are not delivered, and not announced"
EXPECTED = {
    "TestForServerjudged.testSupport": NO_SCHEDULING, "TestAsyncForjudged.test_support": NO_SCHEDULING,
    "TestForServerjudged.testSchedulingMailboxes": NO_SCHEDULING, "TestAsyncForjudged.test_scheduling_mailboxes": NO_SCHEDULING,
    "TestForServerjudged.testCheckCompatibility": "what `tester` says, one by one",
}  # fmt: skip


def check(report):
    folder = report.place / "suites/caldav"
    files = ["tests/test_caldav.py"] + ([] if report.quick else ["tests/test_async_integration.py"])
    with report.server() as server:
        servers = {
            "test-servers": {
                "judged": {
                    "type": "external", "enabled": True, "url": server.url, "username": server.user,
                    "password": server.password,
                }
            }
        }  # fmt: skip
        (folder / "tests/caldav_test_servers.json").write_text(json.dumps(servers))
        outcomes = suite.run(
            report, "integration", folder, ["-k", "judged", *files],
            {"PYTHON_CALDAV_TEST_EMBEDDED": "0", "PYTHON_CALDAV_TEST_DOCKER": "0"}, 1800,
        )  # fmt: skip
    suite.judge(report, "integration", outcomes, EXPECTED)
