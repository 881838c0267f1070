"""Programs that people use, each with a copy of its own: what one changes is seen at all others, and undone by our `agenda undo`."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import dav
import serving
import thunderbird
from program import Program, output

DAY, HOUR = "2027-01-15", "20270115T100000Z"


class Wire(Program):
    """Plain requests, to see what the server itself has."""

    def __init__(self, server, path):
        super().__init__()
        self.client, self.path = server.client(), path

    def texts(self):
        return {path: text for path, (_, text) in self.client.bodies(self.path, self.client.etags(self.path)).items()}

    def events(self):
        return {dav.uid_of(text): summary(text) for text in self.texts().values() if "BEGIN:VEVENT" in text}

    def todos(self):
        return {summary(text): "STATUS:COMPLETED" in text for text in self.texts().values() if "BEGIN:VTODO" in text}

    def add(self, uid, title):
        answer = self.client.put(f"{self.path}{uid}.ics", dav.event(uid, title, HOUR), new=True)
        if answer.status != 201:
            raise RuntimeError(f"PUT {uid}: {answer}")

    def change(self, uid, change):
        """`change` gets the text and gives the new one, or nothing to delete it."""
        names = self.client.etags(self.path)
        path, (etag, text) = next(
            (path, found) for path, found in self.client.bodies(self.path, names).items() if dav.uid_of(found[1]) == uid
        )
        text = change(text.replace("\r\n", "\n").replace("\n", "\r\n"))
        answer = self.client.put(path, text.encode(), etag) if text else self.client.ask("DELETE", path, If_Match=etag)
        if answer.status not in (200, 201, 204):
            raise RuntimeError(f"changing {path}: {answer}")

    def rename(self, uid, title):
        self.change(uid, lambda text: re.sub(r"SUMMARY:.*?\r", f"SUMMARY:{title}\r", text))

    def remove(self, uid):
        self.change(uid, lambda text: None)


class Vdirsyncer(Program):
    """vdirsyncer with khal and todoman; what these cannot do without asking is done in their files."""

    def __init__(self, place, server, slug):
        super().__init__()
        self.bin, self.slug = place / "venv/bin", slug
        (self.folder / "config").write_text(
            f'[general]\nstatus_path = "{self.folder}/status/"\n'
            f'[pair own]\na = "here"\nb = "there"\ncollections = ["{slug}"]\n'
            f'[storage here]\ntype = "filesystem"\npath = "{self.folder}/calendars/"\nfileext = ".ics"\n'
            f'[storage there]\ntype = "caldav"\nurl = "{server.url}"\n'
            f'username = "{server.user}"\npassword = "{server.password}"\n'
        )
        self.calendar = self.folder / "calendars" / slug
        (self.folder / "khal").write_text(
            f"[calendars]\n[[{slug}]]\npath = {self.calendar}\ntype = calendar\n"
            f"[sqlite]\npath = {self.folder}/khal.db\n[default]\ndefault_calendar = {slug}\n"
            "[locale]\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
            "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\nlocal_timezone = UTC\n"
        )
        (self.folder / "todoman.py").write_text(
            f'path = "{self.folder}/calendars/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n'
            f'default_list = "{slug}"\ncache_path = "{self.folder}/todoman.db"\n'
        )
        self.run("vdirsyncer", "-c", "config", "discover", "own", text="y\ny\n")

    def run(self, program, *arguments, text=None):
        return output([self.bin / program, *arguments], self.environment, self.folder, text)

    def sync(self):
        self.run("vdirsyncer", "-v", "WARNING", "-c", "config", "sync")

    def khal(self, *arguments):
        return self.run("khal", "-c", "khal", *arguments)

    def todo(self, *arguments):
        return self.run("todo", "--config", self.folder / "todoman.py", *arguments)

    def events(self):
        lines = self.khal("list", "--day-format", "", "--format", "{uid}\t{title}", DAY, "30d").splitlines()
        return dict(line.split("\t") for line in lines if "\t" in line)

    def add(self, uid, title):
        # khal makes the UID.
        self.khal("new", "-a", self.slug, DAY, "10:00", "11:00", title)

    def file(self, uid):
        return next(path for path in self.calendar.glob("*.ics") if f"UID:{uid}" in path.read_text())

    def rename(self, uid, title):
        # khal looks for changes where the folder has changed.
        path = self.file(uid)
        new = path.with_suffix(".new")
        new.write_text(re.sub(r"SUMMARY:.*", f"SUMMARY:{title}", path.read_text()))
        new.replace(path)

    def remove(self, uid):
        self.file(uid).unlink()

    def add_todo(self, title):
        self.todo("new", "--list", self.slug, title)

    def complete(self, title):
        number = next(item["id"] for item in json.loads(self.todo("--porcelain", "list")) if item["summary"] == title)
        self.todo("done", str(number))

    def todos(self):
        items = json.loads(self.todo("--porcelain", "list", "--status", "ANY"))
        return {item["summary"]: item["completed"] for item in items}


class Evolution(Program):
    """evolution-data-server, as GNOME's programs use it."""

    def __init__(self, server, path):
        super().__init__()
        for name in ("keyring", "runtime"):
            (self.folder / name).mkdir(mode=0o700)
        self.environment |= {
            "XDG_RUNTIME_DIR": str(self.folder / "runtime"), "GIO_USE_VFS": "local", "GSETTINGS_BACKEND": "memory",
        }  # fmt: skip
        self.log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            [
                "dbus-run-session", "--", "/usr/bin/python3", pathlib.Path(__file__).with_name("evolution.py"),
                str(server.port), path, server.user, server.password,
            ],
            env=self.environment, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
            text=True, start_new_session=True,
        )  # fmt: skip
        state = json.loads(self.process.stdout.readline() or "{}").get("state")
        if state != "connected":
            raise RuntimeError(f"evolution-data-server is {state}: {(self.folder / 'log').read_text()[-1500:]}")

    @staticmethod
    def is_there():
        program = pathlib.Path("/usr/libexec/evolution-calendar-factory")
        if not program.exists() or not shutil.which("dbus-run-session"):
            return False
        asked = "import gi; gi.require_version('ECal', '2.0')"
        return not subprocess.run(["/usr/bin/python3", "-c", asked], capture_output=True).returncode

    def ask(self, *words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise RuntimeError(f"evolution-data-server: {words}: {answer['error']}")
        return answer["value"]

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.log.close()
        super().close()

    def sync(self):
        self.ask("refresh")

    def events(self):
        return self.ask("list")

    def add(self, uid, title):
        self.ask("add", uid, title, HOUR)

    def rename(self, uid, title):
        self.ask("rename", uid, title)

    def remove(self, uid):
        self.ask("remove", uid)


class Account(Program):
    """Our own program in another home, with the server as an account."""

    def __init__(self, server, slug):
        super().__init__()
        secret = self.folder / "password"
        secret.touch(0o600)
        secret.write_text(server.password + "\n")
        self.slug = slug
        self.run(
            "account", "add", server.url, "--name", "other", "--user", server.user, "--password-file", secret,
            "--insecure", "--all",
        )  # fmt: skip
        self.sync()

    def run(self, *arguments):
        return output([serving.Agenda.agenda, *arguments], self.environment, self.folder)

    def sync(self):
        self.said = self.run("sync")

    def events(self):
        lines = self.run("list", "--from", DAY, "--days", "30", "--jsonl").splitlines()
        self.ids = {item["uid"]: item["id"] for item in map(json.loads, lines) if "uid" in item}
        return {item["uid"]: item["summary"] for item in map(json.loads, lines) if "uid" in item}

    def calendar(self):
        return next(
            item["name"]
            for item in json.loads(self.run("source", "list", "--json"))["sources"]
            if self.slug in item["name"]
        )

    def add(self, uid, title):
        self.run("add", f"{title} {DAY} 10:00", "--calendar", self.calendar())

    def rename(self, uid, title):
        self.events()
        self.run("edit", self.ids[uid], "--summary", title)

    def remove(self, uid):
        self.events()
        self.run("delete", self.ids[uid])

    def todos(self):
        return {
            item["summary"]: item["status"] == "completed"
            for item in json.loads(self.run("todo", "list", "--all", "--json"))["todos"]
        }


def summary(text):
    return re.search(r"^SUMMARY:(.*?)\r?$", text, re.M)[1]


class Meeting:
    """All programs at one calendar."""

    def __init__(self, report, programs, wire):
        self.report, self.programs, self.wire = report, programs, wire

    def round(self, first):
        """The one that changed something sends it, then all others get it."""
        first.sync()
        for program in self.programs.values():
            if program is not first:
                program.sync()

    def agree(self, what, expected):
        """Whether all show the same summaries. Those that go on in the background are asked again and again."""
        expected = sorted(expected)
        for name, program in self.programs.items():
            seen = sorted(program.events().values())
            # The service notices what the command has changed a moment later.
            for _ in range(20 if name in ("evolution", "thunderbird") else 4):
                if seen == expected:
                    break
                time.sleep(0.5)
                program.sync()
                seen = sorted(program.events().values())
            self.report.check(f"{what}: {name} shows it", seen == expected, f"{seen} instead of {expected}")

    def uid(self, title):
        return next(uid for uid, found in self.wire.events().items() if found == title)


def check(report):
    slug = "meeting"
    with report.server() as server:
        path = server.calendar(slug)
        wire = Wire(server, path)
        wire.add("first", "Placed by hand")
        makers = {"wire": lambda: wire, "khal": lambda: Vdirsyncer(report.place, server, slug)}
        if Evolution.is_there():
            makers["evolution"] = lambda: Evolution(server, path)
        else:
            report.say("evolution-data-server is LEFT OUT: Tests/Serving/install debian installs it")
        if thunderbird.Thunderbird.is_there():
            makers["thunderbird"] = lambda: thunderbird.Thunderbird(server, path)
        else:
            report.say("Thunderbird is LEFT OUT: Tests/Serving/install debian installs it")
        if serving.Agenda.agenda != "-":
            makers["account"] = lambda: Account(server, slug)
        programs = {}
        try:
            for name, make in makers.items():
                try:
                    programs[name] = make()
                except Exception as error:
                    report.check(f"{name} comes in", False, error)
            meet(report, server, Meeting(report, programs, wire))
        finally:
            for program in list(Program.open):
                program.close()


def meet(report, server, meeting):
    programs, wire = meeting.programs, meeting.wire
    titles = ["Placed by hand"]
    meeting.round(wire)
    meeting.agree("what was there", titles)
    for name, program in programs.items():
        titles.append(f"Added by {name}")
        program.add(f"by-{name}", titles[-1])
        meeting.round(program)
        meeting.agree(f"an event added by {name}", titles)
    # Each changes what another has made.
    makers = list(programs)
    for maker, name in zip(makers, makers[1:] + makers[:1]):
        old, new = f"Added by {maker}", f"Changed by {name}"
        programs[name].sync()
        programs[name].rename(meeting.uid(old), new)
        titles[titles.index(old)] = new
        meeting.round(programs[name])
        meeting.agree(f"an event changed by {name}", titles)
    if "khal" in programs:
        todos(report, meeting)
    # And deletes what another has changed.
    for changer, name in zip(makers, makers[1:] + makers[:1]):
        old = f"Changed by {changer}"
        programs[name].remove(meeting.uid(old))
        titles.remove(old)
        meeting.round(programs[name])
        meeting.agree(f"an event deleted by {name}", titles)
        if isinstance(server, serving.Agenda):
            said = server.command("undo")
            titles.append(old)
            meeting.round(wire)
            meeting.agree(f"undo of what {name} deleted ({said.strip()})", titles)
    if isinstance(server, serving.Agenda):
        host(report, server, meeting, titles)


def todos(report, meeting):
    khal = meeting.programs["khal"]
    programs = {name: program for name, program in meeting.programs.items() if hasattr(program, "todos")}

    def agree(what, expected):
        for name, program in programs.items():
            for _ in range(20 if name == "thunderbird" else 1):
                if (seen := program.todos()) == expected:
                    break
                time.sleep(0.5)
                program.sync()
            report.check(f"{what}: {name} shows it", seen == expected, seen)

    khal.add_todo("Water the plants")
    meeting.round(khal)
    agree("a to-do of todoman", {"Water the plants": False})
    khal.complete("Water the plants")
    meeting.round(khal)
    agree("completed by todoman", {"Water the plants": True})


def host(report, server, meeting, titles):
    """What the owner of the served home does with the command, and what becomes of what devices did."""
    shown = server.command("list", "--from", DAY, "--days", "30", "--jsonl")
    events = {item["summary"]: item["id"] for item in map(json.loads, shown.splitlines()) if "uid" in item}
    report.check(
        "the command shows the served calendar",
        sorted(events) == sorted(titles),
        f"{sorted(events)} instead of {sorted(titles)}",
    )
    old, new = titles[0], "Changed by its owner"
    server.command("edit", events[old], "--summary", new)
    titles[0] = new
    meeting.round(meeting.wire)
    meeting.agree("an event changed by its owner's command", titles)
    server.command("undo")
    titles[0] = old
    meeting.round(meeting.wire)
    meeting.agree("its undo", titles)
    for name, program in meeting.programs.items():
        if name == "khal":
            # vdirsyncer keeps the digest of the text from before what it has uploaded, and takes its return for no change.
            continue
        program.sync()
        program.rename(meeting.uid(old), f"Undone of {name}")
        meeting.round(program)
        said = server.command("undo")
        meeting.round(meeting.wire)
        meeting.agree(f"undo of what {name} changed ({said.strip()})", titles)
