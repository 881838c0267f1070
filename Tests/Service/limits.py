"""What is too large."""

import time

from service import Service
from wire import PATIENCE

MEBIBYTE = 1 << 20


def check(report):
    with Service(samples=False) as service:
        heads(report, service)
        contents(report, service)
        before = service.resident
        endless(report, service)
        grown = (service.resident - before) / 1e6
        report.check("endless heads and contents take no memory", grown < 50, f"{grown:.0f} MB more")
        report.check("it still answers", service.answers)


def outcome(service, data, tcp=True):
    """The status of the answer to some bytes, else what became of the connection."""
    with (service.over_tcp if tcp else service.over_socket)() as wire:
        try:
            wire.send(data)
        except (BrokenPipeError, ConnectionResetError):
            # It was closed while this was sent; the answer may be there all the same.
            pass
        try:
            return wire.answer().status
        except TimeoutError:
            return "nothing"
        except OSError:
            return "closed"


def heads(report, service):
    with service.over_tcp() as wire:
        head = wire.head
        many = head("GET", "/healthz", [(f"X-{number}", "a") for number in range(1_000)])
        for name, data in (
            ("a field of 70 kB", head("GET", "/healthz", [("X", "a" * 70_000)])),
            ("a name of 70 kB", head("GET", "/healthz", [("X" * 70_000, "a")])),
            ("ten fields of 10 kB", head("GET", "/healthz", [(f"X-{number}", "a" * 10_000) for number in range(10)])),
            ("1,000 fields", many),
            ("a target of 100 kB", head("GET", "/healthz?" + "a" * 100_000)),
            ("a cookie of 100 kB", head("GET", "/healthz", [("Cookie", "a=" + "b" * 100_000)])),
        ):
            seen = outcome(service, data)
            report.check(f"{name} is refused", seen in (400, 414, 431, "closed"), seen)
        seen = outcome(service, head("GET", "/healthz", [("X", "a" * 8_000)]))
        report.check("a field of 8 kB is taken", seen == 200, seen)


def contents(report, service):
    json = ("Content-Type", "application/json")
    filler = b'{"words": "' + b"a" * (MEBIBYTE - 13) + b'"}'
    with service.over_tcp() as wire:
        answer = wire.ask("POST", "/v1/events?dryRun=true", [json], filler)
        report.check("a content of 1 MiB is read", answer.status in (400, 422), answer)
    with service.over_tcp() as wire:
        wire.send(wire.head("POST", "/v1/events", [json, ("Content-Length", MEBIBYTE + 1)]))
        answer = wire.answer()
        report.check("one of 1 MiB and a byte is 413 before it comes", answer.status == 413, answer)
        report.check("with a problem document", answer["content-type"] == "application/problem+json", answer.fields)
        report.check("and the connection is closed", wire.all() is not None, "it is open")
    with service.over_tcp() as wire:
        chunks = b"".join(b"8000\r\n" + b" " * 0x8000 + b"\r\n" for _ in range(33))
        seen = outcome(service, wire.head("POST", "/v1/events", [json, ("Transfer-Encoding", "chunked")]) + chunks)
        report.check("chunks of more than 1 MiB are 413", seen == 413, seen)
    for body, name in (
        (b"", "an empty content"),
        (b"[" * 100_000, "100,000 brackets"),
        (b"\xff\xfe", "what is no UTF-8"),
        (b"null", "null"),
        (b"[]", "a list"),
    ):
        answer = service.ask("POST", "/v1/events", [json], body)
        report.check(f"{name} is 400", answer.status == 400, answer)
    answer = service.ask("POST", "/v1/events", [("Content-Type", "text/plain")], b"Tea")
    report.check("another type is 415", answer.status == 415, answer)
    answer = service.ask("POST", "/v1/events", [("Idempotency-Key", "a" * 300)], {"words": "Tea tomorrow 15:00"})
    report.check("a key of 300 characters is 400", answer.status == 400, answer)


def endless(report, service):
    """64 MB of what must not be kept, and more, slowly, until it is cut off: a busy service takes some time to."""
    json = ("Content-Type", "application/json")
    with service.over_tcp() as wire:
        for name, start, piece in (
            ("a head", wire.head("GET", "/healthz")[:-2], b"X: " + b"a" * 1_000 + b"\r\n"),
            ("a request line", b"GET /", b"a" * 1_000),
            (
                "a content",
                wire.head("POST", "/v1/events", [json, ("Transfer-Encoding", "chunked")]),
                b"400\r\n" + b" " * 1_024 + b"\r\n",
            ),
            (
                "a trailer",
                wire.head("POST", "/v1/events", [json, ("Transfer-Encoding", "chunked")]) + b"1\r\n \r\n0\r\n",
                b"X: " + b"a" * 1_000 + b"\r\n",
            ),
        ):
            # Who only stops reading has not cut it off.
            with service.over_tcp() as victim:
                cut = False
                try:
                    victim.send(start)
                    end = time.monotonic() + PATIENCE
                    sent = 0
                    while sent < 640 or time.monotonic() < end:
                        victim.send(piece * 100)
                        sent += 1
                        if sent > 640:
                            time.sleep(0.01)
                except ConnectionError:
                    cut = True
                except TimeoutError:
                    pass
            report.check(f"{name} without end is cut off", cut, f"{sent // 10} MB were taken")
