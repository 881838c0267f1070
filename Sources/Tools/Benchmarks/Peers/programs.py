"""The programs that are compared: how each loads a sample into an empty store, and lists the 488 days."""

import dataclasses
import os
import pathlib
import re
import shutil
import typing

from timing import Command

FIRST, DAYS = "2026-07-23", 488
NOW = ["--now", "2026-11-20T12:00:00+01:00"]
HERE = pathlib.Path(__file__).parent


def environment(home):
    """Nothing of the user's; a zone and a language that stay the same."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    folders = {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "CACHE", "STATE")}
    for folder in (home, *map(pathlib.Path, folders.values())):
        folder.mkdir(parents=True, exist_ok=True)
    return kept | folders | {"HOME": str(home), "TMPDIR": str(home), "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8"}


@dataclasses.dataclass
class Program:
    """A program and a sample, in a folder of their own. Event lines that are counted begin with `@`."""

    name: typing.ClassVar[str]
    loading_statuses: typing.ClassVar[tuple] = (0,)

    binary: pathlib.Path
    sample: pathlib.Path
    folder: pathlib.Path
    # How many sources hold the sample.
    copies: int = 1

    def __post_init__(self):
        self.environment = environment(self.folder / "home")

    @classmethod
    def declines(cls, sample):
        """Why a sample is not given to it, if so."""
        return None

    def command(self, *arguments, **more):
        return Command([str(argument) for argument in arguments], self.environment, **more)

    def calendars(self):
        """The sample, a file; or a folder that has a calendar for each copy of it."""
        if self.copies == 1:
            return self.sample
        calendars = self.folder / "calendars"
        for number in range(self.copies):
            (calendars / f"copy{number}").mkdir(parents=True, exist_ok=True)
            shutil.copy(self.sample, calendars / f"copy{number}")
        return calendars

    def load(self, store="warm"):
        """Imports the sample into the store, which is emptied before; None for a program without one."""
        return self.command(
            *self.loading(self.folder / store), fresh=[self.folder / store], statuses=self.loading_statuses
        )

    def note(self, said):
        """What must be said of an import, from its output."""
        return None


class Agenda(Program):
    name = "agenda"

    def loading(self, store):
        each = ["--each"] if self.copies > 1 else []
        return [self.binary, "source", "add", self.calendars(), *each, "--database", store / "agenda.db", *NOW]

    def database(self):
        return self.folder / "warm" / "agenda.db"

    def timeline(self, *more):
        return self.command(self.binary, "timeline", "--database", self.database(), *NOW, *more)

    list = timeline

    def marked(self):
        return self.timeline("--format", "@{date} {time} {summary}")

    def default_view(self):
        return self.command(self.binary, "list", "--database", self.database(), *NOW)


class Khal(Program):
    """Its calendar is a folder with a file an event, its store a cache that any command brings up to date."""

    name = "khal"

    @classmethod
    def declines(cls, sample):
        return "it reads folders: see folder5k, the same events" if sample.name == "series5k.ics" else None

    def __post_init__(self):
        super().__post_init__()
        calendars = "[calendars]\n"
        for number in range(self.copies):
            vdir = self.sample
            if vdir.is_file():
                vdir = self.folder / f"vdir{number}"
                split(self.sample, vdir)
            calendars += f"[[sample{number}]]\npath = {vdir}\nreadonly = True\n"
        for store in ("cold", "warm"):
            self.config(store).write_text(
                f"{calendars}[sqlite]\npath = {self.folder / store / 'khal.db'}\n"
                "[locale]\nlocal_timezone = Europe/Berlin\ndefault_timezone = Europe/Berlin\n"
                "timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
                "datetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n"
            )

    def config(self, store):
        return self.folder / f"{store}.conf"

    def loading(self, store):
        return [self.binary, "-c", self.config(store.name), "printcalendars"]

    def list(self, *more):
        return self.command(self.binary, "-c", self.config("warm"), "list", *more, FIRST, f"{DAYS}d")

    def marked(self):
        return self.list("--format", "@{title}")


def split(sample, folder):
    """A file an event, as a synchronizing program would leave them: all VEVENTs of a UID, and the zones."""
    folder.mkdir(parents=True)
    frame, events = [], {}
    event = None
    for line in sample.read_bytes().splitlines(keepends=True):
        if line.rstrip() == b"BEGIN:VEVENT":
            event = []
        (frame if event is None else event).append(line)
        if line.rstrip() == b"END:VEVENT":
            uid = next(line for line in event if line.startswith(b"UID:"))
            events.setdefault(uid, []).extend(event)
            event = None
    for number, lines in enumerate(events.values()):
        (folder / f"{number}.ics").write_bytes(b"".join(frame[:-1] + lines + frame[-1:]))


class Calcurse(Program):
    name = "calcurse"
    # 1: it skipped some events, and its output has their number.
    loading_statuses = (0, 1)

    @classmethod
    def declines(cls, sample):
        return "it imports single files: see series5k, the same events" if sample.is_dir() else None

    def within(self, store):
        return [self.binary, "-D", store, "-C", store]

    def loading(self, store):
        return [*self.within(store), "-i", self.sample]

    def note(self, said):
        # calcurse converts a series to days and times of the local zone, and rejects it if BYDAY no longer fits.
        skipped = re.search(r"(\d+) skipped", said)
        if not skipped or skipped[1] == "0":
            return None
        return f"{skipped[1]} series of other zones skipped at the import"

    def list(self, *more):
        year, month, day = FIRST.split("-")
        query = ["-Q", "--from", f"{month}/{day}/{year}", "--days", DAYS, "--filter-type", "cal"]
        return self.command(*self.within(self.folder / "warm"), *query, *more)

    def marked(self):
        forms = ("apt", "recur-apt", "event", "recur-event")
        return self.list(*(word for form in forms for word in (f"--format-{form}", r"@%m\n")))


class Recurring(Program):
    name = "recurring-ical-events"

    @classmethod
    def declines(cls, sample):
        return "its script reads single files: see series5k, the same events" if sample.is_dir() else None

    def load(self, store="warm"):
        return None

    def list(self):
        return self.command(self.binary, HERE / "recurring.py", self.sample, FIRST, DAYS)

    marked = list


def sqlite3(binary, agenda):
    """The rows of `agenda timeline` from agenda's own database, printed by the program of SQLite: what the reading
    of them costs at least. Events of whole days and floating times are left out: x2 has none."""
    return agenda.command(binary, "-readonly", agenda.database(), rows())


def rows():
    """The statement that prints them."""
    begin, end = (f"unixepoch('{FIRST}', '{days} days', 'utc')" for days in ("+0", f"+{DAYS}"))
    return f"""
        SELECT strftime('%Y-%m-%d  %H:%M-', occurrence.start, 'unixepoch', 'localtime')
            || strftime('%H:%M  ', occurrence.end, 'unixepoch', 'localtime')
            || event.summary || coalesce(' @ ' || event.location, '')
        FROM occurrence JOIN event ON event.id = occurrence.event_id
        WHERE occurrence.bucket = 0 AND occurrence.start >= {begin} AND occurrence.start < {end}
        ORDER BY occurrence.start
        """
