"""A slow second reading of RFC 5545 3.3.10: each period's days are tried one by one against the rule.

It settles what an oracle cannot answer, or answers in a way that exceptions.py names: there, too, our
answer has to be exactly this one.
"""

import bisect
import datetime as dt
import functools
import zoneinfo

from rules import WEEKDAYS, numbers

DAY = dt.timedelta(days=1)


def week_of(day, week_start):
    """The week year and number: week 1 is the first with four days in its year."""
    monday = day - dt.timedelta(days=(day.weekday() - week_start) % 7)
    middle = monday + dt.timedelta(days=3)
    return middle.year, (middle.timetuple().tm_yday - 1) // 7 + 1


@functools.lru_cache(maxsize=None)
def weeks_in(year, week_start):
    last = week_of(dt.date(year, 12, 31), week_start)
    return last[1] if last[0] == year else week_of(dt.date(year, 12, 24), week_start)[1]


@functools.lru_cache(maxsize=None)
def month_length(year, month):
    return (dt.date(year + month // 12, month % 12 + 1, 1) - DAY).day


def year_length(year):
    return dt.date(year, 12, 31).timetuple().tm_yday


class Reference:
    """The instances of one rule from one start."""

    def __init__(self, rule, start, zone=""):
        self.rule, self.start = rule, start
        self.zone = zoneinfo.ZoneInfo(zone) if zone else dt.timezone.utc
        self.frequency = rule["FREQ"]
        self.interval = int(rule.get("INTERVAL", 1))
        self.week_start = WEEKDAYS.index(rule.get("WKST", "MO"))
        self.lists = {k: numbers(v) for k, v in rule.items() if k.startswith("BY") and k != "BYDAY"}
        self.by_day = [(int(d[:-2] or 0), WEEKDAYS.index(d[-2:])) for d in rule.get("BYDAY", "").split(",") if d]
        self.fill_in()
        self.known_days = {}

    def fill_in(self):
        """What the rule does not say comes from DTSTART (3.3.10, end)."""
        names = {name for name in self.rule if name.startswith("BY")}
        days = names & {"BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"}
        if self.frequency == "WEEKLY" and not self.by_day:
            self.by_day = [(0, self.start.weekday())]
        elif self.frequency == "MONTHLY" and not days:
            self.lists["BYMONTHDAY"] = [self.start.day]
        elif self.frequency == "YEARLY":
            if not days:
                self.lists["BYMONTHDAY"] = [self.start.day]
            if not days or days == {"BYMONTHDAY"}:
                self.lists.setdefault("BYMONTH", [self.start.month])
            if days == {"BYWEEKNO"}:
                self.by_day = [(0, self.start.weekday())]
        for name, size in (("BYHOUR", 24), ("BYMINUTE", 60), ("BYSECOND", 60)):
            self.lists[name] = sorted(set(self.lists.get(name, range(size))))
        level = ["SECONDLY", "MINUTELY", "HOURLY"].index(self.frequency) if self.is_subdaily else 3
        for index, name in enumerate(("BYSECOND", "BYMINUTE", "BYHOUR")):
            if index < level and name not in names:
                self.lists[name] = [getattr(self.start, name[2:].lower())]

    @property
    def is_subdaily(self):
        return self.frequency in ("SECONDLY", "MINUTELY", "HOURLY")

    def allows(self, day):
        """Whether the parts about days let the day pass."""
        if day not in self.known_days:
            self.known_days[day] = self.try_day(day)
        return self.known_days[day]

    def try_day(self, day):
        lists = self.lists
        if "BYMONTH" in lists and day.month not in lists["BYMONTH"]:
            return False
        if "BYWEEKNO" in lists:
            year, week = week_of(day, self.week_start)
            if week not in lists["BYWEEKNO"] and week - weeks_in(year, self.week_start) - 1 not in lists["BYWEEKNO"]:
                return False
        if "BYYEARDAY" in lists:
            number = day.timetuple().tm_yday
            if number not in lists["BYYEARDAY"] and number - year_length(day.year) - 1 not in lists["BYYEARDAY"]:
                return False
        if "BYMONTHDAY" in lists and "SKIP" not in self.rule:
            length = month_length(day.year, day.month)
            if day.day not in lists["BYMONTHDAY"] and day.day - length - 1 not in lists["BYMONTHDAY"]:
                return False
        return not self.by_day or any(self.is_weekday(day, *pair) for pair in self.by_day)

    def is_weekday(self, day, ordinal, weekday):
        if day.weekday() != weekday:
            return False
        if not ordinal:
            return True
        if self.frequency == "MONTHLY" or "BYMONTH" in self.rule:
            place, length = day.day, month_length(day.year, day.month)
        else:
            place, length = day.timetuple().tm_yday, year_length(day.year)
        return ordinal == ((place - 1) // 7 + 1 if ordinal > 0 else -((length - place) // 7 + 1))

    def period_days(self, number):
        """All days of the period with this number, counted from DTSTART's in steps of INTERVAL."""
        start = self.start.date()
        if self.frequency == "DAILY":
            first = start + number * DAY
            return [first], first
        if self.frequency == "WEEKLY":
            first = start - dt.timedelta(days=(start.weekday() - self.week_start) % 7) + 7 * number * DAY
            return [first + index * DAY for index in range(7)], first
        if self.frequency == "MONTHLY":
            year, month = divmod(start.year * 12 + start.month - 1 + number, 12)
            first = dt.date(year, month + 1, 1)
            return [first + index * DAY for index in range(month_length(year, month + 1))], first
        if "BYWEEKNO" in self.rule:
            year = week_of(start, self.week_start)[0] + number
            first = dt.date(year - 1, 12, 28)
            while week_of(first, self.week_start)[0] != year:
                first += DAY
            return [first + index * DAY for index in range(7 * weeks_in(year, self.week_start))], first
        year = start.year + number
        months = sorted(set(self.lists.get("BYMONTH", range(1, 13))))
        days = [dt.date(year, month, day) for month in months for day in range(1, month_length(year, month) + 1)]
        return days, dt.date(year, 1, 1)

    def skipped(self, days):
        """RFC 7529 4.1: the days that a month lacks move to its last day or to the next month's first."""
        found = set()
        for month in sorted({(day.year, day.month) for day in days}):
            if month[1] not in self.lists.get("BYMONTH", range(1, 13)):
                continue
            length = month_length(*month)
            for number in self.lists["BYMONTHDAY"]:
                if number <= length:
                    found.add(dt.date(*month, number))
                elif self.rule["SKIP"] == "BACKWARD":
                    found.add(dt.date(*month, length))
                elif self.rule["SKIP"] == "FORWARD":
                    found.add(dt.date(*month, length) + DAY)
        return sorted(found)

    def day_periods(self, lower, upper):
        times = [
            dt.time(hour, minute, second) for hour in self.lists["BYHOUR"]
            for minute in self.lists["BYMINUTE"] for second in self.lists["BYSECOND"]
        ]
        # Without COUNT nothing before the window matters; a period more for weeks that lie in two.
        length = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366}[self.frequency]
        passed = 0 if "COUNT" in self.rule else max(0, (lower - self.start).days // (length * self.interval) - 2)
        for number in range(passed * self.interval, 1 << 31, self.interval):
            days, first = self.period_days(number)
            # A week year may begin before its calendar year.
            if first > upper.date() + DAY:
                return
            chosen = self.skipped(days) if "SKIP" in self.rule else filter(self.allows, days)
            yield [dt.datetime.combine(day, time) for day in chosen for time in times]

    def clock_periods(self, lower, upper):
        unit = {"SECONDLY": 1, "MINUTELY": 60, "HOURLY": 3600}[self.frequency]
        lists, start = self.lists, self.start
        first = start.replace(second=0 if unit > 1 else start.second, minute=0 if unit > 60 else start.minute)
        minutes = lists["BYMINUTE"] if unit == 3600 else [0]
        seconds = lists["BYSECOND"] if unit > 1 else [0]
        offsets = [minute * 60 + second for minute in minutes for second in seconds]
        step = unit * self.interval
        skipped = 0 if "COUNT" in self.rule else max(0, int((lower - first).total_seconds()) // step - 1)
        time, step = first + dt.timedelta(seconds=skipped * step), dt.timedelta(seconds=step)
        hours = set(lists["BYHOUR"])
        minutes, seconds = set(lists["BYMINUTE"]), set(lists["BYSECOND"])
        offsets = [dt.timedelta(seconds=offset) for offset in offsets]
        while time < upper:
            if self.allows(time.date()):
                is_minute, is_second = unit > 60 or time.minute in minutes, unit > 1 or time.second in seconds
                if time.hour in hours and is_minute and is_second:
                    yield [time + offset for offset in offsets]
                time += step
            else:
                # On to the first period of the next day.
                midnight = dt.datetime.combine(time.date() + DAY, dt.time())
                time += max(1, -((time - midnight) // step)) * step

    def matches(self, lower, upper):
        """What the rule yields before `upper`, DTSTART itself only if it matches; without COUNT from about `lower`."""
        periods = self.clock_periods(lower, upper) if self.is_subdaily else self.day_periods(lower, upper)
        last = None
        for period in periods:
            if "BYSETPOS" in self.lists:
                size = len(period)
                places = {p - 1 if p > 0 else size + p for p in self.lists["BYSETPOS"]}
                period = [period[place] for place in sorted(places) if 0 <= place < size]
            for time in period:
                # SKIP moves the last day of one period onto the first of the next.
                if time >= self.start and (last is None or time > last):
                    last = time
                    yield time

    def is_before_until(self, time):
        until = self.rule.get("UNTIL")
        if until is None:
            return True
        if len(until) == 8:
            return time.strftime("%Y%m%d") <= until
        limit = dt.datetime.strptime(until[:15], "%Y%m%dT%H%M%S")
        if until.endswith("Z"):
            return time.replace(tzinfo=self.zone) <= limit.replace(tzinfo=dt.timezone.utc)
        return time <= limit

    def instances(self, lower, upper):
        """DTSTART, and the later ones that the rule yields, within [lower, upper)."""
        count = int(self.rule.get("COUNT", 1 << 40)) - 1
        found = [self.start] if lower <= self.start < upper else []
        for time in self.matches(lower, upper):
            if time <= self.start:
                continue
            count -= 1
            if count < 0 or time >= upper or not self.is_before_until(time):
                break
            if time >= lower:
                found.append(time)
        return found

    def yields_start(self):
        return next(iter(self.matches(self.start, self.start + DAY)), None) == self.start
