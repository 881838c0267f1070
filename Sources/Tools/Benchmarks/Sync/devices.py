"""A program with a folder of its own: one device that synchronises one calendar."""

import contextlib
import dataclasses
import json
import os
import shutil
import signal
import subprocess
import time

import events


@dataclasses.dataclass
class Run:
    """A process that ended: its seconds, the most memory that it had in MB, its status and what it said."""

    seconds: float
    megabytes: float
    status: int
    said: str


def run(arguments, environment, kill_after=None, typed=""):
    with subprocess.Popen(
        [str(argument) for argument in arguments],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        begin = time.perf_counter()
        if kill_after is not None:
            time.sleep(kill_after)
            os.killpg(process.pid, signal.SIGKILL)
        process.stdin.write(typed.encode())
        process.stdin.close()
        said = process.stdout.read().decode(errors="replace")
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    return Run(seconds, used.ru_maxrss * 1024 / 1e6, process.returncode, said)


class Device:
    def __init__(self, options, server, calendar, folder, port=None):
        """`port`: a relay's, in the place of the server's."""
        self.options, self.server, self.calendar, self.folder = options, server, calendar, folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
        self.environment = kept | {"HOME": str(folder), "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8"}
        self.environment["AGENDA_DATABASE"] = str(folder / "agenda.db")
        self.port = port or server.port
        if calendar:
            self.connect()

    def command(self, *arguments, typed="", **more):
        done = run(self.arguments(*arguments), self.environment, typed=typed, **more)
        return done

    def done(self, *arguments, **more):
        """As `command`, for what must succeed."""
        done = self.command(*arguments, **more)
        if done.status != 0:
            raise RuntimeError(f"{self.name} {arguments} ended with {done.status}: {done.said[-800:]}")
        return done

    def sync(self, **more):
        return self.command("sync", **more)

    def edit(self, numbers, name, value):
        """Changes a property in the files of events, as another program would."""
        for number in numbers:
            path = self.path(number)
            path.with_suffix(".tmp").write_bytes(events.replace(path.read_bytes(), name, value))
            path.with_suffix(".tmp").rename(path)

    def files(self):
        return sorted(path for path in self.mirror.glob("*.ics"))

    def path(self, number):
        return self.mirror / events.name(number)


class Agenda(Device):
    name = "agenda"

    def arguments(self, *arguments):
        return [self.options.agenda, *arguments]

    def subscribe(self, url):
        """Instead of a calendar."""
        self.done("source", "add", url)

    def refresh(self):
        return self.done("refresh", "--all")

    def connect(self):
        self.mirror = self.folder / "accounts/bench" / self.calendar
        account = ["account", "add", self.server.url(self.port), "--name", "bench", "--calendar", self.calendar]
        if self.server.user:
            password = self.folder / "password"
            password.write_text(self.server.password)
            password.chmod(0o600)
            account += ["--user", self.server.user, "--password-file", password]
        self.done(*account)

    def shown(self):
        """How many events are in the timeline's store."""
        sources = json.loads(self.done("source", "list", "--json").said)["sources"]
        return sum(source["events"] for source in sources)

    def ids(self):
        """By which commands know the events, by UID; those of a series are those of its last day."""
        listed = json.loads(self.done("list", "--from", "2021-01-01", "--days", "3700", "--json").said)["events"]
        return {event["uid"]: event["id"] for event in listed}

    @contextlib.contextmanager
    def daemon(self):
        with subprocess.Popen([self.options.agenda, "daemon", "--quiet"], env=self.environment) as process:
            try:
                while not self.is_ready():
                    time.sleep(0.1)
                yield
            finally:
                process.terminate()

    def is_ready(self):
        """Whether the daemon runs and has nothing to do."""
        status = json.loads(self.done("status", "--json").said)
        accounts = status["accounts"]
        return status["running"] and not status["importing"] and accounts and accounts[0]["state"] == "waiting"

    def conflicts(self, done):
        accounts = json.loads(self.done("account", "list", "--json").said)["accounts"]
        return sum(len(calendar["conflicts"]) for account in accounts for calendar in account["calendars"])


class Vdirsyncer(Device):
    name = "vdirsyncer"

    def arguments(self, *arguments):
        return [self.options.vdirsyncer, "-c", self.folder / "config", *arguments]

    def connect(self):
        secret = ""
        if self.server.user:
            secret = f'username = "{self.server.user}"\npassword = "{self.server.password}"\n'
        self.configure(f'type = "caldav"\nurl = "{self.server.url(self.port)}{self.calendar}/"\n{secret}')

    def subscribe(self, url):
        """Instead of a calendar."""
        self.configure(f'type = "http"\nurl = "{url}"\n')
        self.done("sync")

    def refresh(self):
        return self.done("sync")

    def configure(self, remote):
        self.mirror = self.folder / "calendar"
        self.mirror.mkdir()
        (self.folder / "config").write_text(
            f'[general]\nstatus_path = "{self.folder}/status"\n'
            '[pair bench]\na = "local"\nb = "remote"\ncollections = null\n'
            f'[storage local]\ntype = "filesystem"\npath = "{self.mirror}"\nfileext = ".ics"\n'
            f"[storage remote]\n{remote}"
        )
        self.done("discover", typed="y\n" * 4)

    def conflicts(self, done):
        """It names each resource that both sides changed, and sends it neither way."""
        return done.said.count("changed on both sides") or done.said.count("conflict")
