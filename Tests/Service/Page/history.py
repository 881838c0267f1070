"""The history with its undo and redo, and events in free time."""

import stores
import writing


def check(report, world):
    service = world.fresh("scripts")
    try:
        with world.tab(service) as tab:
            service.command("add", "Remembered tomorrow 9:00")
            report.check("an event of the command is there", tab.lists("Remembered"))
            tab.command("history")
            first = "document.querySelector('#panel[data-view=history] .log li')"
            report.check("the history has it", tab.becomes(f"{first}?.textContent.includes('Remembered')"), tab.text("#panel"))
            tab.reach(".log button")
            tab.press("Enter")
            report.check("its button takes it back", tab.lacks("Remembered"), tab.text("#status"))
            report.check("which the history tells", tab.becomes("document.querySelector('.log .undone')"), tab.text("#panel"))
            tab.need(f"{first}.querySelector('button')?.textContent === 'Redo'")
            tab.page.evaluate("document.getElementById('panel-title').focus()")
            tab.reach(".log button")
            tab.press("Enter")
            report.check("Redo makes it again", tab.lists("Remembered"), tab.text("#status"))
            report.check("for the command, too", len(writing.listed(service, "Remembered")) == 1)
            free(report, tab, service)
            untitled(report, tab, service)
            report.quiet(tab)
    finally:
        service.__exit__()


def untitled(report, tab, service):
    """What has no title is called so wherever it is named, and its form asks for none."""
    event = [f"DTSTART:{stores.at(stores.days_later(1), 9):%Y%m%dT%H%M%S}", "DURATION:PT1H"]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//page//EN"]
    lines += ["BEGIN:VEVENT", "UID:untitled-event", "DTSTAMP:20260101T000000Z", *event, "LOCATION:Quay", "END:VEVENT"]
    lines += ["BEGIN:VTODO", "UID:untitled-todo", "DTSTAMP:20260101T000000Z", f"DUE;VALUE=DATE:{stores.days_later(1):%Y%m%d}", "LOCATION:Pier", "END:VTODO"]
    service.mine.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]), newline="")
    for kind, rows, field in [("event", "event:not(.todo)", "location"), ("to-do", "todo", "description")]:
        row = f"#d{stores.days_later(1)} li.{rows}"
        tab.need(f"[...document.querySelectorAll({row!r})].some((row) => row.textContent.includes('Untitled'))")
        tab.page.evaluate(f"[...document.querySelectorAll({row!r})].find((row) => row.textContent.includes('Untitled')).querySelector('a').focus()")
        tab.press("e")
        tab.need(f"document.querySelector('#panel form [name={field}]')")
        tab.page.fill(f"#panel form [name={field}]", "Elsewhere")
        tab.page.click("#panel .primary")
        report.check(f"an untitled {kind} is changed by its form", tab.says("Saved Untitled"), tab.text("#status"))
        report.check("in the file", "Elsewhere" in service.mine.read_text(), service.mine.read_text())
        tab.press("Escape")
        tab.page.evaluate(f"[...document.querySelectorAll({row!r})].find((row) => row.textContent.includes('Untitled')).querySelector('a').focus()")
        tab.press("x")
        report.check("it is called so when it is deleted", tab.says("Deleted Untitled"), tab.text("#status"))
        tab.page.click("#status button")
        report.check("and when it comes back", tab.says("Undone: Untitled"), tab.text("#status"))
    tab.command("history")
    tab.need("document.querySelector('#panel[data-view=history] .log li')")
    labels = tab.value("[...document.querySelectorAll('#panel .log li')].map((row) => row.querySelector('b').textContent + '; ' + row.querySelector('button')?.ariaLabel).join()")
    report.check("and in the history", "Untitled" in labels and "null" not in labels, labels)
    tab.press("Escape")


def free(report, tab, service):
    tab.command("free")
    tab.need("document.querySelector('.slots button')")
    tab.reach(".slots button")
    slot = tab.text(":focus")
    tab.press("Enter")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    start = tab.value("document.querySelector('input[name=start]').value")
    report.check("a free slot is where a new event begins", start[11:] == slot[:5], f"{start}, {slot}")
    tab.type("In a free slot")
    tab.press("Enter")
    report.check("it is added there", tab.says("Added In a free slot") and tab.lists("In a free slot"), tab.text("#status"))
    found = [event["start"][:16] for event in writing.listed(service, "In a free slot")]
    report.check("for the command, too", found == [start[:16]], found)
