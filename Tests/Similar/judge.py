#!/usr/bin/env python3
"""Holds `agenda similar` to precision: what it offers is what a person would call the same.

judge.py AGENDA pairs [--pairs 2000] [--seed 1]: pairs of events in two calendars, each made to be the same or not, by
kinds that a person labelled. Prints what was offered of each kind; fails if one was that is not the same.
judge.py AGENDA town [--files 300] [--seed 1]: the calendars of people, schools, clubs, companies and countries, in which what
happens once may stand several times, each under a UID of its own. Fails if one of the first hundred suggestions is wrong.
judge.py AGENDA calendars FOLDER [--files 300]: the calendars of FOLDER in one store, a run for each year of their
events. Prints the first hundred suggestions, for a person to read.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

# Titles that tell an event, and such as everybody has.
TELLING = [
    "Parents’ Evening", "Lantern Procession", "Wedding of Clara and Tom", "Neighbourhood Flea Market", "Jonas Müller Abitur",
    "Philharmonic Season Opening", "Lindenhof Summer Festival", "Harbour Lights Cruise", "Marathon Ironbridge",
    "Robotics Olympiad Bavaria", "Elternabend Klasse Sonnenblume", "Vernissage Galerie Blau", "Premiere Zauberflöte",
    "Stammtisch Kleingarten", "Orthodontist Amelie", "Inspection Heat Pump", "三年二班家长会暨期末总结通知", "北京国际马拉松开幕", "حفل تخرج الطلاب",
    "ندوة الطاقة الشمسية", "Remise des diplômes Lycée Hugo", "Fête des voisins Montmartre",
]
USUAL = [
    "Lunch", "Stand-up", "Daily standup", "Team meeting", "Weekly sync", "1:1", "Dentist", "Gym", "Yoga class", "Call",
    "Sprint planning", "Retro", "Piano lesson", "Training", "Zahnarzt", "Besprechung", "Jour fixe", "Chorprobe", "开会", "例会",
    "午餐", "اجتماع", "Réunion", "Dinner", "Coffee", "Interview", "Review meeting", "Math class", "Exam",
]
OWN = [
    "Holiday", "Vacation", "Urlaub", "Early shift", "Spätdienst", "Out of office", "Working from home", "Busy", "Sick leave",
    "休假", "Lunch break", "Focus time",
]
PLACES = ["Café Nord", "Aula Lindgren-Schule", "Stadthalle Süd", "12 Harbour Street", "Room 4.17", "Turnhalle West"]
NAMES = ["Anna", "Ben", "Clara", "Deniz", "Emil", "Fatima", "Gustav", "Hana", "Ines", "Jakob"]
NOW = "2026-11-20T12:00:00+01:00"


def event(uid, title, start, *lines, minutes=60):
    """One event that begins `start` minutes after 2026-12-01T06:00 on the clock of Berlin."""
    return {"uid": uid, "title": title, "start": start, "minutes": minutes, "lines": list(lines), "zone": "Europe/Berlin",
            "day": None}


def stamp(minutes):
    day, minute = divmod(6 * 60 + minutes, 1440)
    month, rest = 12, day
    year, length = 2026, 31
    while rest >= length:
        rest -= length
        month += 1
        if month > 12:
            year, month = year + 1, 1
        length = 28 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    return f"{year}{month:02}{rest + 1:02}", f"{minute // 60:02}{minute % 60:02}00"


def text(events):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//"]
    for one in events:
        lines += ["BEGIN:VEVENT", f"UID:{one['uid']}", f"SUMMARY:{one['title'].replace(',', chr(92) + ',')}"]
        day, clock = stamp(one["start"])
        if one["day"]:
            lines.append(f"DTSTART;VALUE=DATE:{day}")
        else:
            until, end = stamp(one["start"] + one["minutes"])
            zone = f";TZID={one['zone']}"
            lines += [f"DTSTART{zone}:{day}T{clock}", f"DTEND{zone}:{until}T{end}"]
        lines += one["lines"] + ["END:VEVENT"]
    return "\r\n".join(lines + ["END:VCALENDAR", ""])


def place(name):
    return "LOCATION:" + name


def same(kind, rng, a, b):
    """Makes two events the same event; `a` and `b` have one title and one time."""
    title = rng.choice(TELLING)
    a["title"] = b["title"] = title
    if kind == "same title":
        pass
    elif kind == "written otherwise":
        b["title"] = rng.choice([title.upper(), title.replace("’", "'"), title + "!", title.replace(" ", "  "), f"“{title}”"])
    elif kind == "forwarded":
        b["title"] = rng.choice(["FW: ", "Fwd: ", "WG: ", "[ext] ", "[EXTERNAL] FW: ", "转发：", "Invitation: "]) + title
    elif kind == "one place":
        a["lines"].append(place(rng.choice(PLACES)))
    elif kind == "longer place":
        where = rng.choice(PLACES)
        a["lines"].append(place(where))
        b["lines"].append(place(where + "\\, second floor"))
    elif kind == "usual title, one place":
        a["title"] = b["title"] = rng.choice(["Lunch", "Dinner", "Dentist", "Interview", "Review meeting"])
        where = rng.choice(PLACES)
        a["lines"].append(place(where))
        b["lines"].append(place(where))
    elif kind == "usual title, one organizer":
        a["title"] = b["title"] = rng.choice(USUAL)
        for one in (a, b):
            one["lines"].append(f"ORGANIZER:mailto:{one['start']}@example.org")
    elif kind == "usual title, one address":
        a["title"] = b["title"] = rng.choice(USUAL)
        for one in (a, b):
            one["lines"].append(f"URL:https://meet.example.org/{one['start']}")
    elif kind == "one slip, one place":
        words = title.split(" ")
        longest = max(range(len(words)), key=lambda n: len(words[n]))
        word = words[longest]
        if len(words) > 1 and len(word) > 6:
            words[longest] = word[:4] + word[5:]
            b["title"] = " ".join(words)
        where = rng.choice(PLACES)
        a["lines"].append(place(where))
        b["lines"].append(place(where))
    elif kind == "more words, one place":
        b["title"] = title + ", bring cake"
        where = rng.choice(PLACES)
        a["lines"].append(place(where))
        b["lines"].append(place(where))
    elif kind == "a series":
        for one in (a, b):
            one["lines"].append("RRULE:FREQ=WEEKLY;COUNT=6")
    elif kind == "a series with a hole":
        for one in (a, b):
            one["lines"].append("RRULE:FREQ=WEEKLY;COUNT=6")
        day, clock = stamp(b["start"] + 7 * 1440)
        b["lines"].append(f"EXDATE;TZID={b['zone']}:{day}T{clock}")
    elif kind == "whole day":
        a["day"] = b["day"] = True
    elif kind == "another zone's clock":
        b["zone"] = "Europe/London"
        b["start"] -= 60


def different(kind, rng, a, b):
    """Makes two events that a person would not call the same."""
    title = rng.choice(TELLING)
    a["title"] = b["title"] = rng.choice(USUAL)
    if kind == "two people's":
        pass
    elif kind == "usual places":
        for one in (a, b):
            one["lines"].append(place(rng.choice(["Zoom", "Office", "Microsoft Teams Meeting", "Home", "online", "Büro"])))
    elif kind == "series of two teams":
        for one in (a, b):
            one["lines"].append("RRULE:FREQ=WEEKLY;COUNT=8")
    elif kind == "each their own":
        a["title"] = b["title"] = rng.choice(OWN)
        a["day"] = b["day"] = rng.random() < 0.6
        if rng.random() < 0.4:
            where = rng.choice(PLACES)
            a["lines"].append(place(where))
            b["lines"].append(place(where))
    elif kind == "birthdays":
        a["title"] = b["title"] = rng.choice(["Birthday", "Geburtstag", "生日", f"{rng.choice(NAMES)}’s birthday"])
        a["day"] = b["day"] = True
    elif kind == "national days":
        a["title"] = b["title"] = rng.choice(["Independence Day", "Labour Day", "Constitution Day", "Public holiday", "Feiertag"])
        a["day"] = b["day"] = True
        for one in (a, b):
            one["lines"].append("DESCRIPTION:Public holiday. To hide observances\\, go to the settings of this calendar.")
    elif kind == "numbers":
        one, two = rng.sample(["1", "2", "3", "I", "II", "A", "B", "U12", "U14", "12a"], 2)
        base = rng.choice(["Exam", "Team", "Harbour Lights Tour", "Lektion", "Philharmonic Rehearsal Group", "考试"])
        a["title"], b["title"] = f"{base} {one}", f"{base} {two}"
        where = rng.choice(PLACES)
        a["lines"].append(place(where))
        b["lines"].append(place(where))
    elif kind == "other places":
        one, two = rng.sample(PLACES, 2)
        a["title"] = b["title"] = title
        a["lines"].append(place(one))
        b["lines"].append(place(two))
    elif kind == "other organizers":
        a["title"] = b["title"] = title
        a["lines"].append("ORGANIZER:mailto:a@example.org")
        b["lines"].append("ORGANIZER:mailto:b@example.org")
    elif kind == "other names":
        one, two = rng.sample(NAMES, 2)
        base = rng.choice(["Lunch with", "Call", "1:1", "Coffee", "Termin mit"])
        a["title"], b["title"] = f"{base} {one}", f"{base} {two}"
        where = rng.choice(PLACES)
        a["lines"].append(place(where))
        b["lines"].append(place(where))
    elif kind == "names that are alike":
        one, two = rng.choice([("Marina", "Martina"), ("Johanna", "Johanne"), ("Maria", "Mario"), ("Christina", "Christine")])
        a["title"], b["title"] = f"Lunch with {one}", f"Lunch with {two}"
    elif kind == "another zone":
        a["title"] = b["title"] = title
        b["zone"] = "America/New_York"
    elif kind == "cancelled":
        a["title"] = b["title"] = title
        if rng.random() < 0.5:
            b["lines"].append("STATUS:CANCELLED")
        else:
            b["title"] = rng.choice(["Canceled: ", "Abgesagt: ", "已取消: "]) + title
    elif kind == "one of a series":
        a["title"] = b["title"] = title
        b["lines"].append("RRULE:FREQ=DAILY;COUNT=3")
    elif kind == "half the time":
        a["title"] = b["title"] = title
        b["minutes"] = 30
    elif kind == "other words":
        a["title"], b["title"] = rng.sample(TELLING, 2)
        where = rng.choice(PLACES)
        a["lines"].append(place(where))
        b["lines"].append(place(where))
    elif kind == "who calls whom":
        one, two = rng.sample(NAMES, 2)
        a["title"], b["title"] = f"{one} visits {two}", f"{two} visits {one}"


SAME = [
    "same title", "written otherwise", "forwarded", "one place", "longer place", "usual title, one place",
    "usual title, one organizer", "usual title, one address", "one slip, one place", "more words, one place", "a series",
    "a series with a hole", "whole day", "another zone's clock",
]
DIFFERENT = [
    "two people's", "usual places", "series of two teams", "each their own", "birthdays", "national days", "numbers",
    "other places", "other organizers", "other names", "names that are alike", "another zone", "cancelled", "one of a series",
    "half the time", "other words", "who calls whom",
]


def run(agenda, data, *arguments, now=NOW):
    environment = {**os.environ, "XDG_DATA_HOME": data, "XDG_CONFIG_HOME": data, "XDG_STATE_HOME": data, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [agenda, *arguments, "--now", now, "--time-zone", "Europe/Berlin"], capture_output=True, text=True, env=environment)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{arguments}: {done.returncode}\n{done.stderr}")
    return done.stdout


def similar(agenda, data, now=NOW):
    return json.loads(run(agenda, data, "similar", "--json", now=now))["similar"]


def judge_pairs(agenda, count, seed):
    rng = random.Random(seed)
    kinds = [(kind, True) for kind in SAME] + [(kind, False) for kind in DIFFERENT]
    made, offered, wrong = Counter(), Counter(), []
    order = []
    while sum(made.values()) < count:
        # A year of two people, of whom each has 40 events that the other one may have.
        left, right, labels = [], [], {}
        for number in range(min(40, count - sum(made.values()))):
            kind, is_same = kinds[sum(made.values()) % len(kinds)]
            made[kind] += 1
            start = number * 8 * 1440 // 2 + rng.randrange(0, 12) * 60
            a, b = (event(f"{side}-{number}", "", start) for side in "ab")
            (same if is_same else different)(kind, rng, a, b)
            left.append(a)
            right.append(b)
            labels[number] = (kind, is_same, a["title"], b["title"])
        with tempfile.TemporaryDirectory() as data:
            for name, events in (("left", left), ("right", right)):
                Path(data, name + ".ics").write_text(text(events), newline="")
                run(agenda, data, "source", "add", f"{data}/{name}.ics", "--quiet")
            for pair in similar(agenda, data):
                one, two = (each["uid"].split("-")[1] for each in pair["events"])
                kind, is_same, *titles = labels[int(one)]
                if one != two:
                    kind, is_same = "events of two pairs", False
                offered[kind] += 1
                order.append(is_same)
                if not is_same:
                    wrong.append((kind, titles, pair["reasons"]))
    for kind, is_same in kinds:
        print(f"{'same' if is_same else 'not'}  {offered[kind]:4} of {made[kind]:4} offered  {kind}")
    right = sum(offered[kind] for kind in SAME)
    total = sum(made[kind] for kind in SAME)
    print(f"{sum(made.values())} pairs: {len(order)} offered, {len(wrong)} of them wrong; {right} of {total} that are the same")
    for one in wrong[:20]:
        print("WRONG", *one)
    return 1 if wrong else 0


class Town:
    """300 calendars. A UID begins with the number of what happens: two events are the same if these are equal."""

    SCHOOL = ["Parents’ Evening", "School Concert", "Sports Day", "Open House", "Class Photo", "Bake Sale", "Science Fair",
              "Elternabend", "Einschulung", "Sommerfest"]
    CLUB = ["Training U10", "Training U12", "Training U14", "Heimspiel", "Probe", "Spring Tournament", "General Assembly"]
    WORK = ["Stand-up", "Sprint planning", "Retro", "Team meeting", "1:1", "All hands", "Review", "Jour fixe", "Townhall"]
    OWNED = ["Lunch", "Gym", "Dentist", "Yoga", "Haircut", "Call mum", "Groceries", "Piano lesson", "Run", "Doctor", "午餐",
             "Zahnarzt", "Vacation", "Focus time", "Early shift", "Late shift", "Home office"]
    FAMILY = ["Dinner with the Schmidts", "Grandma Hilde visits", "Trip to Lake Constance", "Boiler inspection Vaillant",
              "Cinema Paddington", "Birthday party Emil at Jumphouse", "Barbecue at Uncle Georg’s"]
    DAYS = ["New Year’s Day", "Labour Day", "Independence Day", "Constitution Day", "Christmas Day", "Good Friday",
            "Republic Day", "Tag der Arbeit"]

    def __init__(self, rng, count):
        self.rng, self.number, self.calendars = rng, 0, []
        schools, clubs = [self.group("School", n) for n in range(4)], [self.group("Club", n) for n in range(8)]
        for school in schools:
            school["happens"] = [self.happening(title, school["place"], evening=True) for title in self.SCHOOL]
        for club in clubs:
            club["happens"] = [self.happening(title, club["place"], weekly=title.startswith("Tr")) for title in self.CLUB]
        teams = [[self.happening(title, None, weekly=True, organizer=f"lead{n}@example.org") for title in self.WORK[:5]]
                 for n in range(16)]
        for group in schools + clubs:
            self.calendar([self.copy(one, placed=True) for one in group["happens"]])
        for country in range(4):
            days = [self.happening(title, None, day=3 + 11 * n if title != "Independence Day" else 80) for n, title in
                    enumerate(self.DAYS) if rng.random() < 0.8 or title == "Independence Day"]
            self.calendar([self.copy(one, note="Public holiday. Go to the settings to hide observances.") for one in days])
        while len(self.calendars) < count:
            school, club = rng.choice(schools), rng.choice(clubs)
            shared = [self.happening(title, None, evening=True) for title in rng.sample(self.FAMILY, 3)]
            friend = self.happening(f"{rng.choice(NAMES)}’s birthday", None, day=rng.randrange(300))
            for _ in range(rng.randrange(2, 4)):
                mine = [self.happening(title, rng.choice([None, None, "Office", "Zoom", rng.choice(PLACES)]))
                        for title in rng.sample(self.OWNED, 8)]
                mine += rng.sample(school["happens"], 4) + rng.sample(club["happens"], 2) + rng.sample(shared, 2) + [friend]
                mine += rng.choice(teams)
                self.calendar([self.copy(one) for one in mine])

    def group(self, name, number):
        return {"place": f"{name} {self.rng.choice(['Nord', 'Linden', 'Park', 'Hafen', 'Berg', 'Tal'])} {number}"}

    def happening(self, title, place, evening=False, weekly=False, organizer=None, day=None):
        self.number += 1
        hour = self.rng.choice([18, 19, 19, 20]) if evening else self.rng.choice([9, 10, 12, 12, 13, 17])
        # Evenings of all schools are on few days, so that they meet.
        on = self.rng.randrange(12) * 7 + 2 if evening else self.rng.randrange(60)
        return {"number": self.number, "title": title, "place": place, "weekly": weekly, "organizer": organizer, "day": day,
                "start": (day if day is not None else on) * 1440 + (hour - 6) * 60}

    def copy(self, one, placed=False, note=None):
        """The event as somebody writes it down."""
        rng, title = self.rng, one["title"]
        if not placed and rng.random() < 0.3:
            title = rng.choice([title.upper(), title.replace("’", "'"), "FW: " + title, title + "!", title + " (see letter)"])
        made = event(f"{one['number']}-{rng.getrandbits(48):x}", title, one["start"])
        made["day"] = one["day"] is not None
        if one["place"] and (placed or rng.random() < 0.5):
            made["lines"].append(place(one["place"]))
        if one["weekly"]:
            made["lines"].append("RRULE:FREQ=WEEKLY;COUNT=20")
        if one["organizer"] and rng.random() < 0.3:
            made["lines"].append(f"ORGANIZER:mailto:{one['organizer']}")
        if note:
            made["lines"].append("DESCRIPTION:" + note)
        return made

    def calendar(self, events):
        self.calendars.append(text(events))


def judge_town(agenda, count, seed):
    town = Town(random.Random(seed), count)
    with tempfile.TemporaryDirectory() as data:
        for number, body in enumerate(town.calendars):
            Path(data, f"c{number}.ics").write_text(body, newline="")
            run(agenda, data, "source", "add", f"{data}/c{number}.ics", "--quiet")
        found = similar(agenda, data)
    order = [len({each["uid"].split("-")[0] for each in pair["events"]}) == 1 for pair in found]
    print(f"{len(town.calendars)} calendars, seed {seed}: {len(found)} suggestions, {order.count(False)} wrong, "
          f"{order[:100].count(False)} in the first hundred")
    for pair, is_right in zip(found, order):
        if not is_right:
            print("WRONG", pair["reasons"], *((each["summary"], each.get("location")) for each in pair["events"]))
    return 1 if not all(order[:100]) else 0


def judge_calendars(agenda, folder, count):
    files = []
    for path in sorted(Path(folder).glob("*.ics")):
        body = path.read_bytes()
        if body.count(b"BEGIN:VEVENT") and len(body) < 2_000_000:
            files.append((path, body))
    # Those with the most events: small ones have one or two.
    files = sorted(files, key=lambda each: -each[1].count(b"BEGIN:VEVENT"))[:count]
    years = sorted({int(year) for _, body in files for year in re.findall(rb"DTSTART[^:\r\n]*:((?:19|20)\d\d)", body)})
    found = {}
    with tempfile.TemporaryDirectory() as data:
        for number, (path, _) in enumerate(files):
            run(agenda, data, "source", "add", str(path), "--name", f"{number}-{path.stem}", "--quiet")
        for year in years:
            for pair in similar(agenda, data, f"{year}-05-01T12:00:00Z"):
                uids = tuple(sorted(each["uid"] for each in pair["events"]))
                found.setdefault(uids, pair)
    events = sum(body.count(b"BEGIN:VEVENT") for _, body in files)
    print(f"{len(files)} calendars, {events} events, years {years[0]} to {years[-1]}: {len(found)} suggestions")
    for pair in list(found.values())[:100]:
        one, two = pair["events"]
        print(one["start"], pair["count"], pair["reasons"])
        for each in (one, two):
            print("   ", repr(each["summary"]), repr(each.get("location")), [each["calendar"], *each["alsoIn"]][:3])
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("agenda")
    parser.add_argument("what", choices=["pairs", "town", "calendars"])
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--pairs", type=int, default=2_000)
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    agenda = str(Path(given.agenda).resolve())
    if given.what == "pairs":
        return judge_pairs(agenda, given.pairs, given.seed)
    if given.what == "town":
        return judge_town(agenda, given.files, given.seed)
    return judge_calendars(agenda, given.folder, given.files)


if __name__ == "__main__":
    sys.exit(main())
