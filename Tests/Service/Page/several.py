"""Two people of one service, each on the page: one shares a calendar, and the other sees what they may and no more."""

import types

from people import People

VIEW = "#panel[data-view=manage]"
SECTION = f"{VIEW} [data-section=sharing]"


def enter(world, people, name):
    """A tab of somebody who has come in by a link of the operator's."""
    path = people.user("link", name).strip()
    service = types.SimpleNamespace(page_host=f"127.0.0.1:{people.port}")
    tab = world.tab(service, path, lets_in=False, waits=False)
    tab.need("document.querySelector('button')")
    tab.reach("button")
    tab.press("Enter")
    tab.ready()
    return tab


def share(tab, name, access):
    """Shares a calendar by the keyboard."""
    tab.command("manage")
    tab.need(f"document.querySelector('{SECTION}')")
    tab.reach(f"{SECTION} summary", most=200)
    tab.press("Enter")
    tab.reach("[name=user]")
    tab.type(name)
    tab.reach("[name=access]")
    tab.type(access)
    tab.reach(f"{SECTION} button.primary")
    tab.press("Enter")


def check(report, world):
    with People() as people:
        people.ask("POST", "/v1/events", people.bearer("kim"), {"words": "Aurora tomorrow 15:00"})
        with enter(world, people, "kim") as kim, enter(world, people, "lee") as lee:
            report.check("who comes in by a link sees their own", kim.lists("Aurora") and lee.lacks("Aurora"))
            share(kim, "lee", "only when")
            told = kim.becomes(f"document.querySelector('{SECTION} .log')?.textContent.includes('lee')")
            report.check("a calendar is shared on the page, and listed with whom", told, kim.text(SECTION))
            lee.reload()
            report.check("who may see busy times sees these", lee.lists("Busy") and lee.lacks("Aurora"), lee.text("#days")[:300])
            share(kim, "lee", "what is")
            told = kim.becomes(f"document.querySelectorAll('{SECTION} .log li').length === 1")
            lee.reload()
            report.check("who may read sees the titles, once", told and lee.lists("Aurora") and lee.lacks("Busy"))
            lee.command("manage")
            owner = lee.becomes(f"document.querySelector('{VIEW} .managed')?.textContent.includes('kim')")
            report.check("the calendar says whose it is", owner, lee.text(f"{VIEW} .managed"))
            share(kim, "nobody", "what is")
            report.check("a name that nobody has is said", kim.says("nobody"), kim.text("#status"))
            kim.command("manage")
            kim.need(f"document.querySelector('{SECTION} .log button')")
            kim.reach(f"{SECTION} .log button", most=200)
            kim.press("Enter")
            gone = kim.becomes(f"document.querySelectorAll('{SECTION} .log li').length === 0")
            lee.reload()
            report.check("what is shared no more is gone at the next request", gone and lee.lacks("Aurora"))
            kim.command("manage")
            kim.need(f"document.querySelector('{VIEW} [data-action=devices]')")
            kim.reach("[data-action=devices]", most=200)
            kim.press("Enter")
            log = kim.becomes("document.querySelector('#panel[data-view=devices] details .log')?.textContent.length > 10")
            report.check("who came in when is listed beside the devices", log, kim.text("#panel"))
            report.check("the consoles complain of nothing", not kim.faults + lee.faults, kim.faults + lee.faults)
