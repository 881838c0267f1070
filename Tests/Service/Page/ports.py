"""Programs on other ports of the machine: what they get of a browser that is signed in, and whether they lock it out."""

import http.server
import json
import threading

from playwright.sync_api import Error
from service import Opening, Service, wait

MINE = "Known to nobody else tomorrow 12:00"
TITLE = "Known to nobody else"


class Stranger:
    """A program of another user on a port of its own: it answers `page`, sets cookies, and notes what browsers send."""

    def __init__(self, page, cookies=()):
        self.seen = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(handler):
                self.seen.append((handler.path, dict(handler.headers)))
                body = f"<!doctype html><title>stranger</title>{page}".encode()
                handler.send_response(200)
                handler.send_header("Content-Type", "text/html")
                handler.send_header("Content-Length", str(len(body)))
                for cookie in cookies:
                    handler.send_header("Set-Cookie", cookie)
                handler.end_headers()
                handler.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def has(self, *secrets):
        """Whether a browser has sent it one of these."""
        return any(secret in str(seen) for seen in self.seen for secret in secrets)


def status(page, path, fields=None):
    return page.evaluate(
        "([path, headers]) => fetch(path, { headers }).then((answer) => answer.status, () => 0)", [path, fields or {}]
    )


def becomes(page, text, seconds=30):
    """Whether the page comes to hold a text."""
    looks = f"document.body?.textContent.includes({json.dumps(text)})"

    def holds():
        try:
            return page.evaluate(looks)
        except Error:
            # It went to another address meanwhile.
            return False

    return wait(holds, seconds)


def shows(page):
    """Whether the page comes to have the event."""
    return becomes(page, TITLE)


def check(report, world):
    with Opening("--open") as service:
        service.command("add", MINE)
        host = service.page_host
        report.check("--open opens the installation's own name", service.link.startswith(f"http://{host}/login?once="), service.link)
        context = world.browser.browser.new_context()
        page = context.new_page()
        page.goto(f"file://{service.opened}")
        report.check("the link lets the browser in", shows(page), page.url)
        report.check("the code is not in its address", page.url == f"http://{host}/", page.url)
        secret = page.evaluate("localStorage.getItem('agenda.secret')")
        [cookie] = [one["value"] for one in context.cookies() if one["name"] == "agenda"]
        report.check("its cookie is not the token", service.token not in (cookie, secret))
        taking(report, context, service, cookie, secret)
        tossing(report, context, service)
        cookie_alone(report, service, cookie)
        report.check("nothing of it was written to the log", secret not in service.log.read_text() + service.output.read_text())
        cleared(report, context, service)
        context.close()
    elsewhere(report, world)
    ended(report, world)


def taking(report, context, service, cookie, secret):
    """A page of another site sends the browser to another port of the same name, twice."""
    name = service.page_host.split(":")[0]
    for own in (name, "agenda.localhost", "127.0.0.1", "localhost"):
        thief = Stranger('<script>fetch("/second").then(() => fetch("/v1/third"))</script>')
        lure = Stranger(f'<script>location = "http://{own}:{thief.port}/first"</script>')
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{lure.port}/")
        seen = wait(lambda: len([path for path, _ in thief.seen if path in ("/second", "/v1/third")]) == 2)
        report.check(f"a program on another port of {own.replace(name, 'its own name')} was asked", seen, thief.seen)
        report.check("it gets neither token nor secret", not thief.has(secret, service.token))
        if own != name:
            report.check("nor the cookie", not thief.has(cookie))
        report.check("the storage there is empty", page.evaluate("localStorage.length") == 0)
        page.close()
        thief.close()
        lure.close()


def tossing(report, context, service):
    """A program on another port sets cookies of the same name for narrower paths."""
    name = service.page_host.split(":")[0]
    cookies = [f"agenda={number}; Path={path}; Max-Age=9999" for number, path in enumerate(("/", "/v1", "/v1/timeline", "/login"))]
    for own in (name, "agenda.localhost", "127.0.0.1"):
        # The one for all paths would take the place of the service's at its own name: whoever can name that.
        stranger = Stranger("", cookies[1:] if own == name else cookies)
        page = context.new_page()
        page.goto(f"http://{own}:{stranger.port}/")
        page.goto(f"http://{service.page_host}/")
        report.check(f"cookies of {own.replace(name, 'its own name')} lock nobody out", shows(page), page.content()[:200])
        page.close()
        stranger.close()


def cookie_alone(report, service, cookie):
    """What a program could do that has the cookie all the same."""
    with service.over_tcp(token=False, host=service.page_host) as wire:
        for target in ("/v1/timeline", "/v1/stream", "/v1/events", "/metrics", "/assets/calendars.css"):
            answer = wire.ask("GET", target, [("Cookie", f"agenda={cookie}")])
            report.check(f"the cookie alone does not open {target}", answer.status == 401, answer)
        answer = wire.ask("GET", "/", [("Cookie", f"agenda={cookie}")])
        report.check("the document holds no event", answer.status == 200 and TITLE not in answer.text, answer)
        answer = wire.ask("GET", "/login", [("Cookie", f"agenda={cookie}")])
        report.check("nor is the secret given again", answer.status == 403, answer)


def cleared(report, context, service):
    """Without the secret the page says how to come in, and asks for nothing."""
    page = context.new_page()
    page.goto(f"http://{service.page_host}/")
    shows(page)
    page.evaluate("localStorage.clear()")
    # What the page still asked for is over.
    page.goto("about:blank")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"http://{service.page_host}/")
    says = becomes(page, "agenda serve --open")
    page.wait_for_timeout(1_500)
    report.check("without the secret the page says how to sign in", says and TITLE not in page.content())
    report.check("and asks once", len([url for url in asked if url.endswith("/")]) == 1, asked)
    report.check("and for no data", not [url for url in asked if "/v1/" in url], asked)
    page.close()


def elsewhere(report, world):
    """A browser that does not find the installation's name, as Safari: 127.0.0.1, without cookies."""
    with Opening("--open") as service:
        service.command("add", MINE)
        context = world.browser.browser.new_context()
        page = context.new_page()
        name = service.page_host.split(":")[0]
        page.goto(service.link.replace(name, "127.0.0.1"))
        report.check("the link lets in at 127.0.0.1", shows(page), page.content()[:200])
        report.check("without any cookie", context.cookies() == [], context.cookies())
        page.reload()
        report.check("and for good", shows(page))
        page.select_option("#language", "zh")
        report.check("whatever is chosen there", context.cookies() == [], context.cookies())
        stranger = Stranger("<script>fetch('/second')</script>")
        page.goto(f"http://127.0.0.1:{stranger.port}/")
        report.check("another port there gets nothing", page.evaluate("localStorage.length") == 0 and not stranger.has("agenda"))
        stranger.close()
        context.close()


def ended(report, world):
    """Sessions that are revoked, and pages that sign out: nothing of the calendars stays in the browser."""
    with Service() as service:
        service.command("add", MINE)
        # The worker keeps the files of the page that asks to sign in, which are everybody's.
        kept = (
            "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))"
            ".then((all) => all.flat().filter(({ url }) => /\\/v1\\/|calendars.css/.test(url)).length)"
        )
        for way in ("revoked", "signed out"):
            with world.tab(service, offline=True) as tab, world.tab(service) as other:
                tab.need("navigator.serviceWorker.controller || navigator.serviceWorker.ready.then(() => true)")
                tab.reload()
                tab.need(f"await {kept} > 8", 20)
                sessions = json.loads(service.command("serve", "sessions", "--json"))["sessions"]
                mine = [one["id"] for one in sessions if one["id"] == tab.session]
                report.check("the session is listed", len(mine) == 1, sessions)
                if way == "revoked":
                    said = service.command("serve", "sessions", "--revoke", tab.session)
                    report.check("revoking it says so", "Revoked" in said, said)
                    service.command("add", "A change tomorrow 9:00")
                else:
                    tab.command("signOut")
                asks = "document.body?.textContent.includes('agenda serve --open')"
                report.check(f"a page that is {way} says how to sign in", tab.becomes(asks, 20), tab.text("main")[:200])
                report.check("nothing is kept of it", tab.becomes(f"await {kept} === 0"), tab.value(kept))
                report.check("nor its secret", tab.value("localStorage.getItem('agenda.secret')") is None)
                report.check("its days are gone", TITLE not in tab.page.content())
                report.check("another browser stays signed in", status(other.page, "/v1/next", {"Agenda-Page": other.secret}) == 200)
                tab.page.reload()
                report.check("and loading again changes nothing", tab.becomes(asks))
        service.command("serve", "sessions", "--revoke", "all")
        report.check("all can be revoked at once", json.loads(service.command("serve", "sessions", "--json"))["sessions"] == [])
