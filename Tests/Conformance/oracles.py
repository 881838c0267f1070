"""The oracles, and what they need: answers within a time, or a reason why there is none."""

import contextlib
import datetime as dt
import itertools
import signal
import warnings

from dateutil.rrule import rrulestr

import calendar_reference
import calendars
import rules


# icalendar says aloud what it guesses of a TZID with a vendor's prefix.
warnings.simplefilter("ignore")


class Unanswered(Exception):
    """The oracle refused, failed or took too long; the text is a name in exceptions.py."""


class _TimeOut(BaseException):
    """Beneath no `except Exception` of an oracle."""


def _interrupt(*_):
    raise _TimeOut


@contextlib.contextmanager
def time_limit(seconds):
    """Of the process's own time: a busy machine changes no verdict."""
    signal.signal(signal.SIGVTALRM, _interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    except _TimeOut:
        raise Unanswered("too slow") from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def dateutil_rule(rule, start, zone):
    """The rule in dateutil's hands, as it is written."""
    import zoneinfo

    tzinfo = zoneinfo.ZoneInfo(zone) if zone else None
    value = ";".join(f"{name}={value}" for name, value in rule.items())
    return rrulestr("RRULE:" + value, dtstart=start.replace(tzinfo=tzinfo))


def dateutil_instances(case, seconds=0.1, rule=None):
    """dateutil's instances of a case in its window, in wall time."""
    found = []
    try:
        with time_limit(seconds):
            for time in dateutil_rule(rule or case.rule, case.start, case.zone):
                time = time.replace(tzinfo=None)
                if time >= case.upper or len(found) > rules.LIMIT:
                    break
                if time >= case.lower:
                    found.append(time)
    except (ValueError, TypeError) as error:
        raise Unanswered(f"refused: {error}") from None
    return found


def synchronised_start(parts, start):
    """The first start from which the rule matches, by dateutil; None when that takes it too long."""
    try:
        with time_limit(0.03):
            return next(iter(dateutil_rule(parts, start, "")), None)
    except (Unanswered, ValueError, TypeError):
        return None


def answer(times):
    """Instances as our side prints them."""
    cut = ["CUT"] if len(times) > rules.LIMIT else []
    return ",".join([rules.text(time) for time in times[: rules.LIMIT]] + cut)


def recurring_ical_events_points(case, seconds=3):
    """What recurring-ical-events shows of a case, as calendars.points writes it.

    It knows no merging: it is given the copies that calendar_reference chose, each file by itself, for a file's
    VTIMEZONEs are its own.
    """
    try:
        with time_limit(seconds):
            return calendars.points(case, list(_shown(case)))
    except Unanswered:
        raise
    except Exception as error:  # noqa: BLE001 (whatever it fails with is its answer)
        raise Unanswered(f"failed: {type(error).__name__}: {error}") from None


def _shown(case):
    import icalendar
    import recurring_ical_events

    span = case.first - dt.timedelta(days=3), case.first + dt.timedelta(days=case.days + 3)
    for file in merged(case):
        # Its zones are global: what one file calls "My Zone" it would believe of the next.
        icalendar.timezone.tzp.use_zoneinfo()
        calendar = icalendar.Calendar.from_ical(file.text())
        for event in recurring_ical_events.of(calendar).between(*span):
            original = event.get("RECURRENCE-ID")
            start, end = _point(event["DTSTART"].dt), _point(event["DTEND"].dt)
            yield str(event["UID"]), start, end, str(event["SUMMARY"]), str(original and original.dt)


def merged(case):
    """The files with nothing left but the copies that are shown."""
    kept = {}
    for _, winner, overlays in calendar_reference.chosen(case):
        if winner:
            place, file, master, overrides = winner
            clock = calendar_reference.Clock(master.start, file)
            events = [master]
            events += [o for o in overrides if clock.moment(o.recurrence_id)[0] not in overlays]
            events += [override for override, _ in overlays.values()]
            kept.setdefault(place, []).extend(events)
        else:
            place = len(case.files)
            kept.setdefault(place, []).extend(override for override, _ in overlays.values())
    files = [*case.files, case.files[0]]
    return [calendars.File(files[place].zones, tuple(events)) for place, events in sorted(kept.items())]


def _point(time):
    if not isinstance(time, dt.datetime):
        return "date", dt.datetime.combine(time, dt.time())
    if time.tzinfo is None:
        return "floating", time
    return "instant", int(time.timestamp())


def icalendar_faults(original, written):
    """What icalendar complains of in a file that we wrote, and the values that it does not find again."""
    import icalendar

    icalendar.timezone.tzp.use_zoneinfo()
    try:
        calendar = icalendar.Calendar.from_ical(written.read_bytes())
        before = list(_values(icalendar.Calendar.from_ical(original.read_bytes())))
    except Exception as error:  # noqa: BLE001
        return [f"failed: {type(error).__name__}: {error}"]
    faults = [f"{component.name}: {error}" for component in calendar.walk() for error in component.errors]
    after = _values(calendar)
    return faults + [f"{a} became {b}" for a, b in itertools.zip_longest(before, after) if a != b]


def _values(calendar):
    """The events' texts and times, in the file's order."""
    names = "UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "SEQUENCE"
    for event in calendar.walk("VEVENT"):
        found = {"SEQUENCE": 0} | {name: event[name] for name in names if name in event}
        yield {name: str(getattr(value, "dt", value)) for name, value in found.items()}
