"""What stands ready beside the service: GNOME's calendar service over D-Bus, nginx with a static file."""

import os
import pathlib
import shutil
import socket
import struct
import subprocess
import time
from datetime import date, timedelta

from measuring import TODAY, Missing, by_turns
from whole import WEEK, processor_seconds, service

FACTORY = "/usr/libexec/evolution-calendar-factory"
NAME = "org.gnome.evolution.dataserver"


class Bus:
    """A kept connection to a message bus (the D-Bus specification), with just what this needs: calls with strings."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(dict(part.split("=") for part in address.removeprefix("unix:").split(","))["path"])
        self.serial = 0
        self.socket.sendall(b"\0AUTH EXTERNAL %s\r\n" % str(os.getuid()).encode().hex().encode())
        assert self.socket.recv(1_000).startswith(b"OK")
        self.socket.sendall(b"BEGIN\r\n")
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")

    def call(self, destination, path, interface, member, *strings):
        """The body of the answer, as bytes."""
        self.serial += 1
        fields = bytearray()
        words = ((1, b"o", path), (2, b"s", interface), (3, b"s", member), (6, b"s", destination))
        for code, kind, text in words:
            padded(fields, 8)
            fields += bytes((code, 1)) + kind + b"\0" + struct.pack("<I", len(text)) + text.encode() + b"\0"
        if strings:
            padded(fields, 8)
            fields += bytes((8, 1)) + b"g\0" + bytes((len(strings),)) + b"s" * len(strings) + b"\0"
        body = bytearray()
        for text in strings:
            padded(body, 4)
            body += struct.pack("<I", len(text)) + text.encode() + b"\0"
        head = bytearray(struct.pack("<cBBBIII", b"l", 1, 0, 1, len(body), self.serial, len(fields))) + fields
        padded(head, 8)
        self.socket.sendall(bytes(head + body))
        while True:
            start = self.take(16)
            _, kind, _, _, size, _, length = struct.unpack("<cBBBIII", start)
            rest = self.take((length + 7) // 8 * 8 + size)
            if kind in (2, 3) and struct.pack("<BBBBI", 5, 1, ord("u"), 0, self.serial) in rest:
                if kind == 3:
                    raise RuntimeError(f"{member}: {rest[-200:]}")
                return rest[len(rest) - size :]

    def take(self, count):
        data = bytearray()
        while len(data) < count:
            if not (piece := self.socket.recv(count - len(data))):
                raise OSError("the bus has closed the connection")
            data += piece
        return bytes(data)


def padded(data, width):
    data += bytes(-len(data) % width)


def strings(body):
    """The strings that a body begins with."""
    length = struct.unpack_from("<I", body)[0]
    yield body[4 : 4 + length].decode()
    yield from strings(body[(4 + length + 4) // 4 * 4 :]) if len(body) > 4 + length + 4 else ()


class DataServer:
    """evolution-data-server on a bus of its own, with a calendar's file."""

    def __init__(self, folder, calendar):
        if not pathlib.Path(FACTORY).exists() or not shutil.which("dbus-daemon"):
            raise Missing("evolution-data-server (apt-get install --no-install-recommends evolution-data-server)")
        sources = folder / "config/evolution/sources"
        sources.mkdir(parents=True)
        (sources / "measured.source").write_text(
            "[Data Source]\nDisplayName=measured\nEnabled=true\nParent=local-stub\n"
            f"[Calendar]\nBackendName=local\n[Local Backend]\nCustomFile=file://{calendar}\nWritable=false\n"
        )
        kinds = {f"XDG_{kind.upper()}_HOME": str(folder / kind) for kind in ("config", "data", "cache")}
        more = {
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "GIO_USE_VFS": "local",
            "GSETTINGS_BACKEND": "memory",
        }
        self.bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--print-address"],
            env={"PATH": os.environ["PATH"], "TZ": "Europe/Berlin", **kinds, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.wire = Bus(self.bus.stdout.readline().strip())
        path, place = f"/{NAME.replace('.', '/')}/CalendarFactory", f"{NAME}.Calendar8"
        self.path, self.name = strings(
            self.wire.call(place, path, f"{NAME}.CalendarFactory", "OpenCalendar", "measured")
        )
        self.wire.call(self.name, self.path, f"{NAME}.Calendar", "Open")
        answer = self.wire.call(
            "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID", self.name
        )
        self.pid = struct.unpack("<I", answer)[0]

    def events(self, begin, end):
        """The events of some days as calendar texts, which are not read here."""
        times = " ".join(f'(make-time "{day:%Y%m%d}T000000Z")' for day in (begin, end))
        return self.wire.call(
            self.name, self.path, f"{NAME}.Calendar", "GetObjectList", f"(occur-in-time-range? {times})"
        )

    def stop(self):
        self.wire.socket.close()
        self.bus.terminate()
        self.bus.wait()


def week(bench):
    """Q12: a week of a calendar of 1,000 events, from the question to the answer, beside evolution-data-server. It and
    the service are asked over a connection that is kept; the command starts a process."""
    days = [date.fromisoformat(TODAY) + timedelta(days=number) for number in (0, 7)]
    # Its file lies in a folder of its own: the server writes beside it.
    (bench.place / "server").mkdir()
    path = shutil.copy(bench.sample("x2"), bench.place / "server")
    server = DataServer(bench.place / "server", path)
    try:
        command = bench.loaded("x2")
        lines = command.output("list", "--format", "@{summary}").count(b"@")
        assert server.events(*days).count(b"BEGIN:VEVENT") == lines > 0
        with service(bench, "x2") as running, running.over_socket() as wire:
            ways = {
                "agenda list": (lambda: command.run("list"), None),
                "the service": (lambda: wire.ask("GET", WEEK), running.process.pid),
                "evolution-data-server": (lambda: server.events(*days), server.pid),
            }
            found = by_turns({name: timed(*way) for name, way in ways.items()}, 200)
    finally:
        server.stop()
    wall, used = found.pop("evolution-data-server")
    for name, (own, processor) in found.items():
        what = f"a week by {name} beside evolution-data-server"
        bench.table.ratio("Q12", f"{what}, wall", name.replace("the service", f"GET {WEEK}"), own, wall, 1)
        if processor:
            bench.table.ratio("Q12", "the same, the service's processor time", "the same", processor, used, None)


def timed(ask, pid):
    """The milliseconds that pass until the answer, and those of the asked process."""

    def run(_):
        before, begin = processor_seconds(pid) if pid else 0, time.monotonic()
        ask()
        passed = time.monotonic() - begin
        return passed * 1e3, ((processor_seconds(pid) if pid else 0) - before) * 1e3

    return run


def unchanged(bench):
    """Q13: the answer that nothing has changed, beside nginx and a file with the same bytes: processor time, and how
    many a second there are by eight connections."""
    for program in ("nginx", "wrk"):
        if not shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin"):
            raise Missing(f"{program} (apt-get install nginx-light wrk)")
    os.environ["PATH"] += ":/usr/sbin"
    import load
    from peers import Nginx

    with service(bench, "x2") as running:
        nginx = Nginx(bench.place)
        try:
            answer = running.ask("GET", WEEK)
            address, tag = nginx.put("week.json", answer.body)
            token = {"Authorization": f"Bearer {running.token}", "If-None-Match": answer["etag"]}
            worker = int(pathlib.Path(f"/proc/{nginx.process.pid}/task/{nginx.process.pid}/children").read_text())
            targets = {
                "own": (load.Target("own", f"http://127.0.0.1:{running.port}{WEEK}", token), running.process.pid),
                "nginx": (load.Target("nginx", address, {"If-None-Match": tag}), worker),
            }
            found = by_turns({name: loaded(bench, load, *target) for name, target in targets.items()}, 5)
        finally:
            nginx.stop()
    (rate, used), (other, least) = found["own"], found["nginx"]
    command = "wrk -t1 -c8 -H 'If-None-Match: …'"
    what = "304: processor time, the service beside nginx"
    bench.table.ratio("Q13", what, command, used, least, 2, "µs")
    bench.table.ratio("Q13", "304 a second, nginx beside the service", command, other, rate, 2, "a second")


def loaded(bench, load, target, pid):
    """The answers a second, and the microseconds of the server's processor time for one."""

    def run(_):
        before = processor_seconds(pid)
        done = load.run(target, bench.place, 8, 1)
        return done.rate, (processor_seconds(pid) - before) / done.count * 1e6

    return run
