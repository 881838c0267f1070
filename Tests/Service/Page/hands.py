"""Three hands that do the same on the page: a mouse, the keyboard alone, and a finger on a phone. Each counts its steps.

A step is a click, a tap, a key, or a field that is filled; a drag, a double click and a choice in a list are one step, too. Scrolling is none.
"""

import datetime
import pathlib
import time

from tab import PATIENCE

FIND = (pathlib.Path(__file__).parent / "hands.js").read_text().split("\n", 1)[1]
# What the list of keys on the page says.
SHORT = {
    "New event": "c", "List": "l", "Week": "w", "Day": "d", "Month": "m", "Today": "t", "To-dos": "o", "Invitations": "i",
    "Go to a date": "g", "By calendar": "b", "Back": "k", "Further": "j", "Keyboard shortcuts": "?", "Undo": "u", "Redo": "U", "Edit": "e", "Delete": "x",
}  # fmt: skip
MOST = 120


class Missing(Exception):
    """What a person looks for and does not find."""


class Hand:
    """What all hands do alike: they look for things by their names, and give files."""

    def __init__(self, window):
        self.window = window
        self.done = []

    def begin(self):
        self.done = []

    @property
    def steps(self):
        return sum(count for _, count in self.done)

    def note(self, what, count=1):
        self.done.append((what, count))

    def look(self, kind, name, **want):
        return self.window.tries(FIND, {"kind": kind, "name": name, **want}) or {"missing": True, "names": []}

    def find(self, kind, name, seconds=PATIENCE, bare=False, **want):
        """Waits until it is there, in view, still, and nothing lies over it."""
        end, last = time.monotonic() + seconds, None
        while True:
            found = self.look(kind, name, scroll="nearest", **want)
            if found.get("behindMenu") and not bare:
                self.press("Calendars and more")
            elif not found.get("missing"):
                if found["hit"] and last and (last["x"], last["y"]) == (found["x"], found["y"]):
                    return found
                if not found["hit"]:
                    self.look(kind, name, scroll="center", **want)
                last = found
                time.sleep(0.03)
            if time.monotonic() > end:
                raise Missing(f"{kind} {name!r}: {found.get('over') or found.get('names')}")

    def give(self, selector, path):
        """Chooses a file. The browser's own window for that is not the page's."""
        self.window.give(selector, path)
        self.note(f"choose the file {pathlib.Path(path).name}")

    def say_yes(self):
        """The browser has asked, and was told yes: Firefox before it does anything else."""
        self.window.run("() => true")
        self.note("say yes")

    def dated(self, kind, value):
        """What one types for a date or a time."""
        moment = datetime.datetime.fromisoformat(value if kind != "time" else f"2026-01-01T{value}")
        parts = []
        if kind != "time":
            parts += [moment.strftime({"dmy": "%d%m", "mdy": "%m%d"}[self.window.order]) + moment.strftime("%Y")]
        if kind != "date":
            parts += [moment.strftime("%I%M%p") if self.window.twelve else moment.strftime("%H%M")]
        return parts

    def type_date(self, kind, value):
        parts = self.dated(kind, value)
        self.window.type(parts[0])
        for part in parts[1:]:
            if self.window.year_stays:
                self.window.press("ArrowRight")
            self.window.type(part)

    def filled(self, kind, label, value):
        found = self.look(kind, label)
        if found.get("value") != value:
            raise Missing(f"{label!r} holds {found.get('value')!r} instead of {value!r}")
        self.note(f"{label}: {value}")

    def choose(self, label, option, **want):
        """Chooses in a list. What opens is not the page's but the browser's, so the list is told."""
        self.approach("field", label, **want)
        self.pick(label, option)
        self.note(f"{label}: {option}")

    def pick(self, label, option):
        script = """(name, label) => {
            const one = [...document.querySelectorAll("select")].find((select) => select.checkVisibility()
                && (select.getAttribute("aria-label") ?? select.labels[0]?.textContent ?? "").startsWith(label)
                && [...select.options].some(({ textContent }) => textContent.trim().startsWith(name)));
            if (!one) return false;
            one.selectedIndex = [...one.options].findIndex(({ textContent }) => textContent.trim().startsWith(name));
            for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
            return true;
        }"""
        if not self.window.run(script, option, label):
            raise Missing(f"{option!r} in {label!r}")

    # Places in the grids, in pixels of the window

    def place(self, day, hour):
        script = """(day, hour) => {
            const column = document.querySelector(`#grid .column[data-day="${day}"]`);
            const labels = [...document.querySelectorAll("#grid .hour")].slice(1, 3);
            if (!column || labels.length < 2) return null;
            const grid = document.getElementById("grid");
            const high = labels[1].offsetTop - labels[0].offsetTop;
            const at = () => {
                const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
                const { left, width } = column.getBoundingClientRect();
                return [left + width / 2, labels[0].getBoundingClientRect().top + 0.5625 * rem + (hour - 1) * high];
            };
            const { top, bottom } = grid.getBoundingClientRect();
            const y = at()[1];
            if (y < top + 140 || y > Math.min(bottom, innerHeight) - 90) grid.scrollTop += y - (top + Math.min(bottom, innerHeight)) / 2;
            return at();
        }"""
        if not (found := self.window.waits(script, day, hour)):
            raise Missing(f"{day} {hour} h")
        return found

    def hold(self, title, **want):
        """Where an event of a grid is taken."""
        return self.find("event", title, **want)


class Mouse(Hand):
    name = "pointer"
    width, height = 1280, 900
    touches = False

    def click(self, found):
        self.window.click(found["x"], found["y"])

    def approach(self, kind, name, **want):
        found = self.find(kind, name, **want)
        self.click_into(found)
        return found

    def click_into(self, found):
        # A list would open over the page.
        if found["tag"] != "select":
            self.click(found)

    def press(self, name, **want):
        self.click(self.find("press", name, **want))
        self.note(f"press {name}")

    def open(self, title, day=None):
        self.click(self.find("event", title, day=day))
        self.note(f"press {title}")

    def fill(self, label, value, **want):
        found = self.find("field", label, **want)
        kind = found["type"]
        if kind in ("date", "time", "datetime-local"):
            # The first part is at its left edge.
            self.click({"x": found["left"] + 16, "y": found["y"]})
            self.type_date(kind, value)
        else:
            self.click(found)
            self.window.press("Control+a")
            self.window.type(value)
            if not value:
                self.window.press("Delete")
        self.filled("field", label, value)

    def search(self, words):
        self.fill("Search", words)

    def result(self, title):
        self.click(self.find("selector", "#panel .results a"))
        self.note(f"press {title}")

    def pull(self, start, end):
        self.window.move(*start)
        self.window.down()
        self.window.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.window.move(*end)
        self.window.up()

    def shift(self, title, days=0, quarters=0, day=None):
        """Moves an event of week or day."""
        found = self.hold(title, day=day)
        end = self._aim(found, days, quarters)
        found = self.hold(title, day=day)
        self.pull((found["x"], found["y"]), (end[0], found["y"] + end[1]))
        self.note(f"drag {title}")

    def _aim(self, found, days, quarters):
        target = str(datetime.date.fromisoformat(found["day"]) + datetime.timedelta(days=days))
        one, two = self.place(target, 9), self.place(target, 10)
        return one[0], (two[1] - one[1]) * quarters / 4

    def stretch(self, title, quarters):
        found = self.hold(title)
        end = self._aim(found, 0, quarters)
        found = self.hold(title)
        x, y = found["x"], found["top"] + found["height"] - 3
        self.pull((x, y), (x, y + end[1]))
        self.note(f"drag the lower edge of {title}")

    def shift_days(self, title, days):
        """Moves what lasts for whole days, or an event of the month."""
        found = self.hold(title)
        target = str(datetime.date.fromisoformat(found["day"]) + datetime.timedelta(days=days))
        cell = self.find("selector", f'#grid [data-day="{target}"]:is(.column, [role=gridcell])', bare=True)
        found = self.hold(title)
        self.pull((found["x"], found["y"]), (cell["x"], cell["y"]))
        self.note(f"drag {title}")

    def make(self, day, start, end):
        """A new event over free hours."""
        self.place(day, (start + end) / 2)
        self.pull(self.place(day, start + 0.1), self.place(day, end))
        self.note("drag over free hours")

    def make_at(self, day, hour):
        point = self.place(day, hour + 0.2)
        for _ in range(2):
            self.window.click(*point)
        self.note("double click")

    def raise_calendar(self, name):
        """Puts a calendar, or a group, one further up at the side."""
        self.press(f"More about {name}")
        self.press("Move up")

    def escape(self):
        self.press("Close")


class Keyboard(Hand):
    name = "keyboard"
    width, height = 1280, 900
    touches = False

    def key(self, *keys):
        self.window.press(*keys)
        self.note(" ".join(keys), len(keys))

    def approach(self, kind, name, **want):
        """Goes there by the tab key, from the small month on for what is at the side."""
        found = self.find(kind, name, **want)
        if found["inSide"] and not found["fromSide"]:
            if found["isWriting"]:
                self.key("Escape")
            self.key("s")
        keys = 0
        for _ in range(MOST):
            found = self.look(kind, name, **want)
            if found.get("focused") or found.get("missing"):
                break
            if found["inGroup"]:
                self.window.press("ArrowDown" if found["inGroup"] > 0 else "ArrowUp")
            else:
                self.window.press("Shift+Tab" if found["before"] else "Tab")
            keys += 1
        if keys:
            self.note(f"Tab to {name}", keys)
        if not found.get("focused"):
            raise Missing(f"the tab key does not reach {name!r}")
        return found

    def press(self, name, **want):
        found = self.find("press", name, **want)
        if found["submits"]:
            return self.key("Enter")
        if name in SHORT and not found["isWriting"] and (found["inStatus"] or self._is_short(name)):
            return self.key(SHORT[name])
        found = self.approach("press", name, **want)
        if found["type"] == "radio":
            # The arrows have chosen it; a single one needs the space bar.
            return None if found["checked"] else self.key("Space")
        return self.key("Space" if found["type"] == "checkbox" else "Enter")

    def _is_short(self, name):
        script = """(name) => [...document.querySelectorAll("#bar button, #side button, #grid .by, #panel[data-view=event] .actions > button")].some((button) =>
            (button.getAttribute("aria-label") ?? button.textContent).replace(/\\s+/g, " ").trim().replace("+ ", "").startsWith(name))"""
        return self.window.run(script, name)

    def open(self, title, day=None):
        """In a grid from event to event; in the list by a search."""
        if self.window.run("() => document.querySelector('#grid:not([hidden])')?.checkVisibility()"):
            self.hold(title)
            return self.key("Enter")
        self.search(title)
        self.result(title)

    def search(self, words):
        if self.look("focus", "")["isWriting"]:
            self.key("Escape")
        self.key("/")
        self.window.type(words)
        self.filled("field", "Search", words)

    def result(self, title):
        self.find("selector", "#panel .results a")
        self.key("ArrowDown", "Enter")

    def fill(self, label, value, **want):
        found = self.approach("field", label, **want)
        kind = found["type"]
        if kind in ("date", "time", "datetime-local"):
            self.type_date(kind, value)
        else:
            self.window.press("Control+a")
            self.window.type(value)
            if not value:
                self.window.press("Delete")
        self.filled("field", label, value)

    def pick(self, label, option):
        found = self.look("focus", "")
        index = next((at for at, name in enumerate(found["options"]) if name.startswith(option)), None)
        if index is None:
            raise Missing(f"{option!r} among {found['options'][:20]}")
        if len(found["options"]) > 30:
            self.window.type(option)
        else:
            way = index - found["selected"]
            self.window.press(*["ArrowDown" if way > 0 else "ArrowUp"] * abs(way))
        if self.look("focus", "")["selected"] != index:
            raise Missing(f"{option!r} is not chosen")

    def hold(self, title, day=None):
        """Goes from event to event until it has the focus."""
        if not self.look("event", title, day=day).get("focused"):
            self.find("event", title, day=day)
            count = 0
            while not self.look("event", title, day=day).get("focused"):
                if count > MOST:
                    raise Missing(f"n does not reach {title!r}")
                self.window.press("n")
                count += 1
            self.note(f"n to {title}", count)
        return self.look("event", title, day=day)

    def _arrows(self, *keys):
        self.find("selector", "#status > span", bare=True)
        self.key(*keys)
        self.key("Enter")

    def shift(self, title, days=0, quarters=0, day=None):
        self.hold(title, day=day)
        self.key("M")
        self._arrows(*way(days, "ArrowLeft", "ArrowRight"), *way(quarters, "ArrowUp", "ArrowDown"))

    def stretch(self, title, quarters):
        self.hold(title)
        self.key("M")
        self._arrows(*way(quarters, "Shift+ArrowUp", "Shift+ArrowDown"))

    def shift_days(self, title, days):
        self.hold(title)
        self.key("M")
        self._arrows(*way(days, "ArrowLeft", "ArrowRight"))

    def make(self, day, start, end):
        """The new event begins with the working hours, an hour long."""
        self.key("a")
        self._arrows(*way(round((start - 9) * 4), "ArrowUp", "ArrowDown"), *way(round((end - start - 1) * 4), "Shift+ArrowUp", "Shift+ArrowDown"))

    def make_at(self, day, hour):
        self.make(day, hour, hour + 1)

    def raise_calendar(self, name):
        self.approach("press", name, within="#calendars")
        self.key("Alt+ArrowUp")

    def escape(self):
        self.key("Escape")


class Finger(Mouse):
    name = "touch"
    width, height = 390, 844
    touches = True
    # A finger rests so long before it takes hold.
    REST = 0.55

    def click(self, found):
        self.window.touch("start", found["x"], found["y"])
        self.window.touch("end")

    def fill(self, label, value, **want):
        found = self.find("field", label, **want)
        self.click(found)
        if found["type"] in ("date", "time", "datetime-local"):
            # A phone shows a wheel of its own and fills the field.
            self.window.run("""(value) => {
                const field = document.activeElement;
                field.value = value;
                for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
            }""", value)
        else:
            # The keyboard of a phone has no Control: the old text is chosen by a long touch.
            self.window.run("() => document.activeElement.select()")
            self.window.type(value)
            if not value:
                self.window.press("Delete")
        self.filled("field", label, value)

    def pull(self, start, end):
        self.window.touch("start", *start)
        time.sleep(self.REST)
        for part in (0.3, 0.7, 1):
            self.window.touch("move", start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        self.window.touch("end")

    def make_at(self, day, hour):
        x, y = self.place(day, hour + 0.2)
        for _ in range(2):
            self.click({"x": x, "y": y})
        self.note("tap twice")


def way(count, back, on):
    return [on if count > 0 else back] * abs(count)


HANDS = (Mouse, Keyboard, Finger)
