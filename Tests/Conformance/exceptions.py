"""Each class of cases in which an oracle does not decide, with the RFC's sentence.

A class is no tolerance: the case has to meet its condition, and our answer has to equal the second
reading of reference.py to the last instance. A difference without a class fails the run.
"""

import dataclasses
import datetime as dt
from typing import Callable

import oracles
import rules
from calendar_reference import seconds, zone_of
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
        file, event = next((f, e) for f, e in self.events if e.summary == summary)
        return file, event, start, end

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
        return self.is_answered and bool(self.lines) and all(condition(*line) for line in self.lines)


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


def _follows_with_period(file, event, start, end):
    return event.is_future


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
]
