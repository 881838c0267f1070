"""Paths that lead elsewhere."""

from service import Service

PATHS = (
    "/../../etc/passwd",
    "/assets/../../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets/%2E%2E%2F%2E%2E%2Fetc%2Fpasswd/page.html",
    "/assets/..%2f..%2f..%2fetc%2fpasswd",
    "/assets/x/..",
    "/assets/x/%2e%2e",
    "/assets/x/..%5c..%5cpasswd",
    "/v1/events/%00",
    "/v1/events/a%00b",
    "/v1/events/..",
    "/v1/events/%2e%2e%2fcalendars",
    "/v1/./events",
    "/v1/x/../events",
    "//v1/events",
    "/v1//events",
    "/v1/%",
    "/v1/events/%zz",
    "/v1/events/%ff",
    "/v1/events/%c0%ae%c0%ae",
    "/V1/EVENTS",
    "*",
    "v1/events",
)


def check(report):
    with Service() as service:
        for way, connect in (("socket", service.over_socket), ("network", service.over_tcp)):
            for path in PATHS:
                with connect() as wire:
                    answer = wire.ask("GET", path)
                fine = answer.status in (400, 404) and b"root:" not in answer.body
                report.check(f"{way}: {path} is refused", fine, answer)
        for query in (
            "from=%zz",
            "nothing=1",
            "days=0",
            "days=1&days=2",
            "days=99999999999999999999",
            "zone=../../etc/passwd",
            "from=2026-02-30",
        ):
            answer = service.ask("GET", f"/v1/events?{query}")
            report.check(f"?{query} is 400", answer.status == 400, answer)
        report.check("it still answers", service.answers)
