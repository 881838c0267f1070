"""The events that are synchronised: the same ones in each run, of a form that people's calendars have."""

import datetime
import random

ZONE = """\
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
"""
WORDS = "budget review planning dentist rehearsal delivery interview lunch training workshop".split()
PLACES = "Room 2;Town hall;Café Elbe;Main station;Online".split(";")


def uid(number):
    return f"event-{number:05}"


def name(number):
    """The resource's name, and the file's, as vdirsyncer names it, too: by its UID."""
    return uid(number) + ".ics"


def text(number):
    """An event of ten years, 0.9 kB with its zone: every tenth lasts whole days, every twentieth is a series."""
    choose = random.Random(number)
    day = datetime.date(2021, 1, 1) + datetime.timedelta(days=choose.randrange(3650))
    hour, minute = choose.randrange(7, 20), choose.choice((0, 15, 30, 45))
    if number % 10 == 0:
        zone, start = "", f"DTSTART;VALUE=DATE:{day:%Y%m%d}\n"
        end = f"DTEND;VALUE=DATE:{day + datetime.timedelta(days=choose.randrange(1, 4)):%Y%m%d}\n"
    else:
        zone, start = ZONE, f"DTSTART;TZID=Europe/Berlin:{day:%Y%m%d}T{hour:02}{minute:02}00\n"
        end = f"DTEND;TZID=Europe/Berlin:{day:%Y%m%d}T{hour + 1:02}{minute:02}00\n"
    rule = f"RRULE:FREQ=WEEKLY;COUNT={choose.randrange(3, 11)}\n" if number % 20 == 1 else ""
    words = " ".join(choose.choices(WORDS, k=20))
    lines = (
        f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//agenda//bench-sync//EN\n{zone}BEGIN:VEVENT\n"
        f"UID:{uid(number)}\nDTSTAMP:20260101T120000Z\n{start}{end}{rule}"
        f"SUMMARY:{choose.choice(WORDS).capitalize()} {number}\nLOCATION:{choose.choice(PLACES)}\n"
        f"DESCRIPTION:{words[:62]}\n {words[62:]}\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    return lines.replace("\n", "\r\n").encode()


def replace(text, name, value):
    """The text with another value of a property that it has once."""
    lines = text.decode().splitlines()
    found = [index for index, line in enumerate(lines) if line.startswith(name + ":")]
    assert len(found) == 1, (name, text)
    lines[found[0]] = f"{name}:{value}"
    return "".join(line + "\r\n" for line in lines).encode()


def value(text, name):
    return next(line for line in text.decode().splitlines() if line.startswith(name + ":")).partition(":")[2]
