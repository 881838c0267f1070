"""Random events and series, and random ranges of time: what calendar-query finds and what expand gives, beside what the Python
library recurring-ical-events counts."""

import datetime
import random
import zoneinfo

import icalendar
import recurring_ical_events

from dav import CALDAV, found

UTC, BERLIN = datetime.timezone.utc, zoneinfo.ZoneInfo("Europe/Berlin")
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
DAYS = "MO TU WE TH FR SA SU".split()
START, SPAN = datetime.date(2026, 1, 1), 900


def zone_text(name):
    """The zone's rules of these years as the library writes them."""
    zone = icalendar.Timezone.from_tzid(name, first_date=datetime.date(2025, 1, 1), last_date=datetime.date(2032, 1, 1))
    return zone.to_ical().decode()


def made(dice, number):
    """An event's text; three in four are series, some with changed, left out and added days."""
    day = START + datetime.timedelta(days=dice.randrange(SPAN))
    kind = dice.choice(("utc", "zone", "zone", "day"))
    zone = dice.choice(ZONES)
    at = datetime.time(dice.randrange(24), dice.choice((0, 15, 30)))
    if kind == "day":
        form = lambda date, more="": f";VALUE=DATE:{date:%Y%m%d}"
        length = f"DURATION:P{dice.choice((1, 1, 2, 5))}D"
    elif kind == "utc":
        form = lambda date: f":{date:%Y%m%d}T{at:%H%M}00Z"
        length = f"DURATION:PT{dice.choice((15, 60, 240, 1800))}M"
    else:
        form = lambda date: f";TZID={zone}:{date:%Y%m%d}T{at:%H%M}00"
        length = f"DURATION:PT{dice.choice((15, 60, 240, 1800))}M"
    lines = [
        "BEGIN:VEVENT",
        f"UID:random-{number}",
        "DTSTAMP:20260101T000000Z",
        f"DTSTART{form(day)}",
        length,
        f"SUMMARY:{kind} {number}",
    ]
    extra = []
    if dice.random() < 0.75:
        step = dice.choice((1, 1, 2, 3))
        frequency = dice.choice(("DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "YEARLY"))
        rule = f"FREQ={frequency};INTERVAL={step}"
        if frequency == "WEEKLY":
            rule += ";BYDAY=" + ",".join({DAYS[day.weekday()], dice.choice(DAYS)})
        elif frequency == "MONTHLY" and dice.random() < 0.5:
            rule += f";BYDAY={(day.day - 1) // 7 + 1}{DAYS[day.weekday()]}"
        if dice.random() < 0.6:
            rule += f";COUNT={dice.choice((3, 10, 40))}"
        lines.append(f"RRULE:{rule}")
        if frequency == "DAILY":
            away, other = (day + datetime.timedelta(days=step * count) for count in (1, 2))
            if dice.random() < 0.5:
                lines.append(f"EXDATE{form(away)}")
            if dice.random() < 0.5:
                moved = other + datetime.timedelta(days=dice.choice((-20, 0, 15)), hours=0)
                extra = [
                    "BEGIN:VEVENT",
                    f"UID:random-{number}",
                    "DTSTAMP:20260101T000000Z",
                    f"RECURRENCE-ID{form(other)}",
                    f"DTSTART{form(moved)}",
                    length,
                    f"SUMMARY:moved {number}",
                    "END:VEVENT",
                ]
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//judge//EN"]
    if kind == "zone":
        text += zone_text(zone).strip().splitlines()
    return "\r\n".join([*text, *lines, "END:VEVENT", *extra, "END:VCALENDAR", ""])


def instant(value):
    """A moment in UTC; a day begins in the server's zone."""
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime.combine(value, datetime.time(), BERLIN)
    return value.astimezone(UTC)


def expected(text, start, end):
    """The starts of the instances in a range (RFC 4791 section 9.9), as expand writes them."""
    calendar = icalendar.Calendar.from_ical(text)
    wide = datetime.timedelta(days=10)
    starts = set()
    for item in recurring_ical_events.of(calendar).between(start - wide, end + wide):
        begin, finish = (
            item["DTSTART"].dt,
            item["DTEND"].dt if "DTEND" in item else item["DTSTART"].dt + item["DURATION"].dt,
        )
        # A duration of hours is one of the clock that does not change.
        if instant(begin) < end and instant(finish) > start:
            starts.add(
                f"{begin:%Y%m%d}" if not isinstance(begin, datetime.datetime) else f"{instant(begin):%Y%m%dT%H%M%SZ}"
            )
    return starts


def check(report):
    dice, count, rounds = random.Random(5), 60 if report.quick else 400, 15 if report.quick else 80
    with report.server() as server:
        client, path, texts = server.client(), server.calendar("random"), {}
        refused = []
        for number in range(count):
            text = made(dice, number)
            answer = client.put(f"{path}random-{number}.ics", text.encode(), new=True)
            if answer.status == 201:
                texts[number] = text
            else:
                refused.append((answer, text))
        report.check(f"{count} random events are taken", not refused, refused[:1])
        missed, many, wrong, compared = [], [], [], 0
        for turn in range(rounds):
            start = datetime.datetime.combine(
                START + datetime.timedelta(days=dice.randrange(SPAN + 300)), datetime.time(dice.randrange(24)), UTC
            )
            end = start + datetime.timedelta(hours=dice.choice((1, 24, 24 * 7, 24 * 31)))
            words = f"{start:%Y%m%dT%H%M%SZ}", f"{end:%Y%m%dT%H%M%SZ}"
            data = f'<C:calendar-data><C:expand start="{words[0]}" end="{words[1]}"/></C:calendar-data>'
            answer = client.query(path, *words, properties=f"<D:getetag/>{data}")
            if answer.status != 207:
                report.check(f"calendar-query {words} is answered", False, answer)
                continue
            seen = {}
            for name, item in answer.responses:
                number = int(name.rsplit("-", 1)[1].removesuffix(".ics"))
                calendar = icalendar.Calendar.from_ical(found(item, CALDAV + "calendar-data").text)
                seen[number] = {
                    f"{event['DTSTART'].dt:%Y%m%d}" if not isinstance(event["DTSTART"].dt, datetime.datetime) else f"{instant(event['DTSTART'].dt):%Y%m%dT%H%M%SZ}"
                    for event in calendar.walk("VEVENT")
                }  # fmt: skip
            for number, text in texts.items():
                should = expected(text, start, end)
                compared += 1
                if should and number not in seen:
                    missed.append((words, sorted(should)[:2], text))
                elif not should and number in seen:
                    many.append((words, sorted(seen[number])[:2], text))
                elif should and seen[number] != should:
                    wrong.append((words, sorted(should ^ seen[number])[:3], text))
        report.check(f"of {compared} questions, none misses an event", not missed, f"{len(missed)}: {missed[:1]}")
        report.check("none finds one that is not in the range", not many, f"{len(many)}: {many[:1]}")
        report.check("expand gives the same instances", not wrong, f"{len(wrong)}: {wrong[:1]}")
