"""The history with its undo and redo, and events in free time."""

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
            report.quiet(tab)
    finally:
        service.__exit__()


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
