"""The OpenAPI document: what it says is what is answered, by schemathesis."""

import os
import pathlib
import subprocess

from service import Service

HERE = pathlib.Path(__file__).resolve().parent


def check(report):
    program = report.options.schemathesis
    if not program:
        return report.say("contract: LEFT OUT: schemathesis could not be installed, see .build/service/pip.log")
    log = report.options.place / "schemathesis.log"
    log.write_text("")
    with Service() as service:
        events = []
        for number in range(20):
            answer = service.ask(
                "POST", "/v1/events", [], {"summary": f"Event {number}", "start": f"2027-01-{number + 1:02}T10:00"}
            )
            events.append(answer.json["id"])
        todos = [service.command("todo", "add", f"To do {number}").strip() for number in range(5)]
        entries = [service.command("add", "--journal", f"Entry {number}").strip() for number in range(5)]
        environment = os.environ | {
            "SCHEMATHESIS_HOOKS": "formats", "PYTHONPATH": str(HERE), "EVENTS": " ".join(events + todos + entries),
            "TODOS": " ".join(todos), "JOURNALS": " ".join(entries),
        }  # fmt: skip
        command = [
            program, "--config-file", HERE / "schemathesis.toml", "run", f"http://127.0.0.1:{service.port}/v1/openapi.json",
            "--header", f"Authorization: Bearer {service.token}",
            "--checks", "all", "--seed", "7", "--request-timeout", "10", "--continue-on-failure",
            "--max-examples", "15" if report.quick else "150", "--phases", "examples,coverage,fuzzing",
        ]  # fmt: skip
        # Undone comes last: the calendars, too, were added.
        undoing = ["/v1/undo", "/v1/redo"]
        # What renames or removes the calendars that the other requests name, or asks other servers.
        others = ["/v1/calendars/{id}", "/v1/calendars/{id}/refresh", "/v1/calendars/file", "/v1/accounts/{id}", "/v1/accounts/{id}/sync"]
        for what, choice in (
            # The stream does not end.
            ("all but undo", [part for path in ["/v1/stream", *undoing, *others] for part in ("--exclude-path", path)]),
            ("undo and redo", [part for path in undoing for part in ("--include-path", path)]),
        ):
            with open(log, "a") as output:
                done = subprocess.run(
                    [*command, *choice], cwd=service.folder, env=environment, stdout=output, stderr=subprocess.STDOUT
                )
            found = log.read_text().split("= SUMMARY =")[-1]
            report.check(f"schemathesis finds nothing in {what}", done.returncode == 0, f"see {log}: {found}")
        report.check("it still answers", service.answers)
