"""A day with a column for each calendar, and free time across those that are chosen."""

import datetime
import json
import pathlib

import stores
import writing
from service import Service

# Who is where on the day, by hand: what is free for both from 9 to 17 is 9–10, 11–13 and 15–17.
DAY = {"ann@example.org": [("Review", 10, 60)], "Bea": [("Dentist", 13, 120), ("Lunch", 12, 0)], "Room 4": [("Course", 9, 480)]}


def check(report, world):
    day = stores.today() + datetime.timedelta(days=(7 - stores.today().weekday()))
    folder = pathlib.Path(world.folder.name) / "columns"
    folder.mkdir(exist_ok=True)
    files = []
    for number, (name, events) in enumerate(DAY.items()):
        made = [stores.event(number * 10 + at, title, stores.at(day, hour), minutes) for at, (title, hour, minutes) in enumerate(events)]
        path = folder / f"{number}.ics"
        path.write_text(stores.calendar(name, made), encoding="utf-8", newline="")
        files.append(path)
    with Service(files=files) as service:
        with world.tab(service) as tab:
            columns(report, tab, day)
            made_in(report, tab, service, day)
            chosen(report, tab, service, day)
            report.quiet(tab)
        with world.tab(service, path=f"/?view=day&day={day}&by=calendar", width=390, height=844, has_touch=True, is_mobile=True) as tab:
            shown = tab.becomes("document.querySelectorAll('#grid .column').length >= 3")
            wide = tab.value("document.querySelector('#grid').scrollWidth > innerWidth")
            report.check("the address opens it, and on a phone it scrolls sideways", shown and wide and tab.too_wide <= 0, tab.too_wide)
            small = tab.value("[...document.querySelectorAll('#grid button')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5).map((one) => one.className)")
            report.check("its buttons are 44 pixels high", not small, small)


def stands(tab):
    """The titles in each column, by its calendar."""
    return tab.value(
        "Object.fromEntries([...document.querySelectorAll('#grid .column')].map((column) => "
        "[column.dataset.calendar, [...column.querySelectorAll('.what')].map(({ textContent }) => textContent).sort()]))"
    )


def columns(report, tab, day):
    tab.press("d", "g")
    tab.page.fill("input[name=date]", str(day))
    tab.press("Enter")
    tab.need(f"document.querySelector('#grid [data-day=\"{day}\"]')")
    tab.press("b")
    report.check("b gives each calendar a column", tab.becomes("document.querySelectorAll('#grid .column').length >= 3"))
    found = stands(tab)
    wanted = {name: sorted(title for title, _, _ in events) for name, events in DAY.items()}
    report.check("with its events", all(found.get(name) == titles for name, titles in wanted.items()), found)
    named = tab.becomes(f"location.search === '?view=day&day={day}&by=calendar'")
    report.check("the address says it", named, tab.value("location.search"))
    named = tab.value("document.getElementById(document.querySelector('#grid [data-calendar=Bea]').getAttribute('aria-labelledby')).querySelector('.quiet-words').textContent")
    report.check("a column is read with its calendar, its day and how much there is", named.startswith("Bea, ") and named.endswith(", 2 events"), named)
    tab.page.uncheck("#calendars input[value=Bea]")
    report.check("a calendar that is off has none", tab.becomes("!document.querySelector('#grid [data-calendar=Bea]')"), stands(tab))
    tab.page.check("#calendars input[value=Bea]")
    tab.need("document.querySelector('#grid [data-calendar=Bea]')")
    tab.press("j")
    later = day + datetime.timedelta(days=1)
    report.check("j goes on by a day", tab.becomes(f"document.querySelector('#grid [data-calendar=Bea][data-day=\"{later}\"]')"))
    tab.press("k")
    # The address follows when the day is painted.
    tab.need(f"document.querySelector('#grid [data-calendar=Bea][data-day=\"{day}\"]') && location.search.includes('{day}')")
    tab.reload()
    report.check("it is remembered", tab.becomes(f"document.querySelector('#grid [data-calendar=Bea][data-day=\"{day}\"]')"))
    tab.page.focus("#grid .by")
    tab.press("Enter")
    one = tab.becomes("document.querySelectorAll('#grid .column').length === 1 && document.activeElement.matches('.by[aria-pressed=false]')")
    report.check("the button leads back to one column, and keeps the focus", one)
    tab.press("Enter")
    tab.need("document.querySelector('#grid [data-calendar=Bea]')")


def made_in(report, tab, service, day):
    """What is made in a column is its calendar's."""
    service.command("add", f"Own {day} 08:00-08:30")
    tab.need("[...document.querySelectorAll('#grid .column .what')].some(({ textContent }) => textContent === 'Own')")
    name = tab.value("[...document.querySelectorAll('#grid .column')].find((column) => column.textContent.includes('Own')).dataset.calendar")
    box = tab.value(f"(() => {{ const {{ left, width }} = document.querySelector('#grid [data-calendar={json.dumps(name)}]').getBoundingClientRect(); return [left + width / 2]; }})()")
    tab.page.mouse.dblclick(box[0], 500)
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    chosen = tab.value("document.querySelector('#panel select[name=calendar]').value")
    report.check("a double click in a column is for its calendar", chosen == name, (chosen, name))
    tab.press("Escape")


def chosen(report, tab, service, day):
    tab.command("free")
    tab.need("document.querySelector('.slots button')")
    for box in tab.page.query_selector_all("#panel [name=calendar]"):
        if box.get_attribute("value") not in ("ann@example.org", "Bea"):
            box.uncheck()
    tab.page.select_option("select[name=for]", "1h")
    tab.page.select_option("select[name=days]", "14")
    heading = f"{day:%A}, {day.day} {day:%B} {day.year}"
    slots = f"[...([...document.querySelectorAll('.slots h3')].find((one) => one.textContent === {json.dumps(heading)})?.nextElementSibling.querySelectorAll('button') ?? [])]"
    wanted = "09:00–10:00 11:00–13:00 15:00–17:00"
    free = tab.becomes(f"{slots}.map(({{ textContent }}) => textContent).join(' ') === {json.dumps(wanted)}")
    report.check("free is what is free in the chosen ones", free, tab.value(f"{slots}.map(({{ textContent }}) => textContent).join(' ')"))
    tab.page.fill("[aria-label='address to invite: Bea']", "bea@example.org")
    tab.press("Tab")
    tab.page.check("#panel [name=calendar][value='Bea']")
    tab.page.uncheck("#panel [name=calendar][value='Room 4']")
    tab.page.select_option("select[name=for]", "2h")
    tab.need(f"{slots}.map(({{ textContent }}) => textContent).join(' ') === '11:00–13:00 15:00–17:00'")
    tab.page.evaluate(f"{slots}[1].focus()")
    label = tab.value("document.activeElement.getAttribute('aria-label')")
    report.check("a slot can be proposed", label == "15:00–17:00: Propose it to them", label)
    tab.press("Enter")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    guests = tab.value("[...document.querySelectorAll('.guests li > span')].map(({ title }) => title).join()")
    report.check("to those whose calendars were chosen", guests == "ann@example.org,bea@example.org", guests)
    free = tab.value("[...document.querySelectorAll('.guests small')].map(({ textContent }) => textContent).join()")
    report.check("who are free then", free == "free,free", free)
    tab.page.fill("#panel input[name=start]", f"{day}T13:30")
    busy = tab.becomes("[...document.querySelectorAll('.guests small')].map(({ textContent }) => textContent).join() === 'free,busy 13:00–15:00'")
    report.check("another time says who is not", busy, tab.text(".guests"))
    tab.page.fill("#panel input[name=start]", f"{day}T15:00")
    tab.page.focus("input[name=summary]")
    tab.type("Proposal")
    tab.press("Enter")
    report.check("the event is made", tab.says("Added Proposal"), tab.text("#status"))
    found = writing.listed(service, "Proposal")
    times = [(event["start"][:16], event["end"][:16]) for event in found]
    report.check("as long as was looked for", times == [(f"{day}T15:00", f"{day}T17:00")], times)
    people = [one["address"] for one in json.loads(service.command("show", found[0]["id"], "--json"))["participants"]]
    report.check("with its guests", people == ["mailto:ann@example.org", "mailto:bea@example.org"], people)
    tab.press("Escape")
