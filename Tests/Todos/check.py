"""Random sequences of changes by agenda and todoman to the same folder of .ics files.

After each sequence the to-dos as todoman lists them, as agenda lists them, and as a model of this script has them must
be the same. To-dos that repeat are changed by agenda alone: todoman writes such a file as if it had one component.
"""

import argparse
import datetime
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

os.environ["TZ"] = "Europe/Berlin"
time.tzset()

from click.testing import CliRunner  # noqa: E402
from todoman.cli import cli  # noqa: E402

NOW = "2026-11-20T12:00:00+01:00"
TODAY = datetime.date(2026, 11, 20)
FIELDS = ["summary", "due", "start", "priority", "percent", "completed", "categories", "location", "description"]


class Failure(Exception):
    pass


def epoch(value):
    """Seconds of a time, or of a day's midnight here; None for none."""
    if value is None:
        return None
    if isinstance(value, datetime.datetime):
        return int(value.timestamp())
    return int(datetime.datetime(value.year, value.month, value.day).timestamp())


class Folder:
    """A folder that both programs read, and what should be in it."""

    def __init__(self, agenda, rng):
        self.agenda, self.rng = agenda, rng
        self.path = tempfile.mkdtemp(prefix="todos-")
        self.calendar = os.path.join(self.path, "lists", "work")
        os.makedirs(self.calendar)
        self.config = os.path.join(self.path, "config.py")
        with open(self.config, "w") as file:
            file.write(
                f"path = {os.path.join(self.path, 'lists', '*')!r}\n"
                f"cache_path = {os.path.join(self.path, 'cache.sqlite3')!r}\n"
                "date_format = '%Y-%m-%d'\ntime_format = '%H:%M'\n"
                "default_list = 'work'\ndefault_due = 0\n"
            )
        self.environment = {
            "AGENDA_DATABASE": os.path.join(self.path, "agenda.db"), "HOME": self.path, "LANG": "C.UTF-8",
            "TZ": "Europe/Berlin", "PATH": "/usr/bin:/bin",
        }
        self.todos = {}
        self.history = []
        self.count = 0
        self.ours("source", "add", "--quiet", "--writable", self.calendar, "--name", "work")

    def close(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def ours(self, *arguments):
        command = [self.agenda, *arguments, "--now", NOW]
        result = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if result.returncode != 0:
            raise Failure(f"agenda {arguments}: {result.returncode} {result.stderr}")
        return result.stdout

    def theirs(self, *arguments):
        result = CliRunner().invoke(cli, ["--config", self.config, *arguments])
        if result.exit_code != 0:
            raise Failure(f"todo {arguments}: {result.exit_code} {result.output} {result.exception!r}")
        return result.output

    # What should be.

    def expected(self, found):
        """The rows that todoman should list: of the components of one UID it shows one, and does not say which."""
        rows = []
        for todo in self.todos.values():
            if not todo["every"]:
                rows.append(self.row(todo))
                continue
            first = dict(todo, start=todo["due"], completed=False, percent=0)
            choices = [self.row(first)]
            for index, status in todo["closed"].items():
                due = todo["due"] + datetime.timedelta(days=index * todo["every"])
                percent = 100 if status == "completed" else 0
                choices.append(self.row(dict(first, due=due, start=due, completed=True, percent=percent)))
            rows.append(next((row for row in found if row in choices), choices[0]))
        return sorted(rows)

    def listed(self):
        """The rows that agenda should list: a series as its next instance and those that are closed."""
        rows = []
        for todo in self.todos.values():
            if not todo["every"]:
                rows.append(self.row(todo))
                continue
            for index in [*todo["closed"], self.next(todo)]:
                due = todo["due"] + datetime.timedelta(days=index * todo["every"])
                status = todo["closed"].get(index)
                percent = 100 if status == "completed" else 0
                rows.append(self.row(dict(todo, due=due, start=due, completed=status is not None, percent=percent)))
        return sorted(rows)

    @staticmethod
    def next(todo):
        index = 0
        while index in todo["closed"]:
            index += 1
        return index

    @staticmethod
    def row(todo):
        due, start = epoch(todo["due"]), epoch(todo["start"])
        # todoman leaves out a start that is not before its due.
        if start is not None and due is not None and start >= due:
            start = None
        values = {
            "summary": todo["summary"], "due": due, "start": start, "priority": todo["priority"] or 0,
            "percent": todo["percent"] or 0, "completed": todo["completed"], "categories": sorted(todo["categories"]),
            "location": todo["location"] or "", "description": todo["description"] or "",
        }
        return json.dumps([values[field] for field in FIELDS], ensure_ascii=False)

    # What is.

    def their_rows(self):
        # Without to-dos it prints nothing.
        text = self.theirs("--porcelain", "list", "--status", "ANY")
        try:
            return json.loads(text.strip() or "[]")
        except ValueError:
            raise Failure(f"todo list: {text}") from None

    def read_theirs(self):
        rows = self.their_rows()
        return sorted(
            json.dumps(
                [
                    row["summary"], row["due"], row["start"], row["priority"] or 0, row["percent"] or 0,
                    # It repeats them for each component of one UID.
                    row["completed"], sorted(set(row["categories"] or [])), row["location"] or "", row["description"] or "",
                ],
                ensure_ascii=False,
            )
            for row in rows
        )

    def read_ours(self, *options):
        document = json.loads(self.ours("todo", "list", "--all", "--json", *options))

        def moment(text):
            if text is None or len(text) == 10:
                return text and datetime.date.fromisoformat(text)
            return datetime.datetime.fromisoformat(text)

        return sorted(
            self.row(
                dict(
                    todo, due=moment(todo["due"]), start=moment(todo["start"]),
                    completed=todo["status"] in ("completed", "cancelled"),
                )
            )
            for todo in document["todos"]
        )

    # Changes.

    def title(self):
        self.count += 1
        word = self.rng.choice(["Rent", "Müll", "写信", "a; b, c\\d", "Back #9", "tea 🍵"])
        return f"{word} {self.count}z"

    def day(self):
        return TODAY + datetime.timedelta(days=self.rng.randrange(1, 300))

    def moment(self):
        if self.rng.random() < 0.5:
            return self.day()
        return datetime.datetime.combine(self.day(), datetime.time(self.rng.randrange(24), self.rng.choice([0, 15, 59])))

    @staticmethod
    def written(value):
        return value.strftime("%Y-%m-%d %H:%M") if isinstance(value, datetime.datetime) else value.isoformat()

    def new(self, by):
        todo = {
            "summary": self.title(), "due": None, "start": None, "priority": None, "percent": None, "completed": False,
            "categories": [], "location": None, "description": None, "every": 0, "closed": {}, "id": None,
        }
        options = []
        if self.rng.random() < 0.7:
            # todoman knows a day in its format as that day, and writes a time for it otherwise.
            todo["due"] = self.moment() if by == "agenda" else datetime.datetime.combine(self.day(), datetime.time(8, 30))
            options += ["--due", self.written(todo["due"])]
        if self.rng.random() < 0.4:
            todo["location"] = self.rng.choice(["Café; Nord", "Zuhause"])
            options += ["--location", todo["location"]]
        if self.rng.random() < 0.5:
            # No comma: todoman's list divides a category there.
            todo["categories"] = self.rng.sample(["home", "Büro", "x; y", "家"], self.rng.randrange(1, 3))
            for category in todo["categories"]:
                options += ["--category", category]
        if by == "agenda":
            if self.rng.random() < 0.6:
                todo["priority"] = self.rng.randrange(1, 10)
                options += ["--priority", str(todo["priority"])]
            if self.rng.random() < 0.3:
                todo["description"] = "one\ntwo; three, four\\five"
                options += ["--description", todo["description"]]
            if type(todo["due"]) is datetime.date and self.rng.random() < 0.4:
                todo["every"] = self.rng.choice([1, 7])
                options += ["--every", "day" if todo["every"] == 1 else "week"]
            todo["id"] = self.ours("todo", "add", "--quiet", "--calendar", "work", "--summary", todo["summary"], *options).strip()
        else:
            if self.rng.random() < 0.6:
                # Its words are three.
                name, todo["priority"] = self.rng.choice([("high", 4), ("medium", 5), ("low", 9)])
                options += ["--priority", name]
            self.theirs("new", *options, "--", todo["summary"])
        self.todos[todo["summary"]] = todo

    def our_id(self, todo):
        rows = json.loads(self.ours("todo", "list", "--all", "--json"))["todos"]
        return next(row["id"].split("-")[0] for row in rows if row["summary"] == todo["summary"])

    def their_id(self, todo):
        rows = self.their_rows()
        return str(next(row["id"] for row in rows if row["summary"] == todo["summary"]))

    def change(self):
        todo = self.rng.choice(list(self.todos.values()))
        by = "agenda" if todo["every"] or self.rng.random() < 0.7 else "todoman"
        kind = self.rng.choice(["due", "title", "place", "done", "done", "undone", "cancel", "percent", "delete", "undo"])
        self.history.append(f"{by} {kind} {todo['summary']}")
        if todo["every"] and kind not in ("done", "undone", "cancel", "title", "delete"):
            kind = "done"
        before = {name: dict(value, closed=dict(value["closed"])) for name, value in self.todos.items()}
        if by == "agenda":
            self.change_ours(todo, "title" if kind == "undo" else kind)
            if kind == "undo":
                self.ours("undo", "--quiet")
                self.todos = before
        else:
            self.change_theirs(todo, kind)

    def change_ours(self, todo, kind):
        name = self.our_id(todo)
        scope = ["--scope", "all"] if todo["every"] else []
        if kind == "due":
            todo["due"] = self.moment() if self.rng.random() < 0.8 else None
            self.ours("todo", "edit", name, "--due", self.written(todo["due"]) if todo["due"] else "none")
        elif kind == "title":
            old = todo["summary"]
            todo["summary"] = self.title()
            self.ours("todo", "edit", name, "--summary", todo["summary"], *scope)
            self.todos[todo["summary"]] = self.todos.pop(old)
        elif kind == "place":
            todo["location"] = self.rng.choice(["Dach", None])
            self.ours("todo", "edit", name, "--location", todo["location"] or "")
        elif kind == "percent":
            todo["percent"] = self.rng.choice([0, 30, 100])
            todo["completed"] = todo["percent"] == 100
            self.ours("todo", "edit", name, "--percent", str(todo["percent"]))
        elif kind == "delete":
            self.ours("todo", "delete", name, *scope)
            del self.todos[todo["summary"]]
        elif todo["every"]:
            self.change_instance(todo, kind, name)
        elif kind == "done":
            self.ours("todo", "done", name)
            todo["completed"], todo["percent"] = True, 100
        elif kind == "cancel":
            self.ours("todo", "cancel", name)
            todo["completed"] = True
            todo["percent"] = None if todo["percent"] == 100 else todo["percent"]
        else:
            was = todo["completed"]
            self.ours("todo", "undone", name)
            if was:
                todo["completed"], todo["percent"] = False, None
            elif todo["percent"]:
                # It is open already, but begun.
                todo["percent"] = None

    def change_instance(self, todo, kind, name):
        if kind == "done":
            self.ours("todo", "done", name)
            todo["closed"][self.next(todo)] = "completed"
        elif kind == "cancel":
            self.ours("todo", "cancel", name, "--scope", "this")
            todo["closed"][self.next(todo)] = "cancelled"
        elif todo["closed"]:
            self.ours("todo", "undone", name)
            del todo["closed"][max(todo["closed"])]

    def change_theirs(self, todo, kind):
        number = self.their_id(todo)
        if kind == "done":
            self.theirs("done", number)
            todo["completed"], todo["percent"] = True, 100
        elif kind == "cancel":
            self.theirs("cancel", number)
            todo["completed"] = True
        elif kind == "delete":
            self.theirs("delete", "--yes", number)
            del self.todos[todo["summary"]]
        elif kind in ("due", "undo"):
            todo["due"] = datetime.datetime.combine(self.day(), datetime.time(9, 45))
            self.theirs("edit", number, "--due", self.written(todo["due"]))
        else:
            todo["location"] = self.rng.choice(["Keller", "Hof"])
            self.theirs("edit", number, "--location", todo["location"])

    def check(self):
        theirs = self.read_theirs()
        for name, found, wanted in [
            ("todoman", theirs, self.expected(theirs)),
            ("agenda", self.read_ours(), self.listed()),
            # Its files alone, without what it has stored.
            ("agenda with a path", self.todos and self.read_ours(self.calendar), self.todos and self.listed()),
        ]:
            if found != wanted:
                lines = [f"  {name} has {row}" for row in found if row not in wanted]
                lines += [f"  missing   {row}" for row in wanted if row not in found]
                raise Failure("\n".join([f"{name} differs:", *lines]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("agenda")
    parser.add_argument("--sequences", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    agenda = os.path.abspath(options.agenda)
    changes, bad = 0, 0
    for number in range(options.sequences):
        rng = random.Random(f"{options.seed}.{number}")
        folder = Folder(agenda, rng)
        try:
            for _ in range(rng.randrange(3, 9)):
                if not folder.todos or rng.random() < 0.4:
                    by = rng.choice(["agenda", "agenda", "todoman"])
                    folder.history.append(f"{by} adds")
                    folder.new(by)
                else:
                    folder.change()
                changes += 1
            folder.check()
        except Failure as failure:
            bad += 1
            print(f"sequence {number} of seed {options.seed}: {'; '.join(folder.history)}\n{failure}", file=sys.stderr)
            if bad >= 10:
                break
        finally:
            folder.close()
    print(f"{number + 1} sequences, {changes} changes, {bad} differ")
    sys.exit(1 if bad else 0)


main()
