"""To-dos among the events: on their days, ticked by the page, changed by the command."""

import json

import stores


def todo(service, title):
    """What the command says of a to-do."""
    document = json.loads(service.command("todo", "list", "--all", "--json"))
    return next((todo for todo in document["todos"] if todo["summary"] == title), None)


def row(day, title, then):
    """An expression about the row of a to-do on a day."""
    find = f"[...document.querySelectorAll('#d{day} li.todo')].find((row) => row.querySelector('.what').textContent === {json.dumps(title)})"
    return f"({find}){then}"


def check(report, world):
    service = world.fresh("scripts")
    try:
        service.command("todo", "add", "Overdue one", "--due", stores.days_later(-2))
        with world.tab(service) as tab, world.tab(service, width=360, height=740) as other:
            standing(report, tab, service)
            ticking(report, tab, other, service)
            panel(report, tab, service)
            making(report, tab, service)
            journal(report, tab, service)
            report.check("nothing is too wide", tab.too_wide <= 0 and other.too_wide <= 0, f"{tab.too_wide}, {other.too_wide}")
            report.quiet(tab)
            report.quiet(other)
        with world.tab(service) as again:
            report.check("who comes later sees the same", again.becomes(row(stores.today(), "Overdue one", "?.matches('.late')")))
    finally:
        service.__exit__()


def standing(report, tab, service):
    today = stores.today()
    report.check("what is overdue stands on today", tab.becomes(row(today, "Overdue one", "?.matches('.late')")))
    late = row(today, "Overdue one", "?.querySelector('time').textContent")
    report.check("and says so", tab.value(late) == "overdue", tab.value(late))
    report.check("and on the day on which it was due", tab.becomes(row(stores.days_later(-2), "Overdue one", "?.matches(':not(.late)')")))
    service.command("todo", "add", "Pay rent", "--due", f"{stores.days_later(1)}T18:00")
    report.check("a new one comes by itself", tab.becomes(row(stores.days_later(1), "Pay rent", "")))
    times = row(stores.days_later(1), "Pay rent", "?.querySelector('time').textContent")
    report.check("at its time", tab.value(times) == "18:00", tab.value(times))
    report.check("it is told", tab.says("1 entry changed"), tab.text("#status"))


def ticking(report, tab, other, service):
    day = stores.days_later(1)
    box = row(day, "Pay rent", "?.querySelector('button.box')")
    tab.page.evaluate(f"() => {box}.focus()")
    tab.press("Enter")
    report.check("its box ticks it", tab.says("Saved Pay rent"), tab.text("#status"))
    report.check("the row says so", tab.becomes(row(day, "Pay rent", "?.matches('.closed')")))
    report.check("on the other page, too", other.becomes(row(day, "Pay rent", "?.matches('.closed')")))
    report.check("the command knows", todo(service, "Pay rent")["status"] == "completed", todo(service, "Pay rent"))
    tab.page.evaluate("document.querySelector('.skip').focus()")
    tab.press("u")
    report.check("u takes it back", tab.becomes(row(day, "Pay rent", "?.matches(':not(.closed)')")) and todo(service, "Pay rent")["status"] == "needs-action")


def panel(report, tab, service):
    tab.press("Escape", "/")
    tab.type("Pay rent")
    tab.need("document.querySelector('#panel[data-view=search] .results a')")
    report.check("a search finds it", "due" in tab.text("#panel .results .card span"), tab.text("#panel .results"))
    tab.press("ArrowDown", "Enter")
    tab.need("document.querySelector('#panel[data-view=event] [data-action=tick]')")
    shown = tab.text("#panel .details")
    report.check("its panel says when it is due, and that it is open", "18:00" in shown and "open" in shown, shown)
    tab.reach("#panel [data-action=tick]")
    tab.press("Enter")
    report.check("its button ticks it", tab.says("Saved Pay rent") and tab.becomes("document.querySelector('#panel .details').textContent.includes('done')"), tab.text("#panel .details"))
    report.check("the button opens it again", tab.becomes("document.querySelector('[data-action=tick]').textContent === 'Not done'"), tab.text("[data-action=tick]"))
    tab.press("Enter")
    report.check("which it does", tab.says("Saved Pay rent") and tab.becomes("document.querySelector('[data-action=tick]').textContent === 'Done'"), tab.text("#status"))
    tab.press("x")
    report.check("d deletes no to-do", tab.says("Pay rent cannot be changed here") and todo(service, "Pay rent") is not None, tab.text("#status"))
    tab.press("Escape")
    service.command("todo", "delete", "Pay rent")
    report.check("one that is deleted goes", tab.lacks("Pay rent"))


def making(report, tab, service):
    day = stores.days_later(3)
    tab.press("c")
    tab.type(f"Water plants {day} 18:00")
    tab.page.check("#panel input[name=todo]")
    report.check("words make a to-do", tab.becomes("document.querySelector('.preview .card span')?.textContent.startsWith('due')"), tab.text(".preview"))
    report.check("nothing is added by that", todo(service, "Water plants") is None)
    tab.page.focus("#panel input[name=words]")
    tab.press("Enter")
    report.check("Enter adds it", tab.says("Added Water plants"), tab.text("#status"))
    report.check("it stands on its day", tab.becomes(row(day, "Water plants", "?.querySelector('time').textContent === '18:00'")))
    made = todo(service, "Water plants")
    report.check("the command knows it", made and made["due"][:16] == f"{day}T18:00" and made["start"] is None, made)
    tab.page.evaluate("document.querySelector('.skip').focus()")
    tab.press("u")
    report.check("u takes it back", tab.lacks("Water plants") and todo(service, "Water plants") is None)


def journal(report, tab, service):
    """An entry of another program's journal: last on its day, with a view that changes nothing."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VJOURNAL", "UID:j", "DTSTAMP:20260101T000000Z"]
    lines += [f"DTSTART;VALUE=DATE:{stores.today():%Y%m%d}", "SUMMARY:Dear diary", "DESCRIPTION:one", "DESCRIPTION:two"]
    service.mine.write_text("\r\n".join([*lines, "END:VJOURNAL", "END:VCALENDAR", ""]), newline="")
    last = f"document.querySelector('#d{stores.today()} li:last-child.journal .what')?.textContent"
    report.check("a journal entry comes last on its day", tab.becomes(f"{last} === 'Dear diary'"))
    tab.page.evaluate(f"document.querySelector('#d{stores.today()} li.journal a').focus()")
    tab.press("Enter")
    tab.need("document.querySelector('#panel[data-view=event] .details')")
    texts = "[...document.querySelectorAll('#panel .notes')].map((note) => note.textContent).join()"
    report.check("its panel has all its texts", tab.becomes(f"{texts} === 'one,two'"), tab.value(texts))
    tab.press("Escape")
