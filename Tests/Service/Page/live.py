"""Changes of others: the command, a file, a calendar that comes or goes."""

import json
import re

import stores
from service import wait
from tab import MODULE


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
            soon(report, service, tab)
            undo(report, service, tab)
            report.quiet(tab)
            report.quiet(other)
            hidden(report, service, tab)
        late(report, world, service)
    finally:
        service.__exit__()


def soon(report, service, tab):
    """A change right after another one: what is open follows the first, too."""
    event = json.loads(service.command("search", "Seen by both", "--json"))["events"][0]["id"]
    fields = [("Content-Type", "application/merge-patch+json"), ("If-Match", "*")]
    tab.open("Seen by both")
    answer = service.ask("PATCH", f"/v1/events/{event}", fields, json.dumps({"location": "Bridge"}).encode())
    report.check("the event moves", answer.status == 200, answer)
    fields = [("Content-Type", "application/json")]
    answer = service.ask("POST", "/v1/events", fields, json.dumps({"words": "Right after it tomorrow 18:00"}).encode())
    report.check("and another one is added at once", answer.status == 201, answer)
    report.check("the panel has the new place", tab.becomes("document.getElementById('panel').textContent.includes('Bridge')"), tab.text("#panel"))
    tab.press("Escape")


def undo(report, service, tab):
    """What was just done can be taken back, whatever the page asks or learns meanwhile by itself."""
    event = json.loads(service.command("search", "Right after it", "--json"))["events"][0]["id"]
    path, kept = f"**/v1/events/{event}", []
    tab.open("Right after it")
    tab.page.route(path, lambda route: route.continue_() if kept else kept.append(route))
    fields = [("Content-Type", "application/merge-patch+json"), ("If-Match", "*")]
    answer = service.ask("PATCH", f"/v1/events/{event}", fields, json.dumps({"location": "Bank"}).encode())
    report.check("another device changes what is open", answer.status == 200, answer)
    report.check("and the page asks for it", until(tab, kept))
    tab.press("x")
    report.check("which is deleted before the answer comes", tab.says("Deleted Right after it"), tab.text("#status"))
    with tab.page.expect_response(path) as answer:
        kept[0].continue_()
    report.check("that it is not there", answer.value.status == 404, answer.value.status)
    tab.page.unroute(path)
    away(tab, lambda route: route.abort())
    report.check("no connection is seen", tab.becomes(OFFLINE), tab.text("#status"))
    report.check("Undo is still offered", tab.text("#status") == "Deleted Right after itUndo", tab.text("#status"))
    tab.page.unroute(STREAM)
    report.check("as when there is one again", tab.becomes(f"!{OFFLINE}", 20) and tab.text("#status button") == "Undo", tab.text("#status"))
    tab.page.click("#status button")
    report.check("and brings it back", tab.lists("Right after it"), tab.text("#status"))


STREAM = "**/v1/stream*"
OFFLINE = "document.documentElement.classList.contains('offline')"


def until(tab, kept):
    """Whether the page asks for what is kept back."""
    for _ in range(2000):
        if kept:
            return True
        tab.page.wait_for_timeout(10)
    return False


def show(tab, is_hidden):
    tab.page.evaluate(
        "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        is_hidden,
    )


def away(tab, take):
    """From here on the page's stream is answered otherwise than by the service."""
    tab.page.route(STREAM, take)
    show(tab, True)
    show(tab, False)


def hidden(report, service, tab):
    """A tab that nobody sees has no connection, and has what it missed when it is seen again."""
    readers = lambda: re.search(r"^agenda_stream_readers (\d+)$", service.ask("GET", "/metrics").body.decode(), re.M)[1]
    before = readers()
    show(tab, True)
    report.check("a hidden tab holds no connection", wait(lambda: readers() < before), f"{before}, then {readers()}")
    service.command("add", "While it was hidden tomorrow 16:00")
    show(tab, False)
    report.check("and has what it missed when it is seen", tab.lists("While it was hidden"))
    # As a proxy answers while the service is away.
    away(tab, lambda route: route.fulfill(status=502, body=""))
    report.check("an answer that is no stream is said", tab.becomes(OFFLINE))
    tab.page.unroute(STREAM)
    service.command("add", "After the proxy tomorrow 17:00")
    report.check("and is asked for again", tab.lists("After the proxy"))


class Held:
    """The first answer for some days, kept back until it is let go."""

    PATH = "/v1/timeline?slice=3"

    def __init__(self, tab, service):
        self.tab, self.kept = tab, []

        def take(route):
            if self.kept:
                return route.continue_()
            self.kept += [route, service.ask("GET", self.PATH)]

        tab.page.route(f"**{self.PATH}", take)

    def need(self):
        if not until(self.tab, self.kept):
            raise TimeoutError("nobody asks for those days")

    def let_go(self):
        route, answer = self.kept
        fields = {name: answer[name] for name in ("content-type", "x-agenda-revision")}
        route.fulfill(body=answer.body, headers=fields)
        self.tab.page.unroute(f"**{self.PATH}")


def late(report, world, service):
    """Days that come later than what changed on them, that come not at all at first, and a stream that begins late."""
    day = stores.days_later(100)
    with world.tab(service) as tab:
        held = Held(tab, service)
        tab.page.reload()
        held.need()
        service.command("add", f"Before its days {day} 12:00")
        report.check("a change is told before its days are there", tab.says("changed", 20), tab.text("#status"))
        held.let_go()
        report.check("and stands on them when they come", tab.lists("Before its days", 20))
        tab.ready()
        held = Held(tab, service)
        tab.value(f"{MODULE}('./nodes.js').then(({{ reload }}) => {{ reload(); }})")
        held.need()
        service.command("add", f"Later than its days {day} 13:00")
        report.check("a change is shown while all is loaded anew", tab.lists("Later than its days", 20))
        held.let_go()
        # The days after those are asked for when those are shown.
        loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/v1/timeline?slice=7')).length > 1"
        report.check("and older days do not take it away", tab.becomes(loaded, 20) and tab.lists("Later than its days"))
        tries = []
        tab.page.route("**/v1/timeline?slice=5", lambda route: tries.append(1) or route.fulfill(status=503, body="{}") if not tries else route.continue_())
        tab.page.reload()
        tab.ready()
        report.check("days that could not be had are asked for again", tries == [1], tries)
        kept = []
        tab.page.route(STREAM, lambda route: kept.append(route))
        tab.reload()
        service.command("add", f"Before the stream {day} 14:00")
        service.ask("GET", "/v1/timeline")
        for route in kept:
            route.continue_()
        tab.page.unroute(STREAM)
        report.check("what changes before the stream begins is shown", tab.lists("Before the stream", 20))
