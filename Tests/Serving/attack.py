"""What those who mean harm can do: nothing, at a bounded price."""

import threading
import time

from wire import Wire

import dav
import entrance
import serving
from place import Place, basic

MEGABYTE = 1_000_000


def check(report):
    with report.server() as server:
        place = Place(report, server)
        entrance.strangers(place)
        if place.is_ours:
            entrance.devices(place)
        documents(place)
        texts(place)
        paths(place)
        slow(place)
        report.check("it still answers", place.owner.propfind(server.home, ["D:displayname"]).status == 207)
    if report.kind == "agenda":
        with report.server("--read-only") as server:
            server.command("add", "Own 2027-01-15 10:00")
            client, path = server.client(), f"{server.home}local/"
            seen = client.propfind(path, ["D:displayname"]).status
            answers = [
                client.put(f"{path}a.ics", dav.event("a")),
                client.make(f"{server.home}new/"),
                client.ask("DELETE", path),
            ]
            report.check("serve --read-only: devices read", seen == 207, seen)
            report.check(
                "and change nothing",
                {answer.status for answer in answers} == {403} and len(client.etags(path)) == 1,
                answers,
            )
    if not report.quick:
        with report.server() as server:
            crowd(report, server)


def price(place, what, ask, seconds=20.0, megabytes=300):
    """An answer, and whether it is one; what it took of the processor and of memory is bounded."""
    server = place.server
    before, memory = server.processor_seconds, server.peak
    try:
        answer = ask()
    except OSError as error:
        answer = error
    spent, grown = server.processor_seconds - before, (server.peak - memory) / MEGABYTE
    status = getattr(answer, "status", 0)
    place.report.check(
        f"{what}: no fault of the server's", status not in (0, 500, 502) or isinstance(answer, ConnectionError), answer
    )
    place.report.check(
        f"{what}: at a bounded price", spent < seconds and grown < megabytes, f"{spent:.1f} s, {grown:.0f} MB"
    )
    return answer


def expect(place, what, answer, statuses, condition=None):
    """What ours answers; others may differ."""
    if not place.is_ours:
        return
    said = getattr(answer, "conditions", [])
    status = getattr(answer, "status", None)
    if isinstance(answer, ConnectionError):
        # It closed the connection while this was sent, and its answer was lost.
        status = 413
    holds = status in statuses and (condition is None or condition in said)
    place.report.check(f"{what}: {'/'.join(map(str, statuses))} {condition or ''}".rstrip(), holds, answer)


def documents(place):
    owner, path = place.owner, place.path
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<?xml version="1.0"?><!DOCTYPE b [<!ENTITY l0 "ha">{laughs}]><D:propfind {dav.SPACES}><D:prop><D:x>&l9;</D:x></D:prop></D:propfind>'
    reading = (
        '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
        + f"<D:propfind {dav.SPACES}><D:prop><D:x>&f;</D:x></D:prop></D:propfind>"
    )
    deep = f"<D:propfind {dav.SPACES}>" + "<D:a>" * 50_000 + "</D:a>" * 50_000 + "</D:propfind>"
    attributes = f"<D:propfind {dav.SPACES} " + " ".join(f'a{n}="b"' for n in range(20_000)) + "><D:prop/></D:propfind>"
    spaces = (
        f"<D:propfind {dav.SPACES}><D:prop>"
        + "".join(f'<x{n}:a xmlns:x{n}="urn:{n}"/>' for n in range(10_000))
        + "</D:prop></D:propfind>"
    )
    for what, body, statuses in (
        ("a billion laughs", bomb, (400, 403)),
        ("a file as an entity", reading, (400, 403)),
        ("50,000 elements in each other", deep, (400, 403)),
        ("20,000 attributes", attributes, (207, 400, 403, 413)),
        ("10,000 unknown properties", spaces, (207, 400, 403, 413)),
        ("half a document", f"<D:propfind {dav.SPACES}><D:prop>", (400,)),
        ("no XML", b"\x00\x01\x02", (400,)),
        ("a wrong root", dav.document("D:nonsense", ""), (400, 403)),
        ("an undeclared prefix", "<D:propfind><D:prop/></D:propfind>", (400,)),
        (
            "UTF-16",
            dav.document("D:propfind", "<D:allprop/>").replace("utf-8", "utf-16").encode("utf-16"),
            (207, 400, 415),
        ),
        ("an unknown encoding", dav.document("D:propfind", "<D:allprop/>").replace("utf-8", "utf-7"), (207, 400, 415)),
        ("3 MB of spaces", dav.document("D:propfind", " " * 3 * MEGABYTE + "<D:allprop/>"), (400, 403, 413)),
    ):
        answer = price(place, f"PROPFIND with {what}", lambda: owner.ask("PROPFIND", path, body, Depth="0"))
        expect(place, f"PROPFIND with {what}", answer, statuses)
        if what == "a file as an entity":
            place.report.check("no file is read for it", b"root:" not in getattr(answer, "body", b""), answer)
    reports(place)


def reports(place):
    owner, path = place.owner, place.path
    hrefs = lambda count, name: "".join(f"<D:href>{path}{name}-{n}.ics</D:href>" for n in range(count))
    data = "<D:prop><D:getetag/><C:calendar-data/></D:prop>"
    query = lambda inner, props=data: dav.document("C:calendar-query", f"{props}<C:filter>{inner}</C:filter>")
    events = lambda inner: query(
        f'<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">{inner}</C:comp-filter></C:comp-filter>'
    )
    endless = f"{path}endless.ics"
    owner.put(endless, dav.event("endless", "Endless", "20000101T000000Z", ["RRULE:FREQ=HOURLY"]), new=True)
    expand = '<D:prop><C:calendar-data><C:expand start="%s" end="%s"/></C:calendar-data></D:prop>'
    inner = '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter>'
    sync = lambda token="", extra="": dav.document(
        "D:sync-collection",
        f"<D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>{extra}<D:prop><D:getetag/></D:prop>",
    )
    limit = lambda number: f"<D:limit><D:nresults>{number}</D:nresults></D:limit>"
    same = f"<D:href>{place.event}</D:href>"
    for what, body, statuses, condition in (
        ("5,000 hrefs of nothing", dav.document("C:calendar-multiget", data + hrefs(5_000, "n")), (207,), None),
        (
            "10,000 hrefs of nothing",
            dav.document("C:calendar-multiget", data + hrefs(10_000, "n")),
            (207, 403, 413),
            None,
        ),
        ("30,000 hrefs", dav.document("C:calendar-multiget", data + hrefs(30_000, "n")), (400, 403, 413), None),
        ("one href 2,000 times", dav.document("C:calendar-multiget", data + same * 2_000), (207,), None),
        (
            "hrefs of other places",
            dav.document(
                "C:calendar-multiget",
                data
                + "<D:href>/etc/passwd</D:href><D:href>http://evil.example/a.ics</D:href><D:href>../../x.ics</D:href><D:href/>",
            ),
            (207, 400, 403),
            None,
        ),
        (
            "filters in each other",
            query('<C:comp-filter name="VCALENDAR">' * 500 + "</C:comp-filter>" * 500),
            (400, 403),
            None,
        ),
        ("a filter of nothing", query(""), (400, 403), None),
        (
            "a time-range backwards",
            events('<C:time-range start="20270201T000000Z" end="20270101T000000Z"/>'),
            (403,),
            "valid-filter",
        ),
        ("a time-range of words", events('<C:time-range start="soon" end="later"/>'), (400, 403), None),
        (
            "a time-range of all times",
            events('<C:time-range start="00010101T000000Z" end="99991231T235959Z"/>'),
            (207, 403),
            None,
        ),
        (
            "a text of 900,000 characters",
            events(f'<C:prop-filter name="SUMMARY"><C:text-match>{"a" * 900_000}</C:text-match></C:prop-filter>'),
            (207, 403, 413),
            None,
        ),
        (
            "an unknown collation",
            events(
                '<C:prop-filter name="SUMMARY"><C:text-match collation="i;klingon">a</C:text-match></C:prop-filter>'
            ),
            (403,),
            "supported-collation",
        ),
        (
            "expand over an hour's series for ever",
            query(inner, expand % ("20000101T000000Z", "99991231T000000Z")),
            (207, 403, 507),
            None,
        ),
        (
            "expand over ten years",
            query(inner, expand % ("20200101T000000Z", "20300101T000000Z")),
            (207, 403, 507),
            None,
        ),
        ("an unknown report", dav.document("D:nonsense", ""), (403,), "supported-report"),
        ("a token of nobody", sync("data:,nobody"), (403,), "valid-sync-token"),
        ("a token of 900,000 characters", sync("a" * 900_000), (403, 413), None),
        ("a token of signs", sync("data:,agenda-0-9223372036854775808-&#233;"), (403,), "valid-sync-token"),
        ("a limit of 0", sync("", limit(0)), (207, 400, 403, 507), None),
        ("a limit of -1", sync("", limit(-1)), (207, 400, 403), None),
        ("a limit of 10^30", sync("", limit(10**30)), (207, 400, 403), None),
        ("level infinite", sync().replace("<D:sync-level>1", "<D:sync-level>infinite"), (207, 400, 403), None),
        (
            "free-busy of all times",
            dav.document("C:free-busy-query", '<C:time-range start="00010101T000000Z" end="99991231T235959Z"/>'),
            (200, 400, 403, 507),
            None,
        ),
    ):
        answer = price(place, f"REPORT with {what}", lambda: owner.ask("REPORT", path, body, Depth="1"))
        expect(place, f"REPORT with {what}", answer, statuses, condition)
    owner.ask("DELETE", endless)


def texts(place):
    """What is PUT."""
    owner, path, report = place.owner, place.path, place.report
    nested = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + b"BEGIN:VEVENT\r\nUID:n\r\n" * 20_000
    alarms = ["BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:x\r\nEND:VALARM"] * 5_000
    two = dav.event("a").replace(
        b"END:VEVENT\r\n", b"END:VEVENT\r\nBEGIN:VEVENT\r\nUID:b\r\nDTSTART:20270115T100000Z\r\nEND:VEVENT\r\n"
    )
    for what, body, statuses, condition in (
        ("no calendar", b"hello", (403,), "valid-calendar-data"),
        ("nothing", b"", (400, 403), None),
        ("zeros", bytes(100_000), (403,), "valid-calendar-data"),
        ("half an event", dav.event("half")[:80], (403,), None),
        ("20,000 components in each other", nested, (403,), None),
        ("no UID", dav.event("x").replace(b"UID:x\r\n", b""), (403,), "valid-calendar-object-resource"),
        ("two UIDs", two, (403,), "valid-calendar-object-resource"),
        (
            "a METHOD",
            dav.event("m").replace(b"BEGIN:VEVENT", b"METHOD:REQUEST\r\nBEGIN:VEVENT", 1),
            (403,),
            "valid-calendar-object-resource",
        ),
        ("a line of 5 MB", dav.event("long", "a" * 5 * MEGABYTE), (201, 403, 413), None),
        ("11 MB", dav.event("large", "a" * 11 * MEGABYTE), (403, 413), None),
        (
            "2,000 attendees",
            dav.event("crowd", lines=[f"ATTENDEE:mailto:a{n}@example.org" for n in range(2_000)]),
            (403,),
            "max-attendees-per-instance",
        ),
        ("5,000 alarms", dav.event("loud", lines=alarms), (201, 403), None),
        (
            "100,000 days",
            dav.event(
                "days",
                lines=[
                    "RDATE:"
                    + ",".join(
                        f"2027{1 + n % 12:02}{1 + n % 28:02}T{n % 24:02}{n % 60:02}{n % 59:02}Z" for n in range(100_000)
                    )
                ],
            ),
            (201, 403, 413),
            None,
        ),
        ("every second for ever", dav.event("seconds", lines=["RRULE:FREQ=SECONDLY"]), (201, 403), None),
        (
            "a rule without instances",
            dav.event("never", lines=["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"]),
            (201, 403),
            None,
        ),
        (
            "a rule of every minute of the year",
            dav.event(
                "minutes",
                lines=[
                    "RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR="
                    + ",".join(map(str, range(24)))
                    + ";BYMINUTE="
                    + ",".join(map(str, range(60)))
                ],
            ),
            (201, 403),
            None,
        ),
        ("the year 9999", dav.event("late", start="99991231T235959Z", lines=["RRULE:FREQ=DAILY"]), (201, 403), None),
        ("a day that is none", dav.event("none", start="20270230T250000Z"), (201, 403), None),
        (
            "10,000 properties of nobody",
            dav.event("props", lines=[f"X-{n}:{n}" for n in range(10_000)]),
            (201, 403),
            None,
        ),
        ("a vCard", b"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n", (403,), "valid-calendar-data"),
    ):
        name = f"{path}put.ics"
        answer = price(place, f"PUT of {what}", lambda: owner.put(name, body))
        expect(place, f"PUT of {what}", answer, statuses, condition)
        status = getattr(answer, "status", 0)
        found = owner.ask("GET", name)
        if status in (201, 204):
            fine = found.status == 200 and (found.body == body or not place.is_ours)
            report.check(f"PUT of {what}: it is there as it came", fine, found)
            price(place, f"a month with {what}", lambda: owner.query(path, "20270101T000000Z", "20270201T000000Z"))
        else:
            report.check(f"PUT of {what}: nothing of it is there", found.status == 404, found)
        owner.ask("DELETE", name)
    answer = owner.ask("PUT", f"{path}type.ics", dav.event("type"), Content_Type="text/html")
    expect(place, "PUT of HTML", answer, (403, 415))
    owner.ask("DELETE", f"{path}type.ics")


def paths(place):
    """Names that lead elsewhere."""
    server, owner, report = place.server, place.owner, place.report
    before = {item for item in server.folder.rglob("*") if not item.name.startswith("agenda.db")}
    event = dav.event("path")
    authorization = ("Authorization", basic(server.user, server.password))
    length = [authorization, ("Content-Type", "text/calendar")]
    root = place.path
    bad = []
    for name in (
        "../../escaped.ics", "..%2f..%2fescaped.ics", "%2e%2e/%2e%2e/escaped.ics", "..%5c..%5cescaped.ics", "a%2fb.ics", "%00.ics",
        "a%00.ics", "%0d%0aX-Injected:%201.ics", "%ff%fe.ics", "a" * 250 + ".ics", "a" * 5_000 + ".ics", ".hidden.ics", "..", ".", "...ics",
        "a/b/c.ics", "%252e%252e%252fescaped.ics", "con.ics", "a.ics/", "?a.ics", "a b.ics", "%u002e.ics", "agenda.db", "a.ics;b", "%e2%80%ae.ics",
    ):  # fmt: skip
        for method, fields, body in (
            ("PUT", length, event), ("GET", [authorization], None), ("DELETE", [authorization], None),
            ("PROPFIND", [authorization, ("Depth", "0")], None), ("MKCALENDAR", [authorization], None),
        ):  # fmt: skip
            if method == "DELETE" and name in ("..", ".", "?a.ics", "../../escaped.ics"):
                # These are the addresses of whole collections.
                continue
            with place.wire() as wire:
                try:
                    answer = wire.ask(method, root + name, fields, body)
                except OSError:
                    continue
            if answer.status >= 500 and answer.status not in (501, 507):
                bad.append((method, name, answer))
            if answer["x-injected"]:
                bad.append((method, name, answer.fields))
    report.check("names that lead elsewhere are no fault of the server's", not bad, bad[:3])
    escaped = [item for item in server.folder.rglob("*escaped*") if root.strip("/").split("/")[-1] not in str(item)]
    report.check("nothing is written elsewhere", not escaped, escaped)
    if place.is_ours:
        strange = [
            item for item in server.folder.rglob("*") if item not in before and item.suffix != ".ics" and item.is_file()
            and not item.name.startswith(("agenda", "service", "sync"))
        ]  # fmt: skip
        report.check("nothing but calendars' files is made", not strange, strange[:5])
    bad = []
    own = f"http://127.0.0.1:{server.port}"
    for destination in (
        None, "", "nonsense", "http://evil.example/dav/c/me/x.ics", f"{own}/", f"{own}{server.home}", f"{own}{root}", f"{own}{place.event}",
        f"{own}{root}../../../escaped.ics", f"{own}/etc/escaped.ics", f"{own}{server.home}missing/x.ics", f"{own}{root}a%2fb.ics",
    ):  # fmt: skip
        for source in (place.event, root, server.home):
            answer = owner.ask("MOVE", source, Destination=destination, Overwrite="F")
            if answer.status < 400 or answer.status >= 500 and answer.status not in (501, 502, 507):
                bad.append((source, destination, answer))
    report.check("moves to anywhere else are refused", not bad, bad[:3])
    found = owner.ask("GET", place.event)
    report.check("the event is where it was", found.status == 200, found)
    for depth in ("infinity", "2", "-1", "x"):
        answer = price(
            place, f"PROPFIND of depth {depth}", lambda: owner.propfind(server.home, ["D:getetag"], depth=depth)
        )
        expect(place, f"PROPFIND of depth {depth}", answer, (403,) if depth == "infinity" else (207, 400, 403))
    for condition in ('"x", "y"', 'W/"x"', "x", '"' + "a" * 5_000 + '"', '"', '"x"' + ', "x"' * 500):
        answer = owner.put(place.event, place.text, if_match=condition)
        report.check(f"If-Match: {condition[:20]} changes nothing", answer.status in (400, 412, 431), answer)
    answer = owner.ask("DELETE", place.event, If_Match='"x"')
    report.check("nor does DELETE", answer.status == 412, answer)


def slow(place):
    """Contents that do not come, and answers that nobody reads."""
    server, report = place.server, place.report
    authorization = ("Authorization", basic(server.user, server.password))
    before, begun = server.resident, server.processor_seconds
    wires = []
    for number in range(100):
        wire = place.wire()
        wire.send(
            wire.head(
                "PUT",
                f"{place.path}slow-{number}.ics",
                [authorization, ("Content-Type", "text/calendar"), ("Content-Length", 9 * MEGABYTE)],
            )
        )
        wires.append(wire)
    stop = threading.Event()

    def drip():
        while not stop.is_set():
            for wire in wires:
                try:
                    wire.send(b"B" * 100)
                except OSError:
                    pass
            stop.wait(0.2)

    dripping = threading.Thread(target=drip)
    dripping.start()
    # Others are answered while these are open.
    statuses = [place.owner.propfind(place.path, ["D:getetag"], depth="1").status for _ in range(20)]
    answer = place.owner.put(f"{place.path}between.ics", dav.event("between"))
    time.sleep(3)
    grown, spent = (server.resident - before) / MEGABYTE, server.processor_seconds - begun
    stop.set()
    dripping.join()
    for wire in wires:
        wire.close()
    report.check(
        "others are answered beside 100 slow ones",
        set(statuses) == {207} and answer.status in (201, 204),
        (statuses, answer),
    )
    report.check("slow contents cost little", grown < 100 and spent < 10, f"{grown:.0f} MB, {spent:.1f} s")
    found = {path for path in place.owner.etags(place.path) if "slow" in path}
    report.check("nothing of them is there", not found, found)
    place.owner.ask("DELETE", f"{place.path}between.ics")
    text = dav.event("heavy", "a" * 2 * MEGABYTE)
    place.owner.put(f"{place.path}heavy.ics", text)
    before, wires = server.resident, []
    for _ in range(30):
        wire = Wire(("127.0.0.1", server.port), f"127.0.0.1:{server.port}", receive_buffer=4_096)
        wire.send(wire.head("GET", f"{place.path}heavy.ics", [authorization]))
        wires.append(wire)
    time.sleep(2)
    statuses = [place.owner.propfind(place.path, ["D:getetag"], depth="1").status for _ in range(20)]
    grown = (server.resident - before) / MEGABYTE
    for wire in wires:
        wire.close()
    report.check("others are answered beside 30 who do not read", set(statuses) == {207}, statuses)
    report.check("unread answers cost at most their size", grown < 200, f"{grown:.0f} MB")
    place.owner.ask("DELETE", f"{place.path}heavy.ics")


def crowd(report, server):
    """A calendar of many: what it takes to fill, to list and to ask is in proportion."""
    path, count = server.calendar("crowd"), 100_000
    client = server.client(timeout=600)
    if isinstance(server, serving.Agenda):
        folders = {item.parent for item in server.folder.rglob("probe.ics")}
        client.put(f"{path}probe.ics", dav.event("probe"), new=True)
        folders = {item.parent for item in server.folder.rglob("probe.ics")} - folders
        if len(folders) == 1:
            # Another program writes them, as one that synchronises would.
            folder = folders.pop()
            for number in range(count):
                (folder / f"many-{number}.ics").write_bytes(dav.event(f"many-{number}"))
            serving.wait(lambda: len(client.etags(path)) > count, 300)
    else:
        count = 500
        for number in range(count):
            client.put(f"{path}many-{number}.ics", dav.event(f"many-{number}"), new=True)
    place = type("Crowd", (), {"report": report, "server": server})()
    seen = len(client.etags(path))
    report.check(f"a calendar of {count} is all listed", seen >= count, f"{seen} are")
    for what, ask in (
        (f"PROPFIND of {count}", lambda: client.propfind(path, ["D:getetag"], depth="1")),
        (
            f"all texts of {count} in one query",
            lambda: client.query(
                path, "20270101T000000Z", "20270201T000000Z", properties="<D:getetag/><C:calendar-data/>"
            ),
        ),
        (f"sync-collection of {count}", lambda: client.sync_request(path)),
        ("nothing new", lambda: client.sync_request(path, client.sync(path)[2])),
    ):
        answer = price(place, what, ask, seconds=60, megabytes=400)
        report.check(f"{what}: 207", getattr(answer, "status", 0) == 207, answer)
