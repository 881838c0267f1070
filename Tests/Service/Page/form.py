"""The whole form of an event: repetition, zones, guests, reminders, and what a change of a series would change."""

import datetime
import json

import stores
from tab import MODULE


ME = "kim@example.org"


def shown(service, title, days=90):
    """What the command shows of the first event of this title."""
    document = json.loads(service.command("list", "--json", "--from", stores.today(), "--days", days))
    found = [event for event in document["events"] if event["summary"] == title]
    return json.loads(service.command("show", found[0]["id"], "--json")) if found else {}


def check(report, world):
    service = world.fresh("samples")
    service.command("config", "me", ME)
    try:
        with world.tab(service) as tab:
            labels(report, tab)
            repeated(report, tab, service)
            sentence(report, tab, service)
            flight(report, tab, service)
            people(report, tab, service)
            rest(report, tab, service)
            part(report, tab, service)
            alone(report, tab, service)
            organized(report, tab, service)
            invited(report, tab, service)
            kept(report, tab, service)
            odd(report, tab, service)
            report.quiet(tab)
        with world.tab(service, width=390, height=844, has_touch=True, is_mobile=True) as tab:
            narrow(report, tab, service)
    finally:
        service.__exit__()


def empty(tab, title, day, hour="09:00", end="10:00"):
    """Opens the fields of a new event."""
    tab.press("Escape", "c")
    tab.reach("#panel button[type=button]:not(.close)")
    tab.press("Enter")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    tab.type(title)
    tab.page.fill("#panel input[name=start]", f"{day}T{hour}")
    tab.page.fill("#panel input[name=end]", f"{day}T{end}")


def monday():
    return stores.today() + datetime.timedelta(days=7 - stores.today().weekday())


def labels(report, tab):
    """A rule as fields, and reminders as words; written by hand."""
    fields = lambda rule: tab.page.evaluate(
        f"async (rule) => (await {MODULE}('repeat.js')).fieldsOfRule(rule, '2026-11-30', 'Europe/Berlin')", rule
    )
    for rule, wanted in [
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261224T225959Z", ["WEEKLY", "2", ["MO", "WE"], "", "2026-12-24", ""]),
        ("FREQ=MONTHLY;BYMONTHDAY=30", ["MONTHLY", "1", [], "day", "", ""]),
        # 30 November 2026 is the fifth Monday, and the last.
        ("FREQ=MONTHLY;BYDAY=5MO", ["MONTHLY", "1", [], "nth", "", ""]),
        ("FREQ=MONTHLY;BYDAY=-1MO;COUNT=4", ["MONTHLY", "1", [], "last", "", "4"]),
        ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=30", ["YEARLY", "1", [], "", "", ""]),
        # What the fields cannot say is kept as it is.
        ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", None),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", None),
        ("FREQ=DAILY;BYHOUR=9,12", None),
        ("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", None),
    ]:
        found = fields(rule)
        values = found and [found[name] for name in ("unit", "every", "days", "month", "until", "count")]
        report.check(f"the fields of {rule}", values == wanted, values)
    said = lambda trigger, all_day: tab.page.evaluate(
        f"async ([trigger, allDay]) => (await {MODULE}('alarms.js')).alarmLabel({{ trigger }}, allDay)", [trigger, all_day]
    )
    for trigger, all_day, wanted in [
        ("-PT15M", False, "15 min before"), ("PT0S", False, "At the beginning"), ("-P1D", False, "1 days before"),
        ("-PT1H30M", False, "1 h 30 min before"), ("PT9H", True, "On the day, at 09:00"), ("-PT15H", True, "1 days before, at 09:00"),
        ("-P1W", False, "1 weeks before"), ("PT5M", False, "5 min after the beginning"),
    ]:
        label = said(trigger, all_day)
        report.check(f"the reminder {trigger}", label == wanted, label)


def repeated(report, tab, service):
    """Fields say how an event repeats, and the next dates are shown before it is saved."""
    day = monday()
    empty(tab, "Rowing", day)
    tab.page.select_option("select[name=repeat]", "WEEKLY")
    checked = tab.value("[...document.querySelectorAll('[name=weekday]:checked')].map(({ value }) => value).join()")
    report.check("weekly is on the day of its start", checked == "MO", checked)
    tab.page.focus("[name=weekday][value=WE]")
    tab.press("Space")
    tab.page.fill("input[name=every]", "2")
    tab.page.select_option("select[name=repeatEnds]", "afterTimes")
    tab.page.fill("input[name=count]", "5")
    offsets = [0, 2, 14, 16, 28]
    wanted = [day + datetime.timedelta(days=offset) for offset in offsets]
    last = f"{wanted[-1]:%a} {wanted[-1].day} {wanted[-1]:%b} 09:00"
    foretold = tab.becomes(f"document.querySelector('.outlook').textContent.includes({json.dumps(last)})")
    text = tab.text(".outlook")
    report.check("the next five dates are shown", foretold and text.count("09:00") == 5, text)
    saves(tab)
    report.check("a series is added by fields", tab.says("Added Rowing"), tab.text("#status"))
    document = json.loads(service.command("list", "--json", "--from", day, "--days", 60))
    days = [event["start"][:10] for event in document["events"] if event["summary"] == "Rowing"]
    report.check("on those days", days == [str(one) for one in wanted], days)


def sentence(report, tab, service):
    """A sentence fills the fields."""
    day = monday()
    until = day + datetime.timedelta(days=21)
    empty(tab, "Choir practice", day)
    tab.page.fill("input[name=repeatWords]", f"every week on Mon, Thu until {until}")
    tab.need("document.querySelector('select[name=repeat]').value === 'WEEKLY'")
    checked = tab.value("[...document.querySelectorAll('[name=weekday]:checked')].map(({ value }) => value).join()")
    ends = tab.value("document.querySelector('[name=until]').value")
    report.check("words fill the fields", (checked, ends) == ("MO,TH", str(until)), (checked, ends))
    tab.page.fill("input[name=repeatWords]", "now and then")
    fault = tab.becomes("document.querySelector('.repeat .unclear').textContent.length > 0")
    report.check("words that say no repetition are told", fault, tab.text(".repeat"))
    tab.page.fill("input[name=repeatWords]", "every 3 days")
    tab.need("document.querySelector('select[name=repeat]').value === 'DAILY'")
    every = tab.value("document.querySelector('[name=every]').value")
    report.check("others are read", every == "3" and not tab.text(".repeat .unclear"), every)
    tab.slow(400)
    tab.page.fill("input[name=repeatWords]", "hardly ever")
    saves(tab)
    stays = tab.becomes("document.activeElement.name === 'repeatWords' && document.querySelector('.repeat .unclear').textContent")
    report.check("words that say none are not saved, however quick one is", stays, tab.text(".repeat"))
    tab.page.fill("input[name=repeatWords]", "every 4 days")
    saves(tab)
    report.check("and added", tab.says("Added Choir practice"), tab.text("#status"))
    rules = shown(service, "Choir practice").get("rules")
    report.check("as they say", rules == ["FREQ=DAILY;INTERVAL=4"], rules)


def flight(report, tab, service):
    """Each end of a flight has its own clock."""
    day = monday() + datetime.timedelta(days=1)
    empty(tab, "LH 400", day, "10:50", "13:30")
    tab.page.click("details.zones summary")
    tab.page.fill("input[name=startZone]", "Europe/Berlin")
    tab.page.fill("input[name=endZone]", "new york")
    tab.page.focus("input[name=summary]")
    zone = tab.value("document.querySelector('[name=endZone]').value")
    report.check("a city is a zone", zone == "America/New_York", zone)
    tab.press("Enter")
    report.check("a flight is added", tab.says("Added LH 400"), tab.text("#status"))
    event = shown(service, "LH 400")
    report.check("it begins here", event.get("start", "")[:16] == f"{day}T10:50", event.get("start"))
    report.check("and ends there", event.get("endTimeZone") == "America/New_York", event.get("endTimeZone"))
    # New York is six hours behind Berlin but for some weeks in spring and autumn, when it is five.
    report.check("at its time", event.get("end", "")[11:16] in ("19:30", "18:30"), event.get("end"))
    edits(tab, "LH 400")
    tab.need("document.querySelector('#panel input[name=endZone]')?.value === 'America/New_York'")
    times = tab.value("[document.querySelector('[name=start]').value, document.querySelector('[name=end]').value].join()")
    report.check("the form has both clocks", times == f"{day}T10:50,{day}T13:30", times)
    tab.page.fill("#panel input[name=end]", f"{day}T14:00")
    saves(tab)
    report.check("a later landing is saved", tab.says("Saved LH 400"), tab.text("#status"))
    later = shown(service, "LH 400")
    report.check("on its own clock", later["end"][14:16] == "00" and later["endTimeZone"] == "America/New_York", later["end"])
    tab.press("Escape")


def people(report, tab, service):
    """Guests, with what is known of their time, and the way to tell them."""
    day = monday() + datetime.timedelta(days=2)
    work = tab.value("document.querySelector('#calendars li').dataset.name")
    empty(tab, "Plan the fair", day, "03:10", "03:40")
    invites(tab, "Lee Wong <lee@example.org>, pat@example.org")
    names = tab.value("[...document.querySelectorAll('.guests li > span')].map(({ textContent }) => textContent).join()")
    report.check("guests are taken one after the other", names == "Lee Wong,pat@example.org", names)
    tab.page.fill("input[name=guest]", "nobody")
    tab.press("Enter")
    told = tab.text(".guests > .unclear")
    report.check("what is no address is told beside the field", told == "nobody is no mail address", told)
    report.check("and is invalid for who hears it", tab.value("document.querySelector('[name=guest]').ariaInvalid") == "true")
    tab.page.fill("input[name=guest]", f"{work} <w@example.org>")
    tab.press("Enter")
    free = tab.becomes("[...document.querySelectorAll('.guests small')].at(-1)?.textContent === 'free'")
    report.check("whose calendar is here is free", free, tab.text(".guests"))
    tab.page.click("[aria-label='Do not invite: " + work + "']")
    tab.page.check("[aria-label='optional: pat@example.org']")
    saves(tab)
    report.check("it is added with its guests", tab.says("Added Plan the fair"), tab.text("#status"))
    report.check("and shown", tab.becomes("document.getElementById('panel-title')?.textContent === 'Plan the fair'"), tab.text("#panel"))
    guests = [(one["address"], one["name"], one["role"]) for one in shown(service, "Plan the fair").get("participants", [])]
    wanted = [("mailto:lee@example.org", "Lee Wong", "REQ-PARTICIPANT"), ("mailto:pat@example.org", None, "OPT-PARTICIPANT")]
    report.check("with name and role", guests == wanted, guests)
    tab.press("Escape")


def rest(report, tab, service):
    """Reminders, categories, and what others see."""
    day = monday() + datetime.timedelta(days=3)
    empty(tab, "Doctor", day)
    tab.page.select_option("select[name=alarm]", "-PT15M")
    tab.page.select_option("select[name=alarm]", "-P1D")
    tab.page.click("[aria-label='Remove the reminder: 15 min before']")
    tab.page.click("#panel form > details:last-of-type > summary")
    tab.page.fill("input[name=categories]", "health, private")
    tab.page.select_option("select[name=class]", "private")
    tab.page.select_option("select[name=transparent]", "free")
    saves(tab)
    report.check("an event with all of it is added", tab.says("Added Doctor"), tab.text("#status"))
    event = shown(service, "Doctor")
    alarms = [alarm["trigger"] for alarm in event.get("alarms", [])]
    report.check("its reminder", alarms == ["-P1D"], alarms)
    report.check("its categories", event.get("categories") == ["health", "private"], event.get("categories"))
    report.check("who sees it", event.get("class") == "PRIVATE", event.get("class"))
    report.check("and that it blocks nothing", event.get("transparent") is True, event.get("transparent"))
    edits(tab, "Doctor")
    tab.need("document.querySelector('#panel select[name=class]')?.value === 'private'")
    tab.page.fill("input[name=location]", "Room 3")
    saves(tab)
    report.check("a change of one member", tab.says("Saved Doctor"), tab.text("#status"))
    after = shown(service, "Doctor")
    kept = all(after[name] == event[name] for name in ("alarms", "categories", "class", "transparent", "start", "rules"))
    report.check("leaves the others", kept and after["location"] == "Room 3", after)
    tab.press("Escape")


def part(report, tab, service):
    """What this, later and all would change is said before it is saved."""
    day = monday()
    service.command("add", f"Standing {day} 08:00-08:15", "--every", "week", "--count", "6")
    report.check("a series is there", tab.lists("Standing"))
    third = day + datetime.timedelta(days=14)
    tab.press("Escape")
    tab.page.evaluate(f"[...document.querySelectorAll('#d{third} .event a')].find((a) => a.textContent.includes('Standing')).focus()")
    tab.press("e")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    report.check("nothing is foretold of no change", not tab.text(".outlook"), tab.text(".outlook"))
    tab.page.fill("input[name=location]", "Kitchen")
    label = lambda scope: tab.value(f"document.querySelector('.scope [value={scope}]').parentElement.querySelector('small')?.textContent ?? ''")
    tab.need("document.querySelector('.scope [value=all]').parentElement.querySelector('small')")
    end = day + datetime.timedelta(days=35)
    last = f"{end.day} {end:%b %Y}"
    report.check("later ones: four", label("future") == f"4 in all, the last on {last}", label("future"))
    report.check("all: six", label("all") == f"6 in all, the last on {last}", label("all"))
    report.check("and what of them", "Changes: Where" in tab.text(".outlook"), tab.text(".outlook"))
    tab.page.select_option("select[name=repeat]", "DAILY")
    chosen = tab.value("document.querySelector('[name=scope]:checked').value")
    report.check("another repetition is of no single one", chosen == "all" and tab.value("document.querySelector('[name=scope][value=this]').disabled"), chosen)
    tab.page.check("input[name=scope][value=future]")
    saves(tab)
    report.check("later ones are saved", tab.says("Saved Standing"), tab.text("#status"))
    document = json.loads(service.command("list", "--json", "--from", day, "--days", 30))
    days = [(event["start"][:10], event["location"]) for event in document["events"] if event["summary"] == "Standing"]
    wanted = [(str(day + datetime.timedelta(days=offset)), place) for offset, place in
              [(0, None), (7, None), (14, "Kitchen"), (15, "Kitchen"), (16, "Kitchen"), (17, "Kitchen")]]
    report.check("the earlier ones stay, the later ones are daily", days[:6] == wanted, days)
    tab.press("Escape")


def alone(report, tab, service):
    """One instance of a series is moved to another day, and its rule stays."""
    day = monday()
    service.command("add", f"Duty {day} 07:00-07:30", "--every", "week", "--count", "3")
    tab.need(f"[...document.querySelectorAll('#d{day} .event a')].some((a) => a.textContent.includes('Duty'))")
    tab.press("Escape")
    tab.page.evaluate(f"[...document.querySelectorAll('#d{day} .event a')].find((a) => a.textContent.includes('Duty')).focus()")
    tab.press("e")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    tab.page.fill("#panel input[name=start]", f"{day + datetime.timedelta(days=1)}T07:00")
    report.check("one instance can be moved to another day", tab.value("!document.querySelector('[name=scope][value=this]').disabled"))
    saves(tab)
    report.check("it is saved", tab.says("Saved Duty"), tab.text("#status"))
    document = json.loads(service.command("list", "--json", "--from", day, "--days", 30))
    days = [event["start"][:10] for event in document["events"] if event["summary"] == "Duty"]
    wanted = [str(day + datetime.timedelta(days=offset)) for offset in (1, 7, 14)]
    report.check("the others stay", days == wanted, days)
    tab.press("Escape")


def stores_invitation(service, uid, title, hour, *people):
    """An event of half an hour on Monday, as an invitation brings it."""
    text = "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN", "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20261101T080000Z",
        f"DTSTART:{monday():%Y%m%d}T{hour}0000Z", f"DTEND:{monday():%Y%m%d}T{hour}3000Z", f"SUMMARY:{title}",
        *people, "END:VEVENT", "END:VCALENDAR", "",
    ])
    service.ask("POST", "/v1/invitations", [("Content-Type", "application/json")], json.dumps({"message": text, "answer": "store"}).encode())


def edits(tab, title):
    tab.open(title)
    tab.press("e")


def invites(tab, address):
    tab.page.fill("input[name=guest]", address)
    tab.page.focus("input[name=guest]")
    tab.press("Enter")


def saves(tab):
    tab.page.focus("input[name=summary]")
    tab.press("Enter")


def organized(report, tab, service):
    """The organizer who is among the guests stays there when another one is invited."""
    stores_invitation(service, "of-me", "My review", 14, f"ORGANIZER:mailto:{ME}", f"ATTENDEE;PARTSTAT=ACCEPTED:mailto:{ME}", "ATTENDEE:mailto:lee@example.org")
    report.check("an event of one's own with guests is there", tab.lists("My review"))
    edits(tab, "My review")
    tab.need("document.querySelector('#panel .guests')")
    invites(tab, "pat@example.org")
    saves(tab)
    report.check("another guest is saved", tab.says("Saved My review"), tab.text("#status"))
    guests = [(one["address"], one["status"]) for one in shown(service, "My review").get("participants", [])]
    wanted = [(f"mailto:{ME}", "ACCEPTED"), ("mailto:lee@example.org", "NEEDS-ACTION"), ("mailto:pat@example.org", "NEEDS-ACTION")]
    report.check("beside the organizer and the answers", guests == wanted, guests)
    tab.press("Escape")


def invited(report, tab, service):
    """Of an event that somebody else organizes, the guests are not to be changed."""
    stores_invitation(service, "of-boss", "Review of boss", 12, "ORGANIZER:mailto:boss@example.org", "ATTENDEE:mailto:boss@example.org", "ATTENDEE:mailto:kim@example.org")
    report.check("an invitation is there", tab.lists("Review of boss"))
    edits(tab, "Review of boss")
    tab.need("document.querySelector('#panel input[name=summary]') === document.activeElement")
    report.check("its guests are the organizer's", tab.value("!document.querySelector('#panel .guests')"))
    tab.press("Escape")


def odd(report, tab, service):
    """A guest of another program, whose address is none, stays when others are changed."""
    day = monday()
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//odd//EN"]
    lines += stores.event("odd", "Odd guests", stores.at(day, 20), 60, None, "ATTENDEE;CN=Front desk:front desk", "ATTENDEE:mailto:lee@example.org")
    path = service.folder / "odd.ics"
    path.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]), newline="")
    service.command("import", path)
    addresses = lambda: [one["address"] for one in shown(service, "Odd guests").get("participants", [])]
    edits(tab, "Odd guests")
    tab.need("document.querySelector('#panel .guests')")
    invites(tab, "pat@example.org")
    saves(tab)
    report.check("a guest is added beside one whose address is none", tab.says("Saved Odd guests"), tab.text("#status") + tab.text(".guests"))
    report.check("who stays", addresses() == ["front desk", "mailto:lee@example.org", "mailto:pat@example.org"], addresses())
    tab.need("document.querySelector('#panel[data-view=event] .details')")
    tab.press("e")
    tab.need("document.querySelector('#panel .guests')")
    # What the page takes for an address, and the service does not.
    tab.page.fill("input[name=guest]", "a@b(c)")
    saves(tab)
    told = tab.becomes("document.querySelector('.guests > .unclear')?.textContent === 'a@b(c) is no mail address'")
    report.check("what the service refuses is told beside the field", told, tab.text("#status") + tab.text(".guests"))
    report.check("and nothing is changed", len(addresses()) == 3, addresses())
    tab.press("Escape", "Escape")


def kept(report, tab, service):
    """With which day a week begins has no field, and decides which weeks are every second one."""
    day = monday()
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//weeks//EN"]
    lines += stores.event("weeks", "Second weeks", stores.at(day, 21), 60, None, "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,SU")
    path = service.folder / "weeks.ics"
    path.write_text("\r\n".join([*lines, "END:VCALENDAR", ""]), newline="")
    service.command("import", path)
    edits(tab, "Second weeks")
    tab.need("document.querySelector('#panel [name=every]')")
    tab.page.fill("#panel [name=every]", "3")
    tab.page.check("#panel .scope [value=all]")
    saves(tab)
    report.check("a rule is changed", tab.says("Saved Second weeks"), tab.text("#status"))
    parts = lambda: sorted((shown(service, "Second weeks").get("rules") or [""])[0].split(";"))
    report.check("and its week begins as it did", parts() == ["BYDAY=MO,SU", "FREQ=WEEKLY", "INTERVAL=3", "WKST=SU"], parts())
    tab.press("Escape", "Escape")


def narrow(report, tab, service):
    """All of the form fits on a phone."""
    tab.open("Doctor")
    tab.page.click("[data-action=edit]")
    tab.need("document.querySelector('#panel input[name=summary]')")
    tab.page.select_option("select[name=repeat]", "WEEKLY")
    for summary in tab.page.query_selector_all("#panel form details:not([open]) > summary"):
        summary.click()
    wide = tab.value("document.getElementById('panel').scrollWidth - document.getElementById('panel').clientWidth")
    report.check("the form is no wider than a phone", wide <= 0 and tab.too_wide <= 0, (wide, tab.too_wide))
    small = tab.value(
        "[...document.querySelectorAll('#panel form :is(button, select, input:not([type=checkbox], [type=radio]), .weekdays label, summary)')]"
        ".filter((one) => one.checkVisibility()).map((one) => [one.name || one.textContent, one.getBoundingClientRect().height]).filter(([, height]) => height < 44)"
    )
    report.check("what is touched is 44 pixels high", not small, small)
