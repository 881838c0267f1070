"""Each class of cases in which an oracle does not decide, with the RFC's sentence.

A class is no tolerance: the case has to meet its condition, and our answer has to equal the second reading of
reference.py or calendar_reference.py to the last instance. A difference without a class fails the run.
"""

import dataclasses
from typing import Callable

import evidence as found


@dataclasses.dataclass(frozen=True)
class Explained:
    """Why an oracle's answer does not count."""

    name: str
    why: str
    applies: Callable


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
        and e.lacks("BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYDAY"),
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
        found.is_week_edge,
    ),
    Explained(
        "dateutil: BYSETPOS in the week of DTSTART",
        "3.3.10: 'A set of recurrence instances starts at the beginning of the interval defined by the FREQ rule "
        "part.' dateutil's first week begins at DTSTART.",
        found.is_in_first_week,
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
        found.is_until_day,
    ),
]


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
        lambda e: e.all_lines(found.spans_change),
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
        lambda e: e.all_lines(found.is_beside_gap),
    ),
    Explained(
        "recurring-ical-events: one instance of two wall times that meet behind a gap",
        "3.8.5.2: 'Where duplicate instances are generated by the \"RRULE\" and \"RDATE\" properties, only one "
        "recurrence is considered. Duplicate instances are ignored.' BYHOUR=2,3 names one instant twice.",
        found.meets_behind_gap,
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
        and e.all_lines(found.follows_with_period),
    ),
    Explained(
        "recurring-ical-events: UNTIL of a VTIMEZONE without its Z",
        "3.3.10, of STANDARD and DAYLIGHT: 'the UNTIL rule part MUST be specified as a date with UTC time.' The "
        "oracle's tz reader compares it with the wall time, and loses the last onset east of Greenwich.",
        lambda e: e.all_lines(found.is_after_until),
    ),
    Explained(
        "recurring-ical-events: EXDATE and RECURRENCE-ID by the digits of the time",
        "3.8.4.4 and 3.8.5.1 name an instance by its date and time, zone included. The oracle holds UTC times against "
        "wall times, too: 15:00 in New York excludes the instance at 15:00 UTC.",
        found.is_crossed,
    ),
    Explained(
        "open: EXDATE as DATE over an override",
        "3.8.5.1: EXDATE wins over what the other properties yield. A DATE in a series with times excludes the day's "
        "instances for us, overrides included; the oracle keeps the override.",
        found.has_excepted_override,
    ),
    Explained(
        "open: a newer copy of the instance at which THISANDFUTURE begins",
        "RFC 5546 knows no such merge. The new copy replaces the one instance for us; the oracle has one "
        "component for both.",
        found.is_future_overlaid,
    ),
    Explained(
        "deviation: DTEND in another zone keeps its wall time",
        "3.8.5.3: 'If the duration of the recurring component is specified with the DTEND or DUE property, the same "
        "exact duration will apply to all the members'. We keep DTEND's wall time on its own clock (Standards.md).",
        lambda e: e.all_lines(found.ends_elsewhere),
    ),
    Explained(
        "open: a gap moves the start to its end or past it",
        "3.8.2.2: DTEND 'MUST be later in time than the value of the DTSTART property.' Where a gap breaks that we "
        "keep the length, the oracle an end at the start or before it.",
        lambda e: e.all_lines(found.starts_in_gap),
    ),
]
