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
            listing(report, tab, other, service)
            parts(report, tab, service)
            form(report, tab, service)
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
    report.check("x deletes it", tab.says("Deleted Pay rent") and todo(service, "Pay rent") is None, tab.text("#status"))
    tab.press("Escape")
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


def show(tab):
    tab.press("Escape", "o")
    tab.need("document.querySelector('#panel[data-view=todos] .tasks')")


def headings(tab):
    return tab.value("[...document.querySelectorAll('#panel h3')].map((heading) => heading.textContent)")


def task(title, then=""):
    """An expression about a row of the view."""
    find = f"[...document.querySelectorAll('#panel .task')].find((row) => row.querySelector('b').textContent === {json.dumps(title)})"
    return f"({find}){then}"


def listing(report, tab, other, service):
    service.command("todo", "add", "Nowhen")
    service.command("todo", "add", "Today one", "--due", "today", "--priority", "1")
    service.command("todo", "add", "Soon one", "--due", stores.days_later(3))
    service.command("todo", "add", "Later one", "--due", stores.days_later(30))
    show(tab)
    wanted = ["Overdue (1)", "Today (1)", "Next 7 days (1)", "Later (1)", "Without a day (1)"]
    report.check("o lists to-dos by when they are due", tab.becomes(f"{json.dumps(wanted)}.join() === [...document.querySelectorAll('#panel h3')].map((heading) => heading.textContent).join()"), headings(tab))
    tab.page.focus("#panel .open")
    tab.press("j")
    report.check("j goes to the next", tab.value("document.activeElement.querySelector('b').textContent") == "Today one")
    tab.press("ArrowDown", "ArrowUp")
    report.check("arrows too", tab.value("document.activeElement.querySelector('b').textContent") == "Today one")
    tab.press("Space")
    report.check("Space ticks", tab.says("Saved Today one") and todo(service, "Today one")["status"] == "completed", tab.text("#status"))
    report.check("what is done lately is below", tab.becomes(task("Today one", "?.closest('details') !== null")))
    report.check("the focus stays in the list", tab.becomes("document.activeElement.matches('#panel .open')"), tab.value("document.activeElement.outerHTML.slice(0, 80)"))
    tab.press("u")
    report.check("u takes it back", tab.becomes(task("Today one", "?.closest('section') != null")), headings(tab))
    words = "#panel .adder input[name=words]"
    tab.page.focus(words)
    tab.type(f"Buy paint {stores.days_later(2)} 18:00 !2 #home")
    tab.press("Enter")
    report.check("a line adds one in words", tab.says("Added Buy paint") and tab.becomes(task("Buy paint", "?.closest('section') != null")), tab.text("#status"))
    made = todo(service, "Buy paint")
    report.check("with all that they say", made and (made["priority"], made["categories"], made["due"][11:16]) == (2, ["home"], "18:00"), made)
    report.check("and one can go on writing", tab.becomes(f"document.activeElement.matches('{words}')"))
    other.page.evaluate("document.querySelector('[data-do=todos]').click()")
    other.need("document.querySelector('#panel[data-view=todos] .task')")
    sizes = other.value("[...document.querySelectorAll('#panel .task button')].map((button) => Math.min(button.offsetWidth, button.offsetHeight))")
    report.check("on a phone each target is 44 pixels", min(sizes) >= 44, sizes)
    service.command("todo", "add", "By the command", "--due", "today")
    report.check("an open list follows others", other.becomes(task("By the command", "?.dataset.id != null")))
    other.press("Escape")


def parts(report, tab, service):
    show(tab)
    tab.page.evaluate(f"() => {task('Nowhen')}.querySelector('[aria-label^=\"Add a part\"]').click()")
    tab.need("document.querySelector('#panel[data-view=todo] input[name=words]')")
    tab.type("A part tomorrow")
    tab.press("Enter")
    report.check("a part is added", tab.says("Added A part") and tab.becomes(task("A part", "?.closest('.tasks .tasks') != null")), tab.text("#status"))
    report.check("of its to-do", todo(service, "A part")["parent"] == todo(service, "Nowhen")["uid"], todo(service, "A part"))
    fold = f"() => {task('Nowhen')}.querySelector('[aria-expanded]').click()"
    tab.page.evaluate(fold)
    report.check("parts can be folded", tab.becomes("!" + task("A part", ".checkVisibility()")))
    tab.page.evaluate(fold)
    report.check("and unfolded", tab.becomes(task("A part", "?.checkVisibility()")))


def form(report, tab, service):
    tab.page.evaluate(f"() => {task('Soon one')}.querySelector('.open').click()")
    tab.need("document.querySelector('#panel[data-view=todo] input[name=due]')")
    tab.page.fill("#panel input[name=summary]", "Soon, renamed")
    tab.page.fill("#panel input[name=dueTime]", "17:30")
    tab.page.select_option("#panel select[name=priority]", "5")
    tab.page.select_option("#panel select[name=rule]", "FREQ=WEEKLY")
    tab.page.fill("#panel input[name=percent]", "40")
    tab.page.fill("#panel input[name=categories]", "a, b")
    tab.page.fill("#panel textarea", "A note")
    tab.page.focus("#panel .primary")
    tab.press("Enter")
    report.check("the form saves", tab.says("Saved Soon, renamed"), tab.text("#status"))
    made = todo(service, "Soon, renamed")
    seen = made and (made["due"][:16], made["priority"], made["percent"], made["status"], made["categories"], made["recurring"])
    wanted = (f"{stores.days_later(3)}T17:30", 5, 40, "in-process", ["a", "b"], True)
    report.check("all that was filled in", seen == wanted, seen)
    report.check("the list has it again, with the focus on it", tab.becomes("document.activeElement.closest('.task')?.querySelector('b').textContent === 'Soon, renamed'"))
    tab.page.evaluate(f"() => {task('Soon, renamed')}.querySelector('.open').click()")
    tab.need("document.querySelector('#panel [data-action=delete]')")
    tab.page.click("#panel [data-action=delete]")
    tab.need("document.querySelector('#panel[data-view=delete] .stacked')")
    asked = tab.value("[...document.getElementById('panel').childNodes].map((child) => child.textContent)")
    wanted = ["Delete which of the series?×", "Soon, renamed", "Only this oneThis and all later onesAll of the seriesCancel"]
    report.check("of a series it is asked which are deleted, and nothing else", asked == wanted, asked)
    tab.page.click("#panel .stacked button:last-child")
    tab.need(f"{task('Nowhen')} != null")
    tab.page.evaluate(f"() => {task('Nowhen')}.querySelector('.open').click()")
    tab.need("document.querySelector('#panel [data-action=delete]')")
    tab.page.click("#panel [data-action=delete]")
    tab.need("document.querySelector('#panel[data-view=delete] input[name=parts]')")
    tab.page.check("#panel input[name=parts]")
    tab.page.focus("#panel .stacked button")
    tab.press("Enter")
    report.check("it is deleted with its parts", tab.says("Deleted Nowhen") and todo(service, "A part") is None, tab.text("#status"))
    tab.press("Escape")


def journal(report, tab, service):
    """Journal entries: another program's, last on its day; changed, deleted with Undo, and made."""
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
    tab.page.click("#panel [data-action=edit]")
    tab.need("document.querySelector('#panel textarea')")
    tab.page.fill("#panel textarea", "eins")
    tab.page.select_option("#panel select[name=status]", "draft")
    tab.page.click("#panel .primary")
    report.check("its form saves", tab.says("Saved Dear diary"), tab.text("#status"))
    report.check("the first text is changed, the other stays", tab.becomes(f"{texts} === 'eins,two'"), tab.value(texts))
    report.check("in the file", "DESCRIPTION:eins\nDESCRIPTION:two" in service.mine.read_text(), service.mine.read_text())
    tab.page.click("#panel [data-action=delete]")
    report.check("it is deleted", tab.says("Deleted Dear diary") and "VJOURNAL" not in service.mine.read_text(), tab.text("#status"))
    tab.page.click("#status button")
    report.check("Undo brings it back", tab.becomes(f"{last} === 'Dear diary'") and "DESCRIPTION:eins" in service.mine.read_text(), service.mine.read_text())
    tab.press("c")
    tab.need("document.querySelector('#panel[data-view=new] input[name=journal]')")
    tab.page.fill("#panel input[name=words]", "Met Kim today")
    tab.page.check("#panel input[name=journal]")
    report.check("words are understood as an entry", tab.becomes("document.querySelector('#panel .card span')?.textContent.startsWith('Journal entry')"), tab.text("#panel .preview"))
    tab.page.click("#panel .primary")
    report.check("and add one", tab.says("Added Met Kim"), tab.text("#status"))
    report.check("on its day", tab.becomes(f"[...document.querySelectorAll('#d{stores.today()} li.journal .what')].some((title) => title.textContent === 'Met Kim')"))
    tab.press("c")
    tab.need("document.querySelector('#panel[data-view=new] input[name=journal]')")
    # The wait after a key ends while the button's question has no answer yet.
    tab.slow(400)
    tab.page.fill("#panel input[name=words]", "Slept well yesterday")
    tab.page.check("#panel input[name=journal]")
    tab.page.click("#panel .actions button[type=button]")
    tab.need("document.querySelector('#panel[data-view=todo] textarea')")
    report.check("its fields have what was understood", tab.value("document.querySelector('#panel input[name=start]').value") == f"{stores.days_later(-1)}", tab.value("document.querySelector('#panel input[name=start]').value"))
    tab.page.fill("#panel textarea", "Nine hours")
    tab.page.click("#panel .primary")
    report.check("and make it", tab.says("Added Slept well") and tab.becomes(f"{texts} === 'Nine hours'"), tab.text("#status"))
    tab.press("Escape")
