"""An office: a column for each calendar, a time when several people are free, calendars in order and in groups."""

from person import Tasks

task = TASKS = Tasks()
STANDING = "[...document.querySelectorAll('#calendars [data-name]')].map(({ dataset }) => dataset.name)"


def people(p, *names):
    """Calendars of people; Ann and Bea each have a meeting on the task's day."""
    for name in names:
        if not p.calendar(name):
            p.ask("POST", "/v1/calendars", {"name": name})


@task("See who has what on a day, a column for each calendar")
def by_calendar(p):
    people(p, "Ann", "Bea")
    p.has("Ann's review", 0, "10:00", calendar="Ann")
    p.has("Bea's course", 0, "11:00", calendar="Bea")
    p.start(f"/?view=day&day={p.day()}")
    p.press("By calendar")
    for name, title in (("Ann", "Ann's review"), ("Bea", "Bea's course")):
        p.shows("document.querySelector(`#grid .column[data-calendar='${a}'] .event`)?.textContent.includes(b)", name, title)
    p.press("By calendar")
    p.shows("document.querySelectorAll('#grid .column').length === 1")


@task("Find when two people are free, and propose it to them")
def propose(p):
    people(p, "Ann", "Bea")
    # Of 9 to 17 o'clock, 9 to 10, 11 to 13 and 15 to 17 are free for both.
    p.has("Ann is out", 0, "10:00", calendar="Ann")
    p.has("Bea is out", 0, "13:00", 120, calendar="Bea")
    p.start(f"/?view=day&day={p.day()}&by=calendar")
    p.press("Only Ann")
    p.press("Bea", within="#calendars")
    p.press("Free time")
    p.choose("At least", "1 h")
    p.fill("address to invite: Ann", "ann@example.org")
    p.fill("address to invite: Bea", "bea@example.org")
    p.press("15:00–17:00", within="#panel .slots")
    p.fill("Title", "Talk of three")
    p.press("Save")
    p.keeps("Talk of three", f"{p.day()} 15:00-16:00")
    addresses = lambda: sorted(one["address"] for one in p.whole("Talk of three")["participants"])
    p.stored(addresses, ["mailto:ann@example.org", "mailto:bea@example.org"])


@task("Add an event to a calendar that is switched off, and see it")
def add_unseen(p):
    people(p, "Ann")
    p.start()
    p.press("Ann", within="#calendars")
    p.press("New event")
    p.fill("What, when, where", f"Hidden talk {p.day()} 09:00")
    p.choose("Calendar", "Ann")
    p.press("Add", within="#panel")
    p.says("Ann is switched off here")
    # From the list's end it is a long way by the tab key, and the side is one key away.
    name, place = ("Ann", "#calendars") if p.hand.name == "keyboard" else ("Show it", "#status")
    p.press(name, within=place)
    p.lists("Hidden talk", p.day())


@task("Put a calendar above another, and take that back")
def raise_one(p):
    people(p, "Ann", "Bea")
    p.start()
    p.shows(f"{STANDING}.join().includes('Ann,Bea')")
    p.raise_calendar("Bea")
    order = lambda: [one["name"] for one in sorted(p.ask("GET", "/v1/calendars")["calendars"], key=lambda one: one["order"]) if one["name"] in ("Ann", "Bea")]
    p.stored(order, ["Bea", "Ann"])
    p.shows(f"{STANDING}.join().includes('Bea,Ann')")
    p.press("Undo", within="#status")
    p.stored(order, ["Ann", "Bea"])
    p.shows(f"{STANDING}.join().includes('Ann,Bea')")


@task("Put two calendars into a group")
def group(p):
    people(p, "Cleo", "Dan")
    p.calendars()
    for name in ("Cleo", "Dan"):
        place = f"#panel [data-calendar='{p.calendar(name)['id']}']"
        p.press(name, within=place)
        p.fill("Group", "Office", within=place)
        p.press("Save", within=place)
        p.stored(lambda: p.calendar(name)["group"], "Office")
        # The view is drawn anew before that is said.
        p.says(f"Saved {name}")
    p.shows("[...document.querySelectorAll(`#calendars [data-group='Office'] [data-name]`)].map(({ dataset }) => dataset.name).join() === 'Cleo,Dan'")


@task("Switch a whole group off, and on again")
def switch_group(p):
    people(p, "Cleo", "Dan")
    for name in ("Cleo", "Dan"):
        p.ask("PATCH", f"/v1/calendars/{p.calendar(name)['id']}", {"group": "Office"}, "*")
        p.has(f"{name}'s day", 0, "09:00", calendar=name)
    p.week()
    p.lists("Dan's day", p.day())
    p.press("Office", within="#calendars")
    p.lacks("Cleo's day")
    p.lacks("Dan's day")
    p.press("Office", within="#calendars")
    p.lists("Cleo's day", p.day())
    p.lists("Dan's day", p.day())


@task("Give a group another name")
def rename_group(p):
    people(p, "Cleo")
    p.ask("PATCH", f"/v1/calendars/{p.calendar('Cleo')['id']}", {"group": "Team"}, "*")
    p.calendars()
    p.press("Cleo", within="#panel .managed")
    p.fill("Group", "Crew", within="details[open]")
    p.press("Save", within="details[open]")
    p.stored(lambda: p.calendar("Cleo")["group"], "Crew")
    p.shows("document.querySelector(`#calendars [data-group='Crew'] [data-name=Cleo]`)")
