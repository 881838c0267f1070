"""Calendars put in order and into groups at the side: by the keyboard, from a row's menu, by dragging and by touch."""

import json

import stores
from service import Service
from tab import MODULE

STANDING = """[...document.querySelectorAll('#calendars [data-name]')].map((item) =>
    `${item.closest('.group')?.dataset.group ?? ''}/${item.dataset.name}`).join(' ')"""
COLORS = "[...document.querySelectorAll('#calendars [data-name]')].map((item) => item.dataset.name + item.className).sort().join(' ')"
# The titles of today's events that can be seen.
SEEN = """[...document.querySelectorAll('.day.today .event')].filter((row) => row.checkVisibility()).map((row) =>
    row.querySelector('.what').textContent).sort().join(' ')"""
# Orders as they stand after a move, and what becomes of them: as many as can be stay, and all go where there is no room.
NUMBERED = [
    ([1024, 2048, 3072], [1024, 2048, 3072]), ([3072, 1024, 2048], [512, 1024, 2048]), ([2048, 1024, 3072], [2048, 2560, 3072]),
    ([1, 2, 4, 3], [1, 2, 4, 1028]), ([2, 1, 3], [1024, 2048, 3072]), ([5, 5, 5], [5, 1029, 2053]),
    ([3, 2**31 - 1, 2], [1024, 2048, 3072]), ([], []),
]
# How many moves are not saved yet.
MOVING = f"(await {MODULE}('state.js')).state.moving"
HELD = "(document.activeElement.closest('li')?.dataset.name ?? document.activeElement.closest('li')?.dataset.group)"


def check(report, world):
    with Service(samples=False) as service:
        for hour, name in enumerate(("Alpha", "Beta", "Gamma"), 9):
            path = service.folder / f"{name}.ics"
            path.write_text(stores.calendar(name, [stores.event(hour, name, stores.at(stores.today(), hour), 60)]), newline="")
            service.command("source", "add", path)
        with world.tab(service) as tab:
            tab.page.on("dialog", lambda dialog: dialog.accept("Home"))
            numbered(report, tab)
            by_keys(report, tab, service)
            grouped(report, tab, service)
            folded(report, tab)
            hidden(report, tab)
            dragged(report, tab, service)
            elsewhere(report, world, tab, service)
            report.quiet(tab)
        with world.tab(service) as tab:
            meanwhile(report, tab, service)
        narrow(report, world, service)


def stands(report, tab, what, expected):
    report.check(what, tab.becomes(f"{STANDING} === {json.dumps(expected)}"), f"{tab.value(STANDING)}, not {expected}")


def reach(tab, selector):
    tab.press("Escape", "s")
    tab.reach(f"#calendars {selector}")


def choose(tab, key):
    """Opens the menu of the row that has the focus, goes on by a key from its first entry, and takes what is there."""
    tab.press("Enter")
    tab.need("document.activeElement.matches('#row-menu :first-child')")
    tab.press(key, "Enter")


def listed(service):
    return json.loads(service.command("source", "--json"))["sources"]


def numbered(report, tab):
    for orders, expected in NUMBERED:
        made = tab.page.evaluate(f"async (orders) => (await {MODULE}('order.js')).numbered(orders)", orders)
        report.check(f"{orders} becomes {expected}", made == expected, made)


def by_keys(report, tab, service):
    stands(report, tab, "calendars stand as they were added", "/mine /Alpha /Beta /Gamma")
    report.check("each has the colour of its place", tab.value(COLORS) == "Alphac-1 Betac-2 Gammac-3 minec-0", tab.value(COLORS))
    reach(tab, "[data-name=Gamma] input")
    tab.press("Alt+ArrowUp")
    stands(report, tab, "a key moves a calendar up", "/mine /Alpha /Gamma /Beta")
    report.check("which keeps the focus", tab.becomes(f"{HELD} === 'Gamma'"), tab.value(HELD))
    report.check("and its colour", tab.value(COLORS) == "Alphac-1 Betac-2 Gammac-3 minec-0", tab.value(COLORS))
    report.check("it is saved", tab.says("Saved Gamma"), tab.text("#status"))
    names = [source["name"] for source in listed(service)]
    report.check("the command lists them so", names == ["mine", "Alpha", "Gamma", "Beta"], names)
    tab.page.get_by_role("button", name="Undo").focus()
    tab.press("Enter")
    stands(report, tab, "Undo puts it back", "/mine /Alpha /Beta /Gamma")
    reach(tab, "[data-name=Gamma] input")
    # Faster than the service answers.
    tab.press("Alt+ArrowUp", "Alt+ArrowUp", "Alt+ArrowUp", "Alt+ArrowDown", "Alt+ArrowDown")
    stands(report, tab, "keys one after the other all count", "/mine /Alpha /Gamma /Beta")


def grouped(report, tab, service):
    reach(tab, "[data-name=Alpha] .more")
    tab.press("Enter")
    entries = "[...document.querySelectorAll('#row-menu:popover-open button')].map((entry) => entry.textContent).join('|')"
    report.check("a row has a menu", tab.becomes(f"{entries} === 'Move up|Move down|Group …'"), tab.value(entries))
    tab.press("Escape")
    report.check("which Escape closes", tab.becomes(f"{entries} === '' && {HELD} === 'Alpha'"), tab.value(HELD))
    choose(tab, "ArrowDown")
    stands(report, tab, "its entry moves down", "/mine /Gamma /Alpha /Beta")
    report.check("and the row has the focus", tab.becomes(f"{HELD} === 'Alpha'"), tab.value(HELD))
    tab.press("Alt+ArrowUp")
    stands(report, tab, "and up again by a key", "/mine /Alpha /Gamma /Beta")
    choose(tab, "ArrowUp")
    report.check("another opens the group", tab.becomes("document.activeElement.matches('#panel [name=group]')"))
    tab.type("Family")
    tab.press("Enter")
    stands(report, tab, "a calendar is in a group", "/mine Family/Alpha /Gamma /Beta")
    reach(tab, "[data-name=Gamma] input")
    tab.press("Alt+ArrowUp")
    stands(report, tab, "a key moves into a group that is open", "/mine Family/Alpha Family/Gamma /Beta")
    found = {source["name"]: source["group"] for source in listed(service)}
    report.check("the command has it", tab.says("Saved Gamma") and found == {"mine": None, "Alpha": "Family", "Gamma": "Family", "Beta": None}, found)
    tab.press("Alt+ArrowDown")
    stands(report, tab, "and out of it", "/mine Family/Alpha /Gamma /Beta")
    tab.press("Alt+ArrowUp")
    stands(report, tab, "and in again", "/mine Family/Alpha Family/Gamma /Beta")


def folded(report, tab):
    reach(tab, ".group .fold")
    tab.press("Enter")
    shown = "[...document.querySelectorAll('#calendars [data-name]')].filter((item) => item.checkVisibility()).map(({ dataset }) => dataset.name).join(' ')"
    report.check("a group is folded", tab.value(shown) == "mine Beta", tab.value(shown))
    report.check("and says so", tab.value("document.querySelector('.group .fold').getAttribute('aria-expanded')") == "false")
    report.check("its events stay", tab.value(SEEN) == "Alpha Beta Gamma", tab.value(SEEN))
    tab.press("Alt+ArrowDown")
    stands(report, tab, "a group is moved as a whole", "/mine /Beta Family/Alpha Family/Gamma")
    report.check("and keeps the focus", tab.becomes(f"{HELD} === 'Family'"), tab.value(HELD))
    reach(tab, "[data-name=Beta] input")
    tab.press("Alt+ArrowDown")
    stands(report, tab, "a calendar moves past a folded group", "/mine Family/Alpha Family/Gamma /Beta")
    report.check("that is saved", tab.says("Saved Beta"), tab.text("#status"))
    tab.reload()
    report.check("it is folded after a reload, too", tab.value(shown) == "mine Beta", tab.value(shown))
    stands(report, tab, "and stands as it did", "/mine Family/Alpha Family/Gamma /Beta")
    reach(tab, ".group .fold")
    tab.press("Enter")
    report.check("and opened again", tab.value(shown) == "mine Alpha Gamma Beta", tab.value(shown))


def hidden(report, tab):
    reach(tab, ".group > div input")
    tab.press("Space")
    report.check("a group is hidden as a whole", tab.becomes(f"{SEEN} === 'Beta'"), tab.value(SEEN))
    tab.reload()
    report.check("and after a reload", tab.becomes(f"{SEEN} === 'Beta'"), tab.value(SEEN))
    box = "document.querySelector('.group > div input')"
    reach(tab, "[data-name=Gamma] input")
    tab.press("Space")
    report.check("one of it is shown", tab.becomes(f"{SEEN} === 'Beta Gamma'"), tab.value(SEEN))
    report.check("and the group is neither", tab.value(f"{box}.indeterminate && !{box}.checked"))
    reach(tab, ".group > div input")
    tab.press("Space")
    report.check("then all of it", tab.becomes(f"{SEEN} === 'Alpha Beta Gamma'"), tab.value(SEEN))
    report.check("and the group is on", tab.value(f"{box}.checked && !{box}.indeterminate"))


def drag(tab, source, target, y):
    """Drags a row to another one; `y` is where in its height."""
    rows = tab.page.locator("#calendars")
    box = rows.locator(target).bounding_box()
    rows.locator(source).drag_to(rows.locator(target), target_position={"x": 30, "y": box["height"] * y})


def dragged(report, tab, service):
    drag(tab, "[data-name=Beta]", "[data-name=mine]", 0.2)
    stands(report, tab, "a calendar is dragged to the top", "/Beta /mine Family/Alpha Family/Gamma")
    report.check("and saved", tab.says("Saved Beta"), tab.text("#status"))
    drag(tab, "[data-name=mine]", "[data-name=Alpha]", 0.8)
    stands(report, tab, "one is dragged into a group", "/Beta Family/Alpha Family/mine Family/Gamma")
    report.check("and saved, too", tab.says("Saved mine"), tab.text("#status"))
    drag(tab, ".group > div", "[data-name=Beta]", 0.2)
    stands(report, tab, "a group is dragged with all that is in it", "Family/Alpha Family/mine Family/Gamma /Beta")
    drag(tab, "[data-name=mine]", "[data-name=Beta]", 0.2)
    stands(report, tab, "one is dragged out of it", "Family/Alpha Family/Gamma /mine /Beta")
    report.check("and saved as well", tab.says("Saved mine"), tab.text("#status"))
    tab.page.locator("#calendars [data-name=Beta]").hover()
    tab.page.mouse.down()
    tab.page.locator("#calendars [data-name=Alpha]").hover()
    tab.page.locator("#calendars [data-name=Alpha]").hover(position={"x": 30, "y": 4})
    report.check("while it is dragged a row stands where it would be", tab.value(STANDING) != "Family/Alpha Family/Gamma /mine /Beta")
    tab.page.locator("#bar").hover()
    tab.page.mouse.up()
    stands(report, tab, "dropped elsewhere it goes back", "Family/Alpha Family/Gamma /mine /Beta")
    names = [source["name"] for source in listed(service)]
    report.check("also at the command", names == ["Alpha", "Gamma", "mine", "Beta"], names)


def elsewhere(report, world, tab, service):
    tab.page.locator("#calendars .group > div .more").focus()
    choose(tab, "ArrowUp")
    stands(report, tab, "a group gets another name", "Home/Alpha Home/Gamma /mine /Beta")
    report.check("which is saved", tab.says("Saved Home"), tab.text("#status"))
    tab.reload()
    stands(report, tab, "a reload keeps all", "Home/Alpha Home/Gamma /mine /Beta")
    # As a phone numbers them: there is no room between.
    for place, name in enumerate(("Beta", "mine", "Gamma", "Alpha"), 1):
        service.command("source", "set", name, "--order", place, "--group", "none")
    tab.reload()
    stands(report, tab, "what is set elsewhere is shown", "/Beta /mine /Gamma /Alpha")
    reach(tab, "[data-name=Alpha] input")
    tab.press("Alt+ArrowUp", "Alt+ArrowUp")
    stands(report, tab, "numbers without room between them are made anew", "/Beta /Alpha /mine /Gamma")
    saved = tab.becomes(f"document.getElementById('status').textContent.includes('Saved Alpha') && !{MOVING}")
    tab.reload()
    names = lambda: [source["name"] for source in listed(service)]
    report.check("and saved", saved and names() == ["Beta", "Alpha", "mine", "Gamma"], names())
    for place, name in enumerate(("Beta", "Alpha", "mine", "Gamma"), 1):
        service.command("source", "set", name, "--order", place)
    tab.reload()
    numbers = lambda: [(source["name"], source["order"]) for source in listed(service)]
    before = numbers()
    reach(tab, "[data-name=Beta] input")
    tab.press("Alt+ArrowDown")
    tab.need(f"document.getElementById('status').textContent.includes('Saved Beta') && !{MOVING}")
    report.check("a move may change all numbers", len({*numbers()} - {*before}) == 4, numbers())
    for button, order in (("Undo", "/Beta /Alpha /mine /Gamma"), ("Redo", "/Alpha /Beta /mine /Gamma"), ("Undo", "/Beta /Alpha /mine /Gamma")):
        tab.page.locator("#status").get_by_role("button", name=button).focus()
        tab.press("Enter")
        stands(report, tab, f"{button} is one step", order)
    report.check("which gives all of them back", numbers() == before, numbers())
    with world.tab(service) as other:
        stands(report, other, "another browser has the order", "/Beta /Alpha /mine /Gamma")


def meanwhile(report, tab, service):
    """A calendar's settings are open while it is changed elsewhere, and asked for while a move of it is being saved."""
    slow = lambda route: (tab.page.wait_for_timeout(400), route.continue_())
    tab.page.route("**/v1/calendars/*", slow)
    reach(tab, "[data-name=Alpha] .more")
    tab.press("Alt+ArrowDown", "Alt+ArrowUp")
    choose(tab, "ArrowUp")
    grouping = lambda name: (tab.need("document.activeElement.matches('#panel [name=group]')"), tab.type(name), tab.press("Enter"))
    grouping("Slow")
    stands(report, tab, "a group is chosen while a move is being saved", "/Beta Slow/Alpha /mine /Gamma")
    tab.page.unroute("**/v1/calendars/*", slow)
    reach(tab, "[data-name=Beta] .more")
    choose(tab, "ArrowUp")
    tab.need("document.activeElement.matches('#panel [name=group]')")
    service.command("source", "set", "Beta", "--no-busy")
    grouping("Late")
    stands(report, tab, "a form is saved though something else of it was changed meanwhile", "Late/Beta Slow/Alpha /mine /Gamma")
    busy = {source["name"]: source["busy"] for source in listed(service)}
    report.check("which stays", busy["Beta"] is False, busy)
    reach(tab, "[data-name=Gamma] .more")
    choose(tab, "ArrowUp")
    tab.need("document.activeElement.matches('#panel [name=group]')")
    service.command("source", "set", "Gamma", "--group", "Theirs")
    grouping("Ours")
    report.check("not where it is what was changed", tab.becomes("document.getElementById('status').textContent.includes('no longer what it was')"), tab.text("#status"))
    groups = {source["name"]: source["group"] for source in listed(service)}
    report.check("and what was saved first stands", groups["Gamma"] == "Theirs", groups)
    tab.faults = [fault for fault in tab.faults if "412" not in fault]
    service.command("source", "set", "Gamma", "--group", "none")
    service.command("source", "set", "Alpha", "--group", "none")
    service.command("source", "set", "Beta", "--group", "none", "--busy")
    report.quiet(tab)


def narrow(report, world, service):
    service.command("source", "set", "Alpha", "--group", "Family and friends with a long name")
    with world.tab(service, width=360, height=740, has_touch=True) as tab:
        tab.page.locator("[data-do=menu]").tap()
        tab.need("document.querySelector('#calendars .more').checkVisibility()")
        small = tab.value("""[...document.querySelectorAll('#calendars :is(button, label)')].filter((control) =>
            control.checkVisibility() && control.getBoundingClientRect().height < 43.5).map((control) => control.outerHTML.slice(0, 80))""")
        report.check("360: each control is 44 high", not small, small)
        wide = tab.value("document.getElementById('side').scrollWidth - document.getElementById('side').clientWidth")
        report.check("360: nothing scrolls sideways", max(wide, tab.too_wide) <= 0, wide)
        tab.shot(world.place / "groups-360.png")
        tab.page.locator("#calendars [data-name=mine] .more").tap()
        tab.need("document.querySelector('#row-menu')?.matches(':popover-open')")
        tab.shot(world.place / "groups-menu-360.png")
        inside = tab.value("""(({ left, right, bottom }) => left >= 0 && right <= innerWidth && bottom <= innerHeight)(
            document.querySelector('#row-menu').getBoundingClientRect())""")
        report.check("360: the menu is on the screen", inside)
        tab.page.get_by_role("button", name="Move down").tap()
        stands(report, tab, "360: a tap moves a calendar", "/Beta Family and friends with a long name/Alpha /Gamma /mine")
        tab.page.locator("#calendars .group .fold").tap()
        report.check("360: a tap folds a group", tab.becomes("document.querySelector('#calendars .group ul').hidden"))
        report.quiet(tab)
    with world.tab(service) as tab:
        tab.shot(world.place / "groups-1280.png")
