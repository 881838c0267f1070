"""Looking: views, days, a search, what is free, calendars at the side, another language."""

import stores
from person import Tasks

task = TASKS = Tasks()


@task("See the week with its hours")
def see_week(p):
    p.has("Design talk", 0, "09:00")
    p.start(f"/?view=day&day={p.day()}")
    p.press("Week")
    p.shows("document.querySelectorAll('#grid .column').length >= 3")
    p.lists("Design talk", p.day())


@task("See one day with its hours")
def see_day(p):
    p.has("Single day", 0, "09:00")
    p.week()
    p.press("Day")
    p.shows("document.querySelectorAll('#grid .column').length === 1")
    p.lists("Single day", p.day())


@task("See the month with its titles")
def see_month(p):
    p.has("In this month", 0, "09:00")
    p.week()
    p.press("Month")
    p.lists("In this month", p.day())


@task("See the list of all days again")
def see_list(p):
    p.week()
    p.press("List")
    p.shows("document.querySelector(`#d${a}`).getClientRects().length > 0", str(stores.today()))


@task("Go on by a week")
def go_on(p):
    p.week()
    p.press("Further")
    further = 3 if p.hand.width < 400 else 7
    p.shows("document.querySelector(`#grid .column[data-day='${a}']`)", p.day(further))


@task("Come back to today")
def back_to_today(p):
    p.week(p.day(14))
    p.press("Today")
    p.shows("document.querySelector(`#grid .column[data-day='${a}']`)", str(stores.today()))


@task("Go to a date")
def go_to_date(p):
    p.week(str(stores.today()))
    p.press("Go to a date")
    p.fill("Date", p.day(30))
    p.press("Go", within="#panel")
    p.shows("document.querySelector(`#grid .column[data-day='${a}']`)", p.day(30))


@task("Open a day of the month")
def open_day(p):
    day = p.day(1)
    p.has("Opened day", 1, "09:00")
    p.start(f"/?view=month&day={p.day()}")
    if p.hand.name == "keyboard":
        p.key("Tab")
        p.approach("selector", f'#grid [data-day="{p.day()}"]')
        p.key("ArrowRight", "Enter")
    else:
        p.click(p.find("selector", f'#grid [data-day="{day}"] .number'))
        p.note("press the day's number")
    p.shows("document.querySelectorAll('#grid .column').length === 1")
    p.lists("Opened day", day)


@task("Find an event by a word and open it")
def find_event(p):
    p.has("Quarterly review", 2, "14:00")
    p.start()
    p.search("Quarterly")
    p.result("Quarterly review")
    p.panel("Quarterly review")
    p.panel("14:00–15:00")


@task("Read when and where an event of the week is")
def read_event(p):
    p.has("Site visit", 0, "10:00", location="Harbour 4")
    p.week()
    p.open("Site visit")
    p.panel("Harbour 4")
    p.panel("10:00–11:00")


@task("See the hours of a second zone beside one's own")
def second_zone(p):
    p.week()
    p.press("Hours of a second zone")
    p.choose("Hours of a second zone", "Asia/Tokyo")
    p.press("Close", within="#panel .actions")
    # Winter: 9 o'clock in Berlin is 17 o'clock in Tokyo; summer: 16.
    p.shows("[...document.querySelectorAll('#grid .hour')].some((hour) => ['17:00', '16:00'].includes(hour.querySelector('i')?.textContent) && hour.lastElementChild.textContent === '09:00')")


@task("See what overlaps in the next weeks")
def overlaps(p):
    day = stores.days_later(2)
    for name in ("Overlap one", "Overlap two"):
        p.ask("POST", "/v1/events", {"summary": name, "start": f"{day}T11:00", "end": f"{day}T12:00"})
    p.start()
    p.press("Conflicts")
    p.panel("Overlap one")
    p.panel("Overlap two")


@task("Make an event where there is free time")
def free_time(p):
    p.start()
    p.press("Free time")
    p.choose("At least", "2 h")
    p.shows("document.querySelector('#panel .slots button')")
    label = p.hand.window.run("() => document.querySelector('#panel .slots button').getAttribute('aria-label')")
    p.press(label)
    p.fill("Title", "In free time")
    p.press("Save")
    p.stored(lambda: p.times("In free time"), lambda seen: len(seen) == 1 and seen[0][11:16] == label[:5])
    # As long as was looked for, in however long a gap.
    p.stored(lambda: [int(time[17:19]) - int(time[11:13]) for time in p.times("In free time")], [2])


@task("See one calendar alone, and all again")
def solo(p):
    p.has("Own alone", 0, "09:00")
    p.has("Mine alone", 0, "11:00", calendar="mine")
    p.week()
    p.press("Only mine")
    p.shows("![...document.querySelectorAll('#grid .event')].some((one) => one.textContent.includes('Own alone'))")
    p.shows("[...document.querySelectorAll('#grid .event')].some((one) => one.textContent.includes('Mine alone'))")
    p.press("Show all")
    p.lists("Own alone", p.day())


@task("Switch a calendar off and on again")
def switch(p):
    p.has("Switched", 0, "09:00", calendar="mine")
    p.week()
    p.lists("Switched", p.day())
    p.press("mine")
    p.lacks("Switched")
    p.press("mine")
    p.lists("Switched", p.day())


@task("Have the page in German")
def german(p):
    p.start()
    p.choose("Language", "Deutsch")
    p.shows("document.querySelector('#view [data-view=week]').textContent === 'Woche'")
    p.forgets()
    p.hand.window.open("/")


@task("Find the keys that work")
def find_keys(p):
    p.start()
    p.press("Keyboard shortcuts")
    p.panel("new event")


@task("Have the view again after the page was closed")
def view_again(p):
    p.week()
    p.press("Month")
    p.shows("document.querySelector('#grid [role=grid]')")
    p.hand.window.open("/")
    p.shows("document.querySelector('#grid [role=grid]')?.checkVisibility()")
