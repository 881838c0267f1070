"""A day with a column for each of one, two and eight calendars, and where free time is looked for beside it."""

import datetime
import pathlib

import axe
import stores
from service import Service

# Each has a whole day and an hour of its own; what the first two share stands once in each.
PEOPLE = [f"Person {number}" for number in range(1, 9)]


def check(report, world):
    folder = pathlib.Path(world.folder.name) / "offices"
    folder.mkdir(exist_ok=True)
    files = []
    for number, name in enumerate(PEOPLE, 1):
        made = [
            stores.event(f"leave{number}", f"Leave {number}", stores.today(), 0),
            stores.event(f"hour{number}", f"Hour {number}", stores.at(stores.today(), 8 + number), 60),
        ]
        if number < 3:
            made.append(stores.event("shared", "Shared", stores.at(stores.today(), 7), 30))
        path = folder / f"{number}.ics"
        path.write_text(stores.calendar(name, made), encoding="utf-8", newline="")
        files.append(path)
    looker = axe.looker(world)
    with Service(files=files) as service:
        for where, options in {"wide": axe.WIDE, "narrow": {**axe.NARROW, "color_scheme": "dark"}}.items():
            with world.tab(service, **options) as tab:
                tab.press("d", "b")
                tab.need("document.querySelector('#grid [data-calendar=\"Person 8\"] .block')")
                eight(report, tab, where)
                axe.look(report, looker, tab, f"eight calendars, {where}")
                fewer(report, tab, where)
                axe.look(report, looker, tab, f"one calendar, {where}")
                report.quiet(tab)
        with world.tab(service) as tab:
            slots(report, tab)


def within(tab, selector):
    """The titles of what matches in each column, by its calendar."""
    return tab.value(
        "Object.fromEntries([...document.querySelectorAll('#grid .column')].map((column) => [column.dataset.calendar, "
        f"[...column.querySelectorAll('{selector}')].map((item) => item.querySelector('.what').textContent).sort()]))"
    )


def eight(report, tab, where):
    found = {name: titles for name, titles in within(tab, ".block").items() if name in PEOPLE}
    wanted = {name: sorted([f"Hour {number}", *(["Shared"] if number < 3 else [])]) for number, name in enumerate(PEOPLE, 1)}
    report.check(f"eight calendars have their hours, {where}", found == wanted, found)
    found = {name: titles for name, titles in within(tab, ".bar").items() if name in PEOPLE}
    report.check(f"and their whole days above, {where}", found == {name: [f"Leave {number}"] for number, name in enumerate(PEOPLE, 1)}, found)
    lines = tab.value("[...document.querySelectorAll('#grid .column')].every((column) => column.querySelectorAll('.now-line').length === 1)")
    report.check(f"a line at the time that it is in each, {where}", lines)
    widths = tab.value("[...document.querySelectorAll('#grid .column')].map((column) => Math.round(column.getBoundingClientRect().width))")
    report.check(f"no column is narrower than 8 rem, {where}", min(widths) >= 128, widths)
    if where == "narrow":
        moves = tab.value("(() => { const grid = document.querySelector('#grid'); grid.scrollLeft = grid.scrollWidth; return Math.abs(grid.scrollLeft) > 0; })()")
        report.check("eight columns scroll sideways, and the page does not", moves and tab.too_wide <= 0, tab.too_wide)


def fewer(report, tab, where):
    """Calendars are put out until two and then one are left."""
    for left in (2, 1):
        # Small screens have the calendars behind a button; the boxes are the same.
        tab.value(
            "[...document.querySelectorAll('#calendars input[type=checkbox]')].filter((box) => box.checked && "
            f"!{PEOPLE[2 - left : 2]!r}.includes(box.value)).forEach((box) => box.click())"
        )
        names = PEOPLE[2 - left : 2]
        shown = f"[...document.querySelectorAll('#grid .column')].map((column) => column.dataset.calendar).join() === '{','.join(names)}'"
        report.check(f"{left} of them shown have {left}, {where}", tab.becomes(shown), within(tab, "li"))
    found = within(tab, ".block")
    report.check(f"what a calendar that is off shares stays in the other's, {where}", found == {"Person 2": ["Hour 2", "Shared"]}, found)


def slots(report, tab):
    # A Monday, later than the seven days from today on.
    day = stores.today() + datetime.timedelta(days=21 - stores.today().weekday())
    tab.press("d", "b", "g")
    tab.page.fill("input[name=date]", str(day))
    tab.press("Enter")
    tab.need(f"document.querySelector('#grid [data-day=\"{day}\"]')")
    tab.command("free")
    first = f"{day:%A}, {day.day} {day:%B} {day.year}"
    report.check("free time begins with the day that has the columns", tab.becomes(f"document.querySelector('.slots h3')?.textContent === '{first}'"), tab.text(".slots h3"))
    report.check("all its working hours, since nobody has anything", tab.text(".slots button") == "09:00–17:00", tab.text(".slots button"))
    tab.press("Escape")
