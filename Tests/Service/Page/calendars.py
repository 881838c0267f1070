"""Calendars made, subscribed to, uploaded, set up and removed on the page, and links made and ended, by the keyboard."""

import http.server
import json
import pathlib
import re
import ssl
import subprocess
import threading

import groups
import stores
from service import Service, wait

VIEW = "#panel[data-view=manage]"


class Feed(http.server.BaseHTTPRequestHandler):
    """A calendar of one event behind an address of this machine; `asked` counts."""

    asked = 0
    status = 200

    def do_GET(self):
        Feed.asked += 1
        body = stores.calendar("Team", [stores.event(1, "Team lunch", stores.at(stores.today(), 12), 60)]).encode()
        self.send_response(Feed.status)
        self.send_header("Content-Type", "text/calendar")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def check(report, world):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/team.ics"
    try:
        with Service("--private-sources", samples=False) as service:
            with world.tab(service) as tab:
                tab.page.on("dialog", lambda dialog: dialog.accept())
                open_view(tab)
                make(report, tab, service)
                subscribe(report, tab, service, address)
                upload(report, tab, service)
                set_up(report, tab, service)
                share(report, tab, service)
                removed(report, tab, service)
                account(report, world, tab, service)
                report.quiet(tab)
            restarted(report, service)
            narrow(report, world, service)
        groups.check(report, world)
        with Service(samples=False) as service, world.tab(service) as tab:
            asked = Feed.asked
            open_view(tab)
            fold(tab, "By its address")
            fill(tab, "address", address)
            report.check("a private address is refused in words", tab.says("private"), tab.text("#status"))
            report.check("and nobody was asked", Feed.asked == asked)
            report.check("and nothing was added", "Team" not in service.command("source"))
    finally:
        server.shutdown()


def open_view(tab):
    tab.press("Escape", "m")
    tab.reach("[data-do=manage]", backwards=True)
    tab.press("Enter")
    tab.need(f"document.querySelector('{VIEW} .adding')")


def fold(tab, words):
    """Opens a part by the keyboard; the tab key reaches its summary."""
    for _ in range(90):
        tab.press("Tab")
        if tab.value(f"document.activeElement.matches('summary') && document.activeElement.textContent.startsWith({json.dumps(words)})"):
            if not tab.value("document.activeElement.parentElement.open"):
                tab.press("Enter")
            return
    raise TimeoutError(f"the tab key does not reach {words}")


def fill(tab, name, text):
    tab.reach(f"details[open] [name={name}]")
    tab.press("Control+a")
    tab.type(text)
    tab.press("Enter")


def calendars(tab):
    return tab.value("[...document.querySelectorAll('#calendars li')].map((item) => item.dataset.name)")


def has(name):
    return f"[...document.querySelectorAll('#calendars li')].some((item) => item.dataset.name === {json.dumps(name)})"


def make(report, tab, service):
    fold(tab, "A new one")
    fill(tab, "name", "Garden / 园")
    report.check("a new calendar comes to the side", tab.becomes(has("Garden / 园")), calendars(tab))
    seen = row(service, "Garden / 园")
    report.check("and the command has it, writable", "writable" in seen, seen)


def subscribe(report, tab, service, address):
    open_view(tab)
    fold(tab, "By its address")
    fill(tab, "address", address)
    report.check("a feed is subscribed to", tab.becomes(has("Team")), tab.text("#status"))
    report.check("its event is in the list", tab.lists("Team lunch"))
    open_view(tab)
    fold(tab, "Team")
    before = Feed.asked
    tab.page.get_by_role("button", name="Fetch now").focus()
    tab.press("Enter")
    report.check("it is fetched again at once", bool(wait(lambda: Feed.asked > before)), Feed.asked)
    # The view is drawn anew when the first answer is there.
    report.check("and that is said", tab.says("Fetched Team"), tab.text("#status"))
    Feed.status = 503
    tab.need(f"document.querySelector('{VIEW} details[open] .actions')")
    tab.page.get_by_role("button", name="Fetch now").focus()
    tab.press("Enter")
    told = tab.becomes(f"document.querySelector('{VIEW} .managed').textContent.includes('its last copy is shown')")
    report.check("why it is not fresh is told", told, tab.text(VIEW))
    Feed.status = 200


def upload(report, tab, service):
    path = pathlib.Path(service.folder) / "Trips.ics"
    path.write_text(stores.calendar("x", [stores.event(9, "Train to Rome", stores.at(stores.today(), 9), 60)]), newline="")
    open_view(tab)
    fold(tab, "From a file")
    tab.page.set_input_files("input[type=file]", str(path))
    tab.reach("details[open] [name=name]")
    tab.press("Enter")
    report.check("a file becomes a calendar", tab.becomes(has("Trips")), tab.text("#status"))
    report.check("with its events", tab.lists("Train to Rome"))
    report.check("which the command finds and may change", "writable" in row(service, "Trips"), row(service, "Trips"))


def row(service, name):
    return next((line for line in service.command("source").splitlines() if line.startswith(name)), "")


def set_up(report, tab, service):
    open_view(tab)
    fold(tab, "Trips")
    tab.reach("details[open] [name=name]")
    tab.press("Control+a")
    tab.type("Journeys")
    tab.page.get_by_role("radio", name="Teal").focus()
    tab.press("Space")
    tab.page.get_by_role("checkbox", name="Its events make me busy").focus()
    tab.press("Space")
    tab.page.get_by_role("button", name="Save").focus()
    tab.press("Enter")
    report.check("a calendar gets another name", tab.becomes(has("Journeys")), calendars(tab))
    listed = json.loads(service.command("source", "--json"))["sources"]
    found = next((source for source in listed if source["name"] == "Journeys"), {})
    report.check("the command has its name, and that it leaves free", found.get("busy") is False, found)


def refused(report, tab, service):
    """What is no server of CalDAV, and one whose certificate nobody vouches for, are said in a line."""
    key, certificate = (str(service.folder / name) for name in ("key.pem", "certificate.pem"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    for what, wrap, told in (("what is no server of CalDAV", None, "no calendars were found"), ("an untrusted certificate", context, "cannot be trusted")):
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed) as server:
            if wrap:
                server.socket = wrap.wrap_socket(server.socket, server_side=True)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            for name, text in (("address", f"{'https' if wrap else 'http'}://127.0.0.1:{server.server_port}/"), ("user", "kim"), ("password", "secret")):
                tab.reach(f"details[open] [name={name}]")
                tab.press("Control+a")
                tab.type(text)
            tab.press("Enter")
            said = tab.says(told)
            line = tab.text("#status")
            report.check(f"{what} is told in a line", said and "Tried" not in line and "secret" not in line, line)
            server.shutdown()


def account(report, world, tab, service):
    """An account on another service of ours, which is reached without encryption on this machine alone."""
    with Service(samples=False) as server:
        server.command("add", "At the office tomorrow 10:00", "--calendar", "mine")
        password = server.command("device", "add", "page", "--address", f"http://127.0.0.1:{server.port}").split()
        password = next(word for word in password if re.fullmatch(r"[a-z0-9-]{20,}", word))
        address = f"http://127.0.0.1:{server.port}/dav/"
        open_view(tab)
        fold(tab, "An account")
        refused(report, tab, service)
        for name, text in (("address", address), ("user", "agenda"), ("password", "wrong")):
            tab.reach(f"details[open] [name={name}]")
            tab.press("Control+a")
            tab.type(text)
        tab.press("Enter")
        report.check("a wrong password is told", tab.says("does not accept the credentials"), tab.text("#status"))
        tab.press("Control+a")
        tab.type(password)
        tab.press("Enter")
        found = tab.becomes("document.querySelector('.adding [name=calendars][value=mine]')")
        report.check("the account's calendars are found", found, tab.text("#status"))
        for width in (390, 1600):
            tab.page.set_viewport_size({"width": width, "height": 900})
            tab.shot(world.place / f"account-found-{width}.png")
        tab.value("document.querySelectorAll('.adding [name=calendars]').forEach((box) => box.checked = box.value === 'mine')")
        tab.page.locator(".adding details[open]").get_by_role("button", name="Add").focus()
        tab.press("Enter")
        report.check("it is added and synchronised", tab.becomes("document.querySelector('.account')"), tab.text("#status"))
        report.check("its event is in the list", tab.lists("At the office"))
        for width in (390, 1600):
            tab.page.set_viewport_size({"width": width, "height": 900})
            tab.shot(world.place / f"account-{width}.png")
        listed = service.command("account", "list")
        report.check("the command has the account", address.split("/")[2] in listed or "127.0.0.1" in listed, listed)
        secrets = [path for path in (service.folder / "secrets").iterdir()]
        modes = [oct(path.stat().st_mode & 0o777) for path in secrets]
        report.check("the password is in a file of its owner's", modes == ["0o600"] and password in secrets[0].read_text(), modes)
        shown = [service.ask("GET", target).text for target in
                 ("/v1/calendars?details=true", "/v1/accounts", "/v1/sources", "/v1/history", "/metrics", "/v1/status")]
        report.check("and in no answer", not any(password in text for text in shown))
        report.check("and in no log", password not in service.log.read_text() + service.output.read_text())
        report.check("nor on the page", password not in tab.page.content())
        server.command("add", "Later at the office tomorrow 11:00", "--calendar", "mine")
        tab.value("document.getElementById('status').replaceChildren()")
        tab.page.locator(".account button").first.focus()
        tab.press("Enter")
        report.check("what is new there comes when asked for", tab.lists("Later at the office"))
        # The view is drawn anew before that is said.
        report.check("and that is said", tab.becomes("document.getElementById('status').textContent.includes('/mine')"), tab.text("#status"))
        tab.need("document.querySelectorAll('.account button').length === 2")
        tab.page.locator(".account button").last.focus()
        tab.press("Enter")
        report.check("it is forgotten", tab.becomes("!document.querySelector('.account')"), tab.text("#status"))
        report.check("with its events", tab.lacks("At the office"))
        report.check("and its password", not list((service.folder / "secrets").iterdir()))
        report.check("and its server keeps them", "At the office" in server.command("list", "--days", "3"))


def restarted(report, service):
    service.stop()
    service.start()
    listed = service.ask("GET", "/v1/calendars").json["calendars"]
    seen = [calendar["color"] for calendar in listed if calendar["name"] == "Journeys"]
    report.check("the service that is started again has name and colour", seen == ["#159e9e"], listed)


def share(report, tab, service):
    open_view(tab)
    fold(tab, "Make a link")
    shown = tab.becomes("document.querySelector('.shares .preview .card')?.textContent.includes('Train to Rome') || "
                        "document.querySelector('.shares .preview').textContent.includes('Team lunch')")
    report.check("what a link shows is seen before", shown, tab.text(".shares"))
    tab.page.get_by_role("checkbox", name="only when I am busy").focus()
    tab.press("Space")
    busy = tab.becomes("!document.querySelector('.shares .preview').textContent.includes('lunch') && "
                       "document.querySelector('.shares .preview').textContent.includes('Busy')")
    report.check("busy times alone show nothing else", busy, tab.text(".shares .preview"))
    tab.page.get_by_role("button", name="Make a link").focus()
    tab.press("Enter")
    made = tab.becomes("document.querySelector('.copying input')")
    report.check("the link is shown", made, tab.text(".shares"))
    link = tab.value("document.querySelector('.copying input').value")
    path = re.sub(r"^https?://[^/]+", "", link)
    read = lambda: service.ask("GET", path)
    answer = read()
    report.check("its readers read busy times alone", "SUMMARY:Busy" in answer.text and "lunch" not in answer.text, answer.text)
    report.check("the command lists it", "busy times only" in service.command("share", "list"))
    tab.page.locator(".shares .log button").first.focus()
    tab.press("Enter")
    report.check("it is ended", tab.becomes("!document.querySelector('.shares .log li')"), tab.text(".shares"))
    report.check("and read no more", read().status == 404)


def removed(report, tab, service):
    open_view(tab)
    fold(tab, "Garden")
    tab.page.get_by_role("button", name="Remove").focus()
    tab.press("Enter")
    report.check("a calendar is removed", tab.becomes("!" + has("Garden / 园")), calendars(tab))
    tab.page.get_by_role("button", name="Undo").focus()
    tab.press("Enter")
    report.check("and is back after Undo", tab.becomes(has("Garden / 园")), tab.text("#status"))
    open_view(tab)
    fold(tab, "Team")
    tab.page.get_by_role("checkbox", name="Show here in the browser").focus()
    tab.press("Space")
    tab.page.get_by_role("button", name="Save").focus()
    tab.press("Enter")
    gone = tab.becomes("document.querySelector('#calendars li[data-name=Team]').hidden")
    report.check("a calendar is hidden from the side, and its events with it", gone and not tab.value(
        "[...document.querySelectorAll('.event')].some((row) => row.checkVisibility() && row.textContent.includes('Team lunch'))"))


def narrow(report, world, service):
    for width, scheme in ((320, "light"), (390, "dark"), (1600, "light"), (1600, "dark"), (390, "light")):
        with world.tab(service, width=width, height=800, color_scheme=scheme) as tab:
            tab.press("Escape", "m")
            tab.value("document.querySelector('[data-do=manage]').click()")
            tab.need(f"document.querySelector('{VIEW} .adding')")
            tab.value(f"document.querySelectorAll('{VIEW} details').forEach((fold) => fold.open = true)")
            tab.need(f"document.querySelector('{VIEW} .colors')")
            wide = tab.value("document.getElementById('panel').scrollWidth - document.getElementById('panel').clientWidth")
            report.check(f"{width}, {scheme}: nothing scrolls sideways", max(wide, tab.too_wide) <= 0, wide)
            if width < 400:
                small = tab.value(f"""[...document.querySelectorAll('{VIEW} :is(button, summary, .color)')].filter((control) =>
                    control.checkVisibility() && control.getBoundingClientRect().height < 43.5).map((control) => control.outerHTML.slice(0, 80))""")
                report.check(f"{width}: each control is 44 high", not small, small)
            tab.shot(world.place / f"calendars-{width}-{scheme}.png")
