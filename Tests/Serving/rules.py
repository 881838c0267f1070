"""What the standards ask of a CalDAV server, a check a sentence, each with where it is said."""

import re
import urllib.parse

import dav
from bench import Bench
from dav import CALDAV, DAV, document, found
from phones import android, apple, wire
from queries import busy, expansion, expansion_in_zone, filters, ranges, todo_ranges

CALENDAR_SERVER = "{http://calendarserver.org/ns/}"
APPLE = "{http://apple.com/ns/ical/}"


def check(report):
    with report.server() as server:
        bench = Bench(report, server)
        for part in PARTS:
            bench.part = part.__name__
            try:
                part(bench)
            except Exception as error:
                report.check(f"{part.__name__} comes to its end", False, f"{type(error).__name__}: {error}"[:600])


def discovery(bench):
    client, path = bench.client, bench.calendar()
    answer = client.ask("OPTIONS", path)
    words = {word.strip() for word in (answer["dav"] or "").split(",")}
    bench.check(
        "RFC 4791 5.1",
        "OPTIONS of a calendar announces calendar-access",
        answer.status in (200, 204) and {"1", "calendar-access"} <= words,
        answer.fields,
    )
    allowed = {word.strip() for word in (answer["allow"] or "").split(",")}
    bench.check("RFC 4918 10.1", "and allows what it takes", {"PROPFIND", "REPORT", "DELETE"} <= allowed, answer.fields)
    for method in ("GET", "PROPFIND"):
        answer = client.ask(method, "/.well-known/caldav")
        bench.check(
            "RFC 6764 5",
            f"{method} of /.well-known/caldav leads on",
            answer.status in (301, 302, 303, 307, 308) and answer["location"] or answer.status == 207,
            answer,
        )
    principal = bench.property(client.base, DAV + "current-user-principal")
    principal = dav.path_of(principal.findtext(DAV + "href"))
    kind = bench.property(principal, DAV + "resourcetype")
    bench.check("RFC 3744 4", "the principal is one", kind is not None and kind.find(DAV + "principal") is not None)
    addresses = bench.property(principal, CALDAV + "calendar-user-address-set")
    if addresses is not None:
        bench.check(
            "RFC 6638 2.4.1",
            "its addresses are hrefs",
            all(item.tag == DAV + "href" and item.text for item in addresses),
        )
    kind = bench.property(path, DAV + "resourcetype")
    bench.check(
        "RFC 4791 4.2",
        "a calendar is a collection and a calendar",
        kind is not None and {DAV + "collection", CALDAV + "calendar"} <= {item.tag for item in kind},
    )
    bench.put(path + "a.ics", "a")
    answer = client.propfind(bench.home, ["D:resourcetype"], depth="1")
    bench.check(
        "RFC 4918 9.1",
        "depth 1 of the home lists the calendar and the home, not what is in it",
        {path, bench.home} <= {name for name, _ in answer.responses} and path + "a.ics" not in dict(answer.responses),
        answer,
    )
    answer = client.ask("PROPFIND", path, Depth="0")
    bench.check(
        "RFC 4918 9.1",
        "PROPFIND without a content asks for all properties",
        answer.status == 207 and found(answer.responses[0][1], DAV + "resourcetype") is not None,
        answer,
    )
    answer = client.ask("PROPFIND", path, document("D:propfind", "<D:propname/>"), Depth="0")
    bench.check(
        "RFC 4918 9.1.4",
        "propname gives names",
        answer.status == 207 and found(answer.responses[0][1], DAV + "resourcetype") is not None,
        answer,
    )
    answer = client.propfind(path, ["D:no-such", "D:displayname"])
    states = {
        part.findtext(DAV + "status", "")[9:12]: [item.tag for item in part.find(DAV + "prop")]
        for part in answer.xml.iter(DAV + "propstat")
    }
    bench.check(
        "RFC 4918 9.1",
        "an unknown property is 404 beside the known",
        states == {"200": [DAV + "displayname"], "404": [DAV + "no-such"]},
        states,
    )
    body = document("D:propfind", "<D:prop><D:no-such/><D:displayname/></D:prop>")
    answer = client.ask("PROPFIND", path, body, Depth="0", Prefer="return=minimal")
    bench.check(
        "RFC 8144 2.1",
        "and is left out with Prefer: return=minimal",
        answer.status == 207 and b"404" not in answer.body,
        answer,
    )
    answer = client.propfind(path + "nothing.ics", ["D:getetag"])
    bench.check("RFC 4918 9.1", "PROPFIND of nothing is 404", answer.status == 404, answer)
    reports = bench.property(path, DAV + "supported-report-set")
    said = {item.tag for report in reports.iter(DAV + "report") for item in report} if reports is not None else set()
    bench.check(
        "RFC 3253 3.1.5, RFC 6578 3.2",
        "the reports are announced",
        {CALDAV + "calendar-query", CALDAV + "calendar-multiget", DAV + "sync-collection"} <= said,
        said,
    )
    answer = client.ask("REPORT", path, document("D:no-such-report", ""), Depth="0")
    bench.check(
        "RFC 3253 3.6",
        "an unknown report is 403 supported-report",
        answer.status == 403 and "supported-report" in answer.conditions,
        answer,
    )


def making(bench):
    client, path = bench.client, bench.calendar("VEVENT")
    kinds = bench.property(path, CALDAV + "supported-calendar-component-set")
    bench.check(
        "RFC 4791 5.2.3",
        "a calendar has the components that were asked for",
        kinds is not None and [item.get("name") for item in kinds] == ["VEVENT"],
    )
    name = bench.property(path, DAV + "displayname")
    bench.check("RFC 4791 5.3.1", "and the name", name is not None and name.text == path.rstrip("/").rsplit("/", 1)[1])
    answer = client.make(path)
    bench.check(
        "RFC 4791 5.3.1.1",
        "MKCALENDAR where something is, is refused",
        answer.status in (403, 405) and (answer.status == 405 or "resource-must-be-null" in answer.conditions),
        answer,
    )
    answer = client.make(bench.home + "missing/new/")
    bench.check("RFC 4791 5.3.1", "and 409 without a parent", answer.status in (403, 409), answer)
    answer = client.make(path + "inside/")
    bench.check("RFC 4791 5.3.1.1", "and 403 in a calendar", answer.status == 403, answer)
    body = document(
        "D:mkcol",
        "<D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>By MKCOL</D:displayname></D:prop></D:set>",
    )
    answer = client.ask("MKCOL", bench.home + "by-mkcol/", body)
    bench.check("RFC 5689 3", "an extended MKCOL makes a calendar", answer.status == 201, answer)
    name = bench.property(bench.home + "by-mkcol/", DAV + "displayname")
    bench.check("RFC 5689 3", "with its properties", name is not None and name.text == "By MKCOL")
    todo = bench.event("todo").replace(b"VEVENT", b"VTODO").replace(b"DURATION:PT45M\r\n", b"")
    answer = client.put(path + "todo.ics", todo)
    bench.check(
        "RFC 4791 5.3.2.1",
        "a to-do in a calendar of events is 403 supported-calendar-component",
        answer.status == 403 and "supported-calendar-component" in answer.conditions,
        answer,
    )


def properties(bench):
    path = bench.calendar()
    answer = bench.patch(
        path,
        '<D:set><D:prop><D:displayname>Käse &amp; Wein</D:displayname><A:calendar-color>#11223344</A:calendar-color><A:calendar-order>7</A:calendar-order><C:calendar-description>Words</C:calendar-description><X:own a="b">so <X:far/></X:own></D:prop></D:set>',
    )
    bench.check(
        "RFC 4918 9.2",
        "PROPPATCH sets properties",
        answer.status == 207 and b" 200 " in answer.body and b" 403 " not in answer.body,
        answer,
    )
    for name, value in (
        (DAV + "displayname", "Käse & Wein"),
        (APPLE + "calendar-color", "#11223344"),
        (APPLE + "calendar-order", "7"),
        (CALDAV + "calendar-description", "Words"),
    ):
        item = bench.property(path, name)
        bench.check(
            "RFC 4918 9.2",
            f"{name} is what was set",
            item is not None and item.text == value,
            item is not None and item.text,
        )
    item = bench.property(path, "{urn:example}own")
    bench.check(
        "RFC 4918 4.3",
        "a property of the client's comes back whole",
        item is not None and item.get("a") == "b" and item.find("{urn:example}far") is not None,
        item,
    )
    bench.patch(
        path, '<D:set><D:prop><C:calendar-description xml:lang="fr">Mots</C:calendar-description></D:prop></D:set>'
    )
    item = bench.property(path, CALDAV + "calendar-description")
    bench.check(
        "RFC 4918 4.3",
        "xml:lang stays",
        item is not None and item.get("{http://www.w3.org/XML/1998/namespace}lang") == "fr",
        item is not None and item.attrib,
    )
    answer = bench.patch(path, "<D:set><D:prop><C:calendar-timezone>Nowhere</C:calendar-timezone></D:prop></D:set>")
    bench.check(
        "RFC 4791 5.2.2",
        "a calendar-timezone that is none is refused",
        answer.status == 207 and b" 200 " not in answer.body,
        answer,
    )
    answer = bench.patch(path, "<D:remove><D:prop><X:own/></D:prop></D:remove>")
    bench.check(
        "RFC 4918 9.2",
        "and can be removed",
        answer.status == 207 and bench.property(path, "{urn:example}own") is None,
        answer,
    )
    answer = bench.patch(
        path, "<D:set><D:prop><D:displayname>Other</D:displayname><D:getetag>x</D:getetag></D:prop></D:set>"
    )
    item = bench.property(path, DAV + "displayname")
    bench.check(
        "RFC 4918 9.2",
        "a protected property is 403, the others 424, and nothing is set",
        answer.status == 207 and b" 403 " in answer.body and b" 424 " in answer.body and item.text == "Käse & Wein",
        answer,
    )


def writing(bench):
    client, path = bench.client, bench.calendar()
    text = bench.event("one", "First")
    answer = client.put(path + "one.ics", text, new=True)
    etag = answer["etag"]
    bench.check("RFC 9110 9.3.4", "a new event is 201", answer.status == 201, answer)
    got = client.ask("GET", path + "one.ics")
    bench.check(
        "RFC 4791 5.3.4",
        "an ETag is given only for what is stored as it came",
        etag is None or got["etag"] == etag and got.body == text,
        (etag, got["etag"], got),
    )
    bench.check("RFC 4791 5.3.4", "ETags are strong", re.fullmatch('"[^"]+"', got["etag"] or ""), got.fields)
    etag = got["etag"]
    for what, answer in (
        ("If-None-Match: * where something is", client.put(path + "one.ics", bench.event("one", "Other"), new=True)),
        ("a wrong If-Match", client.put(path + "one.ics", bench.event("one", "Other"), '"no-such"')),
        ("If-Match where nothing is", client.put(path + "nothing.ics", bench.event("nothing"), etag)),
    ):
        bench.check("RFC 9110 13.1", f"{what} is 412", answer.status == 412, answer)
    answer = client.put(path + "one.ics", bench.event("one", "Second"), etag)
    new = client.ask("GET", path + "one.ics")
    bench.check(
        "RFC 9110 13.1.1",
        "the right If-Match lets it in",
        answer.status in (200, 201, 204) and b"Second" in new.body,
        answer,
    )
    bench.check("RFC 9110 8.8.3", "and the ETag is another", new["etag"] != etag, (etag, new["etag"]))
    answer = client.put(path + "one.ics", bench.event("one", "Third"), f'"no-such", {new["etag"]}')
    bench.check("RFC 9110 13.1.1", "If-Match may list several", answer.status in (200, 201, 204), answer)
    answer = client.put(path + "two.ics", bench.event("one", "Twin"))
    bench.check(
        "RFC 4791 5.3.2.1",
        "a UID that is elsewhere in the calendar is 403 no-uid-conflict",
        answer.status in (403, 409) and "no-uid-conflict" in answer.conditions,
        answer,
    )
    if "no-uid-conflict" in answer.conditions:
        bench.check(
            "RFC 4791 5.3.2.1",
            "with its href",
            dav.path_of(answer.xml[0].findtext(DAV + "href", "")) == path + "one.ics",
            answer,
        )
    answer = client.put(path + "one.ics", bench.event("another"))
    bench.check(
        "RFC 4791 5.3.2.1",
        "nor can the UID of an event change",
        answer.status in (403, 409) and "no-uid-conflict" in answer.conditions,
        answer,
    )
    other = bench.calendar()
    answer = client.put(other + "one.ics", bench.event("one", "Copy"))
    bench.check("RFC 4791 4.1", "the same UID in another calendar is allowed", answer.status == 201, answer)
    answer = client.put(bench.home + "missing/one.ics", bench.event("lost"))
    bench.check(
        "RFC 9110 9.3.4, RFC 4918 9.7.1",
        "a PUT into a calendar that is not there is 409",
        answer.status in (403, 404, 409),
        answer,
    )
    for what, body, condition in (
        ("what is no calendar", b"Hello", "valid-calendar-data"),
        (
            "an event without UID",
            bench.event("x").replace(b"UID:" + bench.uid("x").encode() + b"\r\n", b""),
            "valid-calendar-object-resource",
        ),
        (
            "a METHOD",
            bench.event("x").replace(b"BEGIN:VEVENT", b"METHOD:REQUEST\r\nBEGIN:VEVENT", 1),
            "valid-calendar-object-resource",
        ),
        (
            "two kinds",
            bench.event("x").replace(
                b"END:VCALENDAR",
                b"BEGIN:VTODO\r\nUID:"
                + bench.uid("x").encode()
                + b"\r\nDTSTAMP:20260101T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR",
            ),
            "valid-calendar-object-resource",
        ),
    ):
        answer = client.put(path + "bad.ics", body)
        bench.check(
            "RFC 4791 5.3.2.1",
            f"{what} is 403 {condition}",
            answer.status == 403 and condition in answer.conditions,
            answer,
        )
    for what, text in (
        ("bytes that are no UTF-8", b"Caf\xe9"),
        ("a zero", b"Ca\x00fe"),
        ("a control character", b"Caf\x01e"),
    ):
        answer = client.put(path + "bytes.ics", bench.event("bytes").replace(b"SUMMARY:Tea", b"SUMMARY:" + text))
        got, many = client.ask("GET", path + "bytes.ics"), client.bodies(path, [path + "bytes.ics"])
        same = not many or next(iter(many.values()))[1].encode().replace(b"\r", b"") == got.body.replace(b"\r", b"")
        bench.check(
            "RFC 5545 3.1",
            f"{what}: refused, or the same by GET and by multiget",
            answer.status == 403 or same,
            (got, many),
        )
        client.ask("DELETE", path + "bytes.ics")
    long = bench.event(
        "long",
        "Ä" * 200,
        lines=[
            "X-MOZ-LASTACK:20270101T000000Z",
            'x-lower;P="a;b":v',
            "ATTACH;ENCODING=BASE64;VALUE=BINARY:" + "QUJD" * 100,
        ],
    )
    answer = client.put(path + "long.ics", long)
    got = client.ask("GET", path + "long.ics")
    bench.check(
        "RFC 4791 5.3.3",
        "properties of clients and long lines stay",
        answer.status == 201 and all(word in got.body for word in (b"X-MOZ-LASTACK", b"QUJDQUJD")),
        got,
    )


def reading(bench):
    client, path = bench.client, bench.calendar()
    bench.put(path + "a.ics", "a")
    got = client.ask("GET", path + "a.ics")
    bench.check(
        "RFC 4791 5.3.4",
        "GET is text/calendar with an ETag",
        got.status == 200 and (got["content-type"] or "").startswith("text/calendar") and got["etag"],
        got.fields,
    )
    head = client.ask("HEAD", path + "a.ics")
    bench.check(
        "RFC 9110 9.3.2",
        "HEAD has the fields of GET and no content",
        head.status == 200
        and head["etag"] == got["etag"]
        and not head.body
        and head["content-length"] in (None, str(len(got.body))),
        head.fields,
    )
    answer = client.ask("GET", path + "a.ics", If_None_Match=got["etag"])
    bench.check("RFC 9110 13.1.2", "what one has is 304", answer.status == 304, answer)
    answer = client.ask("GET", path + "nothing.ics")
    bench.check("RFC 9110 15.5.5", "nothing is 404", answer.status == 404, answer)
    answer = client.propfind(
        path + "a.ics", ["D:getetag", "D:getcontenttype", "D:getcontentlength", "D:getlastmodified", "D:resourcetype"]
    )
    item = answer.responses[0][1]
    bench.check(
        "RFC 4918 15",
        "its properties are those of GET",
        found(item, DAV + "getetag").text == got["etag"]
        and found(item, DAV + "getcontentlength").text == str(len(got.body))
        and found(item, DAV + "getcontenttype").text.startswith("text/calendar"),
        answer,
    )
    kind = found(item, DAV + "resourcetype")
    bench.check("RFC 4918 15.9", "its type is empty", kind is not None and len(kind) == 0, answer)
    modified = found(item, DAV + "getlastmodified")
    bench.check(
        "RFC 4918 15.7",
        "it has a time of change in the form of HTTP",
        modified is not None and re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", modified.text or ""),
        modified is not None and modified.text,
    )
    body = document(
        "C:calendar-multiget",
        f"<D:prop><D:getetag/><C:calendar-data/></D:prop><D:href>{path}a.ics</D:href><D:href>{path}nothing.ics</D:href>",
    )
    answer = client.ask("REPORT", path, body, Depth="1")
    items = dict(answer.responses)
    bench.check(
        "RFC 4791 7.9",
        "multiget gives what is there and 404 for what is not",
        found(items[path + "a.ics"], DAV + "getetag").text == got["etag"]
        and " 404" in items[path + "nothing.ics"].findtext(DAV + "status", ""),
        answer,
    )
    body = document(
        "C:calendar-multiget",
        f"<D:prop><C:calendar-data/></D:prop><D:href>http://127.0.0.1:{bench.server.port}{path}a.ics</D:href>",
    )
    answer = client.ask("REPORT", path, body, Depth="1")
    partly = client.ask(
        "REPORT",
        path + "a.ics",
        document("C:calendar-multiget", f"<D:prop><D:getetag/></D:prop><D:href>{path}a.ics</D:href>"),
        Depth="0",
    )
    bench.check(
        "RFC 4791 7",
        "an event takes a report, too",
        partly.status == 207 and got["etag"].encode() in partly.body.replace(b"&quot;", b'"'),
        partly,
    )
    bench.check(
        "RFC 4918 8.3",
        "an href may be a whole address",
        answer.status == 207 and bench.uid("a").encode() in answer.body,
        answer,
    )
    body = document(
        "C:calendar-multiget",
        f'<D:prop><C:calendar-data><C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VEVENT"><C:prop name="UID"/></C:comp></C:comp></C:calendar-data></D:prop><D:href>{path}a.ics</D:href>',
    )
    answer = client.ask("REPORT", path, body, Depth="1")
    partly = client.ask(
        "REPORT",
        path,
        document(
            "C:calendar-multiget",
            f'<D:prop><C:calendar-data content-type="text/plain"/></D:prop><D:href>{path}a.ics</D:href>',
        ),
        Depth="1",
    )
    bench.check(
        "RFC 4791 9.6",
        "another media type is 403 supported-calendar-data",
        partly.status == 403 and "supported-calendar-data" in partly.conditions,
        partly,
    )
    bench.check(
        "RFC 4791 9.6",
        "a part of the text may be asked for",
        answer.status == 207 and bench.uid("a").encode() in answer.body and b"SUMMARY" not in answer.body,
        answer,
    )


def removing(bench):
    client, path = bench.client, bench.calendar()
    bench.put(path + "a.ics", "a")
    answer = client.ask("DELETE", path + "a.ics", If_Match='"no-such"')
    bench.check("RFC 9110 13.1.1", "DELETE with a wrong If-Match is 412", answer.status == 412, answer)
    answer = client.ask("DELETE", path + "a.ics", If_Match=client.ask("GET", path + "a.ics")["etag"])
    bench.check("RFC 9110 9.3.5", "with the right one it is done", answer.status in (200, 204), answer)
    bench.check("RFC 9110 9.3.5", "and the event is gone", client.ask("GET", path + "a.ics").status == 404)
    bench.check("RFC 4918 9.6", "a second time it is 404", client.ask("DELETE", path + "a.ics").status == 404)
    answer = client.put(path + "b.ics", bench.event("a"))
    bench.check("RFC 4791 5.3.2.1", "its UID may be used again", answer.status == 201, answer)
    answer = client.ask("DELETE", path)
    bench.check(
        "RFC 4918 9.6.1", "a calendar that was made over DAV can be deleted", answer.status in (200, 204), answer
    )
    answer = client.propfind(path, ["D:displayname"])
    listed = dict(client.propfind(bench.home, ["D:displayname"], depth="1").responses)
    bench.check("RFC 4918 9.6.1", "and is gone", answer.status == 404 and path not in listed, answer)
    answer = client.make(path)
    bench.check(
        "RFC 4791 5.3.1",
        "another one may take its place, and is empty",
        answer.status == 201 and not client.etags(path),
        answer,
    )
    bench.put(path + "old.ics", "old")
    token = client.sync(path)[2]
    client.ask("DELETE", path)
    client.make(path)
    bench.put(path + "new.ics", "new")
    answer = client.sync_request(path, token)
    told = (
        {name: item.findtext(DAV + "status") or "" for name, item in answer.responses} if answer.status == 207 else {}
    )
    whole = answer.status == 207 and path + "new.ics" in told and "404" in told.get(path + "old.ics", "")
    bench.check(
        "RFC 6578 3.2",
        "a token of the one before it is refused, or hears of all",
        answer.status in (403, 409) or whole,
        (answer, told),
    )


def moving(bench):
    client, path, other = bench.client, bench.calendar(), bench.calendar()
    bench.put(path + "a.ics", "a")
    to = lambda name: f"http://127.0.0.1:{bench.server.port}{name}"
    answer = client.ask("MOVE", path + "a.ics", Destination=to(path + "b.ics"))
    if answer.status in (405, 501):
        bench.report.say(f"MOVE is LEFT OUT: {answer.status}")
        return
    bench.check("RFC 4918 9.9", "MOVE to a new name is 201", answer.status == 201, answer)
    bench.check("RFC 4918 9.9", "and the event is there alone", set(client.etags(path)) == {path + "b.ics"})
    bench.put(path + "c.ics", "c")
    answer = client.ask("MOVE", path + "b.ics", Destination=to(path + "c.ics"), Overwrite="F")
    bench.check("RFC 4918 9.9.3", "MOVE onto another with Overwrite: F is 412", answer.status == 412, answer)
    answer = client.ask("MOVE", path + "b.ics", Destination=to(path + "c.ics"), Overwrite="T")
    bench.check(
        "RFC 4791 5.3.2.1",
        "with T it is 403 no-uid-conflict, as their UIDs differ",
        answer.status in (403, 409) and "no-uid-conflict" in answer.conditions,
        answer,
    )
    bench.check("RFC 4918 9.9", "and both are there", set(client.etags(path)) == {path + "b.ics", path + "c.ics"})
    if client.put(other + "b.ics", bench.event("a", "Copy")).status == 201:
        answer = client.ask("MOVE", other + "b.ics", Destination=to(path + "b.ics"), Overwrite="T")
        bench.check(
            "RFC 4918 9.9.3",
            "onto its own copy elsewhere it is 204",
            answer.status == 204 and b"Copy" in client.ask("GET", path + "b.ics").body and not client.etags(other),
            answer,
        )
    token, there = client.sync(path)[2], client.sync(other)[2]
    answer = client.ask("MOVE", path + "b.ics", Destination=to(other + "d.ics"))
    bench.check("RFC 4918 9.9", "MOVE into another calendar is done", answer.status in (201, 204), answer)
    bench.check(
        "RFC 6578 3.5",
        "and both calendars tell of it",
        client.sync(path, token)[:2] == ({}, {path + "b.ics"})
        and set(client.sync(other, there)[0]) == {other + "d.ics"},
    )
    answer = client.ask("MOVE", path + "nothing.ics", Destination=to(other + "e.ics"))
    bench.check("RFC 4918 9.9", "MOVE of nothing is 404", answer.status == 404, answer)


def synchronising(bench):
    client, path = bench.client, bench.calendar()
    changed, gone, token = client.sync(path)
    bench.check("RFC 6578 3.4", "a new calendar is empty and has a token", (changed, gone) == ({}, set()) and token)
    bench.check("RFC 6578 4", "the token is a URI", re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", token or ""), token)
    same = bench.property(path, DAV + "sync-token")
    bench.check(
        "RFC 6578 4", "and the property", same is not None and same.text == token, same is not None and same.text
    )
    ctag = lambda: bench.property(path, CALENDAR_SERVER + "getctag").text
    first = ctag()
    bench.put(path + "a.ics", "a")
    bench.put(path + "b.ics", "b")
    changed, gone, second = client.sync(path, token)
    bench.check(
        "RFC 6578 3.5.1",
        "what is new is listed with its ETag",
        changed == client.etags(path) and not gone,
        (changed, gone),
    )
    bench.check("RFC 6578 3.4", "then nothing", client.sync(path, second)[:2] == ({}, set()))
    bench.check("calendarserver-ctag", "the ctag has changed", ctag() != first)
    still = ctag()
    bench.check("calendarserver-ctag", "and stays without a change", ctag() == still)
    bench.put(path + "a.ics", "a", "Changed")
    client.ask("DELETE", path + "b.ics")
    changed, gone, third = client.sync(path, second)
    bench.check(
        "RFC 6578 3.5",
        "what changed and what is gone is told",
        (set(changed), gone) == ({path + "a.ics"}, {path + "b.ics"}),
        (changed, gone),
    )
    bench.put(path + "c.ics", "c")
    client.ask("DELETE", path + "c.ics")
    changed, gone, _ = client.sync(path, third)
    bench.check(
        "RFC 6578 3.5.2",
        "what came and went is at most gone",
        not changed and gone <= {path + "c.ics"},
        (changed, gone),
    )
    bench.put(path + "b.ics", "b", "Back")
    changed, gone, fourth = client.sync(path, second)
    bench.check(
        "RFC 6578 3.5",
        "what was deleted and made again is there",
        path + "b.ics" in changed and path + "b.ics" not in gone,
        (changed, gone),
    )
    client.ask("DELETE", path + "b.ics")
    changed, gone, _ = client.sync(path, fourth)
    bench.check("RFC 6578 3.5.2", "and deleted again is gone", gone == {path + "b.ics"}, (changed, gone))
    changed, gone, _ = client.sync(path)
    bench.check(
        "RFC 6578 3.4",
        "without a token nobody hears of what is gone",
        not gone and set(changed) == {path + "a.ics"},
        (changed, gone),
    )
    for what, bad in (
        ("of nobody", "urn:nobody"),
        ("with more", token + "1"),
        ("of another calendar", client.sync(bench.calendar())[2]),
    ):
        answer = client.sync_request(path, bad)
        bench.check(
            "RFC 6578 3.2",
            f"a token {what} is 403 valid-sync-token",
            answer.status in (403, 409) and "valid-sync-token" in answer.conditions,
            answer,
        )
    for number in range(25):
        bench.put(f"{path}n{number}.ics", f"n{number}")
    answer = client.sync_request(path, "", limit=10)
    if answer.status == 207 and b" 507 " in answer.body:
        seen, token, rounds = {}, "", 0
        while rounds < 10:
            rounds += 1
            answer = client.sync_request(path, token, limit=10)
            got = {name for name, _ in answer.responses if name != path}
            bench.check("RFC 6578 3.6", f"page {rounds} has no more than was asked for", len(got) <= 10, len(got))
            seen |= dict.fromkeys(got)
            token = answer.xml.findtext(DAV + "sync-token")
            if b" 507 " not in answer.body:
                break
        bench.check("RFC 6578 3.6", "the pages together have all", set(seen) == set(client.etags(path)), len(seen))
    else:
        bench.check("RFC 6578 3.7", "a limit that is not kept is refused", answer.status in (403, 507), answer)


def names(bench):
    client, path = bench.client, bench.calendar()
    for number, name in enumerate(
        (
            "with space.ics",
            "Käse.ics",
            "100%.ics",
            "a+b&c=d.ics",
            "x'y.ics",
            "semi;colon,comma.ics",
            "no-extension",
            "at@home.ics",
            "UPPER.ICS",
            "日本.ics",
            "-dash.ics",
            "a~b!c$d(e).ics",
        )
    ):
        target = path.encode() + urllib.parse.quote(name).encode()
        answer = client.ask("PUT", target, bench.event(f"name-{number}"), Content_Type="text/calendar")
        listed = set(client.etags(path))
        bench.check(
            "RFC 4918 8.3",
            f"a client's name {name} is kept",
            answer.status == 201 and path + name in listed,
            (answer, sorted(listed)[:3]),
        )
        texts = client.bodies(path, [path + name])
        bench.check(
            "RFC 4791 7.9",
            "and found by its href",
            any(f"UID:{bench.uid(f'name-{number}')}" in text for _, text in texts.values()),
            texts,
        )
        client.ask("DELETE", target)


PARTS = (
    discovery, making, properties, writing, reading, removing, moving, synchronising, ranges, todo_ranges, filters, expansion, expansion_in_zone, busy, names,
    apple, android, wire,
)  # fmt: skip
