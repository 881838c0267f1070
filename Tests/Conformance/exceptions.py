"""Each class of cases in which an oracle does not decide, with the RFC's sentence.

A class is no tolerance: the case has to meet its condition, and our answer has to equal the second
reading of reference.py to the last instance. A difference without a class fails the run.
"""

import dataclasses
import datetime as dt
from typing import Callable

import oracles
import rules
from calendar_reference import EPOCH, Clock, chosen, seconds, zone_of
from calendars import Duration, Time
from oracles import Unanswered, dateutil_instances
from reference import Reference, week_of


@dataclasses.dataclass(frozen=True)
class Explained:
    """Why an oracle's answer does not count."""

    name: str
    why: str
    applies: Callable


class RuleEvidence:
    """A rule case with what dateutil said, for the conditions below."""

    def __init__(self, case, refusal):
        self.case, self.rule, self.refusal = case, case.rule, refusal
        self.reference = Reference(case.rule, case.start, case.zone)

    def has(self, *names):
        return any(name in self.rule for name in names)

    def lacks(self, *names):
        return not self.has(*names)

    @property
    def frequency(self):
        return self.rule["FREQ"]

    @property
    def is_answered(self):
        return self.refusal is None

    def differing(self):
        """The instances on which dateutil and the reference differ, COUNT left out: it would move them all."""
        rule = {name: value for name, value in self.rule.items() if name != "COUNT"}
        lower = self.case.start if "COUNT" in self.rule else self.case.lower
        case = dataclasses.replace(self.case, parts=tuple(rule.items()), lower=lower)
        try:
            theirs = dateutil_instances(case, seconds=2)
        except Unanswered:
            return None
        ours = Reference(rule, case.start, case.zone).instances(lower, case.upper)
        if len(theirs) > rules.LIMIT:
            ours, theirs = ours[: rules.LIMIT], theirs[: rules.LIMIT]
        return (set(ours) ^ set(theirs)) - {case.start}


def _is_week_edge(evidence):
    if evidence.lacks("BYWEEKNO") or not evidence.is_answered:
        return False
    week_start = evidence.reference.week_start
    differing = evidence.differing()
    return differing is not None and all(week_of(t.date(), week_start)[0] != t.year for t in differing)


def _is_in_first_week(evidence):
    if evidence.frequency != "WEEKLY" or evidence.lacks("BYSETPOS") or not evidence.is_answered:
        return False
    differing = evidence.differing()
    return differing is not None and all(t - evidence.case.start < dt.timedelta(days=7) for t in differing)


def _is_until_day(evidence):
    until = evidence.rule.get("UNTIL", "")
    if len(until) != 8 or not evidence.is_answered:
        return False
    return all(t.strftime("%Y%m%d") == until for t in evidence.differing() or [])


RULES = [
    Explained(
        "dateutil: no RSCALE and SKIP",
        "RFC 7529 4.1: SKIP says what becomes of dates that do not exist; dateutil refuses the parts.",
        lambda e: not e.is_answered and e.has("SKIP") and e.refusal.startswith("refused"),
    ),
    Explained(
        "dateutil: refuses a rule that yields nothing",
        "3.3.10 names no rule invalid because no time matches it: it has DTSTART alone.",
        lambda e: not e.is_answered
        and ("generates an empty set" in e.refusal or "resulting in empty rule" in e.refusal),
    ),
    Explained(
        "dateutil: UNTIL as DATE beside a zone is refused",
        "3.3.10: UNTIL 'MUST have the same value type as the DTSTART property'. Files break it; "
        "we read all of that day.",
        lambda e: not e.is_answered and len(e.rule.get("UNTIL", "")) == 8 and e.case.zone != ""
        and e.refusal.startswith("refused: RRULE UNTIL values must be specified in UTC"),
    ),
    Explained(
        "dateutil: too slow",
        "It tries each second, minute or hour, also where BYMONTH or another part excludes months of them.",
        lambda e: e.refusal == "too slow",
    ),
    Explained(
        "open: DTSTART that its rule does not yield",
        "3.8.5.3: 'The recurrence set generated with a DTSTART property value not synchronized with the "
        "recurrence rule is undefined.' We show it, and it counts; dateutil leaves it out.",
        lambda e: e.is_answered and not e.reference.yields_start(),
    ),
    Explained(
        "open: YEARLY with BYMONTHDAY and no BYMONTH",
        "3.3.10: 'Information, not contained in the rule, necessary to determine the various recurrence "
        "instance start time and dates are derived from the Start Time.' We take DTSTART's month, dateutil all.",
        lambda e: e.is_answered and e.frequency == "YEARLY" and e.has("BYMONTHDAY")
        and e.lacks("BYMONTH", "BYWEEKNO", "BYYEARDAY"),
    ),
    Explained(
        "dateutil: BYWEEKNO without a day takes all seven",
        "3.3.10, the same sentence: the weekday is derived from the Start Time.",
        lambda e: e.is_answered and e.has("BYWEEKNO") and e.lacks("BYDAY", "BYMONTHDAY", "BYYEARDAY"),
    ),
    Explained(
        "open: the period of YEARLY with BYWEEKNO, for INTERVAL and BYSETPOS",
        "3.3.10: 'Week number one of the calendar year is the first week that contains at least four (4) days "
        "in that calendar year.' We count in week years, dateutil in calendar years.",
        lambda e: e.is_answered and e.has("BYWEEKNO")
        and (e.has("BYSETPOS") or e.rule.get("INTERVAL", "1") != "1"),
    ),
    Explained(
        "dateutil: BYWEEKNO at the year's edge",
        "The same sentence: week 1 may begin in the year before. dateutil loses the days of weeks that lie in two "
        "years, or gives the year before another number of weeks.",
        _is_week_edge,
    ),
    Explained(
        "dateutil: BYSETPOS in the week of DTSTART",
        "3.3.10: 'A set of recurrence instances starts at the beginning of the interval defined by the FREQ rule "
        "part.' dateutil's first week begins at DTSTART.",
        _is_in_first_week,
    ),
    Explained(
        "dateutil: BYDAY of both kinds",
        "3.3.10: BYDAY is a 'list of days of the week'; 'If an integer modifier is not present, it means all days "
        "of this type within the specified frequency.' The list is a union; dateutil wants both kinds at once.",
        lambda e: e.is_answered and {day[:-2] != "" for day in e.rule.get("BYDAY", "").split(",")} == {True, False},
    ),
    Explained(
        "open: UNTIL before DTSTART",
        "3.8.2.4: DTSTART 'defines the start date and time for the first instance in the recurrence set'. We show it, "
        "dateutil leaves it out.",
        lambda e: e.is_answered and e.rule.get("UNTIL") is not None
        and not e.reference.is_before_until(e.case.start),
    ),
    Explained(
        "dateutil: UNTIL as DATE leaves that day out",
        "3.3.10: 'If the value specified by UNTIL is synchronized with the specified recurrence, this DATE or "
        "DATE-TIME becomes the last instance of the recurrence.'",
        _is_until_day,
    ),
]


class CalendarEvidence:
    """The copies of one UID that are shown, with what both sides said of them."""

    def __init__(self, case, refusal, ours, theirs):
        self.case, self.refusal = case, refusal
        self.files = oracles.merged(case)
        self.events = [(file, event) for file in self.files for event in file.events]
        self.lines = [self.parsed(line) for line in set(ours) ^ set(theirs)]
        self.is_less = set(ours) < set(theirs)

    @property
    def is_answered(self):
        return self.refusal is None

    def parsed(self, line):
        """(file, event, start, end) of an occurrence, the times as written."""
        _, start, end, summary = line.split(",")
        for file in self.case.files:
            for event in file.events:
                if event.summary == summary:
                    return file, event, start, end
        raise LookupError(f"no event has {line}")

    def any_event(self, condition):
        return self.is_answered and any(condition(event) for _, event in self.events)

    @property
    def masters(self):
        return [event for _, event in self.events if not event.recurrence_id]

    def zones(self):
        """The zones that the copies use."""
        for file, event in self.events:
            for time in event.times():
                if time.kind == "zoned":
                    yield file.zone(time.tzid)

    def all_lines(self, condition):
        """One line at least meets the condition, and each other one this or another of LINE_CONDITIONS."""
        return self.is_answered and any(condition(*line) for line in self.lines) and all(
            any(other(*line) for other in (condition, *LINE_CONDITIONS)) for line in self.lines)


def _instant(text):
    return int((dt.datetime.strptime(text, "%Y%m%dT%H%M%SZ") - dt.datetime(1970, 1, 1)).total_seconds())


def _spans_change(file, event, start, end):
    """The offset at the start is not that at the end, and the length has an exact part."""
    ends = [event.end, *(date[1] for date in event.dates if isinstance(date, tuple))]
    if event.start.kind != "zoned" or not any(isinstance(e, Duration) and e.seconds for e in ends):
        return False
    zone = zone_of(file.zone(event.start.tzid))
    start, end = _instant(start), _instant(end)
    return seconds(zone.wall(start)) - start != seconds(zone.wall(end)) - end


def _is_beside_gap(file, event, start, end):
    """The start or the end lies within a gap's length of an onset in a zone of the file's own."""
    for time, text in ((event.start, start), (event.end if isinstance(event.end, Time) else event.start, end)):
        if time.kind != "zoned":
            continue
        zone = zone_of(file.zone(time.tzid))
        for onset, observance in getattr(zone, "onsets_by_time", ()):
            gap = observance.after - observance.before
            if onset - gap <= _instant(text) <= onset + gap:
                return True
    return False


def _is_after_until(file, event, start, end):
    """Start or end lies between the last onset of an observance with UNTIL and the next onset of its zone.

    Only where UNTIL, its Z passed over, lies before the last onset's wall time.
    """
    for time, text in ((event.start, start), (event.end if isinstance(event.end, Time) else event.start, end)):
        if time.kind != "zoned" or file.zone(time.tzid).iana:
            continue
        onsets = zone_of(file.zone(time.tzid)).onsets_by_time
        for place, (onset, observance) in enumerate(onsets):
            if observance.before <= 0 or f"UNTIL={_utc(onset)}" not in observance.rule:
                continue
            following = onsets[place + 1][0] if place + 1 < len(onsets) else 1 << 40
            if onset - 86400 <= _instant(text) < following + 86400:
                return True
    return False


def _utc(instant):
    return rules.text(dt.datetime(1970, 1, 1) + dt.timedelta(seconds=instant)) + "Z"


def _is_crossed(evidence):
    """Each instance's time in UTC or on the wall is that of another one's EXDATE or RECURRENCE-ID, read otherwise."""
    masters = [(file, event) for file, event in evidence.events if not event.recurrence_id]
    if not masters or not evidence.is_answered:
        return False
    (file, master), = masters
    clock = Clock(master.start, file)
    if clock.form != "instant":
        return False
    named = list(master.exceptions) + [event.recurrence_id for _, event in evidence.events if event.recurrence_id]
    moments = [(key, wall) for key, wall in map(clock.moment, named)]
    walls = {w for key, wall in moments for w in (wall, EPOCH + dt.timedelta(seconds=key))}
    keys = {key for key, _ in moments}

    def is_crossed(file, event, start, end):
        key = _instant(start)
        return event == master and key not in keys and bool(
            walls & {EPOCH + dt.timedelta(seconds=key), clock.zone.wall(key)})

    return evidence.all_lines(is_crossed)


def _is_future_overlaid(evidence):
    """A newer copy of one instance stands where THISANDFUTURE begins."""
    for _, winner, overlays in chosen(evidence.case):
        if winner:
            _, file, master, overrides = winner
            clock = Clock(master.start, file)
            if any(o.is_future and clock.moment(o.recurrence_id)[0] in overlays for o in overrides):
                return evidence.is_answered
    return False


def _has_excepted_override(evidence):
    """An EXDATE that is a DATE, in a series with times, on the day of an override's instance."""
    days = {time.value.date() for master in evidence.masters for time in master.exceptions
            if time.kind == "date" and master.start.kind != "date"}
    files = {event.recurrence_id: file for file, event in evidence.events if event.recurrence_id}
    for master in evidence.masters:
        for named, file in files.items():
            if Clock(master.start, file).moment(named)[1].date() in days:
                return evidence.is_answered and evidence.is_less
    return False


def _ends_elsewhere(file, event, start, end):
    """DTEND has a zone of its own, and the two offsets are not those of the first instance."""
    if not isinstance(event.end, Time) or event.start.kind != "zoned" or event.end.tzid == event.start.tzid:
        return False
    start_zone, end_zone = (zone_of(file.zone(time.tzid)) for time in (event.start, event.end))

    def apart(start, end):
        return (seconds(end_zone.wall(end)) - end) - (seconds(start_zone.wall(start)) - start)

    first = apart(start_zone.instant(event.start.value), end_zone.instant(event.end.value))
    start, end = _instant(start), _instant(end)
    offsets = {seconds(zone.wall(time)) - time for zone in (start_zone,) for time in (start, end)}
    return apart(start, end) != first or len(offsets) > 1


def _follows_with_period(file, event, start, end):
    return event.is_future


LINE_CONDITIONS = [_spans_change, _is_beside_gap, _is_after_until, _ends_elsewhere]


CALENDARS = [
    Explained(
        "open: VTIMEZONE of a TZID with a vendor's prefix",
        "3.2.19: a leading SOLIDUS 'indicates that this TZID represents a unique ID in a globally defined time zone "
        "registry'. We take the tz data by the name's tail, as for plain names; the oracle takes the file's zone.",
        lambda e: e.is_answered and any(z.tzid.startswith("/") and z.observances for z in e.zones()),
    ),
    Explained(
        "recurring-ical-events: hours of a DURATION on the wall clock",
        "3.3.6: 'the duration of a day or a week ... depends on its position in the calendar'; hours, minutes and "
        "seconds are exact, also across a change of the offset.",
        lambda e: e.all_lines(_spans_change),
    ),
    Explained(
        "recurring-ical-events: no EXRULE",
        "RFC 2445 4.8.5.2 has it; RFC 5545 A.1 removed it from the standard. We read it, the oracle passes it over.",
        lambda e: e.any_event(lambda event: event.exception_rules) and e.is_less,
    ),
    Explained(
        "recurring-ical-events: gaps of a file's own zone",
        "3.3.5: 'If the local time described does not occur ..., the DATE-TIME value is interpreted using the UTC "
        "offset before the gap in local times.' The oracle takes the one after it.",
        lambda e: e.all_lines(_is_beside_gap),
    ),
    Explained(
        "open: RECURRENCE-ID as DATE in a series with times",
        "3.8.4.4: 'The value type of this property MUST be the same as the DTSTART of the recurring component.' Files "
        "break it; we take it for that day's instance, the oracle for its midnight.",
        lambda e: e.any_event(lambda event: event.recurrence_id and event.recurrence_id.kind == "date")
        and any(master.start.kind != "date" for master in e.masters),
    ),
    Explained(
        "open: THISANDFUTURE over a RDATE with a PERIOD",
        "3.2.13: 'all subsequence instances are also modified to have this same duration.' The oracle keeps the "
        "PERIOD's.",
        lambda e: e.any_event(lambda event: any(isinstance(date, tuple) for date in event.dates))
        and e.all_lines(_follows_with_period),
    ),
    Explained(
        "recurring-ical-events: UNTIL of a VTIMEZONE without its Z",
        "3.3.10, of STANDARD and DAYLIGHT: 'the UNTIL rule part MUST be specified as a date with UTC time.' The "
        "oracle's tz reader compares it with the wall time, and loses the last onset east of Greenwich.",
        lambda e: e.all_lines(_is_after_until),
    ),
    Explained(
        "recurring-ical-events: EXDATE and RECURRENCE-ID by the digits of the time",
        "3.8.4.4 and 3.8.5.1 name an instance by its date and time, zone included. The oracle holds UTC times against "
        "wall times, too: 15:00 in New York excludes the instance at 15:00 UTC.",
        _is_crossed,
    ),
    Explained(
        "open: EXDATE as DATE over an override",
        "3.8.5.1: EXDATE wins over what the other properties yield. A DATE in a series with times excludes the day's "
        "instances for us, overrides included; the oracle keeps the override.",
        _has_excepted_override,
    ),
    Explained(
        "open: a newer copy of the instance at which THISANDFUTURE begins",
        "RFC 5546 knows no such merge. The new copy replaces the one instance for us; the oracle has one "
        "component for both.",
        _is_future_overlaid,
    ),
    Explained(
        "deviation: DTEND in another zone keeps its wall time",
        "3.8.5.3: 'If the duration of the recurring component is specified with the DTEND or DUE property, the same "
        "exact duration will apply to all the members'. We keep DTEND's wall time on its own clock (Standards.md).",
        lambda e: e.all_lines(_ends_elsewhere),
    ),
]
