"""The stores that the page is tried with: calendars around the real today, since the service goes by the clock."""

import datetime
import pathlib
import zoneinfo

from service import SAMPLES

ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
NAMES = ("samples", "many", "scripts", "crowded")

SCRIPTS = [
    ("团队周会：讨论下一季度的产品路线图与预算安排", "上海市浦东新区世纪大道100号"),
    ("اجتماع فريق التصميم لمراجعة الواجهة الجديدة", "قاعة الاجتماعات، الطابق الثالث"),
    ("妈妈生日🎂", "外婆家"),
    ("موعد طبيب الأسنان", "شارع الملك فهد ١٢"),
    ("פגישה עם הבנק", "תל אביב"),
    ("打ち合わせ（オンライン）", None),
    ("Mixed عربي and 中文 in one title", "Room 12 / غرفة"),
    ("Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrikantenversammlung", None),
    ('<b onclick="alert(1)">not markup</b> & "quotes"', "<script>alert(1)</script>"),
    ("แผนการเดินทางไปเชียงใหม่", "สถานีรถไฟหัวลำโพง"),
]


def today():
    """The day that the service takes for today."""
    return datetime.datetime.now(ZONE).date()


def event(number, title, start, minutes, place=None, *lines):
    """The lines of one event; a start without time is a whole day."""
    if isinstance(start, datetime.datetime):
        end = start + datetime.timedelta(minutes=minutes)
        times = [f"DTSTART;TZID=Europe/Berlin:{start:%Y%m%dT%H%M%S}", f"DTEND;TZID=Europe/Berlin:{end:%Y%m%dT%H%M%S}"]
    else:
        times = [f"DTSTART;VALUE=DATE:{start:%Y%m%d}"]
    where = [f"LOCATION:{escaped(place)}"] if place else []
    head = ["BEGIN:VEVENT", f"UID:{number}@page.example.org", "DTSTAMP:20260101T000000Z", f"SUMMARY:{escaped(title)}"]
    return [*head, *times, *where, *lines, "END:VEVENT"]


def escaped(text):
    return text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")


def calendar(name, events):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//page//EN", f"X-WR-CALNAME:{name}"]
    for lines_of_event in events:
        lines += lines_of_event
    return "\r\n".join([*lines, "END:VCALENDAR", ""])


def at(day, hour, minute=0):
    return datetime.datetime.combine(day, datetime.time(hour, minute))


def days_later(count):
    return today() + datetime.timedelta(days=count)


def many():
    """100,000 events in 20 years."""
    first = days_later(-3650)
    for number in range(100_000):
        day = first + datetime.timedelta(days=number * 7300 // 100_000)
        yield event(number, f"Meeting {number}", at(day, 6 + number % 16, number % 4 * 15), 45, f"Room {number % 90}")


def scripts():
    """Titles of several scripts on each of 40 days."""
    number = 0
    for offset in range(-10, 30):
        for hour, (title, place) in enumerate(SCRIPTS):
            if (offset + hour) % 3 == 0:
                number += 1
                yield event(number, title, at(days_later(offset), 8 + hour), 50, place)


def crowded():
    """40 events on today, one of them running now with a link to join, and whole days."""
    now = datetime.datetime.now(ZONE).replace(tzinfo=None, second=0, microsecond=0)
    begun = max(now - datetime.timedelta(minutes=20), at(now.date(), 0))
    link = "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.org/now"
    yield event(1, "Running now", begun, 90, "Here", link)
    for number in range(2, 5):
        yield event(number, f"Whole day {number}", today(), 0)
    for number in range(5, 41):
        start = at(today(), number * 24 // 41, number % 4 * 15)
        # Nothing else runs now or soon.
        while begun - datetime.timedelta(hours=1) < start < begun + datetime.timedelta(hours=2):
            start = at(today(), (start.hour + 7) % 24, start.minute)
        yield event(number, f"Appointment {number}", start, 30, f"Desk {number}")


def files(name, folder):
    """The calendar files of a store."""
    if name == "samples":
        return [*sorted(SAMPLES.glob("*.ics")), SAMPLES / "folder"]
    made = {"many": many, "scripts": scripts, "crowded": crowded}[name]
    path = pathlib.Path(folder) / f"{name}.ics"
    path.write_text(calendar(name.capitalize(), made()), encoding="utf-8", newline="")
    return [path]
