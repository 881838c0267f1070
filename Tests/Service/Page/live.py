"""Changes of others: the command, a file, a calendar that comes or goes."""

import stores


def check(report, world):
    service = world.fresh("scripts")
    try:
        with world.tab(service) as tab, world.tab(service, width=360, height=740) as other:
            service.command("add", "Seen by both today 12:00")
            report.check("a change is on two pages", tab.lists("Seen by both") and other.lists("Seen by both"))
            report.check("and is told", tab.says("changed"), tab.text("#status"))
            counts = "document.querySelector('[data-day=\"%s\"]').getAttribute('aria-label')" % stores.today()
            tab.press("c")
            tab.type("Seen by the other today 13:00")
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
    finally:
        service.__exit__()
