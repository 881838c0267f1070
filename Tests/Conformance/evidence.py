"""What a case and its answers show: the conditions that exceptions.py gives a name and a reason."""

import collections
import dataclasses
import datetime as dt

import oracles
import rules
from calendar_reference import EPOCH, Clock, chosen, seconds, zone_of
from calendars import Duration, Time
from oracles import Unanswered, dateutil_instances
from reference import Reference, week_of


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
            # Each list ends where it was cut: beyond the earlier end nothing can be said.
            last = min(theirs[rules.LIMIT], *ours[rules.LIMIT : rules.LIMIT + 1])
            ours, theirs = ([time for time in times if time < last] for times in (ours, theirs))
        return (set(ours) ^ set(theirs)) - {case.start}


def is_week_edge(evidence):
    if evidence.lacks("BYWEEKNO") or not evidence.is_answered:
        return False
    week_start = evidence.reference.week_start
    differing = evidence.differing()
    return differing is not None and all(week_of(t.date(), week_start)[0] != t.year for t in differing)


def is_in_first_week(evidence):
    if evidence.frequency != "WEEKLY" or evidence.lacks("BYSETPOS") or not evidence.is_answered:
        return False
    differing = evidence.differing()
    return differing is not None and all(t - evidence.case.start < dt.timedelta(days=7) for t in differing)


def is_until_day(evidence):
    until = evidence.rule.get("UNTIL", "")
    if len(until) != 8 or not evidence.is_answered:
        return False
    return all(t.strftime("%Y%m%d") == until for t in evidence.differing() or [])


class CalendarEvidence:
    """The copies of one UID that are shown, with what both sides said of them."""

    def __init__(self, case, refusal, ours, theirs):
        self.case, self.refusal, self.ours, self.theirs = case, refusal, ours, theirs
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


def is_moved(zone, start):
    """A gap has moved the start: an earlier wall time means it, too."""
    shown = zone.wall(start)
    return any(zone.instant(shown - dt.timedelta(minutes=gap)) == start for gap in (30, 60, 120))


def meets_behind_gap(evidence):
    """The oracle has instances twice, all of them moved by a gap, and nothing else differs."""
    theirs = collections.Counter(evidence.theirs)
    if not evidence.is_answered or sorted(theirs) != evidence.ours:
        return False
    doubled = [evidence.parsed(line) for line, count in theirs.items() if count > 1]
    return all(event.start.kind == "zoned" and is_moved(zone_of(file.zone(event.start.tzid)), _instant(start))
               for file, event, start, _ in doubled)


def spans_change(file, event, start, end):
    """The offset at the start, before a gap moved it, is not that at the end, and the length has an exact part."""
    ends = [event.end, *(date[1] for date in event.dates if isinstance(date, tuple))]
    if event.start.kind != "zoned" or not any(isinstance(e, Duration) and e.seconds for e in ends):
        return False
    zone = zone_of(file.zone(event.start.tzid))
    start, end = _instant(start), _instant(end)
    return is_moved(zone, start) or seconds(zone.wall(start)) - start != seconds(zone.wall(end)) - end


def is_beside_gap(file, event, start, end):
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


def is_after_until(file, event, start, end):
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


def is_crossed(evidence):
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
    if any(wall == EPOCH + dt.timedelta(seconds=key) for _, wall in moments for key in keys if clock.key(wall) != key):
        # Two of them are one for the oracle.
        return True

    def is_crossed(file, event, start, end):
        if not start.endswith("Z"):
            # A whole day or a floating time of an override that changed its form.
            return False
        key = _instant(start)
        # What THISANDFUTURE moved may lie just where its RECURRENCE-ID is.
        if not event.is_future and (event != master or key in keys):
            return False
        times = {EPOCH + dt.timedelta(seconds=key), clock.zone.wall(key)}
        if event.is_future:
            # Where it was before it was moved.
            shift = clock.moment(event.start)[1] - clock.moment(event.recurrence_id)[1]
            original = clock.zone.wall(key) - shift
            times |= {original, EPOCH + dt.timedelta(seconds=clock.key(original))}
        return bool(walls & times)

    return evidence.all_lines(is_crossed)


def is_future_overlaid(evidence):
    """A newer copy of one instance stands where THISANDFUTURE begins."""
    for _, winner, overlays in chosen(evidence.case):
        if winner:
            _, file, master, overrides = winner
            clock = Clock(master.start, file)
            if any(o.is_future and clock.moment(o.recurrence_id)[0] in overlays for o in overrides):
                return evidence.is_answered
    return False


def has_excepted_override(evidence):
    """An EXDATE that is a DATE, in a series with times, on the day of an override's instance."""
    days = {time.value.date() for master in evidence.masters for time in master.exceptions
            if time.kind == "date" and master.start.kind != "date"}
    files = {event.recurrence_id: file for file, event in evidence.events if event.recurrence_id}
    for master in evidence.masters:
        for named, file in files.items():
            if Clock(master.start, file).moment(named)[1].date() in days:
                return evidence.is_answered and evidence.is_less
    return False


def ends_elsewhere(file, event, start, end):
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


def follows_with_period(file, event, start, end):
    return event.is_future


def starts_in_gap(file, event, start, end):
    """A gap moves the start to the end or past it: a length of none or less, or the length that is written."""
    if not isinstance(event.end, Time) or event.start.kind != "zoned" or event.end.tzid != event.start.tzid:
        return False
    zone, start, end = zone_of(file.zone(event.start.tzid)), _instant(start), _instant(end)
    length = seconds(event.end.value) - seconds(event.start.value)
    return is_moved(zone, start) and length > 0 and (end <= start or end - start == length)


LINE_CONDITIONS = [spans_change, is_beside_gap, is_after_until, ends_elsewhere, starts_in_gap]
