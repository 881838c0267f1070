"""Changes of others: the command, a file, a calendar that comes or goes."""

import re

import stores
from service import wait


def check(report, world):
    service = world.fresh("scripts")
    try:
        with world.tab(service) as tab, world.tab(service, width=360, height=740) as other:
            service.command("add", "Seen by both tomorrow 12:00")
            report.check("a change is on two pages", tab.lists("Seen by both") and other.lists("Seen by both"))
            report.check("and is told", tab.says("changed"), tab.text("#status"))
            counts = "document.querySelector('[data-day=\"%s\"]').getAttribute('aria-label')" % stores.days_later(1)
            tab.press("c")
            tab.type("Seen by the other tomorrow 13:00")
            tab.need("document.querySelector('.preview .card')")
            tab.press("Enter")
            report.check("what one page adds the other has", other.lists("Seen by the other"))
            report.check("the month counts it", tab.becomes(f"{counts}.includes('events')"), tab.value(counts))
            lines = stores.calendar("Mine", [stores.event(90_001, "From a file", stores.at(stores.today(), 9), 30)])
            service.mine.write_text(lines, newline="")
            report.check("a file that changes is on the page", tab.lists("From a file"))
            another = service.folder / "new.ics"
            another.write_text(lines.replace("From a file", "From a new calendar").replace("90001@page", "90002@page"), newline="")
            service.command("source", "add", another, "--name", "Newcomer", "--color", "teal")
            report.check("a new calendar is at the side", tab.becomes("document.querySelector('#calendars li[data-name=Newcomer]')"))
            report.check("with its events", tab.lists("From a new calendar"))
            colour = """getComputedStyle([...document.querySelectorAll('.event')].find((event) =>
                event.textContent.includes('From a new calendar')).firstChild, '::before').backgroundColor"""
            report.check("in its colour", tab.becomes(f"!{colour}.startsWith('rgba(0, 0, 0, 0')"), tab.value(colour))
            service.command("source", "remove", "Newcomer")
            report.check("one that goes goes", tab.becomes("!document.querySelector('#calendars li[data-name=Newcomer]')") and tab.lacks("From a new calendar"))
            report.quiet(tab)
            report.quiet(other)
            hidden(report, service, tab)
    finally:
        service.__exit__()


def hidden(report, service, tab):
    """A tab that nobody sees has no connection, and has what it missed when it is seen again."""
    readers = lambda: re.search(r"^agenda_stream_readers (\d+)$", service.ask("GET", "/metrics").body.decode(), re.M)[1]
    show = lambda is_hidden: tab.page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        is_hidden,
    )
    before = readers()
    show(True)
    report.check("a hidden tab holds no connection", wait(lambda: readers() < before), f"{before}, then {readers()}")
    service.command("add", "While it was hidden tomorrow 16:00")
    show(False)
    report.check("and has what it missed when it is seen", tab.lists("While it was hidden"))
    # As a proxy answers while the service is away.
    tab.page.route("**/v1/stream", lambda route: route.fulfill(status=502, body=""))
    show(True)
    show(False)
    report.check("an answer that is no stream is said", tab.becomes("document.documentElement.classList.contains('offline')"))
    tab.page.unroute("**/v1/stream")
    service.command("add", "After the proxy tomorrow 17:00")
    report.check("and is asked for again", tab.lists("After the proxy"))
