"""What axe finds on each view and state: nothing."""

import itertools
import json
import pathlib

import aggregation
import shots
import stores
from axe_playwright_python.sync_playwright import Axe

# The days that fill the screen stand for the 488: looking at all of them takes minutes.
NEAR = """() => {
    const list = document.getElementById("timeline");
    window.all = [...(list?.children ?? [])];
    if (list?.querySelector(".near")) list.replaceChildren(...all.filter((day) => day.matches(".near, :not(.day)")));
}"""
STYLE = pathlib.Path(__file__).resolve().parents[3] / "Sources/AgendaService/Page/style.css"
VIEWS = ("todos", "invitations", "conflicts", "free", "history", "problems", "devices", "manage", "help", "date")
# It looks at some 500 states.
LONGEST = 1500
NUMBERS = itertools.count(1)
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
QUICK = {"light": WIDE, "narrow": {**NARROW, "color_scheme": "dark"}}
# Each colour with each width, and each language with both widths and two of the colours.
LONG = {
    "dark": {**WIDE, "color_scheme": "dark", "locale": "de-DE"},
    "narrow, light": {**NARROW, "locale": "zh-CN"},
    "Chinese": {**WIDE, "color_scheme": "dark", "locale": "zh-CN"},
    "narrow, German": {**NARROW, "locale": "de-DE"},
    "forced colours": {**WIDE, "forced_colors": "active"},
    "narrow, forced colours": {**NARROW, "forced_colors": "active", "locale": "de-DE"},
}


def check(report, world):
    axe = looker(world)
    service = filled(world)
    try:
        for where, options in (QUICK if world.quick else QUICK | LONG).items():
            with world.tab(service, **options) as tab:
                for view in views(tab):
                    look(report, axe, tab, f"{view}, {where}")
        proxied = {"lets_in": False, "extra_http_headers": {"Authorization": f"Bearer {service.token}"}}
        with world.tab(service, path="/healthz", waits=False, **proxied) as tab:
            for view in bare_views(tab):
                look(report, axe, tab, f"{view}, without scripts")
        for where, options in QUICK.items():
            outside(report, axe, world, service, where, options)
            without(report, axe, world, where, options)
        for name in world.stores[1:]:
            with world.tab(world.service(name)) as tab:
                tab.press("t")
                look(report, axe, tab, f"the list, {name}")
    finally:
        service.__exit__()


def outside(report, axe, world, service, where, options):
    """What is seen without being let in, and by whom a ticket was given."""
    with world.tab(service, lets_in=False, waits=False, **options) as tab:
        tab.page.wait_for_selector("body *", state="attached")
        look(report, axe, tab, f"not signed in, {where}")
    ticket = service.command("device", "add", f"phone, {where}", "--address", "https://a.example").split("/")[-1].strip()
    with world.tab(service, **options) as tab:
        tab.page.goto(f"http://127.0.0.1:{service.port}/devices/{ticket}")
        look(report, axe, tab, f"a device's ticket, {where}")
        tab.page.click("button[formaction$=other]")
        tab.need("document.querySelectorAll('.password code').length === 3")
        look(report, axe, tab, f"its password, {where}")


def without(report, axe, world, where, options):
    """The views with nothing in them, and the page without the service."""
    service = world.bare()
    try:
        with world.tab(service, offline=True, **options) as tab:
            for view in shots.nothing(tab):
                look(report, axe, tab, f"{view}, empty, {where}")
            service.kill()
            tab.press("Escape", "t", "l")
            tab.need("document.documentElement.classList.contains('offline')")
            look(report, axe, tab, f"offline, {where}")
    finally:
        service.__exit__()


def filled(world):
    """The samples, with what the views want to have."""
    service = world.fresh("samples")
    service.command("add", "For the look tomorrow 12:00", "--every", "day", "--count", "3")
    for title, due in (("Water the cactus", "today"), ("Overdue", "yesterday"), ("Done", "today")):
        service.command("todo", "add", title, "--due", due)
    service.command("todo", "done", "Done")
    service.command("rule", "add", "--summary", "Stand-up", "--color", "teal", "--in", "lists")
    service.command("rule", "add", "--summary", "/^(lunch|tea)/", "--weekdays", "monday,friday", "--title", "{calendar}: {summary}")
    (service.folder / "work").mkdir()
    service.command("source", "add", service.folder / "work", "--writable")
    service.command("mirror", "add", "Holidays", "--to", "work", "--busy", "--days", "60")
    day = stores.days_later(1)
    aggregation.propose(service, "add_event", summary="Call Kim", start=f"{day}T12:10", **{"for": "30m"}, time_zone="Asia/Tokyo")
    identifier = json.loads(service.command("search", "For the look", "--json"))["events"][0]["id"]
    aggregation.propose(service, "edit_event", id=identifier, scope="all", location="Cafe Nord")
    return service


def views(tab):
    tab.press("t")
    yield "the list"
    tab.open("Water the cactus")
    yield "a to-do that can be ticked"
    tab.open("For the look")
    yield "an event that can be changed"
    tab.press("e")
    tab.need("document.querySelector('#panel[data-view=edit]')")
    yield "its form"
    tab.press("Escape")
    tab.open("For the look")
    tab.press("x")
    tab.need("document.querySelector('#panel[data-view=delete]')")
    yield "which to delete"
    tab.open("Stand-up")
    tab.need("document.querySelector('.people')")
    yield "an event with participants"
    tab.press("Escape", "c")
    tab.type("Lunch tomorrow 12:30")
    tab.need("document.querySelector('.preview .card')")
    yield "a new event"
    tab.press("Escape", "/")
    tab.type("dentist")
    tab.need("document.querySelector('.results a')")
    yield "a search"
    tab.press("Escape", "Escape")
    for view in VIEWS:
        tab.command(view)
        tab.need(f"document.querySelector('#panel[data-view={view}]')")
        yield view
        if view == "manage":
            tab.page.evaluate("document.querySelectorAll('#panel details').forEach((fold) => fold.open = true)")
            tab.need("document.querySelector('#panel .managed form')")
            yield "its folds"
        if view == "devices":
            tab.page.fill("#panel [name=name]", f"phone {next(NUMBERS)}")
            tab.page.press("#panel [name=name]", "Enter")
            tab.need("document.querySelector('#panel .password')")
            yield "a device's password"
    yield from late(tab)
    tab.press("Escape", "s")
    yield "the small month"
    tab.press("Escape", "Escape")
    for view in grids(tab):
        if view != "the list":
            yield view
        if view == "the week":
            yield from moving(tab)


def late(tab):
    """The views behind the wheel beside the calendars, and what an assistant proposes."""
    for view in aggregation.VIEWS:
        aggregation.show(tab, view)
        yield view
        if view == "rules" and tab.value("document.querySelector('#panel [data-action=edit]')"):
            tab.page.click("#panel .ruled li:last-child [data-action=edit]")
            tab.need("document.querySelector('#panel .preview *')")
            yield "a rule"
        if view == "mirrors":
            tab.page.evaluate("document.querySelectorAll('#panel details').forEach((fold) => fold.open = true)")
            yield "their folds"
    if tab.value("document.querySelector('[data-do=proposals]').parentElement.hidden"):
        return
    tab.command("proposals")
    tab.need("document.querySelector('#panel[data-view=proposals] li')")
    yield "proposals"
    tab.page.click("#panel [data-action=changeIt]")
    tab.need("document.querySelector('#panel[data-view=proposal]')")
    yield "a proposal in the form"


def moving(tab):
    """An event of a series that is moved by keys, and the question which of them."""
    held = """[...document.querySelectorAll('#grid .movable a')].find((link) => link.textContent.includes('For the look'))"""
    tab.need("document.querySelector('#grid .column')")
    if tab.value(f"!document.querySelector('#grid .column[data-day=\"{stores.days_later(1)}\"]')"):
        # It begins on the next week's first day, and this week has perhaps nothing that can be moved.
        tab.press("j")
    tab.need(held)
    tab.value(f"{held}.focus()")
    tab.press("M")
    tab.need("document.querySelector('#grid .ghost')")
    tab.press("ArrowDown")
    tab.need("document.getElementById('status').textContent.includes('12:15')")
    yield "an event being moved"
    tab.press("Enter")
    tab.need("document.querySelector('#panel[data-view=move] button')")
    yield "which to move"
    tab.press("Escape")


def grids(tab):
    """Week, day, month and list, of which the last is as it was before."""
    for key, name in {"w": "week", "d": "day", "m": "month", "l": "list"}.items():
        tab.press("Escape", "t", key)
        tab.need(f"document.documentElement.dataset.view === '{name}'")
        if name != "list":
            tab.need("document.querySelector('#grid .event')")
        yield f"the {name}"
        if name == "day":
            tab.press("b")
            tab.need("document.querySelector('#grid .column[data-calendar]')")
            yield "the day by calendars"
            tab.press("b")
            tab.need("document.querySelector('#grid .column:not([data-calendar])')")


def bare_views(tab):
    """The page as it is without scripts, in a tab in which axe's own can run."""
    tab.scripts = False
    tab.context.route("**/*.js", lambda route: route.abort())
    tab.context.route("**/style.css", as_without_scripts)
    tab.go("/")
    yield "the list"


def as_without_scripts(route):
    text = STYLE.read_text().replace("(scripting: none)", "all").replace("(scripting: enabled)", "not all")
    route.fulfill(body=text, content_type="text/css")


def looker(world):
    axe = Axe()
    axe.quick = world.quick
    return axe


def look(report, axe, tab, where):
    tab.page.evaluate(NEAR)
    # A quick run has looked at what a panel lies over, without it.
    panel = axe.quick and tab.value("document.querySelector('#panel[data-view]')?.checkVisibility()")
    found = axe.run(tab.page, context="#panel" if panel else None).response["violations"]
    tab.page.evaluate("window.all?.length && document.getElementById('timeline').replaceChildren(...all)")
    seen = "; ".join(f"{item['id']}: {item['nodes'][0]['html'][:100]}" for item in found)
    report.check(f"axe, {where}", not found, seen)
