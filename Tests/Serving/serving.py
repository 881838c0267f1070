"""The servers under test: ours in an empty home, and others of the tests' servers in its place."""

import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time

from dav import Client

ROOT = pathlib.Path(__file__).resolve().parents[2]


def wait(condition, seconds=30.0):
    """Waits for a condition; the last value that it had."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return value


class Server:
    """A server on 127.0.0.1 with one person's empty home; ends with its `with`.

    `url`, `user` and `password` are what a person types into a client; `home` is the path of the calendars."""

    # Where what it keeps goes; the file system of measurements is the disk's.
    place = None
    name = "server"

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"serving-{self.name}-", dir=self.place))
        self.folder.chmod(0o755)
        self.pid = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def client(self, timeout=60.0):
        return Client(self.url, self.user, self.password, timeout)

    def calendar(self, slug, components=("VEVENT", "VTODO")):
        """The path of a new calendar, made as a client makes it."""
        path = f"{self.home}{slug}/"
        client = self.client()
        answer = client.make(path, components)
        client.close()
        if answer.status != 201:
            raise RuntimeError(f"MKCALENDAR {path}: {answer}")
        return path

    @property
    def pids(self):
        """The server's process and those that it started."""
        parents = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
        found = [self.pid]
        for pid in found:
            found += parents.get(pid, [])
        return found

    def sum_of(self, read):
        total = 0
        for pid in self.pids:
            try:
                total += read(pathlib.Path(f"/proc/{pid}"))
            except (OSError, TypeError):
                pass
        return total

    @property
    def resident(self):
        """The memory in bytes of all its processes; what several share counts in each."""
        return self.sum_of(lambda path: int((path / "statm").read_text().split()[1])) * os.sysconf("SC_PAGESIZE")

    @property
    def memory(self):
        """The same, but what several share is divided among them."""
        return self.sum_of(lambda path: int(re.search(r"Pss:\s+(\d+)", (path / "smaps_rollup").read_text())[1])) * 1024

    @property
    def peak(self):
        """The most memory that each of its processes had, in bytes."""
        return self.sum_of(lambda path: int(re.search(r"VmHWM:\s+(\d+)", (path / "status").read_text())[1])) * 1024

    @property
    def processor_seconds(self):
        def read(path):
            fields = (path / "stat").read_text().rsplit(")", 1)[1].split()
            return int(fields[11]) + int(fields[12])

        return self.sum_of(read) / os.sysconf("SC_CLK_TCK")


class Agenda(Server):
    """`agenda serve` on a free port, with one device that may write."""

    name = "agenda"
    agenda = None
    # For root, too, a folder that may not be read cannot be read.
    prefix = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--"] if os.geteuid() == 0 else []

    def __init__(self, *options):
        super().__init__()
        self.options = options
        self.log, self.output, self.socket = (self.folder / name for name in ("log", "output", "http"))
        self.environment = {
            "HOME": str(self.folder), "PATH": f"{self.folder}:/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
        }  # fmt: skip
        self.process = None
        # Between two starts the address stays the same, as a client wants.
        self.port = 0
        self.start()
        self.url, self.user, self.password = self.device("judge")
        self.home = self.client().home()

    def command(self, *arguments, status=0, text=None):
        """What the command prints."""
        done = subprocess.run(
            [self.agenda, *map(str, arguments)], env=self.environment, cwd=self.folder, input=text,
            capture_output=True, text=True, stdin=None if text is not None else subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode != status:
            raise RuntimeError(
                f"agenda {' '.join(map(str, arguments))}: {done.returncode}: {done.stderr or done.stdout}"
            )
        return done.stdout

    def device(self, name, *options):
        """Address, user and password of a new device."""
        lines = self.command("device", "add", name, "--quiet", "--socket", self.socket, *options).splitlines()
        return tuple(lines[:3])

    def start(self):
        with open(self.output, "wb") as output, open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, self.agenda, "serve", "--socket", self.socket, "--listen", f"127.0.0.1:{self.port}", *self.options],
                env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=log,
            )  # fmt: skip
        self.pid = self.process.pid

        def has_begun():
            return self.process.poll() is not None or re.search(rb"http://[^/]*:\d+/", self.output.read_bytes())

        if not wait(has_begun) or self.process.poll() is not None:
            raise RuntimeError(f"agenda serve does not start: {self.log.read_text()} {self.output.read_text()}")
        self.port = int(re.search(r"http://[^/]*:(\d+)/", self.output.read_text())[1])

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()


class Other(Server):
    """A server of `Tests/Servers/start`."""

    user, password = "alice", "wonderland"
    bases = {"radicale": "/", "xandikos": "/", "cyrus": "/dav/"}

    def __init__(self, name):
        self.name = name
        super().__init__()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}{self.bases[name]}"
        self.process = None
        self.start()
        self.home = self.client().home()

    def start(self):
        # It ends with its standard input, and so with this process.
        self.process = subprocess.Popen(
            [ROOT / "Tests/Servers/start", self.name, self.folder, str(self.port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        line = self.process.stdout.readline()
        if not line:
            log = self.folder / "log"
            raise RuntimeError(f"{self.name} does not start: {log.read_text() if log.exists() else ''}")
        self.pid = int(line)

    def stop(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process = None

    def kill(self):
        """With all that it started; `start` lets it come again."""
        try:
            os.killpg(self.pid, 9)
        except ProcessLookupError:
            pass
        self.stop()


def server(name, *options):
    return Agenda(*options) if name == "agenda" else Other(name)
