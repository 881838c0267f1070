"""Week, day and month: where things stand, how one gets there, and what is read aloud."""

import datetime
import json

import stores
from tab import MODULE

# The layout's own module, with cases worked out by hand.
LAYOUT = f"""async ([name, values]) => {{
    const layout = await {MODULE}("layout.js");
    return layout[name](...values);
}}"""
AXIS = f"""async ([changes, minutes]) => {{
    const {{ axisOf }} = await {MODULE}("layout.js");
    const axis = axisOf(changes);
    return [axis.length, axis.rows.length, ...minutes.map(([minute, second]) => axis.at(minute, second))];
}}"""
CHANGE = f"""async ([day, zone]) => {{
    const {{ clockChange }} = await {MODULE}("clock.js");
    return clockChange(day, zone);
}}"""


def check(report, world):
    service = world.fresh("crowded")
    try:
        day = stores.days_later(3)
        for title, hours in {"Long": "9:00-12:00", "First": "9:00-10:00", "Second": "10:00-11:00", "Alone": "13:00-14:00"}.items():
            service.command("add", f"{title} {day} {hours}")
        with world.tab(service, width=1600, height=1000) as tab:
            ways(report, tab, day)
            places(report, tab, day)
            month(report, tab, day)
            pure(report, tab)
            report.quiet(tab)
        with world.tab(service, path=f"/?view=day&day={day}") as tab:
            shown = tab.becomes(f"document.querySelector('#grid [data-day=\"{day}\"] .block')")
            report.check("the address opens the day", shown, tab.value("location.href"))
        with world.tab(service) as tab:
            late(report, tab, day)
        with world.tab(service, width=320, height=640) as tab:
            tab.press("w")
            three = tab.becomes("document.querySelectorAll('#grid:not(.waits) .column').length === 3")
            report.check("a week is three days at 320 pixels", three and tab.too_wide <= 0, tab.too_wide)
    finally:
        service.__exit__()


def late(report, tab, day):
    """A grid that comes late: where the list scrolls meanwhile, as a browser does on the way back, is not where one went."""
    kept = []
    tab.page.route("**/grid*.js", lambda route: kept.append(route))
    tab.page.evaluate("""(path) => {
        dispatchEvent(new WheelEvent("wheel"));
        history.pushState({}, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
        scrollTo(0, 0);
    }""", f"/?view=week&day={day}")
    first = stores.days_later(-120)
    for _ in range(200):
        if kept:
            break
        tab.page.wait_for_timeout(50)
    report.check("the list scrolls while a grid is loaded", tab.becomes(f"document.querySelector('#d{first}').getBoundingClientRect().top >= 0") and len(kept) == 1, len(kept))
    kept.pop().fallback()
    report.check("the grid shows the address's day", tab.becomes(f"document.querySelector('#grid [data-day=\"{day}\"]')"), tab.text("h1"))
    tab.page.unroute("**/grid*.js")


def ways(report, tab, day):
    tab.press("w")
    report.check("w shows the week", tab.becomes("document.querySelectorAll('#grid .column').length === 7"))
    address = tab.value("location.search")
    report.check("its address names it", address == f"?view=week&day={stores.today()}", address)
    report.check("today is marked", tab.value(f"document.querySelector('#grid [aria-current=date]').dataset.day") == str(stores.today()))
    tab.press("j")
    later = stores.days_later(7)
    there = tab.becomes(f"document.querySelector('#grid [data-day=\"{later}\"]') && location.search.endsWith('{later}')")
    report.check("j goes on by a week", there, tab.value("location.search"))
    tab.press("d")
    report.check("d shows the day", tab.becomes("document.querySelectorAll('#grid .column').length === 1"))
    tab.page.go_back()
    report.check("back shows the week again", tab.becomes("document.querySelectorAll('#grid .column').length === 7"))
    tab.press("m")
    report.check("m shows the month", tab.becomes("document.querySelector('#grid [role=grid]')"))
    tab.go("/")
    report.check("it is remembered", tab.becomes("document.querySelector('#grid [role=grid]')"), tab.value("location.href"))
    tab.press("l")
    report.check("l shows the list", tab.becomes(f"document.querySelector('#d{stores.today()}').getClientRects().length"))
    tab.press("t", "d")
    tab.need("document.querySelectorAll('#grid .column').length === 1")
    counted = tab.value(f"document.querySelectorAll('#grid .event:not(.unseen)').length")
    report.check("40 events of a day are in it", counted >= 40 or tab.text("#grid .more") != "", counted)
    tab.press("n")
    report.check("n goes to an event", tab.value("document.activeElement.matches('#grid .event a')"))
    tab.press("Enter")
    report.check("Enter opens it", tab.becomes("document.querySelector('#panel .details')"))
    tab.press("Escape")
    report.check("and the address is the view's again", tab.becomes("location.search.startsWith('?view=day')"), tab.value("location.href"))


def places(report, tab, day):
    tab.go(f"/?view=day&day={day}")
    tab.need("document.querySelectorAll('#grid .block').length >= 4")
    found = tab.value(
        "Object.fromEntries([...document.querySelectorAll('#grid .block')].map(({ style, textContent }) => "
        "[textContent.trim().split(' ')[0], ['from', 'size', 'left', 'width'].map((key) => Number(style.getPropertyValue('--' + key)))]))"
    )
    wanted = {"Long": [9, 3, 0, 0.5], "First": [9, 1, 0.5, 0.5], "Second": [10, 1, 0.5, 0.5], "Alone": [13, 1, 0, 1]}
    report.check("what overlaps stands side by side", {name: found.get(name) for name in wanted} == wanted, found)
    spoken = tab.value("[...document.querySelectorAll('#grid .block a')].find((link) => /Alone/.test(link.textContent)).getAttribute('aria-label')")
    report.check("an event reads as one says it", spoken == "13:00 to 14:00 Alone, local", spoken)
    seen, heard = tab.text("#grid .column h2 time"), tab.text("#grid .column h2 .quiet-words")
    report.check("a day is headed by its short name", seen == f"{day:%a} {day.day} {day:%b}", seen)
    report.check("it reads as one says it", heard.startswith(f"{day:%A}, {day.day} {day:%B %Y}, ") and "event" in heard, heard)
    tab.page.locator("#calendars input[value=local]").uncheck()
    report.check("a calendar that is off is not there", tab.becomes("!/Alone/.test(document.getElementById('grid').textContent)"))
    tab.page.locator("#calendars input[value=local]").check()
    report.check("and then it is again", tab.becomes("/Alone/.test(document.getElementById('grid').textContent)"))


def month(report, tab, day):
    tab.go(f"/?view=month&day={stores.today()}")
    tab.need("document.querySelector('#grid [role=gridcell]')")
    more = tab.becomes(f"/\\d+ more/.test(document.querySelector('#grid [data-day=\"{stores.today()}\"] .more')?.textContent)")
    report.check("a day says how many more it has", more, tab.text(f"#grid [data-day=\"{stores.today()}\"]")[-80:])
    tab.page.evaluate(f"document.querySelector('#grid [data-day=\"{stores.today()}\"]').focus()")
    tab.press("ArrowDown")
    later = str(stores.days_later(7))
    report.check("an arrow goes on by a week", tab.value("document.activeElement.dataset.day") == later, tab.value("document.activeElement.outerHTML")[:120])
    cells = tab.value("document.querySelectorAll('#grid [role=gridcell][tabindex=\"0\"]').length")
    report.check("one day is in the tab order", cells == 1, cells)
    tab.press("ArrowUp", "Enter")
    opened = tab.becomes(f"document.querySelectorAll('#grid .column').length === 1 && document.querySelector('#grid [data-day=\"{stores.today()}\"]')")
    report.check("Enter opens the day", opened)


def pure(report, tab):
    ask = lambda script, *values: tab.page.evaluate(script, list(values))
    spring = ask(CHANGE, "2026-03-29", "Europe/Berlin")
    report.check("on 29 March 2:00 to 3:00 is skipped", spring == {"from": 120, "to": 180, "twice": False, "after": 120}, spring)
    autumn = ask(CHANGE, "2026-10-25", "Europe/Berlin")
    report.check("on 25 October it stands twice", autumn == {"from": 120, "to": 180, "twice": True, "after": 60}, autumn)
    report.check("no other day changes", ask(CHANGE, "2026-10-24", "Europe/Berlin") is None)
    half = ask(CHANGE, "2026-04-05", "Australia/Lord_Howe")
    report.check("Lord Howe goes back by half an hour", half == {"from": 90, "to": 120, "twice": True, "after": 630}, half)
    # A day of 23 hours: 3:00 is 120 minutes after midnight. In a week the hour is kept, since other days have it.
    report.check("a day has 23 hours", ask(AXIS, [spring], [[180, False], [600, False]]) == [1380, 23, 120, 540])
    report.check("a week keeps all", ask(AXIS, [spring, None], [[180, False]]) == [1440, 24, 180])
    seen = ask(AXIS, [autumn], [[150, False], [150, True], [180, False], [0, False]])
    report.check("a day has 25 hours", seen == [1500, 25, 150, 210, 240, 0], seen)
    minute = [ask(LAYOUT, "minuteOf", [f"2026-10-25T02:30:00+0{hours}:00", autumn]) for hours in (2, 1)]
    report.check("offsets tell the two apart", minute == [{"minute": 150, "second": False}, {"minute": 150, "second": True}], minute)
    spans = [{"start": 0, "end": 60}, {"start": 30, "end": 90}, {"start": 60, "end": 120}, {"start": 200, "end": 210}]
    seen = ask(LAYOUT, "sideBySide", [spans])
    wanted = [(0, 0.5), (0.5, 0.5), (0, 0.5), (0, 1)]
    report.check("a column is used again", [(place["left"], place["width"]) for place in seen] == wanted, seen)
    # Three at once, then one beside the first of them: as wide as the two columns that are free.
    spans = [{"start": 0, "end": 100}, {"start": 0, "end": 20}, {"start": 0, "end": 20}, {"start": 50, "end": 80}]
    last = ask(LAYOUT, "sideBySide", [spans])[3]
    report.check("what is free is taken", abs(last["left"] - 1 / 3) < 1e-9 and abs(last["width"] - 2 / 3) < 1e-9, last)
    lanes = ask(LAYOUT, "lanesOf", [[{"from": 0, "to": 2}, {"from": 1, "to": 1}, {"from": 3, "to": 4}, {"from": 2, "to": 3}]])
    report.check("bars lie above each other", lanes == [0, 1, 0, 1], lanes)
    bars = [{"from": 0, "to": 1}, {"from": 0, "to": 0}, {"from": 0, "to": 0}]
    fit = ask(LAYOUT, "fitting", [bars, [0, 1, 2], 2, 2])
    report.check("what does not fit is counted", fit == {"shown": [True, False, False], "rest": [2, 0]}, fit)
