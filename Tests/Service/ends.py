"""How it ends, and begins again."""

import signal
import subprocess
import time

from service import Service, wait
from wire import Stream

POST = [("Content-Length", 100), ("Content-Type", "application/json")]


def check(report):
    waiting(report)
    for name in (signal.SIGTERM, signal.SIGINT):
        streams(report, name)
    with Service(samples=False) as service:
        again(report, service)


def ended(report, service, what, name=signal.SIGTERM):
    """Ends it, and kills it if it does not."""
    service.process.send_signal(name)
    begin = time.monotonic()
    status = wait(lambda: service.process.poll() is not None, 10) and service.process.returncode
    seconds = time.monotonic() - begin
    report.check(
        f"{what}: status 0", status == 0 and status is not False, f"{status}: {service.log.read_text()[-300:]}"
    )
    report.check(f"{what}: in 2 s", seconds < 2, f"{seconds:.1f} s")
    service.kill()


def waiting(report):
    """Connections of each kind, which do not hold it up."""
    for what, begin in (
        ("no connection", lambda wire: None),
        ("a connection without a word", lambda wire: wire.send(b"")),
        ("one that is kept open", lambda wire: wire.ask("GET", "/healthz")),
        ("half a head", lambda wire: wire.send(b"GET /healthz HTTP/1.1\r\nHo")),
        ("half a content", lambda wire: wire.send(wire.head("POST", "/v1/events", POST) + b"{")),
        ("a reader that takes nothing", lambda wire: wire.send(wire.head("GET", "/v1/timeline") * 200)),
    ):
        with Service() as service, service.over_tcp() as wire:
            begin(wire)
            # It has seen what came before.
            service.ask("GET", "/healthz")
            ended(report, service, f"SIGTERM with {what}")
            report.check(f"SIGTERM with {what}: it is closed", wire.all() is not None, "it is open")


def streams(report, name):
    what = f"{signal.Signals(name).name} with streams"
    with Service() as service:
        readers = [Stream(service.over_socket()) for _ in range(5)] + [Stream(service.over_tcp())]
        for stream in readers:
            stream.event()
        ended(report, service, what, name)
        proper = 0
        for stream in readers:
            try:
                while stream.event():
                    pass
                proper += 1
            except OSError:
                pass
        report.check(f"{what}: they end properly", proper == len(readers), f"{proper} of {len(readers)}")
        service.start()
        report.check("it starts again", service.answers)
        service.kill()
        service.start()
        report.check("it starts again after SIGKILL, whose socket is still there", service.answers)


def again(report, service):
    """What stands in the socket's place."""
    command = [service.agenda, "serve", "--socket", str(service.socket)]
    done = subprocess.run(command, env=service.environment, capture_output=True, timeout=30)
    report.check("a second one on the same socket is refused", done.returncode > 0, done)
    report.check("and the first one stays", service.answers)
    service.stop()
    service.socket.unlink(missing_ok=True)
    service.socket.write_text("mine")
    try:
        service.start()
    except RuntimeError:
        pass
    report.check(
        "a file in the socket's place is kept", service.socket.is_file() and service.socket.read_text() == "mine"
    )
