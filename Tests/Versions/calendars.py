"""Random calendars: events of several zones and lengths, series, exceptions and overrides."""

import datetime

# A zone's name, or another kind of time.
UTC, FLOATING, DAYS = "UTC", "floating", "days"
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", UTC, FLOATING, DAYS)


def value(time, zone):
    """What follows the name of a property that holds a time."""
    if zone == DAYS:
        return f";VALUE=DATE:{time:%Y%m%d}"
    stamp = f"{time:%Y%m%dT%H%M%S}"
    return {UTC: f":{stamp}Z", FLOATING: f":{stamp}"}.get(zone, f";TZID={zone}:{stamp}")


def rule(random, zone, start):
    frequency = random.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if random.random() < 0.4:
        parts.append(f"INTERVAL={random.choice([1, 2, 3, 5])}")
    if frequency == "WEEKLY" and random.random() < 0.6:
        days = random.sample(["MO", "TU", "WE", "TH", "FR", "SA", "SU"], random.randint(1, 4))
        parts.append("BYDAY=" + ",".join(days))
    if frequency == "MONTHLY" and random.random() < 0.5:
        parts.append(random.choice(["BYMONTHDAY=31", "BYDAY=-1FR", "BYDAY=2TU", "BYMONTHDAY=-1,15"]))
    end = random.random()
    if end < 0.2:
        parts.append(f"COUNT={random.randint(1, 60)}")
    elif end < 0.4:
        until = start + datetime.timedelta(days=random.randint(1, 900))
        parts.append("UNTIL=" + value(until, zone if zone in (DAYS, FLOATING) else UTC).rpartition(":")[2])
    return ";".join(parts)


class Event:
    """A random event: its components' lines."""

    def __init__(self, random, uid):
        self.random, self.uid = random, uid
        self.zone = random.choice(ZONES)
        start = datetime.datetime(2026, random.randint(1, 12), random.randint(1, 28), random.randint(0, 23))
        start += datetime.timedelta(minutes=random.choice([0, 15, 30]), days=random.choice([0, 0, 0, 365, -365, -3000]))
        if self.zone == DAYS:
            start = start.replace(hour=0, minute=0)
            self.length = datetime.timedelta(days=random.randint(1, 4))
        else:
            self.length = datetime.timedelta(minutes=random.choice([0, 30, 60, 60, 90, 1_440, 3_000]))
        self.sequence = random.randint(0, 2)
        self.title = f"E{uid} {random.randint(0, 99)}"
        self.lines = self.series(start) if random.random() < 0.5 else self.component(start, self.title)

    def component(self, start, title, *more):
        random = self.random
        lines = [
            "BEGIN:VEVENT",
            f"UID:{self.uid}",
            f"DTSTAMP:2026{random.randint(1, 9):02}01T000000Z",
            f"DTSTART{value(start, self.zone)}",
            f"SUMMARY:{title}",
            f"SEQUENCE:{self.sequence}",
        ]
        for chance, line in (
            (0.9, f"DTEND{value(start + self.length, self.zone)}"),
            (0.3, f"LAST-MODIFIED:2026{random.randint(1, 9):02}02T000000Z"),
            (0.1, f"STATUS:{random.choice(['CANCELLED', 'TENTATIVE'])}"),
            (0.1, "TRANSP:TRANSPARENT"),
            (0.2, f"LOCATION:Room {random.randint(1, 5)}"),
            (0.2, "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@example.org"),
        ):
            if random.random() < chance:
                lines.append(line)
        return [*lines, *more, "END:VEVENT"]

    def series(self, start):
        random = self.random
        step = datetime.timedelta(days=random.choice([1, 7, 7, 14]))
        more = [f"RRULE:{rule(random, self.zone, start)}"]
        for _ in range(random.choice([0, 0, 1, 3])):
            more.append(f"EXDATE{value(start + step * random.randint(0, 80), self.zone)}")
        if random.random() < 0.15:
            more.append(f"RDATE{value(start + datetime.timedelta(days=random.randint(1, 300)), self.zone)}")
        # Some invitations bring an override without its series.
        lines = self.component(start, self.title, *more) if random.random() < 0.95 else []
        for _ in range(random.choice([0, 0, 0, 1, 2])):
            instance = start + step * random.randint(0, 60)
            following = ";RANGE=THISANDFUTURE" if random.random() < 0.15 else ""
            hours = 0 if self.zone == DAYS else random.choice([0, 1, 5])
            moved = instance + datetime.timedelta(days=random.choice([0, 0, 1, -2]), hours=hours)
            identity = f"RECURRENCE-ID{following}{value(instance, self.zone)}"
            lines += self.component(moved, f"{self.title} moved", identity)
        return lines


def text(events):
    lines = [line for event in events for line in event.lines]
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", *lines, "END:VCALENDAR", ""])
