"""Real services on temporary stores."""

import hashlib
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
import time

from wire import PATIENCE, Wire

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "Samples"
EMPTY = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//check//EN\r\nEND:VCALENDAR\r\n"


def wait(condition, seconds=PATIENCE):
    """Waits for a condition; the last value that it had."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.005)
    return value


class Service:
    """`agenda serve` on a Unix socket and on a free port of 127.0.0.1, on a store with the samples and one writable
    calendar, `mine`."""

    agenda = None

    def __init__(self, *options, samples=True, files=None, lists=True, database="agenda.db", zone="Europe/Berlin"):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="agenda-"))
        self.database, self.socket = self.folder / database, self.folder / "http"
        self.log, self.output = self.folder / "log", self.folder / "output"
        self.environment = {
            "HOME": str(self.folder),
            "PATH": f"{self.folder}:/usr/bin:/bin",
            "TZ": zone,
            "LC_ALL": "C.UTF-8",
            "AGENDA_DATABASE": str(self.database),
        }
        self.mine = self.folder / "mine.ics"
        self.mine.write_bytes(EMPTY)
        if lists:
            self.command("source", "add", self.mine, "--writable")
        for path in files or (sorted(SAMPLES.glob("*.ics")) if samples else []):
            self.command("source", "add", path)
        self.process = None
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, *arguments):
        """What the command prints."""
        done = subprocess.run(
            [self.agenda, *map(str, arguments)],
            env=self.environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise RuntimeError(f"agenda {arguments}: {done.returncode}: {done.stderr}")
        return done.stdout

    def start(self, before=None):
        with open(self.output, "wb") as output, open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.agenda, "serve", "--socket", self.socket, "--listen", "127.0.0.1:0", *self.options],
                env=self.environment,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=log,
                preexec_fn=before,
            )

        def has_begun():
            said = self.output.read_bytes()
            return b"serving on" in said and b"http://" in said

        if not wait(lambda: has_begun() or self.process.poll() is not None, 30) or self.process.poll() is not None:
            raise RuntimeError(f"the service does not start: {self.log.read_text()}")
        self.port = int(re.search(r"http://[^/]*:(\d+)/", self.output.read_text())[1])
        self.token = pathlib.Path(f"{self.database}-token").read_text().strip()
        self.host = f"agenda.localhost:{self.port}"
        self.page_host = f"{json.loads(self.browsers.read_text())['host']}:{self.port}"

    def start_on_socket_alone(self):
        self.process = subprocess.Popen(
            [self.agenda, "serve", "--socket", self.socket], env=self.environment, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        if not wait(lambda: self.answers):
            raise RuntimeError("the service does not start on its socket alone")

    @property
    def browsers(self):
        """The file of the browsers that are signed in."""
        return pathlib.Path(f"{self.database}-token-browsers")

    def sign_in(self):
        """A session as a one-time link begins one: its id, the cookie and the page's secret."""
        cookie, secret, name = secrets.token_hex(16), secrets.token_hex(16), secrets.token_hex(4)
        digest = lambda text: hashlib.sha256(text.encode()).hexdigest()
        document = json.loads(self.browsers.read_text())
        now = int(time.time())
        document["sessions"].append(
            {
                "id": name, "browser": "Check", "host": document["host"], "cookie": digest(cookie),
                "secret": digest(secret), "began": now, "used": now,
            }
        )  # fmt: skip
        new = self.browsers.with_suffix(".new")
        new.touch(0o600)
        new.write_text(json.dumps(document))
        new.replace(self.browsers)
        return name, cookie, secret

    def stop(self, name=signal.SIGTERM):
        """The exit status, and the seconds until it ended."""
        begin = time.monotonic()
        self.process.send_signal(name)
        return self.process.wait(30), time.monotonic() - begin

    def kill(self):
        self.process.kill()
        self.process.wait()

    def over_socket(self, timeout=PATIENCE):
        return Wire(str(self.socket), "agenda", timeout=timeout)

    def over_tcp(self, timeout=PATIENCE, token=True, host=None):
        return Wire(("127.0.0.1", self.port), host or self.host, self.token if token else None, timeout=timeout)

    def ask(self, method, target, fields=(), body=None):
        """One request over the socket, on a connection of its own."""
        with self.over_socket() as wire:
            return wire.ask(method, target, fields, body)

    @property
    def answers(self):
        """Whether it still does its work."""
        try:
            return self.process.poll() is None and self.ask("GET", "/v1/events?days=2").status == 200
        except OSError:
            return False

    @property
    def readers(self):
        """Who follows changes; -1 where it does not say."""
        try:
            text = self.ask("GET", "/metrics").text
        except OSError:
            return -1
        return int(re.search(r"^agenda_stream_readers (\d+)$", text, re.M)[1])

    @property
    def resident(self):
        """Its memory in bytes."""
        pages = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGESIZE")

    @property
    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Opening(Service):
    """Its browser is a script that keeps what it is given."""

    def start(self, before=None):
        browser = self.folder / "xdg-open"
        browser.write_text('#!/bin/sh\necho "$1" >"$HOME/opened.new" && mv "$HOME/opened.new" "$HOME/opened"\n')
        browser.chmod(0o755)
        super().start(before)

    @property
    def opened(self):
        """The file that the browser was given."""
        path = self.folder / "opened"
        if not wait(path.exists):
            raise RuntimeError("no browser was opened")
        return pathlib.Path(path.read_text().strip())

    @property
    def link(self):
        """The link in it, which no argument of a program has."""
        return re.search(r'href="([^"]+)"', self.opened.read_text())[1]
