"""Every zone of the system's tz data against Python's zoneinfo over the same files, 1900 to 2100.

Asked are the offsets at each change and around it, and on a grid between; and the instants that wall times
mean, mostly in the gaps and overlaps, where a wall time in a gap is read with the offset before it and one that
exists twice is the first (RFC 5545 3.3.5), as zoneinfo reads `fold=0`.
"""

import argparse
import array
import datetime as dt
import multiprocessing
import pathlib
import struct
import subprocess
import sys
import tempfile
import zoneinfo

FOLDER = "/usr/share/zoneinfo"
EPOCH = dt.datetime(1970, 1, 1)
UTC = dt.timezone.utc
FIRST = int((dt.datetime(1900, 1, 1) - EPOCH).total_seconds())
LAST = int((dt.datetime(2100, 1, 1) - EPOCH).total_seconds())
# Seconds beside a change: each hour of three on both sides, half hours, and one second off each.
BESIDE = sorted(
    {side * hour * 1800 + off for hour in range(7) for side in (-1, 1) for off in (-1, 0, 1)} | {-86400, 86400}
)
# Between the changes: primes in days, so that the hour of the day wanders, too.
INSTANT_GRID = 11 * 86400 + 3 * 3600
WALL_GRID = 13 * 86400 + 5 * 3600 + 60


def offset_at(zone, seconds):
    moment = (EPOCH + dt.timedelta(seconds=seconds)).replace(tzinfo=UTC)
    return round(moment.astimezone(zone).utcoffset().total_seconds())


def offset_of_wall(zone, seconds):
    wall = (EPOCH + dt.timedelta(seconds=seconds)).replace(tzinfo=zone)
    return round(wall.utcoffset().total_seconds())


def listed_changes(name):
    """The instants that the zone's file lists (RFC 8536 3: the second block has 64-bit times)."""
    data = pathlib.Path(FOLDER, name).read_bytes()
    counts = struct.unpack(">6l", data[20:44])
    utc, standard, leaps, times, types, letters = counts
    second = 44 + times * 5 + types * 6 + letters + leaps * 8 + standard + utc
    (times,) = struct.unpack(">l", data[second + 32 : second + 36])
    return struct.unpack(f">{times}q", data[second + 44 : second + 44 + 8 * times])


def changes(name, zone):
    """The instants at which the offset changes; past the list, where a rule goes on, days are tried by halves."""
    listed = [change for change in listed_changes(name) if FIRST < change < LAST]
    found = [change for change in listed if offset_at(zone, change - 1) != offset_at(zone, change)]
    last = max(listed, default=FIRST)
    before = offset_at(zone, last)
    for seconds in range(last + 86400, LAST + 1, 86400):
        after = offset_at(zone, seconds)
        if after == before:
            continue
        low, high = seconds - 86400, seconds
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset_at(zone, middle) == before else (low, middle)
        found.append(high)
        before = after
    return found


def questions(name):
    """A zone's instants and wall times, and zoneinfo's answers in their order."""
    zone = zoneinfo.ZoneInfo(name)
    found = changes(name, zone)
    instants = set(range(FIRST, LAST, INSTANT_GRID))
    walls = set(range(FIRST, LAST, WALL_GRID))
    for change in found:
        instants.update(change + beside for beside in BESIDE)
        for offset in (offset_at(zone, change - 1), offset_at(zone, change)):
            walls.update(change + offset + beside for beside in BESIDE)
    # Millions of them: lists would take a gigabyte.
    instants, walls = array.array("q", sorted(instants)), array.array("q", sorted(walls))
    answers = array.array("q", [offset_at(zone, seconds) for seconds in instants])
    answers.extend(seconds - offset_of_wall(zone, seconds) for seconds in walls)
    return name, len(found), instants, walls, answers


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--every", type=int, default=1, help="only each n-th zone")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    arguments = parser.parse_args()
    zoneinfo.reset_tzpath([FOLDER])
    # `localtime` is this machine's, `Factory` is no zone.
    names = sorted(zoneinfo.available_timezones() - {"localtime", "Factory"})
    names = [name for name in names if pathlib.Path(FOLDER, name).exists()][:: arguments.every]
    with multiprocessing.Pool(arguments.jobs, zoneinfo.reset_tzpath, ([FOLDER],)) as pool:
        asked = pool.map(questions, names, chunksize=4)
    with tempfile.TemporaryDirectory() as folder:
        ours = ask(arguments.tool, pathlib.Path(folder), asked)
    differences = report(asked, ours)
    print(
        f"zones: {len(names)} zones, {sum(found for _, found, *_ in asked)} changes from 1900 to 2100, "
        f"{sum(len(instants) for _, _, instants, *_ in asked)} offsets, "
        f"{sum(len(walls) for *_, walls, _ in asked)} wall times, {differences} differences"
    )
    sys.exit(1 if differences or len(ours) != sum(len(answers) for *_, answers in asked) else 0)


def ask(tool, folder, asked):
    """Our answers, in the order of the questions."""
    with open(folder / "names", "w", encoding="utf-8") as names, open(folder / "questions", "wb") as numbers:
        for name, _, instants, walls, _ in asked:
            names.write(f"{name} {len(instants)} {len(walls)}\n")
            (instants + walls).tofile(numbers)
    subprocess.run([tool, "zones", str(folder)], check=True)
    return array.array("q", (folder / "answers").read_bytes())


def report(asked, ours):
    """Prints the first differences; returns how many there are."""
    place = differences = 0
    for name, _, instants, walls, answers in asked:
        mine = ours[place : place + len(answers)]
        place += len(answers)
        if mine == answers:
            continue
        for question, got, wanted in zip(instants + walls, mine, answers):
            if got != wanted:
                differences += 1
                if differences <= 20:
                    print(f"DIFFERENCE {name} {EPOCH + dt.timedelta(seconds=question)}: {got}, zoneinfo {wanted}")
    return differences


if __name__ == "__main__":
    main()
