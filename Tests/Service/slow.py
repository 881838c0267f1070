"""Who is slow, and who takes nothing: each waits for a deadline of 30 seconds, all at the same time."""

import concurrent.futures
import select
import time

from service import Service, wait
from wire import Stream, Wire

# The deadlines are of 30 seconds.
PATIENCE = 45
JSON = ("Content-Type", "application/json")


def check(report):
    with Service() as service, concurrent.futures.ThreadPoolExecutor(16) as threads:
        cases = (
            silent,
            half_head,
            dripping_head,
            dripping_content,
            stopped_content,
            endless_chunk,
            deaf_stream,
            deaf_answers,
            patient_stream,
        )
        for done in [threads.submit(case, report, service) for case in cases]:
            done.result()
        report.check("it still answers after all the slow ones", service.answers)
        report.check("and has no reader left", wait(lambda: service.readers == 0), "there are some")


def ended(wire, drip=b"", pause=1.0):
    """The seconds until the other side closes, while bytes drip; and what came."""
    begin = time.monotonic()
    wire.socket.settimeout(pause)
    while time.monotonic() - begin < PATIENCE:
        try:
            if drip:
                wire.send(drip)
            wire.more()
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - begin, wire.rest


def in_time(report, what, seconds):
    report.check(f"{what} is closed in 20 to 40 s", 20 <= seconds <= 40, f"{seconds:.0f} s")


def silent(report, service):
    with service.over_tcp() as wire:
        in_time(report, "a connection without a word", ended(wire)[0])


def half_head(report, service):
    with service.over_tcp() as wire:
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: loc")
        in_time(report, "half a head", ended(wire)[0])


def dripping_head(report, service):
    with service.over_tcp() as wire:
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ")
        in_time(report, "a head that comes byte by byte", ended(wire, b"a")[0])


def dripping_content(report, service):
    with service.over_tcp() as wire:
        wire.send(wire.head("POST", "/v1/events", [JSON, ("Content-Length", 1_000)]))
        seconds, came = ended(wire, b" ")
        in_time(report, "a content that comes byte by byte", seconds)
        report.check("with 408", came.startswith(b"HTTP/1.1 408"), came)


def endless_chunk(report, service):
    """A chunk whose extension goes on for ever."""
    with service.over_tcp() as wire:
        wire.send(wire.head("POST", "/v1/events", [JSON, ("Transfer-Encoding", "chunked")]) + b"1;")
        in_time(report, "a chunk whose extension goes on", ended(wire, b"a" * 1_000)[0])


def stopped_content(report, service):
    with service.over_tcp() as wire:
        wire.send(wire.head("POST", "/v1/events", [JSON, ("Content-Length", 1_000)]) + b"{")
        in_time(report, "a content that stops", ended(wire)[0])


def hung_up(wire, begin):
    """The seconds until the other side closes, of one that reads nothing."""
    watch = select.poll()
    watch.register(wire.socket, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
    watch.poll(PATIENCE * 1_000)
    return time.monotonic() - begin


def deaf_stream(report, service):
    """A reader of the stream that takes nothing, while large changes come."""
    with Wire(str(service.socket), "agenda", timeout=10, receive_buffer=4_096) as wire:
        Stream(wire)
        text = "long " * 100_000
        for number in range(8):
            service.ask(
                "POST", "/v1/events", [], {"summary": f"Deaf {number}", "start": "2027-01-15T10:00", "location": text}
            )
        in_time(report, "a stream whose reader takes nothing", hung_up(wire, time.monotonic()))


def deaf_answers(report, service):
    """Many large answers that nobody takes."""
    with Wire(("127.0.0.1", service.port), service.host, service.token, receive_buffer=4_096) as wire:
        wire.socket.settimeout(1)
        begin = time.monotonic()
        try:
            for _ in range(400):
                wire.send(wire.head("GET", "/v1/timeline"))
        except OSError:
            pass
        in_time(report, "a connection whose answers nobody takes", hung_up(wire, begin))


def patient_stream(report, service):
    """A reader that has nothing to hear stays, and hears a ping in 30 seconds."""
    with service.over_tcp(timeout=PATIENCE) as wire:
        stream = Stream(wire, target="/v1/stream?since=999999999")
        begin = time.monotonic()
        while (event := stream.event()) is not None and not (event["event"] == "ping" and "id" not in event):
            pass
        seconds = time.monotonic() - begin
        report.check("a stream without changes pings in 30 s", event is not None and seconds <= 40, f"{seconds:.0f} s")
