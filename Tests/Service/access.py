"""Who may come in: token, Host, Origin, one-time links, modes of files."""

import re
import stat

from service import Service, wait

NEW = {"words": "Tea tomorrow 15:00"}
DRY = "/v1/events?dryRun=true"


def check(report):
    with Service() as service:
        token(report, service)
        hosts(report, service)
        origins(report, service)
        for name, path in (("socket", service.socket), ("token's file", service.folder / "agenda.db-token")):
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

    for target in ("/v1/events", "/v1/stream", "/metrics", "/", "/v1/nothing", "/search?q=a"):
        answer = asked(target)
        report.check(f"without token, {target} is 401", answer.status == 401, answer)
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
    report.check("the cookie lets in", answer.status == 200, answer)
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
    own = f"http://{service.host}"
    cookie = ("Cookie", f"agenda={service.token}")

    def posted(*fields, token=False):
        with service.over_tcp(token=token) as wire:
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
        answer = posted(cookie, *fields)
        said = ", ".join(f"{name} {value.replace(str(service.port), 'PORT')}" for name, value in fields)
        report.check(f"a change by cookie with {said or 'no word of its page'} is 403", answer.status == 403, answer)
    answer = posted(("Origin", "https://evil.example"), token=True)
    report.check("a change by token of a foreign page is 403", answer.status == 403, answer)
    for fields in ([("Origin", own)], [("Sec-Fetch-Site", "same-origin")]):
        answer = posted(cookie, *fields)
        report.check(f"a change of its own page by {fields[0][0]} is taken", answer.status == 200, answer)
    report.check("a change by token is taken", posted(token=True).status == 200)
    with service.over_tcp() as wire:
        answer = wire.ask(
            "OPTIONS", "/v1/events", [("Origin", "https://evil.example"), ("Access-Control-Request-Method", "PUT")]
        )
    report.check("no other site is allowed by CORS", answer["access-control-allow-origin"] is None, answer.fields)


def once(report):
    """The link that `--open` gives to the browser, which here is a script."""

    class Opening(Service):
        def start(self, before=None):
            browser = self.folder / "xdg-open"
            browser.write_text('#!/bin/sh\necho "$1" >"$HOME/opened.new" && mv "$HOME/opened.new" "$HOME/opened"\n')
            browser.chmod(0o755)
            super().start(before)

    with Opening("--open", samples=False) as service:
        opened = service.folder / "opened"
        report.check("--open opens the browser", wait(opened.exists))
        target = "/" + opened.read_text().strip().split("/", 3)[3]
        with service.over_tcp(token=False) as wire:
            first, second = wire.ask("GET", target), wire.ask("GET", target)
        cookie = first["set-cookie"] or ""
        report.check("its link lets in", first.status == 303 and first["location"] == "/", first)
        report.check(
            "with a cookie that scripts and other sites do not get",
            "HttpOnly" in cookie and "SameSite=Strict" in cookie,
            cookie,
        )
        report.check("its link works once", second.status == 403 and second["set-cookie"] is None, second)
        with service.over_tcp(token=False) as wire:
            answer = wire.ask("GET", "/login?once=" + "0" * 32)
        report.check("a guessed link is 403", answer.status == 403, answer)
