#!/usr/bin/env python3
"""Holds agenda against real files: no crash, and no event of a file is lost without a word.

check.py AGENDA FOLDER: for each .ics file in FOLDER each VEVENT must be shown by `agenda list FILE`, be a copy of
one that is shown (same UID, RECURRENCE-ID and DTSTART), or have a diagnostic whose line lies in it. The components
are counted here, by a reader of a few lines that shares nothing with the program's.
"""
import datetime
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# What became of a VEVENT: shown; a copy of one that is; a diagnostic lies in it; what a message of RFC 5546 says about an
# event that is not in the file; a series whose only instances are excepted.
KINDS = ("shown", "copies", "told", "messages", "excepted")
MESSAGES = ("CANCEL", "REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER")
DAY = datetime.timedelta(days=1)
FIRST, LAST = datetime.date(1, 1, 3), datetime.date(9999, 12, 29)


def decoded(content):
    for mark, name in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if content.startswith(mark):
            return content[2:].decode(name, "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def components(text):
    """Yields each VEVENT's line numbers and its first properties by name."""
    # A CR alone ends a line in files that know no other end; elsewhere it is a stray byte.
    lines = re.split("\r\n|\n", text) if "\n" in text else text.split("\r")
    stack, event, method = [], None, ""
    index = 0
    while index < len(lines):
        line, start = lines[index], index + 1
        index += 1
        while index < len(lines) and lines[index][:1] in (" ", "\t"):
            line += lines[index][1:]
            index += 1
        word = line.strip().upper()
        if word.startswith("BEGIN:"):
            stack.append(word[6:])
            if word == "BEGIN:VCALENDAR":
                method = ""
            elif word == "BEGIN:VEVENT":
                event = {"first": start, "depth": len(stack), "method": method}
        elif word.startswith("END:"):
            if word == "END:VEVENT" and event:
                event["last"] = start
                yield event
                event = None
            if word[4:] in stack:
                while stack.pop() != word[4:]:
                    pass
        elif word.startswith("METHOD:"):
            method = word[7:]
        elif event and len(stack) == event["depth"]:
            match = re.match(r'([A-Za-z0-9-]+)((?:;[^=]+=(?:"[^"]*"|[^":;]*))*):(.*)', line, re.S)
            if match:
                event.setdefault(match[1].upper(), match[3].strip())
    if event:
        event["last"] = len(lines)
        yield event


def day(value):
    match = re.match(r"\s*(\d{4})(\d\d)(\d\d)", value or "")
    try:
        return datetime.date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def clusters(days):
    """Ranges of days that hold all days, a few days around each, none much longer than a quarter."""
    found = []
    for one in sorted(set(days)):
        if found and (one - found[-1][0]).days < 80 and (one - found[-1][1]).days < 40:
            found[-1][1] = one
        else:
            found.append([one, one])
    return [(max(first, FIRST) - 2 * DAY, min(last, LAST) + 2 * DAY) for first, last in found]


def diagnosed(agenda, path):
    """The lines of a file that `agenda doctor` names (a list shows the first few alone), and the UIDs of which it says
    that only the newest of several versions counts."""
    with tempfile.TemporaryDirectory() as folder:
        database = ["--database", f"{folder}/agenda.db"]
        for command in (["source", "add", str(path)], ["doctor"]):
            done = subprocess.run([agenda, *command, *database], capture_output=True, timeout=120)
            if done.returncode not in (0, 1, 3):
                raise RuntimeError(f"{command[0]}: exit {done.returncode}: {done.stderr[-300:]!r}")
        text = (done.stdout + done.stderr).decode("utf-8", "replace")
    superseded = {uid for uid in re.findall(r": (\S+) UID: the file has several events", text)}
    return {int(number) for number in re.findall(r"\.ics:(\d+):", text)}, superseded


def listed(agenda, path, first, last):
    """The occurrences of a file from one day to another."""
    command = [agenda, "list", str(path), "--json", "--from", f"{first:%Y-%m-%d}".rjust(10, "0"),
               "--to", f"{last:%Y-%m-%d}".rjust(10, "0"), "--time-zone", "UTC"]
    done = subprocess.run(command, capture_output=True, timeout=120)
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"exit {done.returncode}: {done.stderr[-300:]!r}")
    events = json.loads(done.stdout)["events"] if done.stdout.strip() else []
    return events


def unescaped(text):
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] in "nN" else match[1], text or "")


def uids(value):
    return {value, unescaped(value), (value or "").strip()}


def check(agenda, path):
    """Returns the number of VEVENTs, of those shown, of copies, of those with a diagnostic, and the lost ones."""
    events = list(components(decoded(path.read_bytes())))
    days = [one for event in events for key in ("DTSTART", "RECURRENCE-ID") if (one := day(event.get(key)))]
    occurrences = []
    for first, last in clusters(days):
        occurrences += listed(agenda, path, first, last)
    told, superseded = diagnosed(agenda, path)
    by_uid = {}
    for occurrence in occurrences:
        by_uid.setdefault(occurrence["uid"], []).append(occurrence)
    count = dict.fromkeys(KINDS, 0)
    lost, seen = [], {}
    for event in events:
        identity = (event.get("UID"), event.get("RECURRENCE-ID"), event.get("DTSTART"))
        start = day(event.get("DTSTART"))
        mine = [one for uid in uids(event.get("UID")) for one in by_uid.get(uid, [])]
        if not event.get("UID"):
            mine = [one for one in occurrences if one["summary"] == (unescaped(event.get("SUMMARY")) or None)]
        near = [one for one in mine
                if start and abs(datetime.date.fromisoformat(one["start"][:10]) - start) <= DAY]
        if event.get("UID") and not near and "RRULE" in event and start:
            # The first instance is excepted or was moved: any other one will do.
            first = max(start - 60 * DAY, FIRST)
            later = listed(agenda, path, first, min(start + 3000 * DAY, LAST))
            near = [one for one in later if one["uid"] in uids(event["UID"])]
        if identity in seen and (near or seen[identity] in told):
            count["copies"] += 1
        elif near:
            count["shown"] += 1
        elif event.get("UID") in superseded or any(
                event["first"] <= line <= event["last"] for line in told):
            count["told"] += 1
        elif event["method"] in MESSAGES:
            count["messages"] += 1
        elif "RRULE" in event and day(event.get("EXDATE")) == start:
            count["excepted"] += 1
        else:
            lost.append(event)
        seen.setdefault(identity, event["first"])
    return len(events), count, lost


def main():
    agenda, folder = sys.argv[1], Path(sys.argv[2])
    total = {"files": 0, "VEVENTs": 0, **dict.fromkeys(KINDS, 0), "lost": 0}
    failed = False
    for path in sorted(folder.glob("*.ics")):
        try:
            number, count, lost = check(agenda, path)
        except (RuntimeError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
            print(f"{path.name}: {error}")
            failed = True
            continue
        total["files"] += 1
        total["VEVENTs"] += number
        total["lost"] += len(lost)
        for key, value in count.items():
            total[key] += value
        for event in lost:
            print(f"{path.name}:{event['first']}: neither shown nor told:",
                  " ".join(f"{key}:{event.get(key)}" for key in ("UID", "DTSTART", "RECURRENCE-ID")))
    print(", ".join(f"{value} {key}" for key, value in total.items()))
    sys.exit(1 if failed or total["lost"] else 0)


main()
