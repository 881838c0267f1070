"""Who does the tasks: a hand on the page, and a look into the store, which says whether it is so."""

import datetime
import http.server
import json
import threading
import time

import stores
from hands import Missing
from tab import PATIENCE

ME = "kim@example.org"


class Wrong(Exception):
    """What should be true is not."""


EXPECTED = (Missing, Wrong)


class Task:
    def __init__(self, key, name, hands, does):
        self.key, self.name, self.hands, self.does, self.anew = key, name, hands, does, False


class Tasks(list):
    """A list of tasks, which functions enter: `hands` has the first letters of pointer, keyboard, touch."""

    def __call__(self, name, hands="pkt"):
        def enter(function):
            self.append(Task(function.__name__, name, hands, function))
            return function

        return enter


class Person:
    def __init__(self, hand, service, feed, number, anew):
        self.hand, self.service, self.feed, self.anew = hand, service, feed, anew
        monday = stores.today() - datetime.timedelta(days=stores.today().weekday())
        # A week of its own as far as there are some in a year, so that no task stands in the way of another.
        self.first = monday + datetime.timedelta(days=8 + number % 44 * 7 + number // 44 * 3)

    def __getattr__(self, name):
        """What hands do."""
        return getattr(self.hand, name)

    def day(self, offset=0):
        """A day of this task's week: Tuesday, or of later tasks Friday, and days after it."""
        return str(self.first + datetime.timedelta(days=offset))

    # What is there at first

    def start(self, path="/?view=list"):
        if self.anew:
            self.hand.window.open(path)
        else:
            # A form that is being saved shows its event afterwards.
            self.hand.window.waits("() => !document.querySelector('#panel:is([data-view=edit], [data-view=new]):not([hidden])')", seconds=2)
            self.hand.window.turn(path)
        view = path.split("view=")[1].split("&")[0]
        self.shows("document.documentElement.dataset.view === a", view)
        self.hand.begin()

    def week(self, day=None):
        self.start(f"/?view=week&day={day or self.day()}")

    def writes(self, words):
        """Writes a new event in words."""
        self.start()
        self.press("New event")
        self.fill("What, when, where", words)

    def writes_fields(self, title):
        """Begins a new event by its fields."""
        self.start()
        self.press("New event")
        self.press("Fill in fields instead")
        self.fill("Title", title)

    def edits(self, title, day=None):
        """Opens the form of an event of this task's week, or of another day's."""
        self.week(day)
        self.open(title)
        self.press("Edit")

    def todos(self):
        self.start()
        self.press("To-dos")

    def calendars(self):
        """Opens what sets up calendars."""
        self.start()
        self.press("Set up calendars")

    def forgets(self):
        """What the browser remembers of a task is no other task's."""
        self.hand.window.run("""() => {
            for (const key of ["calendar", "columns", "folded", "hidden", "language", "people", "unlisted", "zone"]) localStorage.removeItem("agenda." + key);
        }""")

    def ask(self, method, path, body=None, tag=None):
        fields = [("Content-Type", "application/json")] if body is not None else []
        fields += [("If-Match", tag)] if tag else []
        answer = self.service.ask(method, path, fields, json.dumps(body).encode() if body is not None else None)
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer}")
        return answer.json

    def has(self, summary, day=0, time=None, minutes=60, **members):
        """The store has an event; whole days where no time is named."""
        if time:
            start = datetime.datetime.fromisoformat(f"{self.day(day)}T{time}")
            members |= {"start": f"{start:%Y-%m-%dT%H:%M}", "end": f"{start + datetime.timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"}
        else:
            members |= {"start": self.day(day), "end": self.day(day + 1), "allDay": True}
        return self.ask("POST", "/v1/events", {"summary": summary, **members})

    def has_todo(self, summary, **members):
        return self.ask("POST", "/v1/todos", {"summary": summary, **members})

    # What is there afterwards

    def events(self, summary):
        found = self.ask("GET", f"/v1/events?from={stores.today()}&days=420")["events"]
        return [event for event in found if event["summary"] == summary]

    def whole(self, summary):
        """The first event of this title, with all that the service knows; nothing where there is none."""
        found = self.events(summary)
        return self.ask("GET", f"/v1/events/{found[0]['id']}") if found else {}

    def times(self, summary):
        """Days and times, such as 2026-12-01 09:00-10:00; of whole days the first and the one after the last."""
        return [
            f"{event['start'][:10]}..{event['end'][:10]}" if event["allDay"] else f"{event['start'][:10]} {event['start'][11:16]}-{event['end'][11:16]}"
            for event in self.events(summary)
        ]  # fmt: skip

    def todo(self, summary):
        found = self.ask("GET", "/v1/todos?all=true")["todos"]
        return next((todo for todo in found if todo["summary"] == summary), None)

    def calendar(self, name):
        found = self.ask("GET", "/v1/calendars?details=true")["calendars"]
        return next((calendar for calendar in found if calendar["name"] == name), None)

    def stored(self, ask, wanted, seconds=PATIENCE):
        """The store comes to answer so; what is wanted is a value, or a question of it."""
        end = time.monotonic() + seconds
        while True:
            seen = ask()
            if wanted(seen) if callable(wanted) else seen == wanted:
                return
            if time.monotonic() > end:
                raise Wrong(f"the store has {json.dumps(seen, ensure_ascii=False)[:300]}, wanted {wanted}")
            # The page's files may come by this process, which answers while it asks the page.
            self.hand.window.tries("() => new Promise((next) => setTimeout(next, 20))")

    def keeps(self, summary, *times):
        """The store comes to have the event at these times."""
        self.stored(lambda: self.times(summary), list(times))

    def shows(self, condition, *values):
        """The page comes to be so; the condition is of JavaScript, with the values as `a`, `b`, `c`."""
        names = ", ".join("abc"[: len(values)])
        if not self.hand.window.waits(f"({names}) => Boolean({condition})", *values):
            raise Wrong(f"the page never has {condition} of {values}")

    def says(self, words):
        self.shows("document.getElementById('status').textContent.includes(a)", words)

    def lists(self, title, day):
        """The list, or the grid, shows the event on this day."""
        self.shows("[...document.querySelectorAll(`#d${b} .what, #grid [data-day='${b}'] .event`)].some((one) => one.checkVisibility() && one.textContent.includes(a))", title, day)

    def lacks(self, title):
        self.shows("![...document.querySelectorAll('.day .what, #grid .event')].some((one) => one.checkVisibility() && one.textContent.includes(a))", title)

    def panel(self, words):
        """The open view has these words."""
        self.shows("document.getElementById('panel').textContent.replace(/\\s+/g, ' ').includes(a)", words)


class Feed:
    """A calendar on a server of this machine."""

    def __enter__(self):
        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                day = stores.days_later(2)
                body = stores.calendar("Team", [stores.event(1, "Team lunch", stores.at(day, 12), 60)]).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/calendar")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/team.ics"
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
