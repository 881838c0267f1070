"""A second reading of series, zones and merging, on the cases' own structure: no text is parsed.

It settles what recurring-ical-events reads otherwise; see exceptions.py.
"""

import datetime as dt
import functools
import zoneinfo

from calendars import Duration, Time
from reference import Reference

EPOCH = dt.datetime(1970, 1, 1)
DAY = dt.timedelta(days=1)
# No observance of a case begins later.
LAST = dt.datetime(2036, 1, 1)


def seconds(wall):
    return int((wall - EPOCH).total_seconds())


class IANAZone:
    def __init__(self, name):
        self.zone = zoneinfo.ZoneInfo(name)

    def instant(self, wall):
        # `fold=0`: the offset before a gap, the first of two.
        return int(wall.replace(tzinfo=self.zone).timestamp())

    def wall(self, instant):
        moment = dt.datetime.fromtimestamp(instant, dt.timezone.utc)
        return moment.astimezone(self.zone).replace(tzinfo=None)


class ObservedZone:
    """A VTIMEZONE by its own onsets (3.6.5)."""

    def __init__(self, observances):
        onsets = {}
        for observance in observances:
            for wall in self.onsets(observance):
                onsets[seconds(wall) - observance.before] = observance
        self.onsets_by_time = sorted(onsets.items())
        self.first = self.onsets_by_time[0][1].before

    @staticmethod
    def onsets(observance):
        found = {observance.start, *observance.dates}
        if observance.rule:
            rule = dict(part.split("=") for part in observance.rule.split(";"))
            if "UNTIL" in rule:
                until = dt.datetime.strptime(rule["UNTIL"], "%Y%m%dT%H%M%SZ")
                until += dt.timedelta(seconds=observance.before)
                rule["UNTIL"] = until.strftime("%Y%m%dT%H%M%S")
            found.update(Reference(rule, observance.start).instances(observance.start, LAST))
        return found

    def offset(self, instant):
        offset = self.first
        for onset, observance in self.onsets_by_time:
            if onset > instant:
                break
            offset = observance.after
        return offset

    def instant(self, wall):
        """The first instant at which the clock shows the time; in a gap, by the offset before it."""
        wall = seconds(wall)
        candidates = {self.first} | {observance.after for _, observance in self.onsets_by_time}
        shown = [wall - offset for offset in candidates if self.offset(wall - offset) == offset]
        if shown:
            return min(shown)
        for onset, observance in self.onsets_by_time:
            before = self.offset(onset - 1)
            if onset + before <= wall < onset + observance.after:
                return wall - before
        raise ValueError("no such time")

    def wall(self, instant):
        return EPOCH + dt.timedelta(seconds=instant + self.offset(instant))


@functools.lru_cache(maxsize=256)
def zone_of(zone):
    return IANAZone(zone.iana) if zone.iana else ObservedZone(zone.observances)


class Clock:
    """What a series runs on: the form of its DTSTART, and the zone."""

    def __init__(self, start, file):
        self.file, self.kind, self.tzid = file, start.kind, start.tzid
        self.zone = self.find(start)

    def find(self, time):
        if time.kind == "zoned":
            return zone_of(self.file.zone(time.tzid))
        return IANAZone("UTC")

    @property
    def form(self):
        return {"date": "date", "floating": "floating"}.get(self.kind, "instant")

    def key(self, wall):
        """What instances are compared by."""
        return self.zone.instant(wall) if self.form == "instant" else wall

    def moment(self, time):
        """Any form of time as (key, wall) on this clock."""
        if self.form == "date":
            midnight = dt.datetime.combine(time.value.date(), dt.time())
            return midnight, midnight
        if self.form == "floating" or time.kind in ("date", "floating") or time.tzid == self.tzid:
            return self.key(time.value), time.value
        key = self.find(time).instant(time.value)
        return key, self.zone.wall(key)

    def point(self, key):
        return self.form, key


class Times:
    """The start of an event and how its end follows."""

    def __init__(self, start, end, file):
        self.clock = Clock(start, file)
        self.start, self.end, self.file = start, end, file
        self.key, self.wall = self.clock.moment(start)

    def span(self, wall):
        clock, end = self.clock, self.end
        key = clock.key(wall)
        if end is None:
            return clock.point(key), clock.point(key + DAY if clock.form == "date" else key)
        if isinstance(end, Duration):
            later = clock.key(wall + end.days * DAY)
            exact = end.seconds if clock.form == "instant" else dt.timedelta(seconds=end.seconds)
            return clock.point(key), clock.point(later + exact)
        if clock.form != "instant":
            return clock.point(key), clock.point(wall + (end.value - self.start.value))
        return clock.point(key), clock.point(self.end_instant(key, wall))

    def end_instant(self, key, wall):
        """DTEND keeps its distance on the wall clock, of its own zone if it has one."""
        if self.end.kind == self.start.kind and self.end.tzid == self.start.tzid:
            later = self.clock.key(wall + (self.end.value - self.start.value))
            distance = int((self.end.value - self.start.value).total_seconds())
            return later if later > key or not distance else key + distance
        if self.end.kind == "zoned" and self.start.kind == "zoned":
            zone = self.clock.find(self.end)
            return max(key, zone.instant(wall + (self.end.value - self.start.value)))
        first, shown = self.clock.moment(self.end)
        return max(key, first if wall == self.wall else self.clock.key(wall + (shown - self.wall)))


def series_spans(file, master, overrides, lower, upper):
    """(span, original key, event) of each instance that starts in [lower, upper) or was moved."""
    times = Times(master.start, master.end, file)
    clock = times.clock
    starts = series_starts(file, master, times, lower, upper)
    whole, by_key, futures = {}, {}, []
    for override in overrides:
        key, wall = clock.moment(override.recurrence_id)
        if override.recurrence_id.kind == "date" and clock.form != "date":
            whole[wall.date()] = override
            wall += master.start.value - dt.datetime.combine(master.start.value.date(), dt.time())
        else:
            by_key[key] = override
        if override.is_future:
            own = Times(future_start(override, master, clock), override.end, file)
            futures.append((key, own.wall - wall, own, override))
    futures.sort(key=lambda future: future[0])
    used, excepted = set(), set()
    for key, (wall, period, is_excepted) in sorted(starts.items()):
        override = by_key.get(key) or whole.get(wall.date())
        if is_excepted:
            excepted.add(override)
        # A DATE names all instances of its day; together they are shown once.
        if is_excepted or override in used:
            continue
        future = next((f for f in reversed(futures) if f[0] <= key), None)
        if override:
            used.add(override)
            own = Times(override.start, override.end, file)
            yield own.span(own.wall), key, override
        elif future:
            _, shift, own, event = future
            yield own.span(wall + shift), key, event
        elif period:
            own = Times(*period, file)
            yield own.span(own.wall), key, master
        else:
            yield times.span(wall), key, master
    for override in overrides:
        key, wall = clock.moment(override.recurrence_id)
        if override not in used | excepted and not is_excepted_date(master, clock, key, wall):
            own = Times(override.start, override.end, file)
            yield own.span(own.wall), key, override


def future_start(override, master, clock):
    """UTC is no place: what follows a start in UTC runs on the series' clock."""
    if override.start.kind == "utc" and master.start.kind == "zoned":
        return master.start.at(clock.moment(override.start)[1])
    return override.start


def is_excepted_date(master, clock, key, wall):
    for exception in master.exceptions:
        if exception.kind == "date" and clock.form != "date":
            if exception.value.date() == wall.date():
                return True
        elif clock.moment(exception)[0] == key:
            return True
    return False


def series_starts(file, master, times, lower, upper):
    """By key: the wall time, the PERIOD if there is one, and whether EXDATE or EXRULE takes it away."""
    clock, found = times.clock, {}

    def instances(text, start_counts=True):
        rule = dict(part.split("=") for part in text.split(";"))
        reference = Reference(rule, times.wall)
        if rule.get("UNTIL", "").endswith("Z"):
            limit = seconds(dt.datetime.strptime(rule["UNTIL"], "%Y%m%dT%H%M%SZ"))
            reference.is_before_until = lambda wall: clock.key(wall) <= limit
        walls = reference.instances(lower, upper)
        return walls if start_counts or reference.yields_start() else [w for w in walls if w != times.wall]

    for rule in master.rules:
        for wall in instances(rule):
            found.setdefault(clock.key(wall), (wall, None))
    if not master.rules:
        found[times.key] = times.wall, None
    for date in master.dates:
        start, period = (date[0], date) if isinstance(date, tuple) else (date, None)
        key, wall = clock.moment(start)
        if period or key not in found:
            found[key] = wall, period
    excluded = {clock.key(wall) for rule in master.exception_rules for wall in instances(rule, False)}
    return {
        key: (wall, period, key in excluded or is_excepted_date(master, clock, key, wall))
        for key, (wall, period) in found.items()
    }


def copies(case):
    """By UID: (place of the file, file, master or None, overrides)."""
    found = {}
    for place, file in enumerate(case.files):
        for uid in dict.fromkeys(event.uid for event in file.events):
            events = [event for event in file.events if event.uid == uid]
            master = max((e for e in events if not e.recurrence_id), key=lambda e: e.revision, default=None)
            newest = {}
            for event in events:
                if event.recurrence_id:
                    rival = newest.get(event.recurrence_id)
                    if rival is None or rival.revision < event.revision:
                        newest[event.recurrence_id] = event
            found.setdefault(uid, []).append((place, file, master, list(newest.values())))
    return found


def chosen(case):
    """By UID: the copy that is shown, and the overrides of other files that are laid over it, with their files.

    The series with the greatest SEQUENCE, LAST-MODIFIED and DTSTAMP wins as a whole, of equal ones the first; a
    copy without the series is laid over it where it is newer than the winner's own instance.
    """
    for uid, all_copies in copies(case).items():
        series = [copy for copy in all_copies if copy[2]]
        winner = max(series, key=lambda copy: (copy[2].revision, -copy[0]), default=None)
        best = {}
        for copy in all_copies:
            if copy[2] is not None:
                continue
            for override in copy[3]:
                clock = Clock(winner[2].start if winner else override.recurrence_id, (winner or copy)[1])
                key = Clock(override.recurrence_id, copy[1]).moment(override.recurrence_id)[0]
                rival = best.get(key, (None, None))[0]
                if rival is None and winner:
                    rival = next((o for o in winner[3] if clock.moment(o.recurrence_id)[0] == key), winner[2])
                if rival is None or rival.revision < override.revision:
                    best[key] = override, copy[1]
        yield uid, winner, best


def spans(case):
    """All that the case shows, for calendars.points."""
    lower = dt.datetime.combine(case.first, dt.time()) - 60 * DAY
    upper = lower + (case.days + 120) * DAY
    for uid, winner, overlays in chosen(case):
        if winner:
            _, file, master, overrides = winner
            for (start, end), key, event in series_spans(file, master, overrides, lower, upper):
                if key not in overlays:
                    yield uid, start, end, event.summary, key
        for key, (override, file) in overlays.items():
            own = Times(override.start, override.end, file)
            yield uid, *own.span(own.wall), override.summary, key
