"""Whole calendars: what a case is, and its text as iCalendar (RFC 5545 3.6)."""

import dataclasses
import datetime as dt

import rules

NUMBER = "%Y%m%dT%H%M%S"


@dataclasses.dataclass(frozen=True)
class Time:
    """DATE or DATE-TIME: `date`, `floating`, `utc` or `zoned`; a date's value is its midnight."""

    kind: str
    value: dt.datetime
    tzid: str = ""

    def at(self, value):
        return dataclasses.replace(self, value=value)

    def text(self):
        if self.kind == "date":
            return self.value.strftime("%Y%m%d")
        return rules.text(self.value) + ("Z" if self.kind == "utc" else "")

    def parameters(self):
        if self.kind == "date":
            return ";VALUE=DATE"
        return f';TZID="{self.tzid}"' if self.kind == "zoned" else ""

    def line(self, name):
        return f"{name}{self.parameters()}:{self.text()}"


@dataclasses.dataclass(frozen=True)
class Duration:
    """Nominal days and exact seconds (3.3.6), neither negative."""

    days: int = 0
    seconds: int = 0

    def text(self):
        time = f"T{self.seconds // 3600}H{self.seconds // 60 % 60}M" if self.seconds or not self.days else ""
        return "P" + (f"{self.days}D" if self.days else "") + time


@dataclasses.dataclass(frozen=True)
class Observance:
    """STANDARD or DAYLIGHT; offsets in seconds, the start on the wall clock before the change."""

    name: str
    start: dt.datetime
    before: int
    after: int
    rule: str = ""
    dates: tuple = ()

    def lines(self):
        yield f"BEGIN:{self.name}"
        yield f"DTSTART:{rules.text(self.start)}"
        yield f"TZOFFSETFROM:{self.offset(self.before)}"
        yield f"TZOFFSETTO:{self.offset(self.after)}"
        if self.rule:
            yield f"RRULE:{self.rule}"
        for date in self.dates:
            yield f"RDATE:{rules.text(date)}"
        yield f"END:{self.name}"

    @staticmethod
    def offset(seconds):
        sign, minutes = "-" if seconds < 0 else "+", abs(seconds) // 60
        return f"{sign}{minutes // 60:02}{minutes % 60:02}"


@dataclasses.dataclass(frozen=True)
class Zone:
    """What a TZID means: an IANA zone, or observances that only its file knows.

    Both may be there: a file that defines a zone which the tz data knows better.
    """

    tzid: str
    iana: str = ""
    observances: tuple = ()

    def lines(self):
        if self.observances:
            yield "BEGIN:VTIMEZONE"
            yield f"TZID:{self.tzid}"
            for observance in self.observances:
                yield from observance.lines()
            yield "END:VTIMEZONE"


@dataclasses.dataclass(frozen=True)
class Event:
    """A VEVENT. `end` is None, a Time or a Duration; `dates` holds Times, or pairs of a PERIOD."""

    uid: str
    summary: str
    start: Time
    end: object = None
    rules: tuple = ()
    exception_rules: tuple = ()
    dates: tuple = ()
    exceptions: tuple = ()
    recurrence_id: Time = None
    is_future: bool = False
    sequence: int = 0
    modified: dt.datetime = None
    stamp: dt.datetime = dt.datetime(2020, 1, 1)
    is_cancelled: bool = False

    @property
    def recurs(self):
        return bool(self.rules or self.dates)

    @property
    def revision(self):
        """Greater is newer."""
        return self.sequence, self.modified or dt.datetime.min, self.stamp

    def times(self):
        """Each time that is written."""
        yield self.start
        for time in (self.end, self.recurrence_id, *self.exceptions):
            if isinstance(time, Time):
                yield time
        for date in self.dates:
            for time in date if isinstance(date, tuple) else (date,):
                if isinstance(time, Time):
                    yield time

    def lines(self):
        yield "BEGIN:VEVENT"
        yield f"UID:{self.uid}"
        yield f"DTSTAMP:{rules.text(self.stamp)}Z"
        if self.modified:
            yield f"LAST-MODIFIED:{rules.text(self.modified)}Z"
        yield f"SEQUENCE:{self.sequence}"
        if self.recurrence_id:
            future = ";RANGE=THISANDFUTURE" if self.is_future else ""
            yield self.recurrence_id.line("RECURRENCE-ID" + future)
        yield self.start.line("DTSTART")
        if isinstance(self.end, Time):
            yield self.end.line("DTEND")
        elif self.end:
            yield f"DURATION:{self.end.text()}"
        yield from (f"RRULE:{rule}" for rule in self.rules)
        yield from (f"EXRULE:{rule}" for rule in self.exception_rules)
        for date in self.dates:
            if isinstance(date, tuple):
                start, end = date
                parameters = start.parameters().replace(";VALUE=DATE", "")
                yield f"RDATE;VALUE=PERIOD{parameters}:{start.text()}/{end.text()}"
            else:
                yield date.line("RDATE")
        yield from (exception.line("EXDATE") for exception in self.exceptions)
        if self.is_cancelled:
            yield "STATUS:CANCELLED"
        yield f"SUMMARY:{self.summary}"
        yield "END:VEVENT"


@dataclasses.dataclass(frozen=True)
class File:
    """A calendar file; `zones_last` writes the VTIMEZONEs after the events."""

    zones: tuple
    events: tuple
    zones_last: bool = False

    def zone(self, tzid):
        return next(zone for zone in self.zones if zone.tzid == tzid)

    def text(self):
        zones = [line for zone in self.zones for line in zone.lines()]
        events = [line for event in self.events for line in event.lines()]
        body = events + zones if self.zones_last else zones + events
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agenda//conformance//EN", *body, "END:VCALENDAR", ""]
        return "\r\n".join(lines)


@dataclasses.dataclass(frozen=True)
class CalendarCase:
    """Files in the order of the sources, read in a zone on some days."""

    files: tuple
    zone: str
    first: dt.date
    days: int

    def __str__(self):
        head = f"{self.days} days from {self.first} in {self.zone}"
        return "\n".join([head, *(file.text().replace("\r", "") for file in self.files)])


def by_uid(case):
    """The case in parts, one for each UID."""
    for uid in sorted({event.uid for file in case.files for event in file.events}):
        own = [
            dataclasses.replace(file, events=tuple(event for event in file.events if event.uid == uid))
            for file in case.files
        ]
        yield dataclasses.replace(case, files=tuple(file for file in own if file.events))


def points(case, spans):
    """The lines of the spans that a reader sees in the window, sorted.

    A span is (uid, start, end, summary); a point is ("instant", seconds), ("floating", wall) or
    ("date", midnight).
    """
    import zoneinfo

    zone = zoneinfo.ZoneInfo(case.zone)
    first = dt.datetime.combine(case.first, dt.time())
    walls = first, first + dt.timedelta(days=case.days)
    instants = [wall.replace(tzinfo=zone).timestamp() for wall in walls]
    lines = set()
    for uid, (kind, start), (_, end), summary, original in spans:
        lower, upper = instants if kind == "instant" else walls
        if start < upper and (end > lower or start == end >= lower):
            lines.add((f"{uid},{point_text(kind, start)},{point_text(kind, end)},{summary}", original))
    return sorted(line for line, _ in lines)


def point_text(kind, value):
    if kind == "instant":
        return rules.text(dt.datetime(1970, 1, 1) + dt.timedelta(seconds=value)) + "Z"
    return value.strftime("%Y%m%d") if kind == "date" else rules.text(value)
