"""More connections than there is room for."""

import resource
import socket
import struct
import time

from service import Service, wait
from wire import PATIENCE


def check(report):
    with Service() as service:
        over_socket(report, service)
        over_tcp(report, service)
        vanishing(report, service)
    with Service(samples=False) as service:
        service.stop()
        service.start(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))
        flood = opened(socket.AF_UNIX, str(service.socket), 400)
        close(flood)
        report.check(
            "it lives through a lack of descriptors", wait(lambda: service.answers), service.log.read_text()[-300:]
        )


def opened(family, address, count):
    """So many connections, or as many as there can be."""
    connections, patience = [], 500_000
    for _ in range(count):
        one = socket.socket(family, socket.SOCK_STREAM)
        # A Unix socket's queue is full when the service takes no more: then the others do not wait for it, too.
        # Python's own time-out would not wait at all.
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 0, patience))
        try:
            one.connect(address)
        except OSError:
            patience = 1_000
            one.close()
            continue
        one.setblocking(False)
        connections.append(one)
    return connections


def close(connections):
    for one in connections:
        one.close()


def answered(connections, host, token, least):
    """How many of them have an answer, while all are open: three seconds after the last one, if that is enough."""
    request = f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    for one in connections:
        try:
            one.send(request)
        except OSError:
            pass
    waiting, count = set(connections), 0
    last = time.monotonic()
    while waiting and time.monotonic() < last + (3 if count >= least else PATIENCE):
        for one in list(waiting):
            try:
                data = one.recv(4_096)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            count += data.startswith(b"HTTP/1.1 200")
            last = time.monotonic()
            waiting.discard(one)
        time.sleep(0.01)
    return count


def over_socket(report, service):
    with service.over_socket() as early:
        early.ask("GET", "/healthz")
        flood = opened(socket.AF_UNIX, str(service.socket), 3_000)
        count = answered(flood, "agenda", "", least=1_000)
        report.check("of 3,000 connections at most 2,048 are served", 1_000 <= count <= 2_048, count)
        begin = time.monotonic()
        report.check("who was there before still is", early.ask("GET", "/v1/events").status == 200)
        report.check("at once", time.monotonic() - begin < 2, f"{time.monotonic() - begin:.1f} s")
        close(flood)
    report.check("after 3,000 connections it answers", wait(lambda: service.answers))


def over_tcp(report, service):
    address = ("127.0.0.1", service.port)
    flood = opened(socket.AF_INET, address, 100)
    count = answered(flood, service.host, service.token, least=64)
    report.check("of 100 connections of a peer 64 are served", count == 64, count)
    report.check("while they are open, the socket is", service.answers)
    close(flood)

    def again():
        try:
            with service.over_tcp() as wire:
                return wire.ask("GET", "/healthz").status == 200
        except OSError:
            return False

    report.check("when they are closed, the peer may come again", wait(again))
    flood = opened(socket.AF_INET, address, 3_000)
    report.check("during 3,000 connections of a peer the socket is served", wait(lambda: service.answers))
    close(flood)
    report.check("after 3,000 connections of a peer it answers", wait(again))


def stream(service):
    """The connection of a stream; None where it is refused, as while those of a flood are still being closed."""
    wire = service.over_tcp()
    try:
        wire.send(wire.head("GET", "/v1/stream"))
        if wire.answer(head_only=True).status == 200:
            return wire
    except OSError:
        pass
    wire.close()
    return None


def vanishing(report, service):
    """Streams whose readers are gone, each in its way."""
    for name, leave in (
        ("close", lambda one: one.close()),
        (
            "are reset",
            lambda one: (one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)), one.close()),
        ),
        ("close their half", lambda one: one.shutdown(socket.SHUT_WR)),
    ):
        wires = [wait(lambda: stream(service)) for _ in range(30)]
        report.check("30 streams have 30 readers", wait(lambda: service.readers == 30), "fewer")
        for wire in wires:
            leave(wire.socket)
        report.check(f"no reader is left of those who {name}", wait(lambda: service.readers == 0), "some are")
        for wire in wires:
            wire.close()
    before = service.resident
    for _ in range(500):
        wire = service.over_socket()
        wire.send(wire.head("GET", "/v1/timeline"))
        wire.close()
    report.check("500 who do not wait for their answer do no harm", wait(lambda: service.answers))
    grown = (service.resident - before) / 1e6
    report.check("and keep no memory", grown < 100, f"{grown:.0f} MB more")
