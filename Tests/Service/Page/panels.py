"""What opens beside the list."""

import stores


def check(report, world):
    with world.tab() as tab:
        event(report, tab)
        copies(report, tab)
        views(report, tab)
        switch(report, tab)
        report.quiet(tab)
    with world.tab() as tab:
        languages(report, tab)
        report.quiet(tab)
    late(report, world)
    anew(report, world)
    accounts(report, world)
    devices(report, world)
    problems(report, world)


def event(report, tab):
    # A search finds the next one, which may be another than the others are.
    tab.walk("Stand-up")
    tab.need("document.querySelector('.people')")
    panel = tab.text("#panel")
    for what in ("Room Elbe", "Team", "every week", "Europe/Berlin", "Alarms", "Lena Hoffmann", "organizer", "declined"):
        report.check(f"an event's panel has: {what}", what in panel, panel[:300])
    report.check("it says that it cannot be changed", "Team cannot be changed here" in panel)
    tab.reach("#panel a.button")
    link = tab.value("[document.activeElement.href, document.activeElement.rel]")
    report.check("the link to join is reached", link == ["https://meet.example.org/standup", "noopener noreferrer"], link)
    tab.page.go_back()
    report.check("Back closes the panel", tab.becomes("document.getElementById('panel').hidden"))


def copies(report, tab):
    tab.open("Dentist, the whole family")
    tab.need("document.querySelector('.copies')")
    reasons = tab.text(".copies")
    report.check("it says why this copy is shown", "folder" in reasons and "older" in reasons, reasons)


def views(report, tab):
    tab.command("conflicts")
    report.check("conflicts are listed", tab.becomes("document.querySelectorAll('#panel[data-view=conflicts] .results a').length > 3"))
    tab.reach(".results a")
    tab.press("Enter")
    report.check("a conflict opens", tab.becomes("document.querySelector('#panel[data-view=event]')"))
    tab.command("free")
    report.check("free time is listed", tab.becomes("document.querySelectorAll('.slots button').length > 2"), tab.text("#panel"))
    before = tab.value("document.querySelectorAll('.slots button').length")
    tab.reach("[name=for]")
    tab.type("4 h")
    report.check("fewer slots are longer", tab.becomes(f"document.querySelectorAll('.slots button').length < {before}"))
    tab.command("problems")
    report.check("there are no problems", tab.becomes("document.querySelector('#panel[data-view=problems]')"), tab.text("#panel"))
    tab.press("Escape", "?")
    report.check("? lists the keys", tab.becomes("document.querySelectorAll('#panel[data-view=help] kbd').length > 12"))


def anew(report, world):
    """A list that is shown anew stays where one reads it."""
    service = world.bare()
    try:
        for number in range(40):
            service.command("todo", "add", f"Chore {number}")
        with world.tab(service) as tab:
            tab.press("o")
            tab.need("document.querySelectorAll('#panel .task').length === 40")
            before = tab.value("(document.getElementById('panel').scrollTop = 300, document.getElementById('panel').scrollTop)")
            service.command("todo", "add", "One more")
            tab.need("document.querySelectorAll('#panel .task').length === 41")
            place = tab.value("document.getElementById('panel').scrollTop")
            report.check("a list that is shown anew stays where one reads it", place == before >= 300, f"{before}, then {place}")
    finally:
        service.__exit__()


def late(report, world):
    """Who goes on before an answer is there loses nothing to it when it comes."""
    day = stores.days_later(1)

    def focus(title):
        return lambda tab: tab.value(f"[...document.querySelectorAll('#timeline li > a')].find((link) => link.textContent.includes('{title}')).focus()")

    def button(name):
        return lambda tab: tab.value(f"document.querySelector('[data-do={name}]').click()")

    def key(name, title=None):
        return lambda tab: (title and focus(title)(tab), tab.press(name))

    ways = {
        "event": key("Enter", "Meeting"), "edit": key("e", "Meeting"), "delete": key("x", "Rounds"), "todo": key("e", "Chore"), "todos": key("o"),
        "invitations": key("i"), "history": button("history"), "conflicts": button("conflicts"), "manage": button("manage"), "devices": button("devices"),
    }
    service = world.bare()
    try:
        service.command("add", f"Meeting {day} 10:00")
        service.command("add", f"Farewell {day} 11:00")
        service.command("add", f"Rounds {day} 12:00", "--every", "day", "--count", "3")
        service.command("todo", "add", "Chore", "--due", str(day))
        service.command("todo", "add", "Laps", "--due", str(day), "--every", "day")
        with world.tab(service) as tab:
            # What shows them is loaded then.
            for view, open in ways.items():
                open(tab)
                tab.need(f"document.querySelector('#panel[data-view={view}] *')")
                stray = tab.value("[...document.getElementById('panel').childNodes].filter((child) => child instanceof Text).map((text) => text.data)")
                report.check(f"what is left out of {view} leaves no word", stray == [], stray)
                tab.press("Escape")
            tab.slow(500)
            for view, open in {**ways, "an event's deletion": key("x", "Farewell"), "a to-do's": key("x", "Chore"), "a to-do's series": key("x", "Laps")}.items():
                open(tab)
                goes_on(report, tab, view)
                if view in SERIES:
                    beside(report, tab, SERIES[view])
            for title in ("Rounds", "Farewell", "Chore", "Laps"):
                report.check(f"{title} is deleted all the same", tab.lacks(title))
            tab.press("/")
            tab.type("Meet")
            goes_on(report, tab, "a search", opens=lambda: tab.value("document.querySelector('[data-do=new]').click()"))
            other = "document.querySelector('#panel .adder input[name=words]')"
            tab.press("Escape", "o")
            tab.need(other)
            tab.page.fill("#panel .adder input[name=words]", "First")
            tab.press("Enter")
            tab.page.fill("#panel .adder input[name=words]", "Second")
            report.check("a to-do is added", tab.says("Added First"), tab.text("#status"))
            tab.answered()
            report.check("and the next one stays in its line", tab.value(f"{other}.value") == "Second", tab.value(f"{other}.value"))
            report.quiet(tab)
    finally:
        service.__exit__()


SERIES = {"delete": "Rounds", "a to-do's series": "Laps"}


def beside(report, tab, title):
    """What is asked late is asked beside what one has gone on to, and answered there."""
    asked = tab.text("#status")
    report.check(f"which of {title} are deleted is asked beside it", "which of the series" in asked and title in asked, asked)
    goes_on(report, tab, "that answer", opens=lambda: (
        tab.press("c"), tab.value("[...document.querySelectorAll('#status button')].find((button) => button.textContent === 'All of the series')?.click()")))


def goes_on(report, tab, what, opens=None):
    (opens or (lambda: tab.press("c")))()
    tab.type("Half a title")
    tab.answered()
    words = tab.value("document.querySelector('#panel[data-view=new] input[name=words]')?.value ?? document.querySelector('#panel').dataset.view")
    report.check(f"what one writes outlasts {what} that comes late", words == "Half a title", words)
    tab.press("Escape")


def switch(report, tab):
    tab.press("Escape", "t", "?")
    tab.reach("#panel input")
    tab.press("Space", "Escape")
    top = tab.day_at_top
    tab.press("j", "c")
    report.check("the keys can be switched off", tab.day_at_top == top and tab.value("document.getElementById('panel').hidden"))
    tab.reload()
    tab.reach("[data-do=help]")
    tab.press("Enter")
    tab.reach("#panel input")
    tab.press("Space", "Escape")
    tab.press("j")
    report.check("and on again", tab.day_at_top > top, tab.day_at_top)


def languages(report, tab):
    tab.reach("#language")
    tab.press("ArrowDown", "ArrowDown")
    report.check("the page is in Chinese", tab.becomes("document.documentElement.lang === 'zh-CN'"))
    report.check("its buttons, too", tab.text("[data-do=today]") == "今天", tab.text("[data-do=today]"))
    report.check("and its days", "月" in tab.text(".today h2") and "周" in tab.text(".today h2"), tab.text(".today h2"))
    tab.reload()
    report.check("it is so after a reload", tab.text("[data-do=today]") == "今天")
    tab.press("c")
    tab.type("明天下午三点半开会")
    report.check("it understands Chinese words", tab.becomes("document.querySelector('.preview .card')?.textContent.includes('15:30')"),
                 tab.text(".preview"))


ACCOUNTS = {
    "version": 1,
    "accounts": [{
        "name": "Work", "url": "https://dav.example.org/", "user": "kim", "status": "failed", "lastSync": None, "toSend": 2,
        "calendars": [{"name": "Team", "error": "the password was refused"}],
    }],
}


def accounts(report, world):
    """An account's state; the answer is made here, since no server is asked."""
    with world.tab() as tab:
        tab.page.route("**/v1/accounts", lambda route: route.fulfill(json=ACCOUNTS))
        tab.command("problems")
        told = tab.becomes("document.getElementById('panel').textContent.includes('the password was refused')")
        report.check("an account's state is told", told and "2 to send" in tab.text("#panel"), tab.text("#panel"))
        report.quiet(tab)


def devices(report, world):
    """A device is let in and shut out; a ticket's page is a page with buttons."""
    service = world.fresh("scripts")
    try:
        with world.tab(service) as tab:
            tab.page.on("dialog", lambda dialog: dialog.accept())
            tab.command("devices")
            tab.need("document.querySelector('#panel[data-view=devices] [name=name]')")
            tab.reach("#panel [name=name]")
            tab.type("phone")
            tab.press("Enter")
            shown = tab.becomes("document.querySelectorAll('#panel .password code').length === 3")
            report.check("a new device's password is shown", shown, tab.text("#panel"))
            listed = service.command("device", "list")
            report.check("and the device is there", listed.startswith("phone  "), listed)
            tab.reach("#panel .log button")
            tab.press("Enter")
            report.check("it is shut out again", tab.becomes("!document.querySelector('#panel .log')"), tab.text("#panel"))
            listed = service.command("device", "list")
            report.check("and comes in no more", listed == "", listed)
            ticket = service.command("device", "add", "tablet", "--address", "https://a.example").split("/")[-1].strip()
            tab.page.goto(f"http://127.0.0.1:{service.port}/devices/{ticket}")
            tab.page.click("button[formaction$=other]")
            shown = tab.becomes("document.querySelectorAll('.password code').length === 3")
            report.check("a ticket's button gives a password", shown, tab.page.content())
            report.quiet(tab)
    finally:
        service.__exit__()


def problems(report, world):
    """A calendar that goes is told, and so is what it has that cannot be read."""
    service = world.fresh("scripts")
    try:
        with world.tab(service) as tab:
            path = service.mine
            path.write_text("this is no calendar")
            # The page is told of changes; it asks for the rest when there is one, and every minute.
            service.command("add", "Something else tomorrow 12:00")
            report.check("a calendar that cannot be read is marked", tab.becomes("document.querySelector('#calendars .state')"))
            report.check("and counted", tab.becomes("!document.getElementById('problem-count').hidden"), tab.text(".views"))
            tab.command("problems")
            report.check("and listed", tab.becomes("document.querySelector('.problems li')"), tab.text("#panel"))
            report.quiet(tab)
    finally:
        service.__exit__()
