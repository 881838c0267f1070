"""Who may come in: nobody without a password of a device, and no device further than it may."""

import base64

import dav
from place import READING, SECRET, basic


def strangers(place):
    report, server = place.report, place.server
    before, user, password = place.state(), server.user, server.password
    variants = {
        "no password": None,
        "an empty password": basic(user, ""),
        "a password without its end": basic(user, password[:-1]),
        "a password with more": basic(user, password + "a"),
        "an empty user and password": basic("", ""),
        "no colon": "Basic " + base64.b64encode(b"me").decode(),
        "what is no base64": "Basic !!!",
        "Bearer": f"Bearer {password}",
        "Digest": f'Digest username="{user}", realm="agenda", nonce="", uri="/", response=""',
        "two passwords": [("Authorization", basic(user, password)), ("Authorization", basic(user, "x"))],
        "the password in a cookie": [("Cookie", f"agenda={password}; Authorization={basic(user, password)}")],
        "a proxy's name for the user": [("X-Remote-User", user), ("Remote-User", user), ("X-Forwarded-User", user)],
    }
    if place.is_ours:
        token = server.folder / ".local/share/agenda/agenda.db-token"
        if token.exists():
            # It opens the page and /v1.
            variants["the service's token"] = f"Bearer {token.read_text().strip()}"
            variants["the service's token as a password"] = basic(user, token.read_text().strip())
    for what, authorization in variants.items():
        let_in, told = [], []
        for method, path, answer in place.everything(authorization):
            if answer is None:
                continue
            # The page is for everybody, and holds nothing.
            if not (
                answer.status >= 400
                or answer.status in (301, 302, 307, 308)
                or path == "/"
                and method in ("GET", "HEAD")
            ):
                let_in.append((method, path, answer))
            if (
                SECRET in answer.body.decode("latin-1").lower()
                and SECRET not in path
                and not (path == "/" and "token" in what)
            ):
                told.append((method, path, answer))
            if (
                path.startswith(server.home)
                and method in READING
                and answer.status not in (400, 401, 403, 429)
                and place.is_ours
            ):
                let_in.append((method, path, answer))
        report.check(f"{what} lets nobody in", not let_in, let_in[:3])
        report.check(f"{what} tells nothing", not told, told[:3])
    report.check("nothing was changed", place.state() == before, place.state())
    place.owner.put(place.event, place.text, new=True)
    if place.is_ours:
        with place.wire() as wire:
            answers = [
                wire.ask("PROPFIND", path, [("Authorization", basic(name, "wrong"))], b"")
                for path in (server.home, place.path, f"{server.home}nothing/") for name in ("me", "nobody")
            ]  # fmt: skip
        said = {(answer.status, answer.body) for answer in answers if answer.status != 429}
        report.check("wrong passwords of anybody for anything get the same answer", len(said) <= 1, said)
        with place.wire() as wire:
            answer = wire.ask("PROPFIND", server.home, [], b"")
        report.check(
            "a stranger is asked for Basic",
            answer.status == 401 and (answer["www-authenticate"] or "").startswith("Basic "),
            answer.fields,
        )
        right = server.client().propfind(server.home, ["D:displayname"])
        report.check("the right password still lets in, after so many wrong ones", right.status == 207, right)


def devices(place):
    """Those that may come in, but not do everything."""
    report, server = place.report, place.server
    before = place.state()
    url, user, password = server.device("reader", "--read-only")
    changed, refused = [], []
    for method, path, answer in place.everything(basic(user, password)):
        if answer is None:
            continue
        if method not in READING and answer.status < 400:
            changed.append((method, path, answer))
        if method in ("PROPFIND",) and path in (server.home, place.path) and answer.status != 207:
            refused.append((method, path, answer))
    report.check("a device that may only read changes nothing", not changed and place.state() == before, changed[:3])
    report.check("but reads", not refused, refused[:3])
    answer = dav.Client(url, user, password).propfind(place.path, ["D:current-user-privilege-set"])
    report.check(
        "and is told so", answer.status == 207 and b"write" not in answer.body.replace(b"write-", b"write"), answer
    )

    other = server.calendar("other")
    url, user, password = server.device("narrow", "--calendar", "other")
    narrow = dav.Client(url, user, password)
    told, changed = [], []
    before = place.state()
    for method, path, answer in place.everything(basic(user, password)):
        if answer is None:
            continue
        # It is told the address that it asked for.
        if SECRET in answer.body.decode("latin-1").replace(place.event, "").lower() and SECRET not in path:
            told.append((method, path, answer))
        if path.startswith(place.path) and answer.status < 400 and not (method == "REPORT" and answer.status == 207):
            changed.append((method, path, answer))
        if (
            method == "REPORT"
            and answer.status == 207
            and b"200 OK" in answer.body
            and b"calendar-data" in answer.body.lower()
            and b"VEVENT" in answer.body
        ):
            told.append((method, path, answer))
    report.check("a device for one calendar is told nothing of others", not told, told[:3])
    report.check("and does nothing there", not changed, changed[:3])
    state = place.state()
    report.check("which stay as they are", state[1][place.path] == before[1][place.path], state)
    answer = narrow.propfind(server.home, ["D:displayname"], depth="1")
    seen = [name for name, _ in answer.responses] if answer.status == 207 else answer
    report.check("it lists its own", answer.status == 207 and set(seen) >= {other} and place.path not in seen, seen)
    narrow.put(f"{other}mine.ics", dav.event("mine", start="20270120T100000Z"), new=True)
    answer = narrow.ask("MOVE", f"{other}mine.ics", Destination=f"http://127.0.0.1:{server.port}{place.path}mine.ics")
    report.check(
        "it moves nothing into others",
        answer.status >= 400 and f"{place.path}mine.ics" not in place.state()[1][place.path],
        answer,
    )
    body = dav.document("C:free-busy-query", '<C:time-range start="20270101T000000Z" end="20270201T000000Z"/>')
    answer = narrow.ask("REPORT", server.home, body, Depth="1")
    report.check("it sees no time of others as busy", b"20270115T100000Z/" not in answer.body, answer)

    url, user, password = server.device("lost")
    lost = dav.Client(url, user, password)
    first = lost.propfind(server.home, ["D:displayname"]).status
    server.command("device", "revoke", "lost")
    answer = lost.propfind(server.home, ["D:displayname"])
    report.check(
        "a revoked device is out at its next request", first == 207 and answer.status in (401, 429), (first, answer)
    )
    let_in = [
        (method, path, answer)
        for method, path, answer in place.everything(basic(user, password))
        if answer and answer.status < 300 and path != "/"
    ]
    report.check("and stays out", not let_in, let_in[:3])
    again = server.device("lost")
    report.check("its successor of the same name has another password", again[2] != password)
    report.check("which the old one does not get", lost.propfind(server.home, ["D:displayname"]).status in (401, 429))
    for what, more, status in (
        ("through a proxy without TLS", {"X_Forwarded_For": "192.0.2.1"}, 403),
        ("through one that says http", {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Proto": "http"}, 403),
        ("through one with TLS", {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Proto": "https"}, 207),
    ):
        answer = place.owner.ask("PROPFIND", server.home, Depth="0", **more)
        report.check(f"a password {what} is {status}", answer.status == status, answer)
    fields = {
        "another site's page": {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
        "a foreign Host": {"Host": "evil.example"},
    }  # fmt: skip
    for what, more in fields.items():
        answer = place.owner.ask("PROPFIND", server.home, **more)
        report.check(f"{what} is refused, whatever its password", answer.status in (400, 403, 421), answer)
