"""Requests whose end is not where it seems to be, and what is no request at all."""

from service import Service
from wire import PATIENCE, Closed

BODY = b'{"words": "Tea tomorrow 15:00"}'
# Whoever takes the wrong end answers this as a request of its own.
HIDDEN = b"GET /healthz HTTP/1.1\r\nHost: agenda\r\n\r\n"


def check(report):
    with Service(samples=False) as service:
        smuggling(report, service)
        malformed(report, service)
        proper(report, service)
        report.check(
            "no request was more than its sender's", not service.command("list", "tomorrow", "--jsonl").strip()
        )
        report.check("it still answers", service.answers)


def answers(service, data, tcp=False, rest=PATIENCE):
    """The statuses of all answers to some bytes, and whether the connection is closed `rest` seconds after them."""
    with (service.over_tcp if tcp else service.over_socket)() as wire:
        statuses = []
        try:
            wire.send(data)
            while True:
                statuses.append(wire.answer().status)
                wire.socket.settimeout(rest)
        except TimeoutError:
            return statuses, False
        except OSError:
            return statuses, True


def post(*fields):
    lines = ["POST /v1/events?dryRun=true HTTP/1.1", "Host: agenda", "Content-Type: application/json", *fields]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"


def smuggling(report, service):
    size = len(BODY)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (size, BODY)
    for name, data in (
        ("Content-Length and chunked", post(f"Content-Length: {len(chunked)}", "Transfer-Encoding: chunked") + chunked),
        ("chunked and Content-Length", post("Transfer-Encoding: chunked", "Content-Length: 4") + chunked),
        ("two Content-Lengths", post(f"Content-Length: {size}", f"Content-Length: {size + len(HIDDEN)}") + BODY),
        ("a list of Content-Lengths", post(f"Content-Length: {size}, {size + 1}") + BODY),
        ("Content-Length +31", post(f"Content-Length: +{size}") + BODY),
        ("Content-Length -1", post("Content-Length: -1") + BODY),
        ("Content-Length 0x1f", post(f"Content-Length: {size:#x}") + BODY),
        ("an empty Content-Length", post("Content-Length: ") + BODY),
        ("a Content-Length beyond 64 bits", post("Content-Length: 99999999999999999999999") + BODY),
        ("Transfer-Encoding xchunked", post("Transfer-Encoding: xchunked") + chunked),
        ("Transfer-Encoding chunked, identity", post("Transfer-Encoding: chunked, identity") + chunked),
        ("Transfer-Encoding twice", post("Transfer-Encoding: chunked", "Transfer-Encoding: identity") + chunked),
        ("Transfer-Encoding with a line's end", post("Transfer-Encoding:\n chunked") + chunked),
        ("Transfer-Encoding : chunked", post("Transfer-Encoding : chunked") + chunked),
        ("a chunk of size zz", post("Transfer-Encoding: chunked") + b"zz\r\n" + BODY + b"\r\n0\r\n\r\n"),
        ("a chunk of size -1", post("Transfer-Encoding: chunked") + b"-1\r\n" + BODY + b"\r\n0\r\n\r\n"),
        ("a chunk of 2^64 bytes", post("Transfer-Encoding: chunked") + b"10000000000000000\r\n" + BODY),
        ("a chunk longer than its size", post("Transfer-Encoding: chunked") + b"2\r\n" + BODY + b"\r\n0\r\n\r\n"),
    ):
        statuses, closed = answers(service, data + HIDDEN)
        fine = closed and len(statuses) <= 1 and all(400 <= status < 600 for status in statuses)
        report.check(f"{name}: refused, and closed", fine, f"answers {statuses}, {'closed' if closed else 'open'}")


def malformed(report, service):
    for name, data in (
        ("a line without colon", b"GET / HTTP/1.1\r\nHost: agenda\r\nnonsense\r\n\r\n"),
        ("a field with a space before its colon", b"GET / HTTP/1.1\r\nHost : agenda\r\n\r\n"),
        ("NUL in a field", b"GET / HTTP/1.1\r\nHost: agenda\r\nX: a\0b\r\n\r\n"),
        ("a lone CR in a field", b"GET / HTTP/1.1\r\nHost: agenda\r\nX: a\rb\r\n\r\n"),
        ("a field without name", b"GET / HTTP/1.1\r\nHost: agenda\r\n: a\r\n\r\n"),
        ("a space in the target", b"GET /v1 /events HTTP/1.1\r\nHost: agenda\r\n\r\n"),
        ("no target", b"GET HTTP/1.1\r\nHost: agenda\r\n\r\n"),
        ("no version", b"GET /\r\n\r\n"),
        ("HTTP/9.9", b"GET / HTTP/9.9\r\nHost: agenda\r\n\r\n"),
        ("the beginning of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        ("a TLS hello", bytes.fromhex("16030100c8010000c40303") + bytes(200)),
        ("garbage", bytes(range(256)) * 16),
        ("zeros", bytes(10_000)),
        ("a lower-case method", b"get / HTTP/1.1\r\nHost: agenda\r\n\r\n"),
        ("bytes beyond ASCII in the method", b"G\xc3\x89T / HTTP/1.1\r\nHost: agenda\r\n\r\n"),
    ):
        for tcp in (False, True):
            statuses, closed = answers(service, data, tcp, rest=1.5)
            fine = len(statuses) <= 1 and all(400 <= status < 600 for status in statuses) and (closed or statuses)
            over = "network" if tcp else "socket"
            report.check(f"{over}: {name} is refused", fine, f"answers {statuses}, {'closed' if closed else 'open'}")


def proper(report, service):
    """What is unusual, and right all the same."""
    with service.over_socket() as wire:
        wire.send(b"".join(wire.head("GET", f"/v1/events?days={count}") for count in range(1, 21)))
        seen = [wire.answer() for _ in range(20)]
        last = [answer.json["to"] for answer in seen if "to" in answer.json]
    report.check("20 requests at once have 20 answers", [one.status for one in seen] == [200] * 20, seen[:3])
    report.check("in their order", len(set(last)) == 20 and last == sorted(last), last)
    for target in ("/v1/events", "/", "/v1/openapi.json", "/v1/nothing"):
        with service.over_socket() as wire:
            full = wire.ask("GET", target)
            short = wire.ask("HEAD", target)
            # Were there a content, it would stand before this answer.
            try:
                after = wire.ask("GET", "/healthz").status
            except ValueError:
                after = "a content"
        same = short.status == full.status and short["content-type"] == full["content-type"]
        report.check(f"HEAD {target} has the head of GET, and no content", same and after == 200, (short, after))
        sizes = (short["content-length"], full["content-length"])
        report.check(f"HEAD {target} has the length of GET, or none", sizes[0] in (None, sizes[1]), sizes)
    with service.over_socket() as wire:
        wire.send(wire.head("HEAD", "/v1/stream") + wire.head("GET", "/healthz"))
        try:
            seen = [wire.answer("HEAD").status, wire.answer().status]
        except (OSError, ValueError) as error:
            seen = error
    report.check("HEAD of the stream ends", seen == [200, 200], seen)
    for method in ("BREW", "PUT", "TRACE", "PROPFIND", "CONNECT", "OPTIONS"):
        answer = service.ask(method, "/v1/calendars")
        refused = answer.status in (400, 404, 405, 501) and (answer.status != 405 or "GET" in (answer["allow"] or ""))
        report.check(f"{method} is refused, and says what is not", refused, (answer, answer.fields))
    with service.over_socket() as wire:
        wire.send(
            wire.head(
                "POST",
                "/v1/events?dryRun=true",
                [("Expect", "100-continue"), ("Content-Length", len(BODY)), ("Content-Type", "application/json")],
            )
        )
        try:
            first = wire.answer().status
        except TimeoutError:
            first = None
    report.check("Expect: 100-continue is answered before the content", first is not None, "nothing comes")
    with service.over_socket() as wire:
        wire.send(post("Transfer-Encoding: chunked"))
        for byte in BODY:
            wire.send(b"1;a=b\r\n%c\r\n" % byte)
        wire.send(b"0\r\nX-Trailer: a\r\n\r\n")
        answer = wire.answer()
        again = wire.ask("GET", "/healthz")
    report.check("a content in chunks of a byte is taken", (answer.status, again.status) == (200, 200), answer)
    with service.over_socket() as wire:
        wire.send(b"GET /healthz HTTP/1.0\r\nHost: agenda\r\n\r\n")
        answer = wire.answer()
        report.check("HTTP/1.0 is answered, and closed", answer.status == 200 and wire.all() is not None, answer)
    with service.over_socket() as wire:
        for byte in wire.head("GET", "/healthz"):
            wire.send(bytes([byte]))
        report.check("a request that comes byte by byte is answered", wire.answer().status == 200)
    with service.over_socket() as wire:
        wire.send(wire.head("GET", "/v1/events"))
        wire.socket.shutdown(1)
        try:
            seen = wire.answer().status
        except (Closed, ConnectionError) as error:
            seen = error
    report.check("who has said all still gets its answer", seen == 200, repr(seen))
