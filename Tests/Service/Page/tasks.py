"""Sixty and more tasks of a person's first two weeks, on the page alone: in Chromium and in Firefox, by mouse, by the keyboard alone,
and by a finger on a phone. What must be true afterwards is asked of the store and of the page. --quick: two of three
tasks, in Chromium by mouse.

The log is in .build/service/tasks: log.md has a line for each task, browser and hand, steps.json the numbers, and a picture of what failed.
"""

import faulthandler
import importlib
import json
import os
import time
import traceback

import person
from hands import HANDS
from service import Service
from windows import Chromium, Firefox

LISTS = ("tasks_looking", "tasks_adding", "tasks_changing", "tasks_todos", "tasks_office", "tasks_calendars", "tasks_accounts")
# Seconds that one browser and hand may take.
LONGEST = 900


def check(report, world):
    tasks = [task for name in LISTS for task in importlib.import_module(name).TASKS]
    # Where the page goes on after it has said what was done, the next task begins with a page of its own.
    for name in LISTS[3:]:
        for task in importlib.import_module(name).TASKS:
            task.anew = True
    place = world.place / "tasks"
    place.mkdir(parents=True, exist_ok=True)
    # While one works on tasks: AGENDA_TASKS="firefox touch undo" runs one browser, one hand, and the tasks of such names.
    browsers, hands, names = chosen()
    tasks = [task for task in tasks if not names or any(name in task.name.lower() for name in names)]
    count = len(tasks)
    if world.quick and not names:
        tasks = [task for number, task in enumerate(tasks) if number % 3]
    rows = []
    for browser in (Chromium,) if world.quick else (Chromium, Firefox):
        for hand in HANDS[:1] if world.quick else HANDS:
            if (not browsers or browser.name in browsers) and (not hands or hand.name in hands):
                faulthandler.dump_traceback_later(LONGEST, exit=True)
                rows += walked(report, world, place, browser, hand, tasks)
    written(place, rows)
    if not names:
        report.check("there are at least 60 tasks", count >= 60, count)


def chosen():
    words = os.environ.get("AGENDA_TASKS", "").lower().split()
    browsers = [name for name in ("Chromium", "Firefox") if name.lower() in words]
    hands = [hand.name for hand in HANDS if hand.name in words]
    return browsers, hands, [word for word in words if word.capitalize() not in browsers and word not in hands]


def walked(report, world, place, browser, kind, tasks):
    """All tasks of one hand, in one window, one after the other in one store."""
    rows = []
    with person.Feed() as feed, Service("--private-sources", samples=False) as service:
        service.command("config", "me", person.ME)
        # Firefox is American here, whatever language it asks for.
        service.command("config", "time-format", "24h")
        window = browser(world, service, kind.width, kind.height, kind.touches)
        try:
            hand = kind(window)
            for number, task in enumerate(tasks):
                if kind.name[0] in task.hands:
                    rows.append(tried(report, place, person.Person(hand, service, feed, number, task.anew or not rows or not rows[-1]["ok"]), task))
            report.check(f"{browser.name}, {kind.name}: the console is silent", not window.faults, "; ".join(window.faults)[:500])
        finally:
            window.close()
    return rows


def tried(report, place, who, task):
    hand, begin, seen = who.hand, time.monotonic(), ""
    hand.begin()
    label = f"{hand.window.name}, {hand.name}: {task.name}"
    try:
        task.does(who)
    except Exception as error:
        seen = f"{type(error).__name__}: {error}".split("\n")[0]
        if not isinstance(error, person.EXPECTED):
            traceback.print_exc()
        hand.window.shot(place / f"{label.replace(', ', '-').replace(': ', '-').replace(' ', '-').replace('/', '')}.png")
    who.forgets()
    report.check(f"{label} ({hand.steps} steps)", not seen, f"{seen}; steps: {words(hand)}")
    return {
        "task": task.name, "key": task.key, "browser": hand.window.name, "hand": hand.name, "steps": hand.steps, "ok": not seen,
        "done": words(hand), "seen": seen, "seconds": round(time.monotonic() - begin, 1),
    }  # fmt: skip


def words(hand):
    return ", ".join(what for what, _ in hand.done)


def written(place, rows):
    lines = ["| task | browser | hand | steps | ok | what was done |", "|---|---|---|---:|---|---|"]
    for row in rows:
        done = (row["done"] + (f" — {row['seen']}" if row["seen"] else "")).replace("|", "\\|")
        lines.append(f"| {row['task']} | {row['browser']} | {row['hand']} | {row['steps']} | {'yes' if row['ok'] else 'NO'} | {done} |")
    (place / "log.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    numbers = {}
    for row in rows:
        if row["ok"]:
            numbers.setdefault(row["key"], {})[f"{row['browser']} {row['hand']}"] = row["steps"]
    (place / "steps.json").write_text(json.dumps(numbers, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
