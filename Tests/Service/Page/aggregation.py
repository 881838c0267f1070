"""Rules, an assistant's proposals, what is likely the same, and mirrors."""

import json
import subprocess

import stores

VIEWS = ("rules", "mirrors", "similar")


def check(report, world):
    service = world.bare()
    try:
        for name, title in (("home", "Parents’ Evening"), ("class", "Parents' evening")):
            lines = stores.event(name, title, stores.at(stores.days_later(4), 18), 60, "Elbe Hall")
            service.command("source", "add", stored(service, name, stores.calendar(name, [lines])))
        (service.folder / "work").mkdir()
        service.command("source", "add", service.folder / "work", "--writable")
        service.command("add", f"Lunch {stores.days_later(2)} 12:30-13:00", "--calendar", "mine")
        service.command("add", f"Tea {stores.days_later(2)} 15:00-16:00", "--calendar", "mine")
        with world.tab(service) as tab, world.tab(service, width=360, height=740, has_touch=True, is_mobile=True, locale="de-DE", color_scheme="dark") as phone:
            rules(report, tab, service)
            proposals(report, tab, phone, service)
            similar(report, tab, service)
            mirrors(report, tab, service)
            narrow(report, phone, service)
            report.quiet(tab)
            report.quiet(phone)
    finally:
        service.__exit__()


def stored(service, name, text):
    path = service.folder / f"{name}.ics"
    path.write_text(text, newline="")
    return path


def propose(service, tool, **arguments):
    """What an assistant's program does with `agenda mcp --review`."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    done = subprocess.run(
        [service.agenda, "mcp", "--review"], input=json.dumps(call) + "\n", env=service.environment, cwd=service.folder,
        capture_output=True, text=True,
    )  # fmt: skip
    if "Proposed as number" not in done.stdout:
        raise RuntimeError(f"not proposed: {done.stdout} {done.stderr}")


def show(tab, view):
    """Opens one of the views behind the wheel beside the calendars, by the keyboard."""
    tab.command("manage")
    tab.need("document.querySelector('#panel[data-view=manage]')")
    tab.reach(f"#panel [data-action={view}]")
    tab.press("Enter")
    tab.need(f"document.querySelector('#panel[data-view={view}]')")


def press(tab, selector):
    """Presses a button that has the focus."""
    tab.need(f"document.querySelector({json.dumps(selector)})")
    tab.page.focus(selector)
    tab.press("Enter")


def undo(tab):
    tab.need("document.querySelector('#status button')")
    tab.page.click("#status button")


def focus(tab):
    return tab.value("document.activeElement.dataset.action ?? document.activeElement.id")


def rules(report, tab, service):
    show(tab, "rules")
    report.check("without rules the view says what they are", "No rules yet" in tab.text("#panel") and "no calendar changes" in tab.text("#panel"), tab.text("#panel"))
    press(tab, "#panel [data-action=add]")
    tab.need("document.querySelector('#panel[data-view=rule]')")
    tab.type("lunch*")
    tab.page.select_option("#panel [name=hide]", "true")
    shown = tab.becomes("document.querySelector('#panel .preview h3')?.textContent === '1 event would look otherwise'")
    report.check("the form shows what would look otherwise", shown and "hidden then" in tab.text("#panel .preview li"), tab.text("#panel .preview"))
    report.check("and changes nothing by that", "summary" not in service.command("rule"))
    press(tab, "#panel .primary")
    report.check("saved, it hides", tab.says("Saved") and tab.lacks("Lunch"), tab.text("#status"))
    listed = service.command("rule")
    report.check("the command has the rule", 'summary = "lunch*": hide = true' in listed and "[1 event]" in listed, listed)
    report.check("the list says it in a sentence", "Events called “lunch*”" in tab.text("#panel .ruled") and "1 event" in tab.text("#panel .ruled"), tab.text("#panel"))
    undo(tab)
    report.check("undo takes it back", tab.lists("Lunch") and service.command("rule") == "", service.command("rule"))
    report.check("also in the panel", tab.becomes("document.getElementById('panel').textContent.includes('No rules yet')"), tab.text("#panel"))
    for title in ("Green tea", "Black tea"):
        service.command("rule", "add", "--summary", "Tea", "--title", title)
    report.check("the later rule decides", tab.lists("Black tea"))
    tab.walk("Black tea")
    section = tab.becomes("document.querySelector('#panel .details')?.textContent.includes('Rule 2: called “Black tea”')")
    report.check("the event's panel says which rule did what", section, tab.text("#panel"))
    show(tab, "rules")
    press(tab, "#panel .ruled li:first-child [data-action=moveDown]")
    report.check("a rule is moved by its button, which keeps the focus", tab.lists("Green tea") and tab.becomes("document.activeElement.dataset.action === 'moveUp' || document.activeElement.dataset.action === 'edit'"), focus(tab))
    press(tab, "#panel .ruled li:last-child [data-action=edit]")
    tab.need("document.querySelector('#panel[data-view=rule] [name=title]')")
    tab.page.fill("#panel [name=title]", "{calendar}: {summary}")
    report.check("a change is shown before it is saved", tab.becomes("document.querySelector('#panel .preview li')?.textContent.includes('→ mine: Tea')"), tab.text("#panel .preview"))
    press(tab, "#panel .primary")
    report.check("and saved", tab.lists("mine: Tea"))
    press(tab, "#panel .ruled li:last-child [data-action=edit]")
    tab.need("document.querySelector('#panel[data-view=rule] [name=between]')")
    tab.page.evaluate("document.querySelector('#panel details').open = true")
    tab.page.fill("#panel [name=between]", "noon")
    report.check("what is none is said where it is typed", tab.becomes("document.querySelector('#panel .preview')?.textContent.includes('9:00-17:00')"), tab.text("#panel .preview"))
    press(tab, "#panel .actions button[type=button]")
    for count in (1, 0):
        press(tab, "#panel .ruled li:last-child [data-action=remove]")
        tab.need(f"document.querySelectorAll('#panel .ruled > li').length === {count}")
    report.check("removed, they are gone, and Undo is there", tab.says("Undo") and tab.lists("Tea") and service.command("rule") == "", tab.text("#status"))


def proposals(report, tab, phone, service):
    day = stores.days_later(2)
    propose(service, "add_event", summary="Call Kim", start=f"{day}T15:30", **{"for": "30m"}, time_zone="Asia/Tokyo")
    propose(service, "add_event", summary="Call Lee", start=f"{day}T15:30", **{"for": "30m"})
    service.command("add", f"Something {day} 8:00")
    badge = "document.getElementById('proposal-count').textContent === '2' && document.querySelector('[data-do=proposals]').checkVisibility()"
    report.check("what waits is counted at the side", tab.becomes(badge), tab.text(".views"))
    tab.command("proposals")
    tab.need("document.querySelector('#panel[data-view=proposals] li')")
    first, second = (tab.value(f"document.querySelectorAll('#panel .invitations > li')[{place}].textContent") for place in (0, 1))
    report.check("one has its times in both zones", "07:30" in first and "15:30" in first and "Asia/Tokyo" in first, first)
    report.check("and what it overlaps", "Overlaps Tea" in second, second)
    press(tab, "#panel .invitations li:first-child [data-action=acceptIt]")
    report.check("accepted, it is made", tab.lists("Call Kim") and tab.says("Saved Call Kim"), tab.text("#status"))
    undo(tab)
    report.check("and taken back", tab.lacks("Call Kim"))
    tab.need("document.querySelectorAll('#panel .invitations > li').length === 1")
    press(tab, "#panel [data-action=changeIt]")
    tab.need("document.querySelector('#panel[data-view=proposal] [name=summary]')")
    report.check("the form has what is proposed", tab.value("document.querySelector('#panel [name=start]').value").endswith("T15:30"))
    tab.page.fill("#panel [name=summary]", "Call Lee at home")
    press(tab, "#panel .primary")
    report.check("changed there, it is made so", tab.lists("Call Lee at home") and tab.lacks("Call Lee"))
    report.check("nothing waits any more, and the side says nothing", tab.becomes("!document.querySelector('[data-do=proposals]').checkVisibility()"))
    identifier = json.loads(service.command("search", "Tea", "--json"))["events"][0]["id"]
    propose(service, "edit_event", id=identifier, start=f"{day}T17:00")
    propose(service, "delete_event", id=identifier)
    service.command("edit", identifier, "--location", "Cafe")
    tab.need("document.querySelector('[data-do=proposals]').checkVisibility()")
    tab.command("proposals")
    tab.need("document.querySelector('#panel[data-view=proposals] li')")
    shown = tab.text("#panel .invitations li:first-child")
    report.check("one of an event that was changed since says so", "has changed since" in shown and "17:00" in shown, shown)
    report.check("and what differs", "was: Begins: " in shown and "becomes: Begins: " in shown, shown)
    press(tab, "#panel .invitations li:first-child [data-action=acceptStale]")
    report.check("it is made all the same by who wants it", tab.says("Saved Tea") and "17:00" in service.command("show", identifier), tab.text("#status"))
    # The other one waits on a phone.
    phone.need("document.getElementById('proposal-count').textContent === '1'")
    phone.page.evaluate("document.querySelector('[data-do=proposals]').click()")
    phone.need("document.querySelector('#panel[data-view=proposals] [data-action=refuse]')")
    report.check("in German", "Annehmen" in phone.text("#panel") or "annehmen" in phone.text("#panel"), phone.text("#panel"))
    fits(report, phone, "proposals")
    phone.page.tap("#panel [data-action=refuse]")
    report.check("refused, it waits no more", phone.says("Abgelehnt") and "No changes wait" in service.command("review"), phone.text("#status"))


def similar(report, tab, service):
    show(tab, "similar")
    shown = tab.text("#panel .ruled li")
    report.check("a pair has why", "same title" in shown and "same place" in shown and "home" in shown and "class" in shown, shown)
    press(tab, "#panel [data-action=theSame]")
    one = f"[...document.querySelectorAll('#d{stores.days_later(4)} .what')].filter((what) => what.textContent.startsWith('Parents')).length === "
    report.check("said to be the same, they are one", tab.becomes(one + "1"), tab.text(f"#d{stores.days_later(4)}"))
    report.check("and offered no more", tab.becomes("document.getElementById('panel').textContent.includes('No events are likely the same')"), tab.text("#panel"))
    undo(tab)
    report.check("undo makes two of them, which are offered again", tab.becomes(one + "2") and tab.becomes("document.querySelector('#panel [data-action=notTheSame]')"))
    press(tab, "#panel [data-action=notTheSame]")
    report.check("said to be others, they stay two", tab.says("Noted") and service.command("similar") == "No events are likely the same\n" and tab.becomes(one + "2"), tab.text("#status"))


def mirrors(report, tab, service):
    show(tab, "mirrors")
    report.check("without mirrors the view says what they are", "No mirrors yet" in tab.text("#panel"), tab.text("#panel"))
    press(tab, "#panel .adding summary")
    tab.page.select_option("#panel [name=target]", "work")
    tab.page.check("#panel [name=calendars][value=mine]")
    report.check("none shows itself", tab.value("document.querySelector('#panel [name=calendars][value=work]').disabled"))
    press(tab, "#panel .adding .primary")
    report.check("one is made and filled", tab.says("added"), tab.text("#status"))
    report.check("its blocks stand behind their events", tab.lacks("Busy"))
    row = tab.text("#panel .ruled li")
    report.check("its row says what it shows and how it stands", "mine to work" in row and "busy times alone" in row and "up to date" in row, row)
    report.check("the command has it", "mine to work" in service.command("mirror"), service.command("mirror"))
    press(tab, "#panel [data-action=pause]")
    report.check("it is paused", tab.becomes("document.querySelector('#panel .ruled .unclear')?.textContent.includes('paused')"), tab.text("#panel .ruled"))
    press(tab, "#panel [data-action=resume]")
    report.check("and goes on", tab.becomes("document.querySelector('#panel .ruled li')?.textContent.includes('up to date')"), tab.text("#panel .ruled"))
    for number in range(12):
        service.command("add", f"Block {number} {stores.days_later(10 + number)} 9:00", "--calendar", "mine")
    press(tab, "#panel [data-action=runMirror]")
    report.check("run, it takes what is new", tab.says("12 added"), tab.text("#status"))
    text = service.mine.read_bytes().decode()
    kept, *others = text.split("BEGIN:VEVENT")
    few = kept + "".join("BEGIN:VEVENT" + part for part in others if "SUMMARY:Block" not in part)
    service.mine.write_bytes((few if few.endswith("END:VCALENDAR\r\n") else few + "END:VCALENDAR\r\n").encode())
    tab.need("!document.querySelector('.day .what') || ![...document.querySelectorAll('.day .what')].some((what) => what.textContent.startsWith('Block'))")
    show(tab, "mirrors")
    held = tab.becomes("document.querySelector('#panel [data-action=confirmRun]')")
    report.check("many that would go wait for a person", held, tab.text("#panel .ruled"))
    press(tab, "#panel [data-action=confirmRun]")
    report.check("who confirms it", tab.says("12 removed"), tab.text("#status"))
    press(tab, "#panel .ruled summary")
    press(tab, "#panel [data-action=endWithBlocks]")
    report.check("ended, it takes its blocks along", tab.says("Removed mine to work") and tab.lacks("Busy") and "No mirrors yet" in tab.text("#panel"), tab.text("#panel"))


def fits(report, tab, view):
    report.check(f"{view} is not too wide", tab.too_wide <= 0, tab.too_wide)
    low = tab.value("[...document.querySelectorAll('#panel :is(button, summary, select)')].filter((box) => box.checkVisibility() && Math.min(box.offsetWidth, box.offsetHeight) < 43.9).map((box) => box.outerHTML.slice(0, 80))")
    report.check(f"on a phone each button of {view} is 44 pixels", not low, low)


def narrow(report, phone, service):
    service.command("rule", "add", "--summary", "Tea", "--title", "Green tea")
    service.command("mirror", "add", "mine", "--to", "work", "--busy")
    for view in VIEWS:
        phone.page.evaluate("document.querySelector('[data-do=manage]').click()")
        phone.need("document.querySelector('#panel[data-view=manage]')")
        phone.page.tap(f"#panel [data-action={view}]")
        phone.need(f"document.querySelector('#panel[data-view={view}]')")
        fits(report, phone, view)
    phone.page.evaluate("document.querySelector('[data-do=manage]').click()")
    phone.need("document.querySelector('#panel[data-view=manage]')")
    phone.page.tap("#panel [data-action=rules]")
    phone.need("document.querySelector('#panel[data-view=rules] [data-action=edit]')")
    phone.page.tap("#panel [data-action=edit]")
    phone.need("document.querySelector('#panel .preview h3')")
    fits(report, phone, "a rule")
    report.check("its words are German", "Termine, die so sind" in phone.text("#panel"), phone.text("#panel"))
