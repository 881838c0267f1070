"""A seeded generator of nasty but valid calendars; bare rules are in rules.py."""

import dataclasses
import datetime as dt

import oracles
import rules
from calendar_reference import Times, series_starts
from calendars import CalendarCase, Duration, Event, File, Observance, Time, Zone
from reference import Reference

DAY = dt.timedelta(days=1)
IANA = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu", "America/St_Johns",
    "Europe/Dublin", "America/Sao_Paulo", "Pacific/Auckland", "Asia/Beirut", "UTC", "Africa/Casablanca",
]
DISPLAY = ["Europe/Berlin", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "UTC"]
WINDOWS = {
    "W. Europe Standard Time": "Europe/Berlin", "Eastern Standard Time": "America/New_York",
    "India Standard Time": "Asia/Kolkata", "AUS Eastern Standard Time": "Australia/Sydney",
}
OWN_NAMES = ["Customized Time Zone", "Customized Time Zone 1", "My Zone", "W. Europe Standard Time", "Office"]
# Spring and autumn: month and BYDAY of the change.
CHANGES = [((3, "-1SU"), (10, "-1SU")), ((3, "2SU"), (11, "1SU")), ((10, "1SU"), (4, "1SU")), ((4, "1TH"), (9, "3FR"))]


class CalendarGenerator:
    """Cases of one to three files around some days."""

    def __init__(self, random):
        self.random = random
        self.rule_generator = rules.RuleGenerator(random)

    def chance(self, probability):
        return self.random.random() < probability

    def cases(self, count):
        return [self.case() for _ in range(count)]

    def case(self):
        self.uid = self.component = 0
        zones = self.zones()
        self.day = dt.datetime(self.random.randint(2015, 2028), 1, 1) + self.random.randint(0, 364) * DAY
        if self.chance(0.4):
            # Near the changes of most zones.
            month, day = self.random.choice([(3, 25), (3, 8), (10, 25), (11, 1), (4, 2), (10, 1), (12, 30), (2, 27)])
            self.day = self.day.replace(month=month, day=day)
        first = (self.day - self.random.randint(0, 5) * DAY).date()
        days = self.random.choice([1, 7, 14, 31, 31, 62])
        series = [self.series(zones) for _ in range(self.random.randint(1, 3))]
        files = [File(zones, tuple(e for events in series for e in events), self.chance(0.1))]
        if self.chance(0.4):
            files = self.copied(files[0])
        return CalendarCase(tuple(files), self.random.choice(DISPLAY), first, days)

    # Zones

    def zones(self):
        zones = {}
        for _ in range(self.random.randint(1, 3)):
            zone = self.random.choice([self.iana_zone, self.iana_zone, self.named_zone, self.own_zone, self.own_zone])()
            zones[zone.tzid] = zone
        return tuple(zones.values())

    def iana_zone(self):
        name = self.random.choice(IANA)
        prefix = self.random.choice(["", "", "", "/freeassociation.sourceforge.net/", "/example.org/20240101_1/"])
        # A definition in the file, cut short by its exporter: the tz data knows better.
        observances = (Observance("STANDARD", dt.datetime(1970, 1, 1), 3600, 3600),) if self.chance(0.3) else ()
        return Zone(prefix + name if name != "UTC" else name, name, observances)

    def named_zone(self):
        name = self.random.choice(sorted(WINDOWS))
        return Zone(name, WINDOWS[name])

    def own_zone(self):
        name = self.random.choice(OWN_NAMES)
        base = self.random.randint(-16, 20) * 1800
        if self.chance(0.15):
            return Zone(name, "", (Observance("STANDARD", dt.datetime(1970, 1, 1), base, base),))
        saving = self.random.choice([3600, 3600, 3600, 1800, 7200])
        year = self.random.choice([1970, 1996, 2007, 2011])
        spring, autumn = self.random.choice(CHANGES)
        kind = self.random.choice(["rules", "rules", "dates", "until"])
        last = self.random.randint(2018, 2024) if kind == "until" else None
        observances = self.observances(base, saving, year, spring, autumn, last)
        if kind == "dates":
            observances = [self.listed(observance) for observance in observances]
        elif last and self.chance(0.6):
            spring, autumn = self.random.choice(CHANGES[:2])
            observances += self.observances(base, saving, last + 1, spring, autumn, None)
        return Zone(name, "", tuple(observances))

    def observances(self, base, saving, year, spring, autumn, last):
        found = []
        for name, (month, day), before, after in (
            ("DAYLIGHT", spring, base, base + saving), ("STANDARD", autumn, base + saving, base)
        ):
            hour = 2 if name == "DAYLIGHT" else 3
            rule = {"FREQ": "YEARLY", "BYMONTH": str(month), "BYDAY": day}
            first = dt.datetime(year, 1, 1, hour)
            start = next(iter(Reference(rule, first).matches(first, first + 366 * DAY)))
            if last:
                reference = Reference(rule, start).instances(dt.datetime(last, 1, 1), dt.datetime(last + 1, 1, 1))
                rule["UNTIL"] = rules.text(reference[-1] - dt.timedelta(seconds=before)) + "Z"
            text = ";".join(f"{key}={value}" for key, value in rule.items())
            found.append(Observance(name, start, before, after, text))
        return found

    def listed(self, observance):
        """The same changes as RDATEs, some years long."""
        rule = dict(part.split("=") for part in observance.rule.split(";"))
        dates = Reference(rule, observance.start).instances(observance.start, dt.datetime(2032, 1, 1))
        return dataclasses.replace(observance, rule="", dates=tuple(dates[1:]))

    # Events

    def series(self, zones):
        """A master, its overrides, or an event by itself."""
        self.uid += 1
        uid = f"event-{self.uid}"
        start = self.start(zones)
        master = Event(uid, self.summary(), start, self.end(start, zones), **self.age())
        if self.chance(0.75):
            master = self.recurring(master)
        return self.overrides(master, File(zones, ())) if master.recurs else [master]

    def summary(self):
        self.component += 1
        return f"c{self.component}"

    def age(self):
        random = self.random
        modified = dt.datetime(2021, 1, 1, random.randint(0, 23)) if self.chance(0.3) else None
        stamp = dt.datetime(2020, 1, 1) + dt.timedelta(minutes=self.random.randint(0, 500000))
        return {"sequence": random.choice([0, 0, 1, 2]), "modified": modified, "stamp": stamp}

    def start(self, zones):
        random = self.random
        day = self.day + random.randint(-3, 3) * DAY
        hour, minute = random.choice([0, 1, 2, 3, 9, 12, 22, 23]), random.choice([0, 0, 30, 15])
        wall = day.replace(hour=hour, minute=minute)
        kind = random.choices(["zoned", "date", "floating", "utc"], [6, 2, 1, 1])[0]
        if kind == "date":
            return Time("date", day)
        return Time(kind, wall, random.choice(zones).tzid if kind == "zoned" else "")

    def end(self, start, zones):
        random = self.random
        if start.kind == "date":
            end = start.at(start.value + random.choice([1, 1, 2, 5, 20]) * DAY)
            return random.choice([None, end, Duration(random.randint(1, 5))])
        length = dt.timedelta(minutes=random.choice([0, 30, 60, 90, 480, 1440, 4000]))
        choices = [None, start.at(start.value + length), start.at(start.value + length)]
        choices += [Duration(0, int(length.total_seconds())), Duration(random.randint(1, 3), random.choice([0, 3600]))]
        end = random.choice(choices)
        if isinstance(end, Time) and start.kind == "zoned" and self.chance(0.15):
            return Time("zoned", end.value + DAY, random.choice(zones).tzid)
        return end

    def recurring(self, master):
        rule = self.rule(master.start)
        kept = {"rules": (rule[0],)} if rule else {}
        if rule and self.chance(0.08):
            # A second rule, or one that takes away, on the same clock.
            name = self.random.choice(["rules", "rules", "exception_rules"])
            days = ",".join(self.random.sample(rules.WEEKDAYS, 2))
            other = self.random.choice([f"FREQ=WEEKLY;BYDAY={days}", "FREQ=DAILY;INTERVAL=3;COUNT=50"])
            kept[name] = kept.get(name, ()) + (other,)
        start = master.start.at(rule[1]) if rule else master.start
        end = master.end
        if isinstance(end, Time):
            end = end.at(end.value + (start.value - master.start.value))
        master = dataclasses.replace(master, start=start, end=end, **kept)
        if not kept or self.chance(0.2):
            dates = [self.extra_date(master) for _ in range(self.random.randint(1, 3))]
            master = dataclasses.replace(master, dates=tuple(dates))
        return master

    def rule(self, start):
        """A rule that both readings agree on, and the first start from which it matches."""
        for _ in range(20):
            parts = self.rule_generator.parts()
            for name in ("BYHOUR", "BYMINUTE", "BYSECOND") if start.kind == "date" or self.chance(0.7) else ():
                parts.pop(name, None)
            frequencies = rules.FREQUENCIES[3 if start.kind == "date" else 2 :]
            if parts["FREQ"] not in frequencies or "SKIP" in parts:
                continue
            since = self.random.choice([0, 0, 10, 60, 400])
            first = oracles.synchronised_start(parts, start.value - since * DAY)
            if not first or first.year > 2035 or first - start.value > 20 * DAY:
                continue
            if self.chance(0.25):
                parts["COUNT"] = str(self.random.choice([1, 2, 5, 20, 100]))
            elif self.chance(0.3):
                until = start.value + dt.timedelta(hours=self.random.randint(0, 1000))
                until = max(until, first)
                zoned = "Z" if start.kind in ("zoned", "utc") else ""
                # In UTC a UNTIL may lie before a start in the west; two days are enough for every zone.
                until += 2 * DAY if zoned else dt.timedelta(0)
                parts["UNTIL"] = rules.text(until) + zoned if start.kind != "date" else until.strftime("%Y%m%d")
            if self.is_undisputed(parts, first):
                return ";".join(f"{name}={value}" for name, value in parts.items()), first
        return None

    def is_undisputed(self, parts, first):
        """What dateutil reads otherwise is compared bare, where exceptions.py names it."""
        parts = {name: value for name, value in parts.items() if name != "UNTIL"}
        lower, upper = first, self.day + 150 * DAY
        case = rules.RuleCase(tuple(parts.items()), first, lower, upper)
        try:
            theirs = oracles.dateutil_instances(case)
        except oracles.Unanswered:
            return False
        return len(theirs) < rules.LIMIT and theirs == Reference(parts, first).instances(lower, upper)

    def extra_date(self, master):
        date = master.start.at(self.day + self.random.randint(-20, 40) * DAY + dt.timedelta(
            seconds=0 if master.start.kind == "date" else 60 * self.random.randint(0, 1439)))
        if master.start.kind != "date" and self.chance(0.3):
            return date, self.random.choice([Duration(0, 5400), date.at(date.value + dt.timedelta(hours=5))])
        return date

    # Exceptions and overrides

    def overrides(self, master, file):
        """The master with EXDATEs, and components that override its instances."""
        if master.exception_rules:
            # The oracle knows none; nothing else is to hide behind that.
            return [master]
        window = self.day - 40 * DAY, self.day + 70 * DAY
        times = Times(master.start, master.end, file)
        found = sorted(series_starts(file, master, times, *window).items())
        if not found:
            return [master]
        walls = [wall for _, (wall, _, _) in found]
        random = self.random
        if self.chance(0.3):
            chosen = random.sample(walls, min(len(walls), random.randint(1, 3)))
            exceptions = tuple(self.named(master.start, wall, times) for wall in chosen)
            master = dataclasses.replace(master, exceptions=exceptions)
        chosen = random.sample(walls, min(len(walls), random.choice([0, 0, 1, 1, 2, 3])))
        events = [master]
        for wall in sorted(chosen):
            original = self.named(master.start, wall, times)
            is_future = self.chance(0.15) and original.kind == master.start.kind
            events.append(self.override(master, original, wall, is_future, file.zones))
        return events

    def named(self, start, wall, times):
        """An instance as EXDATE and RECURRENCE-ID name it: mostly in DTSTART's form, sometimes in UTC."""
        if start.kind != "date" and self.chance(0.05):
            return Time("date", wall.replace(hour=0, minute=0, second=0))
        if start.kind == "zoned" and self.chance(0.2):
            return Time("utc", dt.datetime(1970, 1, 1) + dt.timedelta(seconds=times.clock.key(wall)))
        return start.at(wall)

    def override(self, master, original, wall, is_future, zones):
        random = self.random
        moved = random.choice([0, 0, 1, -1, 3, 30, -30, 45]) * DAY
        start = master.start.at(wall + moved)
        if start.kind != "date":
            start = start.at(start.value + dt.timedelta(minutes=random.choice([0, 0, 30, -120, 600])))
        if not is_future and start.kind == "zoned" and self.chance(0.3):
            day = start.value.replace(hour=0, minute=0, second=0)
            forms = [Time("date", day), Time("utc", start.value), Time("zoned", start.value, random.choice(zones).tzid)]
            start = random.choice(forms)
        return Event(
            master.uid, self.summary(), start, self.end(start, zones), recurrence_id=original,
            is_future=is_future, is_cancelled=self.chance(0.15), **self.age(),
        )

    # Copies

    def copied(self, file):
        """The file, and one or two more with changed, equal or partial copies of its events."""
        files = [file]
        for _ in range(self.random.randint(1, 2)):
            events = []
            for uid in dict.fromkeys(event.uid for event in file.events):
                own = [event for event in file.events if event.uid == uid]
                events += self.copy(own, file)
            if events:
                files.append(File(file.zones, tuple(events)))
        self.random.shuffle(files)
        return files

    def copy(self, events, file):
        kind = self.random.choice(["same", "other", "other", "instance", "none"])
        if kind == "none":
            return []
        if kind == "same":
            return events
        if kind == "instance":
            if not events[0].recurs:
                return events
            times = Times(events[0].start, events[0].end, file)
            window = self.day - 40 * DAY, self.day + 70 * DAY
            starts = series_starts(file, events[0], times, *window)
            walls = [wall for wall, _, is_excepted in starts.values() if not is_excepted]
            if not walls:
                return []
            wall = self.random.choice(walls)
            return [self.override(events[0], events[0].start.at(wall), wall, False, file.zones)]
        shift = dt.timedelta(0) if events[0].recurs else self.random.randint(-3, 3) * DAY
        return [self.changed(event, shift) for event in events]

    def changed(self, event, shift):
        """Another version, moved as a whole or not at all."""
        end = event.end.at(event.end.value + shift) if isinstance(event.end, Time) else event.end
        start = event.start.at(event.start.value + shift)
        return dataclasses.replace(event, summary=self.summary(), start=start, end=end, **self.age())
