"""Lists a calendar with recurring-ical-events: a line for each day of each occurrence.

Usage: recurring.py FILE.ics FIRST_DAY DAYS. It is a library without a store: each run reads and expands.
"""

import datetime as dt
import pathlib
import sys
import zoneinfo

import icalendar
import recurring_ical_events

ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
path, first, count = pathlib.Path(sys.argv[1]), dt.date.fromisoformat(sys.argv[2]), int(sys.argv[3])


def midnight(day):
    return dt.datetime.combine(day, dt.time(), ZONE)


def local(moment):
    """A date becomes its midnight, a floating time is that of the zone."""
    if not isinstance(moment, dt.datetime):
        return midnight(moment)
    return moment.astimezone(ZONE) if moment.tzinfo else moment.replace(tzinfo=ZONE)


end = first + dt.timedelta(days=count)
lines = []
for event in recurring_ical_events.of(icalendar.Calendar.from_ical(path.read_bytes())).between(
    midnight(first), midnight(end)
):
    begins, ends = local(event.start), local(event.end)
    # The end is exclusive; an event without length is on the day on which it starts.
    last = (ends - dt.timedelta(microseconds=1) if ends > begins else begins).date()
    day = max(begins.date(), first)
    while day <= last and day < end:
        lines.append(f"@{day} {begins:%H:%M} {event.get('SUMMARY', '')}")
        day += dt.timedelta(days=1)
print("\n".join(sorted(lines)))
