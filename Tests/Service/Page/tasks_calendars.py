"""Calendars: new ones, feeds, files, names and colours, links for others, devices."""

import stores
from person import Tasks

task = TASKS = Tasks()


def new(p, name):
    return p.ask("POST", "/v1/calendars", {"name": name})


def sets_up(p, name):
    """Opens the settings of a new calendar."""
    new(p, name)
    p.calendars()
    p.press(name, within="#panel")


@task("Make a new calendar")
def new_calendar(p):
    p.calendars()
    p.press("A new one of my own")
    p.fill("Name", "Garden", within="details[open]")
    p.press("Add", within="details[open]")
    p.stored(lambda: (p.calendar("Garden") or {}).get("writable"), True)
    p.shows("[...document.querySelectorAll('#calendars li')].some((item) => item.dataset.name === 'Garden')")


@task("Subscribe to a calendar by its address")
def subscribe(p):
    p.calendars()
    p.press("By its address")
    p.fill("Address (https or webcal)", p.feed.address)
    p.press("Add", within="details[open]")
    p.stored(lambda: (p.calendar("Team") or {}).get("kind"), "feed")
    p.keeps("Team lunch", f"{stores.days_later(2)} 12:00-13:00")
    p.lists("Team lunch", str(stores.days_later(2)))


@task("Make a calendar of a file")
def upload(p):
    path = p.service.folder / "Trips.ics"
    path.write_text(stores.calendar("x", [stores.event(9, "Train to Rome", stores.at(p.first, 9), 60)]), newline="")
    p.calendars()
    p.press("From a file")
    p.give("details[open] input[type=file]", path)
    p.press("Add", within="details[open]")
    p.stored(lambda: (p.calendar("Trips") or {}).get("events"), 1)
    p.keeps("Train to Rome", f"{p.day()} 09:00-10:00")


@task("Give a calendar another name")
def rename_calendar(p):
    sets_up(p, "Old calendar")
    p.fill("Name", "New calendar", within="details[open]")
    p.press("Save", within="details[open]")
    p.stored(lambda: bool(p.calendar("New calendar")) and not p.calendar("Old calendar"), True)


@task("Give a calendar another colour")
def colour(p):
    sets_up(p, "Coloured")
    p.press("Teal", within="details[open]")
    p.press("Save", within="details[open]")
    p.stored(lambda: p.calendar("Coloured")["color"], "#159e9e")


@task("Have a calendar's events leave one free")
def leave_free(p):
    sets_up(p, "Birthdays")
    p.press("Its events make me busy", within="details[open]")
    p.press("Save", within="details[open]")
    p.stored(lambda: p.calendar("Birthdays")["busy"], False)


@task("Take a calendar from the side")
def hide(p):
    sets_up(p, "Rarely")
    p.press("Show here in the browser", within="details[open]")
    p.press("Save", within="details[open]")
    p.shows("document.querySelector('#calendars li[data-name=Rarely]').hidden")


@task("Remove a calendar, and have it back")
def remove(p):
    sets_up(p, "Removed one")
    p.press("Remove …", within="details[open]")
    p.say_yes()
    p.stored(lambda: p.calendar("Removed one"), None)
    p.press("Undo", within="#status")
    p.stored(lambda: bool(p.calendar("Removed one")), True)


@task("Make a link by which others read a calendar")
def share(p):
    new(p, "For others")
    p.calendars()
    p.press("Make a link")
    p.fill("Called", "Aunt Ida")
    p.press("For others", within=".shares details[open]")
    p.press("Make a link", within=".shares details[open] .actions")
    p.stored(lambda: [link["calendars"] for link in p.ask("GET", "/v1/shares")["links"] if link["name"] == "Aunt Ida"], [["For others"]])
    p.shows("document.querySelector('.shares .news input')?.value.startsWith('http')")


@task("End such a link")
def end_link(p):
    p.ask("POST", "/v1/shares", {"name": "Former", "calendars": []})
    p.calendars()
    p.press("End: Former")
    p.say_yes()
    p.stored(lambda: [link["name"] for link in p.ask("GET", "/v1/shares")["links"] if link["name"] == "Former"], [])


@task("Let in a phone")
def device(p):
    p.start()
    p.press("Devices")
    p.fill("Let in a device, called", "My phone")
    p.press("Add", within="#panel")
    p.stored(lambda: [one["name"] for one in p.ask("GET", "/v1/devices")["devices"]], ["My phone"])
    p.panel("Password")
