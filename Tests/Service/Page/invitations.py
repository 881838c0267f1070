"""Invitations: mails that bring one, what waits, the answer and how it travels, and guests of one's own events."""

import base64
import json

import stores
from service import wait
from tab import MODULE

ME = "kim@example.org"


def check(report, world):
    service = world.fresh("scripts")
    try:
        service.command("config", "me", ME)
        wait(lambda: service.ask("GET", "/v1/invitations").json["me"] == [ME])
        with world.tab(service) as tab, world.tab(service, width=320, height=740, has_touch=True) as other:
            nothing(report, tab)
            google(report, tab, service)
            waits(report, tab, other, service)
            outlook(report, tab, service)
            strange(report, tab, service)
            series(report, tab, service)
            guests(report, tab, service)
            report.check("nothing is too wide", tab.too_wide <= 0 and other.too_wide <= 0, f"{tab.too_wide}, {other.too_wide}")
            report.quiet(tab)
            report.quiet(other)
    finally:
        service.__exit__()


def lines(uid, title, day, *more, hour=10, method="REQUEST"):
    return "\r\n".join([
        "BEGIN:VCALENDAR", f"METHOD:{method}", "VERSION:2.0", "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z",
        "ORGANIZER;CN=Bea:mailto:bea@example.org", f"ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Kim:mailto:{ME}",
        "ATTENDEE;PARTSTAT=TENTATIVE;CN=Bo:mailto:bo@example.org", f"SUMMARY:{title}",
        f"DTSTART;TZID=Europe/Berlin:{day:%Y%m%d}T{hour:02}0000", f"DTEND;TZID=Europe/Berlin:{day:%Y%m%d}T{hour + 1:02}0000",
        *more, "END:VEVENT", "END:VCALENDAR", "",
    ])  # fmt: skip


def mail(text, sender="bea@example.org", charset="utf-8"):
    """As Google writes it: the calendar in base64, once in the mail and once as a file."""
    body = base64.encodebytes(text.encode(charset)).decode().replace("\n", "\r\n")
    part = f"Content-Type: text/calendar; charset={charset}; method=REQUEST\r\nContent-Transfer-Encoding: base64\r\n\r\n{body}"
    return (
        f"From: Bea <{sender}>\r\nTo: {ME}\r\nSubject: Invitation\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/mixed; boundary="b1"\r\n\r\n--b1\r\nContent-Type: multipart/alternative; boundary="a1"\r\n\r\n'
        f"--a1\r\nContent-Type: text/plain\r\n\r\nYou have been invited.\r\n--a1\r\n{part}--a1--\r\n--b1\r\n{part}--b1--\r\n"
    ).encode()


def show(tab):
    tab.press("Escape", "i")
    tab.need("document.querySelector('#panel[data-view=invitations]')")


def give(tab, content, name="mail.eml"):
    """Opens a file as the chooser of the view does."""
    show(tab)
    tab.page.set_input_files("#panel input[type=file]", {"name": name, "mimeType": "message/rfc822", "buffer": content})


def look(tab, content):
    give(tab, content)
    tab.need("document.querySelector('#panel[data-view=message]')")


def reply(tab):
    """The calendar behind the button that saves it, as lines."""
    tab.need("document.querySelector('#panel[data-view=told] a[download]')")
    return tab.value("decodeURIComponent(document.querySelector('#panel a[download]').href.split(',').slice(1).join(',')).split('\\r\\n')")


def status(service, title):
    """The user's own answer, as the command shows it."""
    found = json.loads(service.command("search", title, "--json"))["events"]
    people = json.loads(service.command("show", found[0]["id"], "--json"))["participants"] if found else []
    return next((person["status"] for person in people if ME in person["address"]), None)


def nothing(report, tab):
    show(tab)
    report.check("without invitations the view says what to do", "opened below" in tab.text("#panel"), tab.text("#panel"))
    report.check("and the side counts none", tab.value("document.getElementById('invitation-count').hidden"))


def google(report, tab, service):
    day = stores.days_later(5)
    service.command("add", f"Dentist {day} 10:30")
    look(tab, mail(lines("g@google.com", "Café", day)))
    shown = tab.text("#panel")
    report.check("a mail says who invites to what", "Invitation from Bea" in shown and "Café" in shown and "10:00" in shown, shown)
    report.check("and what it overlaps", "Dentist" in tab.text("#panel .unclear"), shown)
    report.check("to look stores nothing", not json.loads(service.command("search", "Café", "--json"))["events"])
    tab.page.fill("#panel textarea", "See you")
    tab.page.focus("#panel [data-action=accept]")
    tab.press("Enter")
    sent = reply(tab)
    report.check("the reply is a file", {"METHOD:REPLY", "COMMENT:See you", "UID:g@google.com"} <= set(sent), sent)
    report.check("which accepts", f"ATTENDEE;CN=Kim;PARTSTAT=ACCEPTED:mailto:{ME}" in sent, sent)
    link = tab.value("document.querySelector('#panel a[href^=\"mailto:\"]').href")
    report.check("or a mail to whoever invites", link.startswith("mailto:bea%40example.org?subject=Accepted"), link)
    report.check("the command knows the answer", status(service, "Café") == "ACCEPTED", status(service, "Café"))
    report.check("undo is in what is said", tab.says("Undo"), tab.text("#status"))
    tab.page.click("#status button")
    report.check("and takes it back", tab.says("Undone") and tab.lacks("Café"), tab.text("#status"))


def waits(report, tab, other, service):
    day = stores.days_later(5)
    (service.folder / "in.ics").write_text(lines("w", "Planning", day), newline="")
    service.command("import", service.folder / "in.ics")
    badge = "document.getElementById('invitation-count').textContent === '1'"
    report.check("what is imported waits, and the side counts it", tab.becomes(badge))
    show(tab)
    text = tab.text("#panel .invitations li")
    report.check("the view has who, when and what overlaps", "bea@example.org" in text and "10:00" in text and "Dentist" in text, text)
    other.need(badge)
    other.page.evaluate("document.querySelector('[data-do=invitations]').click()")
    other.need("document.querySelector('#panel[data-view=invitations] [data-action=decline]')")
    sizes = other.value("[...document.querySelectorAll('#panel button')].map((button) => Math.min(button.offsetWidth, button.offsetHeight))")
    report.check("on a phone each button is 44 pixels", min(sizes) >= 44, sizes)
    meanwhile(report, tab, service)
    tab.press("Enter")
    sent = reply(tab)
    report.check("its button answers", {f"ATTENDEE;CN=Kim;PARTSTAT=TENTATIVE:mailto:{ME}", "COMMENT:Perhaps"} <= set(sent), sent)
    report.check("the command knows", status(service, "Planning") == "TENTATIVE", status(service, "Planning"))
    report.check("nothing waits any more", tab.becomes("document.getElementById('invitation-count').hidden"))
    tab.open("Planning")
    pressed = "document.querySelector('#panel .invitation [data-action=tentative]')?.getAttribute('aria-pressed') === 'true'"
    report.check("the event's panel has the answer", tab.becomes(pressed))
    report.check("and those of the others", "tentative" in tab.text("#panel .people"), tab.text("#panel .people"))
    tab.page.focus("#panel .invitation [data-action=decline]")
    tab.press("Enter")
    report.check("it is answered again there", f"ATTENDEE;CN=Kim;PARTSTAT=DECLINED:mailto:{ME}" in reply(tab))


def meanwhile(report, tab, service):
    """What changes elsewhere makes the list anew, under the hands of who answers."""
    day = stores.days_later(6)
    tab.page.focus("#panel [data-action=tentative]")
    (service.folder / "two.ics").write_text(lines("w2", "Another one", stores.days_later(4)), newline="")
    service.command("import", service.folder / "two.ics")
    tab.need("document.querySelectorAll('#panel .invitations > li').length === 2")
    held = tab.value("document.activeElement.dataset.action + document.activeElement.closest('li')?.textContent")
    report.check("a list that is made anew leaves the focus on its button", held.startswith("tentative") and "Planning" in held, held)
    service.command("delete", "Another one")
    tab.need("document.querySelectorAll('#panel .invitations > li').length === 1")
    tab.value("document.addEventListener('changed', () => (globalThis.changes = (globalThis.changes ?? 0) + 1))")
    tab.value("document.querySelector('#panel .invitations').dataset.old = ''")
    service.command("add", f"Lunch {day} 12:30")
    tab.need("globalThis.changes >= 1")
    tab.page.wait_for_timeout(500)
    report.check("and one that would be as it is stays", tab.value("'old' in document.querySelector('#panel .invitations').dataset"))
    tab.page.click("#panel .answer summary")
    tab.page.fill("#panel .answer textarea", "Perhaps")
    tab.page.focus("#panel [data-action=tentative]")
    service.command("add", f"Dinner {day} 19:30")
    tab.need("globalThis.changes > 1")
    kept = tab.value("document.querySelector('#panel .answer textarea').value")
    report.check("and it is not made anew under a note", kept == "Perhaps", kept)


def outlook(report, tab, service):
    """Latin-1 without an encoding, and a zone of its own, as Exchange writes it."""
    day = stores.days_later(6)
    text = lines("o", "Überblick", day).replace("TZID=Europe/Berlin", "TZID=W. Europe Standard Time")
    head = f"From: bea@example.org\r\nTo: {ME}\r\nSubject: x\r\nContent-Type: text/calendar; charset=iso-8859-1; method=REQUEST\r\n\r\n"
    look(tab, head.encode() + text.encode("latin-1"))
    report.check("a mail in Latin-1 keeps its signs", tab.becomes("document.querySelector('#panel-title')?.textContent === 'Überblick'"), tab.text("#panel-title"))
    report.check("its hour is that of the zone's other name", "10:00" in tab.text("#panel"), tab.text("#panel"))
    tab.page.focus("#panel [data-action=decline]")
    tab.press("Enter")
    report.check("it is declined", "UID:o" in reply(tab) and status(service, "Überblick") == "DECLINED", status(service, "Überblick"))


def strange(report, tab, service):
    look(tab, mail(lines("s", "Prize", stores.days_later(4)), sender="eve@example.com"))
    report.check("a mail of somebody else warns", "Sent by eve@example.com" in tab.text("#panel .fields"), tab.text("#panel"))
    tab.page.focus("#panel [data-action=accept]")
    tab.press("Enter")
    report.check("and is not taken", tab.says("eve@example.com") and status(service, "Prize") is None, tab.text("#status"))
    tab.page.check("#panel input[name=trust]")
    tab.page.focus("#panel [data-action=accept]")
    tab.press("Enter")
    report.check("unless the user knows who that is", "UID:s" in reply(tab) and status(service, "Prize") == "ACCEPTED")
    give(tab, b"not a calendar", "notes.txt")
    report.check("what is no invitation is told", tab.says("That did not work"), tab.text("#status"))


def series(report, tab, service):
    day = stores.days_later(2)
    (service.folder / "in.ics").write_text(lines("weekly", "Weekly", day, "RRULE:FREQ=WEEKLY;COUNT=4", hour=14), newline="")
    service.command("import", service.folder / "in.ics")
    tab.press("Escape")
    tab.need(f"[...document.querySelectorAll('#d{day} .what')].some((what) => what.textContent === 'Weekly')")
    tab.page.evaluate(f"[...document.querySelectorAll('#d{day} li a')].find((a) => a.textContent.includes('Weekly')).click()")
    tab.need("document.querySelector('#panel .invitation input[value=this]')")
    tab.page.check("#panel .invitation input[value=this]")
    tab.page.focus("#panel .invitation [data-action=decline]")
    tab.press("Enter")
    sent = reply(tab)
    report.check("one day of a series is declined", any(line.startswith("RECURRENCE-ID") for line in sent), sent)
    show(tab)
    text = tab.text("#panel .invitations li")
    report.check("the others wait, once", "Weekly" in text and tab.value("document.querySelectorAll('#panel .invitations li').length") == 1, text)
    tab.page.focus("#panel .invitations [data-action=accept]")
    tab.press("Enter")
    sent = reply(tab)
    report.check("and are accepted as a whole", "RRULE:FREQ=WEEKLY;COUNT=4" in sent and not any(line.startswith("RECURRENCE-ID") for line in sent), sent)
    struck = f"[...document.querySelectorAll('#d{day} li.declined .what')].some((what) => what.textContent === 'Weekly')"
    tab.press("Escape")
    report.check("the day that was declined stays so", tab.becomes(struck))


def guests(report, tab, service):
    service.command("add", f"Party {stores.days_later(3)} 18:00", "--attendee", "jo@example.org")
    tab.open("Party")
    tab.need("document.querySelector('#panel .invitation [data-action=invite]')")
    report.check("an event with guests says that nobody tells them", tab.becomes("document.querySelector('#panel .invitation')?.textContent.includes('jo@example.org')"), tab.text("#panel .invitation"))
    tab.page.focus("#panel .invitation [data-action=invite]")
    tab.value(f"{MODULE}('event.js').then(({{ openEvent, shownEvent }}) => openEvent(shownEvent(), {{ focus: false, history: false }}))")
    report.check("which keeps the focus where news change nothing of it", tab.value("document.activeElement.matches('[data-action=invite]')"))
    tab.press("Enter")
    sent = reply(tab)
    report.check("its button makes the invitation", {"METHOD:REQUEST", f"ORGANIZER:mailto:{ME}"} <= set(sent), sent)
    tab.open("Party")
    tab.need("document.querySelector('#panel [data-action=delete]')")
    tab.page.focus("#panel [data-action=delete]")
    tab.press("Enter")
    sent = reply(tab)
    report.check("guests of what is deleted get a cancellation", "METHOD:CANCEL" in sent, sent)
