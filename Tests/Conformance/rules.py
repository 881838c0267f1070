"""Bare rules: what a case is, and a seeded generator of nasty but valid ones (RFC 5545 3.3.10)."""

import dataclasses
import datetime as dt

FREQUENCIES = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
# The longer the period, the more parts mean something in it.
WEIGHTS = [1, 1, 2, 2, 2, 3, 4]
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# More are not compared.
LIMIT = 400
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu"]


def text(time):
    """A DATE-TIME, its year with four digits as strftime does not write it."""
    return f"{time.year:04}" + time.strftime("%m%dT%H%M%S")


@dataclasses.dataclass(frozen=True)
class RuleCase:
    """A rule, DTSTART, and the window [lower, upper) in which its instances are compared."""

    parts: tuple
    start: dt.datetime
    lower: dt.datetime
    upper: dt.datetime
    zone: str = ""

    @property
    def rule(self):
        return dict(self.parts)

    def rule_text(self):
        return ";".join(f"{name}={value}" for name, value in self.parts)

    def question(self):
        times = [text(self.start), self.rule_text(), text(self.lower), text(self.upper)]
        return "\t".join([*times, self.zone])

    def __str__(self):
        zone = f";TZID={self.zone}" if self.zone else ""
        return (
            f"DTSTART{zone}:{text(self.start)}\nRRULE:{self.rule_text()}\n"
            f"window {text(self.lower)} to {text(self.upper)}"
        )


def numbers(value):
    return [int(number) for number in value.split(",")]


class RuleGenerator:
    """Every part that the RFC allows with a frequency turns up with it, valid values only."""

    def __init__(self, random):
        self.random = random

    def chance(self, probability):
        return self.random.random() < probability

    def some(self, values, most):
        return self.random.sample(values, min(len(values), self.random.randint(1, most)))

    def joined(self, values, most):
        return ",".join(map(str, self.some(values, most)))

    def signed(self, greatest):
        return [*range(-greatest, 0), *range(1, greatest + 1)]

    def parts(self):
        """The rule's parts without COUNT and UNTIL."""
        random, chance = self.random, self.chance
        frequency = random.choices(FREQUENCIES, WEIGHTS)[0]
        level = FREQUENCIES.index(frequency)
        parts = {"FREQ": frequency}
        if chance(0.5):
            intervals = [1, 2, 3, 4, 5]
            if level < 4:
                intervals += [7, 10, 13, 20, 25, 48, 90, 97, 100]
            if level < 2:
                intervals += [1440, 3600, 86399, 86400]
            parts["INTERVAL"] = str(random.choice(intervals))
        if chance(0.3):
            parts["BYMONTH"] = self.joined(range(1, 13), 4 if level > 3 else 8)
        if frequency == "YEARLY" and chance(0.25):
            edges = [1, 52, 53, -1, -52, -53]
            parts["BYWEEKNO"] = self.joined(edges if chance(0.5) else self.signed(53), 4)
        if frequency not in ("DAILY", "WEEKLY", "MONTHLY") and chance(0.15):
            most = 30 if frequency == "YEARLY" else 300
            parts["BYYEARDAY"] = self.joined(self.signed(366), most)
        if frequency != "WEEKLY" and chance(0.3):
            parts["BYMONTHDAY"] = self.joined(self.signed(31), 10 if level > 3 else 20)
        if chance(0.4):
            parts["BYDAY"] = self.by_day(parts)
        if chance(0.3):
            parts["BYHOUR"] = self.joined(range(24), 6)
        if chance(0.25):
            parts["BYMINUTE"] = self.joined(range(60), 6 if level > 1 else 30)
        if chance(0.2):
            parts["BYSECOND"] = self.joined(range(60), 4 if level > 0 else 30)
        if chance(0.25) and any(name.startswith("BY") for name in parts):
            parts["BYSETPOS"] = self.joined([*self.signed(6), 20, -20], 3)
        if chance(0.3):
            parts["WKST"] = random.choice(WEEKDAYS)
        if frequency in ("MONTHLY", "YEARLY") and chance(0.05):
            self.add_skip(parts)
        return parts

    def by_day(self, parts):
        frequency = parts["FREQ"]
        if frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts and self.chance(0.6):
            greatest = 5 if frequency == "MONTHLY" or "BYMONTH" in parts else 53
            ordinals = [*map(str, self.signed(greatest)), ""]
            pairs = [self.random.choice(ordinals) + day for day in self.some(WEEKDAYS * 2, 4)]
            return ",".join(dict.fromkeys(pairs))
        return self.joined(WEEKDAYS, 7)

    def add_skip(self, parts):
        """RFC 7529's SKIP, where only days of a month can be missing."""
        for name in ("BYWEEKNO", "BYYEARDAY", "BYDAY", "BYSETPOS"):
            parts.pop(name, None)
        if "BYMONTHDAY" in parts:
            parts["BYMONTHDAY"] = self.joined(range(26, 32), 4)
        parts["RSCALE"] = "GREGORIAN"
        parts["SKIP"] = self.random.choice(["OMIT", "BACKWARD", "FORWARD"])

    def start(self):
        random = self.random
        start = dt.datetime(random.randint(1995, 2030), 1, 1)
        start += dt.timedelta(days=random.randint(0, 364))
        start += dt.timedelta(seconds=random.choice([0, 32400, random.randint(0, 86399)]))
        if self.chance(0.15):
            start = start.replace(year=random.choice([1996, 2000, 2004, 2024]), month=2, day=29)
        elif self.chance(0.15):
            day = random.choice([1, 2, 3, 4, 28, 29, 30, 31])
            start = start.replace(month=random.choice([1, 12]), day=day)
        return start

    def case(self, synchronised):
        """A case; `synchronised` gives the first start at which a rule matches, or None."""
        random = self.random
        parts, start = self.parts(), self.start()
        # The RFC leaves open what a DTSTART means that its rule does not yield.
        if self.chance(0.85):
            start = synchronised(parts, start) or start
        level = FREQUENCIES.index(parts["FREQ"])
        span = [2, 10, 120, 900, 1500, 3000, 9000][level]
        days = random.randint(0, span) if self.chance(0.4) else random.choice([0, -5])
        lower = start + dt.timedelta(days=days, seconds=random.randint(-86400, 86400))
        upper = lower + dt.timedelta(days=random.randint(1, span))
        zone = random.choice(ZONES) if self.chance(0.3) else ""
        if self.chance(0.25):
            parts["COUNT"] = str(random.choice([1, 2, 3, 5, 10, 30, 100, 333]))
        elif self.chance(0.3):
            parts["UNTIL"] = self.until(lower, upper, zone)
        items = list(parts.items())
        if self.chance(0.5):
            random.shuffle(items)
        return RuleCase(tuple(items), start, lower, upper, zone)

    def until(self, lower, upper, zone):
        seconds = int((upper - lower).total_seconds())
        until = lower + dt.timedelta(seconds=self.random.randint(0, seconds))
        if self.chance(0.15):
            return until.strftime("%Y%m%d")
        if self.chance(0.3):
            until = until.replace(minute=0, second=0)
        return text(until) + ("Z" if zone else "")
