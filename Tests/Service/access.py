"""Who may come in: token, Host, Origin, one-time links, modes of files."""

import re
import stat

from service import Opening, Service, wait

NEW = {"words": "Tea tomorrow 15:00"}
DRY = "/v1/events?dryRun=true"


def check(report):
    with Service() as service:
        token(report, service)
        hosts(report, service)
        origins(report, service)
        for name, path in (("socket", service.socket), ("token's file", service.folder / "agenda.db-token"), ("browsers' file", service.browsers)):
            mode = stat.S_IMODE(path.stat().st_mode)
            report.check(f"the {name} is its owner's alone", mode == 0o600, oct(mode))
        report.check("the socket asks for no token", service.ask("GET", "/v1/calendars").status == 200)
    with Service("--read-only", samples=False) as service:
        for method, target, body in (("POST", DRY, NEW), ("POST", "/v1/undo", {}), ("DELETE", "/v1/events/a", None)):
            answer = service.ask(method, target, body=body)
            report.check(f"--read-only refuses {method} {target}", answer.status == 403, answer)
    once(report)


def token(report, service):
    def asked(target, *fields):
        with service.over_tcp(token=False) as wire:
            return wire.ask("GET", target, fields)

    for target in ("/v1/events", "/v1/stream", "/metrics", "/v1/nothing", "/assets/calendars.css"):
        answer = asked(target)
        report.check(f"without token, {target} is 401", answer.status == 401, answer)
    service.command("add", "Unguessable tomorrow 12:00")
    for target in ("/", "/search?q=unguessable", "/events/nothing", "/?from=2026-11-20"):
        answer = asked(target)
        fine = answer.status == 200 and "Unguessable" not in answer.text and 'data-today=""' in answer.text
        report.check(f"without token, {target} holds nothing", fine, answer)
    answer = asked("/v1/events")
    report.check("a refusal says how to come in", answer["www-authenticate"] == "Bearer", answer.fields)
    report.check("a refusal is a problem document", answer["content-type"] == "application/problem+json", answer.fields)
    report.check("a problem has code and remedy", {"code", "remedy", "status"} <= set(answer.json), answer)
    wrong = ["", "x", service.token[:-1], service.token + "0", "0" * 32, service.token.upper() + "é"]
    for text in wrong:
        answer = asked("/v1/events", ("Authorization", f"Bearer {text}"))
        report.check(f"a wrong token of {len(text)} characters is 401", answer.status == 401, answer)
    answer = asked("/v1/events", ("Authorization", f"Basic {service.token}"))
    report.check("the token in another scheme is 401", answer.status == 401, answer)
    answer = asked(f"/v1/events?token={service.token}")
    report.check("the token in the query is 401", answer.status == 401, answer)
    answer = asked("/v1/events", ("Cookie", "agenda=" + "0" * 32))
    report.check("a wrong cookie is 401", answer.status == 401, answer)
    answer = asked("/v1/events", ("Cookie", f"other=1; agenda={service.token}"))
    report.check("the token as a cookie is 401", answer.status == 401, answer)
    _, cookie, secret = service.sign_in()
    own = f"agenda={cookie}"
    for said, fields, status in (
        ("cookie and secret", [("Cookie", own), ("Agenda-Page", secret)], 200),
        ("cookies of the same name before and after", [("Cookie", f"agenda=x; {own}; agenda=y"), ("Agenda-Page", secret)], 200),
        ("the cookie alone", [("Cookie", own)], 401),
        ("the secret alone", [("Agenda-Page", secret)], 401),
        ("cookie and a wrong secret", [("Cookie", own), ("Agenda-Page", cookie)], 401),
        ("the secret in the query", [("Cookie", own)], 401),
    ):
        target = f"/v1/events?secret={secret}" if "query" in said else "/v1/events"
        with service.over_tcp(token=False, host=service.page_host) as wire:
            answer = wire.ask("GET", target, fields)
        report.check(f"{said} at its own name is {status}", answer.status == status, answer)
    answer = asked("/v1/events", ("Cookie", own), ("Agenda-Page", secret))
    report.check("and nothing at another name", answer.status == 401, answer)
    answer = asked("/v1/events", ("Authorization", f"bearer {service.token}"))
    report.check("the token lets in", answer.status == 200, answer)
    for target in ("/healthz", "/v1/openapi.json"):
        answer = asked(target)
        report.check(f"{target} is for everybody", answer.status == 200, answer)


def hosts(report, service):
    port = service.port

    def asked(target, *fields):
        with service.over_tcp() as wire:
            return wire.ask("GET", target, fields, host=False)

    for name in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", "", f"localhost.:{port}x"):
        answer = asked("/v1/events", ("Host", name))
        report.check(f"Host '{name}' is refused", answer.status in (400, 421), answer)
    answer = asked("/healthz", ("Host", "evil.example"))
    report.check("a foreign Host learns nothing of /healthz either", answer.status in (400, 421), answer)
    answer = asked("/v1/events")
    report.check("no Host is refused", answer.status in (400, 421), answer)
    own = ("Host", f"localhost:{port}")
    for fields in ((own, ("Host", "evil.example")), (("Host", "evil.example"), own), (own, own)):
        answer = asked("/v1/events", *fields)
        names = " and ".join(value.split(":")[0] for _, value in fields)
        report.check(f"two Hosts, {names}, are refused", answer.status in (400, 421), answer)
    for target, host in (
        ("http://evil.example/v1/events", own),
        ("https://evil.example/v1/events", own),
    ):
        answer = asked(target, host)
        seen = f"{target} with Host {host[1].split(':')[0]}"
        report.check(
            f"absolute form: {re.sub(chr(58) + str(port), '', seen)} is refused", 400 <= answer.status < 500, answer
        )
    for name in ("localhost", "agenda.localhost", "127.0.0.1", "AGENDA.LOCALHOST", "[::1]"):
        answer = asked("/v1/events", ("Host", f"{name}:{port}"))
        report.check(f"Host {name} is its own", answer.status == 200, answer)


def origins(report, service):
    own = f"http://{service.page_host}"
    _, cookie, secret = service.sign_in()
    page = (("Cookie", f"agenda={cookie}"), ("Agenda-Page", secret))

    def posted(*fields, token=False):
        with service.over_tcp(token=token, host=service.page_host) as wire:
            return wire.ask("POST", DRY, fields, NEW)

    for fields in (
        [("Origin", "https://evil.example")],
        [("Origin", "null")],
        [("Origin", own + ".evil.example")],
        [("Origin", own.replace(f":{service.port}", ":1"))],
        [("Sec-Fetch-Site", "cross-site")],
        [("Sec-Fetch-Site", "same-site")],
        [("Sec-Fetch-Site", "same-origin"), ("Origin", "https://evil.example")],
        [("Sec-Fetch-Site", "cross-site"), ("Origin", own)],
        [],
    ):
        answer = posted(*page, *fields)
        said = ", ".join(f"{name} {value.replace(str(service.port), 'PORT')}" for name, value in fields)
        report.check(f"a change by cookie with {said or 'no word of its page'} is 403", answer.status == 403, answer)
    answer = posted(("Origin", "https://evil.example"), token=True)
    report.check("a change by token of a foreign page is 403", answer.status == 403, answer)
    for fields in ([("Origin", own)], [("Sec-Fetch-Site", "same-origin")]):
        answer = posted(*page, *fields)
        report.check(f"a change of its own page by {fields[0][0]} is taken", answer.status == 200, answer)
    report.check("a change by token is taken", posted(token=True).status == 200)
    with service.over_tcp() as wire:
        answer = wire.ask(
            "OPTIONS", "/v1/events", [("Origin", "https://evil.example"), ("Access-Control-Request-Method", "PUT")]
        )
    report.check("no other site is allowed by CORS", answer["access-control-allow-origin"] is None, answer.fields)


def once(report):
    """The link that `--open` gives to the browser, which here is a script."""

    with Opening("--open", samples=False) as service:
        report.check("--open opens the browser", service.link.startswith("http://"))
        report.check("by a file that its owner alone can read", stat.S_IMODE(service.opened.stat().st_mode) == 0o600)
        target = "/" + service.link.split("/", 3)[3]
        host = service.link.split("/")[2]
        report.check("at the installation's own name", re.fullmatch(r"agenda-[0-9a-f]{16}\.localhost:\d+", host), host)
        with service.over_tcp(token=False, host=host) as wire:
            first, second = wire.ask("GET", target), wire.ask("GET", target)
        cookie = first["set-cookie"] or ""
        secret = re.search(r'data-secret="(\w{32})"', first.text)
        report.check("its link lets in", first.status == 200 and secret, first)
        fields = [("Cookie", cookie.split(";")[0]), ("Agenda-Page", secret[1] if secret else "")]
        with service.over_tcp(token=False, host=host) as wire:
            report.check("to all of it", wire.ask("GET", "/v1/events", fields).status == 200)
            answer = wire.ask("GET", "/", fields)
        report.check("the secret is given once", secret and secret[1] not in answer.text, answer)
        report.check(
            "with a cookie that scripts and other sites do not get",
            "HttpOnly" in cookie and "SameSite=Strict" in cookie,
            cookie,
        )
        report.check("its link works once", second.status == 403 and second["set-cookie"] is None, second)
        with service.over_tcp(token=False) as wire:
            answer = wire.ask("GET", "/login?once=" + "0" * 32)
        report.check("a guessed link is 403", answer.status == 403, answer)
        service.command("serve", "--socket", service.socket, "--open")
        again = service.link
        report.check("--open beside a service that runs asks that one", again.split("/", 3)[3] != target[1:], again)
        with service.over_tcp(token=False, host=host) as wire:
            answer = wire.ask("GET", "/" + again.split("/", 3)[3])
        report.check("and its link lets in", again.split("/")[2] == host and answer.status == 200, (again, answer))
        with service.over_tcp(token=False, host=host) as wire:
            answer = wire.ask("POST", "/v1/sign-in", [*fields, ("Sec-Fetch-Site", "same-origin")])
        report.check("a page lets nobody else in", answer.status == 403, answer)
    with Service(samples=False) as service:
        service.stop()
        service.start_on_socket_alone()
        try:
            said = service.command("serve", "--socket", service.socket, "--open")
        except RuntimeError as error:
            said = str(error)
        report.check("without an address it says what to do", "--listen 127.0.0.1:8017" in said, said)
