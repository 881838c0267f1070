"""What opens beside the list."""


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
