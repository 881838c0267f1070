"""What axe finds on each view: nothing that is serious or critical."""

import pathlib

from axe_playwright_python.sync_playwright import Axe

# The days that fill the screen stand for the 488: looking at all of them takes minutes.
NEAR = """() => {
    const list = document.getElementById("timeline");
    window.all = [...list.children];
    if (list.querySelector(".near")) list.replaceChildren(...all.filter((day) => day.matches(".near, :not(.day)")));
}"""
STYLE = pathlib.Path(__file__).resolve().parents[3] / "Sources/AgendaService/Page/style.css"
VIEWS = ("todos", "invitations", "conflicts", "free", "history", "problems", "devices", "manage", "help", "date")
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
QUICK = {"light": WIDE, "narrow": {**NARROW, "color_scheme": "dark"}}
LONG = {
    "dark": {**WIDE, "color_scheme": "dark"},
    "Chinese": {**WIDE, "locale": "zh-CN"},
    "forced colours": {**WIDE, "forced_colors": "active"},
}


def check(report, world):
    axe = Axe()
    service = filled(world)
    try:
        for where, options in (QUICK if world.quick else QUICK | LONG).items():
            with world.tab(service, **options) as tab:
                for view in views(tab):
                    look(report, axe, tab, f"{view}, {where}")
        with world.tab(service, path="/healthz", waits=False) as tab:
            for view in bare_views(tab):
                look(report, axe, tab, f"{view}, without scripts")
        for name in world.stores[1:]:
            with world.tab(world.service(name)) as tab:
                tab.press("t")
                look(report, axe, tab, f"the list, {name}")
    finally:
        service.__exit__()


def filled(world):
    """The samples, with what the views want to have."""
    service = world.fresh("samples")
    service.command("add", "For the look tomorrow 12:00", "--every", "day", "--count", "3")
    for title, due in (("Water the cactus", "today"), ("Overdue", "yesterday"), ("Done", "today")):
        service.command("todo", "add", title, "--due", due)
    service.command("todo", "done", "Done")
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
    tab.press("Escape", "s")
    yield "the small month"
    tab.press("Escape", "Escape")
    yield from (view for view in grids(tab) if view != "the list")


def grids(tab):
    """Week, day, month and list, of which the last is as it was before."""
    for key, name in {"w": "week", "d": "day", "m": "month", "l": "list"}.items():
        tab.press("Escape", "t", key)
        tab.need(f"document.documentElement.dataset.view === '{name}'")
        if name != "list":
            tab.need("document.querySelector('#grid .event')")
        yield f"the {name}"


def bare_views(tab):
    """The page as it is without scripts, in a tab in which axe's own can run."""
    tab.scripts = False
    tab.context.route("**/*.js", lambda route: route.abort())
    tab.context.route("**/style.css", as_without_scripts)
    # It has no data: over a network a browser gets it by scripts alone.
    tab.go("/")
    yield "the list"


def as_without_scripts(route):
    text = STYLE.read_text().replace("(scripting: none)", "all").replace("(scripting: enabled)", "not all")
    route.fulfill(body=text, content_type="text/css")


def look(report, axe, tab, where):
    tab.page.evaluate(NEAR)
    found = axe.run(tab.page).response["violations"]
    tab.page.evaluate("window.all?.length && document.getElementById('timeline').replaceChildren(...all)")
    bad = [item for item in found if item["impact"] in ("serious", "critical")]
    seen = "; ".join(f"{item['id']}: {item['nodes'][0]['html'][:100]}" for item in bad)
    report.check(f"axe, {where}", not bad, seen)
