"""What the standards ask of a CalDAV server, a check a sentence, each with where it is said."""

import base64
import gzip
import re
import urllib.parse

import dav
from dav import CALDAV, DAV, document, event, found
from wire import Wire

CALENDAR_SERVER, APPLE = "{http://calendarserver.org/ns/}", "{http://apple.com/ns/ical/}"


class Bench:
    def __init__(self, report, server):
        self.report, self.server, self.client = report, server, server.client()
        self.home, self.number = server.home, 0

    def check(self, source, what, holds, answer=""):
        self.report.check(f"{what} ({source})", holds, answer)

    def calendar(self, *components):
        self.number += 1
        return self.server.calendar(f"rules-{self.number}", components or ("VEVENT", "VTODO"))

    def put(self, path, *arguments, **more):
        answer = self.client.put(path, self.event(*arguments, **more))
        if answer.status not in (201, 204):
            raise RuntimeError(f"PUT {path}: {answer}")
        return answer

    def uid(self, name):
        """Some servers want each UID in one calendar alone."""
        return f"{name}-of-{self.part}"

    def event(self, uid, *arguments, **more):
        return event(self.uid(uid), *arguments, **more)

    def component(self, kind, uid, *lines):
        return [f"BEGIN:{kind}", f"UID:{self.uid(uid)}", "DTSTAMP:20260101T000000Z", *lines, f"END:{kind}"]

    def property(self, path, name):
        """The element of a property; None if there is none."""
        space, local = name[1:].split("}")
        body = f'<D:propfind xmlns:D="DAV:"><D:prop><x:{local} xmlns:x="{space}"/></D:prop></D:propfind>'
        answer = self.client.ask("PROPFIND", path, body, Depth="0")
        return found(answer.responses[0][1], name) if answer.status == 207 else None

    def patch(self, path, content):
        spaces = 'xmlns:A="http://apple.com/ns/ical/" xmlns:X="urn:example"'
        return self.client.ask("PROPPATCH", path, document("D:propertyupdate", content).replace("<D:propertyupdate", f"<D:propertyupdate {spaces}"))

    def query(self, path, inner, component="VEVENT", properties="<D:getetag/>"):
        """The names of what a filter inside of a component finds; the answer where there are none."""
        filters = f'<C:comp-filter name="VCALENDAR"><C:comp-filter name="{component}">{inner}</C:comp-filter></C:comp-filter>'
        body = document("C:calendar-query", f"<D:prop>{properties}</D:prop><C:filter>{filters}</C:filter>")
        answer = self.client.ask("REPORT", path, body, Depth="1")
        if answer.status != 207:
            return answer
        return {name.rsplit("/", 1)[1].removesuffix(".ics") for name, _ in answer.responses}


def check(report):
    with report.server() as server:
        bench = Bench(report, server)
        for part in (discovery, making, properties, writing, reading, removing, moving, synchronising, ranges, todo_ranges, filters, expansion, busy, names, apple, android, wire):
            bench.part = part.__name__
            try:
                part(bench)
            except Exception as error:
                report.check(f"{part.__name__} comes to its end", False, f"{type(error).__name__}: {error}"[:600])


def discovery(bench):
    client, path = bench.client, bench.calendar()
    answer = client.ask("OPTIONS", path)
    words = {word.strip() for word in (answer["dav"] or "").split(",")}
    bench.check("RFC 4791 5.1", "OPTIONS of a calendar announces calendar-access", answer.status in (200, 204) and {"1", "calendar-access"} <= words, answer.fields)
    allowed = {word.strip() for word in (answer["allow"] or "").split(",")}
    bench.check("RFC 4918 10.1", "and allows what it takes", {"PROPFIND", "REPORT", "DELETE"} <= allowed, answer.fields)
    for method in ("GET", "PROPFIND"):
        answer = client.ask(method, "/.well-known/caldav")
        bench.check("RFC 6764 5", f"{method} of /.well-known/caldav leads on", answer.status in (301, 302, 303, 307, 308) and answer["location"] or answer.status == 207, answer)
    principal = bench.property(client.base, DAV + "current-user-principal")
    principal = dav.path_of(principal.findtext(DAV + "href"))
    kind = bench.property(principal, DAV + "resourcetype")
    bench.check("RFC 3744 4", "the principal is one", kind is not None and kind.find(DAV + "principal") is not None)
    addresses = bench.property(principal, CALDAV + "calendar-user-address-set")
    if addresses is not None:
        bench.check("RFC 6638 2.4.1", "its addresses are hrefs", all(item.tag == DAV + "href" and item.text for item in addresses))
    kind = bench.property(path, DAV + "resourcetype")
    bench.check("RFC 4791 4.2", "a calendar is a collection and a calendar", kind is not None and {DAV + "collection", CALDAV + "calendar"} <= {item.tag for item in kind})
    bench.put(path + "a.ics", "a")
    answer = client.propfind(bench.home, ["D:resourcetype"], depth="1")
    bench.check("RFC 4918 9.1", "depth 1 of the home lists the calendar and the home, not what is in it", {path, bench.home} <= {name for name, _ in answer.responses} and path + "a.ics" not in dict(answer.responses), answer)
    answer = client.ask("PROPFIND", path, Depth="0")
    bench.check("RFC 4918 9.1", "PROPFIND without a content asks for all properties", answer.status == 207 and found(answer.responses[0][1], DAV + "resourcetype") is not None, answer)
    answer = client.ask("PROPFIND", path, document("D:propfind", "<D:propname/>"), Depth="0")
    bench.check("RFC 4918 9.1.4", "propname gives names", answer.status == 207 and found(answer.responses[0][1], DAV + "resourcetype") is not None, answer)
    answer = client.propfind(path, ["D:no-such", "D:displayname"])
    states = {part.findtext(DAV + "status", "")[9:12]: [item.tag for item in part.find(DAV + "prop")] for part in answer.xml.iter(DAV + "propstat")}
    bench.check("RFC 4918 9.1", "an unknown property is 404 beside the known", states == {"200": [DAV + "displayname"], "404": [DAV + "no-such"]}, states)
    body = document("D:propfind", "<D:prop><D:no-such/><D:displayname/></D:prop>")
    answer = client.ask("PROPFIND", path, body, Depth="0", Prefer="return=minimal")
    bench.check("RFC 8144 2.1", "and is left out with Prefer: return=minimal", answer.status == 207 and b"404" not in answer.body, answer)
    answer = client.propfind(path + "nothing.ics", ["D:getetag"])
    bench.check("RFC 4918 9.1", "PROPFIND of nothing is 404", answer.status == 404, answer)
    reports = bench.property(path, DAV + "supported-report-set")
    said = {item.tag for report in reports.iter(DAV + "report") for item in report} if reports is not None else set()
    bench.check("RFC 3253 3.1.5, RFC 6578 3.2", "the reports are announced", {CALDAV + "calendar-query", CALDAV + "calendar-multiget", DAV + "sync-collection"} <= said, said)
    answer = client.ask("REPORT", path, document("D:no-such-report", ""), Depth="0")
    bench.check("RFC 3253 3.6", "an unknown report is 403 supported-report", answer.status == 403 and "supported-report" in answer.conditions, answer)


def making(bench):
    client, path = bench.client, bench.calendar("VEVENT")
    kinds = bench.property(path, CALDAV + "supported-calendar-component-set")
    bench.check("RFC 4791 5.2.3", "a calendar has the components that were asked for", kinds is not None and [item.get("name") for item in kinds] == ["VEVENT"])
    name = bench.property(path, DAV + "displayname")
    bench.check("RFC 4791 5.3.1", "and the name", name is not None and name.text == path.rstrip("/").rsplit("/", 1)[1])
    answer = client.make(path)
    bench.check("RFC 4791 5.3.1.1", "MKCALENDAR where something is, is refused", answer.status in (403, 405) and (answer.status == 405 or "resource-must-be-null" in answer.conditions), answer)
    answer = client.make(bench.home + "missing/new/")
    bench.check("RFC 4791 5.3.1", "and 409 without a parent", answer.status in (403, 409), answer)
    answer = client.make(path + "inside/")
    bench.check("RFC 4791 5.3.1.1", "and 403 in a calendar", answer.status == 403, answer)
    body = document("D:mkcol", "<D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>By MKCOL</D:displayname></D:prop></D:set>")
    answer = client.ask("MKCOL", bench.home + "by-mkcol/", body)
    bench.check("RFC 5689 3", "an extended MKCOL makes a calendar", answer.status == 201, answer)
    name = bench.property(bench.home + "by-mkcol/", DAV + "displayname")
    bench.check("RFC 5689 3", "with its properties", name is not None and name.text == "By MKCOL")
    todo = bench.event("todo").replace(b"VEVENT", b"VTODO").replace(b"DURATION:PT45M\r\n", b"")
    answer = client.put(path + "todo.ics", todo)
    bench.check("RFC 4791 5.3.2.1", "a to-do in a calendar of events is 403 supported-calendar-component", answer.status == 403 and "supported-calendar-component" in answer.conditions, answer)


def properties(bench):
    path = bench.calendar()
    answer = bench.patch(path, '<D:set><D:prop><D:displayname>Käse &amp; Wein</D:displayname><A:calendar-color>#11223344</A:calendar-color><A:calendar-order>7</A:calendar-order><C:calendar-description>Words</C:calendar-description><X:own a="b">so <X:far/></X:own></D:prop></D:set>')
    bench.check("RFC 4918 9.2", "PROPPATCH sets properties", answer.status == 207 and b" 200 " in answer.body and b" 403 " not in answer.body, answer)
    for name, value in ((DAV + "displayname", "Käse & Wein"), (APPLE + "calendar-color", "#11223344"), (APPLE + "calendar-order", "7"), (CALDAV + "calendar-description", "Words")):
        item = bench.property(path, name)
        bench.check("RFC 4918 9.2", f"{name} is what was set", item is not None and item.text == value, item is not None and item.text)
    item = bench.property(path, "{urn:example}own")
    bench.check("RFC 4918 4.3", "a property of the client's comes back whole", item is not None and item.get("a") == "b" and item.find("{urn:example}far") is not None, item)
    bench.patch(path, '<D:set><D:prop><C:calendar-description xml:lang="fr">Mots</C:calendar-description></D:prop></D:set>')
    item = bench.property(path, CALDAV + "calendar-description")
    bench.check("RFC 4918 4.3", "xml:lang stays", item is not None and item.get("{http://www.w3.org/XML/1998/namespace}lang") == "fr", item is not None and item.attrib)
    answer = bench.patch(path, "<D:set><D:prop><C:calendar-timezone>Nowhere</C:calendar-timezone></D:prop></D:set>")
    bench.check("RFC 4791 5.2.2", "a calendar-timezone that is none is refused", answer.status == 207 and b" 200 " not in answer.body, answer)
    answer = bench.patch(path, "<D:remove><D:prop><X:own/></D:prop></D:remove>")
    bench.check("RFC 4918 9.2", "and can be removed", answer.status == 207 and bench.property(path, "{urn:example}own") is None, answer)
    answer = bench.patch(path, "<D:set><D:prop><D:displayname>Other</D:displayname><D:getetag>x</D:getetag></D:prop></D:set>")
    item = bench.property(path, DAV + "displayname")
    bench.check("RFC 4918 9.2", "a protected property is 403, the others 424, and nothing is set", answer.status == 207 and b" 403 " in answer.body and b" 424 " in answer.body and item.text == "Käse & Wein", answer)


def writing(bench):
    client, path = bench.client, bench.calendar()
    text = bench.event("one", "First")
    answer = client.put(path + "one.ics", text, new=True)
    etag = answer["etag"]
    bench.check("RFC 9110 9.3.4", "a new event is 201", answer.status == 201, answer)
    got = client.ask("GET", path + "one.ics")
    bench.check("RFC 4791 5.3.4", "an ETag is given only for what is stored as it came", etag is None or got["etag"] == etag and got.body == text, (etag, got["etag"], got))
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
    bench.check("RFC 9110 13.1.1", "the right If-Match lets it in", answer.status in (200, 201, 204) and b"Second" in new.body, answer)
    bench.check("RFC 9110 8.8.3", "and the ETag is another", new["etag"] != etag, (etag, new["etag"]))
    answer = client.put(path + "one.ics", bench.event("one", "Third"), f'"no-such", {new["etag"]}')
    bench.check("RFC 9110 13.1.1", "If-Match may list several", answer.status in (200, 201, 204), answer)
    answer = client.put(path + "two.ics", bench.event("one", "Twin"))
    bench.check("RFC 4791 5.3.2.1", "a UID that is elsewhere in the calendar is 403 no-uid-conflict", answer.status in (403, 409) and "no-uid-conflict" in answer.conditions, answer)
    if "no-uid-conflict" in answer.conditions:
        bench.check("RFC 4791 5.3.2.1", "with its href", dav.path_of(answer.xml[0].findtext(DAV + "href", "")) == path + "one.ics", answer)
    answer = client.put(path + "one.ics", bench.event("another"))
    bench.check("RFC 4791 5.3.2.1", "nor can the UID of an event change", answer.status in (403, 409) and "no-uid-conflict" in answer.conditions, answer)
    other = bench.calendar()
    answer = client.put(other + "one.ics", bench.event("one", "Copy"))
    bench.check("RFC 4791 4.1", "the same UID in another calendar is allowed", answer.status == 201, answer)
    answer = client.put(bench.home + "missing/one.ics", bench.event("lost"))
    bench.check("RFC 9110 9.3.4, RFC 4918 9.7.1", "a PUT into a calendar that is not there is 409", answer.status in (403, 404, 409), answer)
    for what, body, condition in (
        ("what is no calendar", b"Hello", "valid-calendar-data"),
        ("an event without UID", bench.event("x").replace(b"UID:" + bench.uid("x").encode() + b"\r\n", b""), "valid-calendar-object-resource"),
        ("a METHOD", bench.event("x").replace(b"BEGIN:VEVENT", b"METHOD:REQUEST\r\nBEGIN:VEVENT", 1), "valid-calendar-object-resource"),
        ("two kinds", bench.event("x").replace(b"END:VCALENDAR", b"BEGIN:VTODO\r\nUID:" + bench.uid("x").encode() + b"\r\nDTSTAMP:20260101T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR"), "valid-calendar-object-resource"),
    ):
        answer = client.put(path + "bad.ics", body)
        bench.check("RFC 4791 5.3.2.1", f"{what} is 403 {condition}", answer.status == 403 and condition in answer.conditions, answer)
    for what, text in (("bytes that are no UTF-8", b"Caf\xe9"), ("a zero", b"Ca\x00fe"), ("a control character", b"Caf\x01e")):
        answer = client.put(path + "bytes.ics", bench.event("bytes").replace(b"SUMMARY:Tea", b"SUMMARY:" + text))
        got, many = client.ask("GET", path + "bytes.ics"), client.bodies(path, [path + "bytes.ics"])
        same = not many or next(iter(many.values()))[1].encode().replace(b"\r", b"") == got.body.replace(b"\r", b"")
        bench.check("RFC 5545 3.1", f"{what}: refused, or the same by GET and by multiget", answer.status == 403 or same, (got, many))
        client.ask("DELETE", path + "bytes.ics")
    long = bench.event("long", "Ä" * 200, lines=["X-MOZ-LASTACK:20270101T000000Z", "x-lower;P=\"a;b\":v", "ATTACH;ENCODING=BASE64;VALUE=BINARY:" + "QUJD" * 100])
    answer = client.put(path + "long.ics", long)
    got = client.ask("GET", path + "long.ics")
    bench.check("RFC 4791 5.3.3", "properties of clients and long lines stay", answer.status == 201 and all(word in got.body for word in (b"X-MOZ-LASTACK", b"QUJDQUJD")), got)


def reading(bench):
    client, path = bench.client, bench.calendar()
    bench.put(path + "a.ics", "a")
    got = client.ask("GET", path + "a.ics")
    bench.check("RFC 4791 5.3.4", "GET is text/calendar with an ETag", got.status == 200 and (got["content-type"] or "").startswith("text/calendar") and got["etag"], got.fields)
    head = client.ask("HEAD", path + "a.ics")
    bench.check("RFC 9110 9.3.2", "HEAD has the fields of GET and no content", head.status == 200 and head["etag"] == got["etag"] and not head.body and head["content-length"] in (None, str(len(got.body))), head.fields)
    answer = client.ask("GET", path + "a.ics", If_None_Match=got["etag"])
    bench.check("RFC 9110 13.1.2", "what one has is 304", answer.status == 304, answer)
    answer = client.ask("GET", path + "nothing.ics")
    bench.check("RFC 9110 15.5.5", "nothing is 404", answer.status == 404, answer)
    answer = client.propfind(path + "a.ics", ["D:getetag", "D:getcontenttype", "D:getcontentlength", "D:getlastmodified", "D:resourcetype"])
    item = answer.responses[0][1]
    bench.check("RFC 4918 15", "its properties are those of GET", found(item, DAV + "getetag").text == got["etag"] and found(item, DAV + "getcontentlength").text == str(len(got.body)) and found(item, DAV + "getcontenttype").text.startswith("text/calendar"), answer)
    kind = found(item, DAV + "resourcetype")
    bench.check("RFC 4918 15.9", "its type is empty", kind is not None and len(kind) == 0, answer)
    modified = found(item, DAV + "getlastmodified")
    bench.check("RFC 4918 15.7", "it has a time of change in the form of HTTP", modified is not None and re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", modified.text or ""), modified is not None and modified.text)
    body = document("C:calendar-multiget", f"<D:prop><D:getetag/><C:calendar-data/></D:prop><D:href>{path}a.ics</D:href><D:href>{path}nothing.ics</D:href>")
    answer = client.ask("REPORT", path, body, Depth="1")
    items = dict(answer.responses)
    bench.check("RFC 4791 7.9", "multiget gives what is there and 404 for what is not", found(items[path + "a.ics"], DAV + "getetag").text == got["etag"] and " 404" in items[path + "nothing.ics"].findtext(DAV + "status", ""), answer)
    body = document("C:calendar-multiget", f"<D:prop><C:calendar-data/></D:prop><D:href>http://127.0.0.1:{bench.server.port}{path}a.ics</D:href>")
    answer = client.ask("REPORT", path, body, Depth="1")
    partly = client.ask("REPORT", path + "a.ics", document("C:calendar-multiget", f"<D:prop><D:getetag/></D:prop><D:href>{path}a.ics</D:href>"), Depth="0")
    bench.check("RFC 4791 7", "an event takes a report, too", partly.status == 207 and got["etag"].encode() in partly.body.replace(b"&quot;", b'"'), partly)
    bench.check("RFC 4918 8.3", "an href may be a whole address", answer.status == 207 and bench.uid("a").encode() in answer.body, answer)
    body = document("C:calendar-multiget", f'<D:prop><C:calendar-data><C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VEVENT"><C:prop name="UID"/></C:comp></C:comp></C:calendar-data></D:prop><D:href>{path}a.ics</D:href>')
    answer = client.ask("REPORT", path, body, Depth="1")
    partly = client.ask("REPORT", path, document("C:calendar-multiget", f'<D:prop><C:calendar-data content-type="text/plain"/></D:prop><D:href>{path}a.ics</D:href>'), Depth="1")
    bench.check("RFC 4791 9.6", "another media type is 403 supported-calendar-data", partly.status == 403 and "supported-calendar-data" in partly.conditions, partly)
    bench.check("RFC 4791 9.6", "a part of the text may be asked for", answer.status == 207 and bench.uid("a").encode() in answer.body and b"SUMMARY" not in answer.body, answer)


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
    bench.check("RFC 4918 9.6.1", "a calendar that was made over DAV can be deleted", answer.status in (200, 204), answer)
    answer = client.propfind(path, ["D:displayname"])
    listed = dict(client.propfind(bench.home, ["D:displayname"], depth="1").responses)
    bench.check("RFC 4918 9.6.1", "and is gone", answer.status == 404 and path not in listed, answer)
    answer = client.make(path)
    bench.check("RFC 4791 5.3.1", "another one may take its place, and is empty", answer.status == 201 and not client.etags(path), answer)
    bench.put(path + "old.ics", "old")
    token = client.sync(path)[2]
    client.ask("DELETE", path)
    client.make(path)
    bench.put(path + "new.ics", "new")
    answer = client.sync_request(path, token)
    told = {name: item.findtext(DAV + "status") or "" for name, item in answer.responses} if answer.status == 207 else {}
    whole = answer.status == 207 and path + "new.ics" in told and "404" in told.get(path + "old.ics", "")
    bench.check("RFC 6578 3.2", "a token of the one before it is refused, or hears of all", answer.status in (403, 409) or whole, (answer, told))


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
    bench.check("RFC 4791 5.3.2.1", "with T it is 403 no-uid-conflict, as their UIDs differ", answer.status in (403, 409) and "no-uid-conflict" in answer.conditions, answer)
    bench.check("RFC 4918 9.9", "and both are there", set(client.etags(path)) == {path + "b.ics", path + "c.ics"})
    if client.put(other + "b.ics", bench.event("a", "Copy")).status == 201:
        answer = client.ask("MOVE", other + "b.ics", Destination=to(path + "b.ics"), Overwrite="T")
        bench.check("RFC 4918 9.9.3", "onto its own copy elsewhere it is 204", answer.status == 204 and b"Copy" in client.ask("GET", path + "b.ics").body and not client.etags(other), answer)
    token, there = client.sync(path)[2], client.sync(other)[2]
    answer = client.ask("MOVE", path + "b.ics", Destination=to(other + "d.ics"))
    bench.check("RFC 4918 9.9", "MOVE into another calendar is done", answer.status in (201, 204), answer)
    bench.check("RFC 6578 3.5", "and both calendars tell of it", client.sync(path, token)[:2] == ({}, {path + "b.ics"}) and set(client.sync(other, there)[0]) == {other + "d.ics"})
    answer = client.ask("MOVE", path + "nothing.ics", Destination=to(other + "e.ics"))
    bench.check("RFC 4918 9.9", "MOVE of nothing is 404", answer.status == 404, answer)


def synchronising(bench):
    client, path = bench.client, bench.calendar()
    changed, gone, token = client.sync(path)
    bench.check("RFC 6578 3.4", "a new calendar is empty and has a token", (changed, gone) == ({}, set()) and token)
    bench.check("RFC 6578 4", "the token is a URI", re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", token or ""), token)
    same = bench.property(path, DAV + "sync-token")
    bench.check("RFC 6578 4", "and the property", same is not None and same.text == token, same is not None and same.text)
    ctag = lambda: bench.property(path, CALENDAR_SERVER + "getctag").text
    first = ctag()
    bench.put(path + "a.ics", "a")
    bench.put(path + "b.ics", "b")
    changed, gone, second = client.sync(path, token)
    bench.check("RFC 6578 3.5.1", "what is new is listed with its ETag", changed == client.etags(path) and not gone, (changed, gone))
    bench.check("RFC 6578 3.4", "then nothing", client.sync(path, second)[:2] == ({}, set()))
    bench.check("calendarserver-ctag", "the ctag has changed", ctag() != first)
    still = ctag()
    bench.check("calendarserver-ctag", "and stays without a change", ctag() == still)
    bench.put(path + "a.ics", "a", "Changed")
    client.ask("DELETE", path + "b.ics")
    changed, gone, third = client.sync(path, second)
    bench.check("RFC 6578 3.5", "what changed and what is gone is told", (set(changed), gone) == ({path + "a.ics"}, {path + "b.ics"}), (changed, gone))
    bench.put(path + "c.ics", "c")
    client.ask("DELETE", path + "c.ics")
    changed, gone, _ = client.sync(path, third)
    bench.check("RFC 6578 3.5.2", "what came and went is at most gone", not changed and gone <= {path + "c.ics"}, (changed, gone))
    bench.put(path + "b.ics", "b", "Back")
    changed, gone, fourth = client.sync(path, second)
    bench.check("RFC 6578 3.5", "what was deleted and made again is there", path + "b.ics" in changed and path + "b.ics" not in gone, (changed, gone))
    client.ask("DELETE", path + "b.ics")
    changed, gone, _ = client.sync(path, fourth)
    bench.check("RFC 6578 3.5.2", "and deleted again is gone", gone == {path + "b.ics"}, (changed, gone))
    changed, gone, _ = client.sync(path)
    bench.check("RFC 6578 3.4", "without a token nobody hears of what is gone", not gone and set(changed) == {path + "a.ics"}, (changed, gone))
    for what, bad in (("of nobody", "urn:nobody"), ("with more", token + "1"), ("of another calendar", client.sync(bench.calendar())[2])):
        answer = client.sync_request(path, bad)
        bench.check("RFC 6578 3.2", f"a token {what} is 403 valid-sync-token", answer.status in (403, 409) and "valid-sync-token" in answer.conditions, answer)
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


DAY = "20270115"
RANGE = f'<C:time-range start="{DAY}T100000Z" end="{DAY}T120000Z"/>'


def lines(*more):
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//judge//EN", *more, "END:VCALENDAR", ""]
    return "\r\n".join(text).encode()


def ranges(bench):
    """RFC 4791 9.9, for events, between 10:00 and 12:00."""
    client, path = bench.client, bench.calendar()
    at = lambda time: f"{DAY}T{time}00Z"
    cases = {
        "inside": (True, f"DTSTART:{at('1030')}", f"DTEND:{at('1100')}"),
        "ends-at-start": (False, f"DTSTART:{at('0900')}", f"DTEND:{at('1000')}"),
        "starts-at-end": (False, f"DTSTART:{at('1200')}", f"DTEND:{at('1300')}"),
        "around": (True, f"DTSTART:{at('0900')}", f"DTEND:{at('1300')}"),
        "over-start": (True, f"DTSTART:{at('0930')}", "DURATION:PT31M"),
        "duration-before": (False, f"DTSTART:{at('0930')}", "DURATION:PT30M"),
        "no-length-at-start": (True, f"DTSTART:{at('1000')}"),
        "no-length-at-end": (False, f"DTSTART:{at('1200')}"),
        "no-duration": (True, f"DTSTART:{at('1000')}", "DURATION:PT0S"),
        "all-day": (True, f"DTSTART;VALUE=DATE:{DAY}"),
        "day-before": (False, "DTSTART;VALUE=DATE:20270113", "DTEND;VALUE=DATE:20270114"),
        "series": (True, "DTSTART:20270101T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY"),
        "series-elsewhere": (False, "DTSTART:20270102T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY"),
        "series-over": (False, "DTSTART:20270101T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY;COUNT=2"),
        "series-without": (False, "DTSTART:20270101T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY", "EXDATE:20270115T103000Z"),
        "added-day": (True, "DTSTART:20260101T103000Z", "DURATION:PT15M", "RDATE:20270115T110000Z"),
    }
    for name, (_, *more) in cases.items():
        answer = client.put(f"{path}{name}.ics", lines(*bench.component("VEVENT", name, *more)))
        if answer.status != 201:
            bench.check("RFC 4791 5.3.2", f"{name} is taken", False, answer)
    master = bench.component("VEVENT", "moved-away", "DTSTART:20270101T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY")
    override = bench.component("VEVENT", "moved-away", "RECURRENCE-ID:20270115T103000Z", "DTSTART:20270116T103000Z", "DURATION:PT15M")
    client.put(f"{path}moved-away.ics", lines(*master, *override))
    master = bench.component("VEVENT", "moved-here", "DTSTART:20270102T103000Z", "DURATION:PT15M", "RRULE:FREQ=WEEKLY")
    override = bench.component("VEVENT", "moved-here", "RECURRENCE-ID:20270116T103000Z", "DTSTART:20270115T103000Z", "DURATION:PT15M")
    client.put(f"{path}moved-here.ics", lines(*master, *override))
    expected = {name for name, (is_in, *_) in cases.items() if is_in} | {"moved-here"}
    seen = bench.query(path, RANGE)
    bench.check("RFC 4791 9.9", "a time-range finds the events in it and no others", seen == expected, seen if not isinstance(seen, set) else f"missing {expected - seen}, too many {seen - expected}")
    seen = bench.query(path, f'<C:time-range start="{DAY}T100000Z"/>')
    bench.check("RFC 4791 9.9", "a range may have no end", isinstance(seen, set) and {"inside", "series", "starts-at-end"} <= seen and "day-before" not in seen, seen)
    seen = bench.query(path, '<C:time-range end="20270114T000000Z"/>')
    bench.check("RFC 4791 9.9", "or no start", isinstance(seen, set) and {"day-before", "series"} <= seen and "inside" not in seen, seen)
    zone = ["BEGIN:VTIMEZONE", "TZID:Away", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0800", "END:STANDARD", "END:VTIMEZONE"]
    client.put(f"{path}zoned.ics", lines(*zone, *bench.component("VEVENT", "zoned", "DTSTART;TZID=Away:20270115T023000", "DURATION:PT15M")))
    client.put(f"{path}zoned-not.ics", lines(*zone, *bench.component("VEVENT", "zoned-not", "DTSTART;TZID=Away:20270115T103000", "DURATION:PT15M")))
    seen = bench.query(path, RANGE)
    bench.check("RFC 4791 7.3", "times of a zone of the event's own count as such", isinstance(seen, set) and "zoned" in seen and "zoned-not" not in seen, seen)


def todo_ranges(bench):
    """RFC 4791 9.9, for to-dos."""
    client, path = bench.client, bench.calendar("VTODO")
    at = lambda time: f"{DAY}T{time}00Z"
    cases = {
        "start-and-due": (True, f"DTSTART:{at('1030')}", f"DUE:{at('1100')}"),
        "start-and-due-later": (False, f"DTSTART:{at('1230')}", f"DUE:{at('1300')}"),
        "due": (True, f"DUE:{at('1100')}"),
        "due-at-end": (True, f"DUE:{at('1200')}"),
        "due-at-start": (False, f"DUE:{at('1000')}"),
        "start": (True, f"DTSTART:{at('1000')}"),
        "start-before": (False, f"DTSTART:{at('0900')}"),
        "start-duration": (True, f"DTSTART:{at('0900')}", "DURATION:PT90M"),
        "completed": (True, f"COMPLETED:{at('1100')}"),
        "completed-later": (False, f"COMPLETED:{at('1300')}"),
        "no-dates": (True,),
        "created": (True, f"CREATED:{at('0900')}"),
        "created-later": (False, f"CREATED:{at('1300')}"),
    }
    for name, (_, *more) in cases.items():
        answer = client.put(f"{path}{name}.ics", lines(*bench.component("VTODO", name, *more)))
        if answer.status != 201:
            bench.check("RFC 4791 5.3.2", f"{name} is taken", False, answer)
    expected = {name for name, (is_in, *_) in cases.items() if is_in}
    seen = bench.query(path, RANGE, "VTODO")
    bench.check("RFC 4791 9.9", "a time-range finds the to-dos in it and no others", seen == expected, seen if not isinstance(seen, set) else f"missing {expected - seen}, too many {seen - expected}")


def filters(bench):
    client, path = bench.client, bench.calendar()
    guest = "ATTENDEE;CN=Anna;PARTSTAT=%s:mailto:anna@example.org"
    alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT10M", "END:VALARM"]
    for name, title, more in (
        ("tea", "Tea with Anna", [guest % "ACCEPTED", "LOCATION:Café Elbe"]), ("coffee", "coffee", [guest % "DECLINED", *alarm]),
        ("walk", "A walk", ["CATEGORIES:SPORT,OUTSIDE"]),
    ):  # fmt: skip
        bench.put(f"{path}{name}.ics", name, title, lines=more)
    client.put(path + "todo.ics", lines(*bench.component("VTODO", "todo", "SUMMARY:Tea")))
    match = lambda prop, text, more="": f'<C:prop-filter name="{prop}"><C:text-match {more}>{text}</C:text-match></C:prop-filter>'
    part = lambda value: f'<C:prop-filter name="ATTENDEE"><C:param-filter name="PARTSTAT"><C:text-match>{value}</C:text-match></C:param-filter></C:prop-filter>'
    for what, inner, expected in (
        ("all events", "", {"tea", "coffee", "walk"}),
        ("a text without regard to case", match("SUMMARY", "TEA"), {"tea"}),
        ("a text by i;octet", match("SUMMARY", "TEA", 'collation="i;octet"'), set()),
        ("a text that is not there", match("SUMMARY", "tea", 'negate-condition="yes"'), {"coffee", "walk"}),
        ("two texts", match("SUMMARY", "tea") + match("SUMMARY", "anna"), {"tea"}),
        ("a text outside ASCII", match("LOCATION", "Café"), {"tea"}),
        ("a property that is there", '<C:prop-filter name="LOCATION"/>', {"tea"}),
        ("a property that is not", '<C:prop-filter name="LOCATION"><C:is-not-defined/></C:prop-filter>', {"coffee", "walk"}),
        ("a parameter's text", part("DECLINED"), {"coffee"}),
        ("a parameter that is not there", '<C:prop-filter name="ATTENDEE"><C:param-filter name="ROLE"><C:is-not-defined/></C:param-filter></C:prop-filter>', {"tea", "coffee"}),
        ("events with an alarm", '<C:comp-filter name="VALARM"/>', {"coffee"}),
        ("events without one", '<C:comp-filter name="VALARM"><C:is-not-defined/></C:comp-filter>', {"tea", "walk"}),
        ("alarms in a time", f'<C:comp-filter name="VALARM"><C:time-range start="{DAY}T094500Z" end="{DAY}T095500Z"/></C:comp-filter>', {"coffee"}),
        ("a category", match("CATEGORIES", "OUTSIDE"), {"walk"}),
        ("a UID", match("UID", "walk-of", 'collation="i;octet"'), {"walk"}),
    ):
        seen = bench.query(path, inner)
        bench.check("RFC 4791 9.7", f"a filter finds {what}", seen == expected, seen)
    inner = '<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"/></C:comp-filter>'
    answer = client.ask("REPORT", path, document("C:calendar-query", f"<D:prop><D:getetag/></D:prop><C:filter>{inner}</C:filter>"))
    bench.check("RFC 4791 7.8, as others do", "who forgets Depth means what is in the calendar", answer.status == 207 and len(answer.responses) == 3, answer)
    seen = bench.query(path, "", "VTODO")
    bench.check("RFC 4791 9.7.1", "a filter of to-dos finds to-dos", seen == {"todo"}, seen)
    answer = bench.query(path, match("SUMMARY", "a", 'collation="i;klingon"'))
    bench.check("RFC 4791 7.8", "an unknown collation is 403 supported-collation", not isinstance(answer, set) and answer.status == 403 and "supported-collation" in answer.conditions, answer)


def expansion(bench):
    client, path = bench.client, bench.calendar()
    zone = ["BEGIN:VTIMEZONE", "TZID:Berlin", "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19700329T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT", "END:VTIMEZONE"]
    master = bench.component("VEVENT", "series", "DTSTART;TZID=Berlin:20270325T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=6", "EXDATE;TZID=Berlin:20270327T100000", "SUMMARY:Usual")
    override = bench.component("VEVENT", "series", "RECURRENCE-ID;TZID=Berlin:20270329T100000", "DTSTART;TZID=Berlin:20270329T150000", "DURATION:PT1H", "SUMMARY:Moved")
    answer = client.put(path + "series.ics", lines(*zone, *master, *override))
    bench.check("RFC 4791 5.3.2", "a series with an override is taken", answer.status == 201, answer)
    data = '<C:calendar-data><C:expand start="20270326T000000Z" end="20270330T000000Z"/></C:calendar-data>'
    answer = client.query(path, "20270326T000000Z", "20270330T000000Z", properties=f"<D:getetag/>{data}")
    text = found(answer.responses[0][1], CALDAV + "calendar-data").text if answer.status == 207 and answer.responses else ""
    starts = sorted(re.findall(r"DTSTART(?:;[^:\r\n]*)?:(\S+)", text))
    # The clocks change on 28 March.
    bench.check("RFC 4791 9.6.5", "expand gives the instances in UTC", starts == ["20270326T090000Z", "20270328T080000Z", "20270329T130000Z"], starts or answer)
    numbers = sorted(re.findall(r"RECURRENCE-ID(?:;[^:\r\n]*)?:(\S+)", text))
    bench.check("RFC 4791 9.6.5", "each with the day it stands for", numbers == ["20270326T090000Z", "20270328T080000Z", "20270329T080000Z"], numbers)
    bench.check("RFC 4791 9.6.5", "without rules and zones", text and not re.search("RRULE|EXDATE|VTIMEZONE", text), text)
    data = data.replace("C:expand", "C:limit-recurrence-set")
    answer = client.query(path, "20270326T000000Z", "20270327T000000Z", properties=data.replace("20270330", "20270327"))
    text = found(answer.responses[0][1], CALDAV + "calendar-data").text if answer.status == 207 and answer.responses else ""
    bench.check("RFC 4791 9.6.6", "limit-recurrence-set leaves other overrides out", "RRULE" in text and "Moved" not in text, answer)


def busy(bench):
    client, path = bench.client, bench.calendar()
    bench.put(path + "a.ics", "a")
    bench.put(path + "free.ics", "free", start=f"{DAY}T130000Z", lines=["TRANSP:TRANSPARENT"])
    bench.put(path + "off.ics", "off", start=f"{DAY}T140000Z", lines=["STATUS:CANCELLED"])
    bench.put(path + "maybe.ics", "maybe", start=f"{DAY}T150000Z", lines=["STATUS:TENTATIVE"])
    body = document("C:free-busy-query", f'<C:time-range start="{DAY}T000000Z" end="20270116T000000Z"/>')
    answer = client.ask("REPORT", path, body, Depth="1")
    bench.check("RFC 4791 7.10", "free-busy-query gives a calendar", answer.status == 200 and (answer["content-type"] or "").startswith("text/calendar") and b"VFREEBUSY" in answer.body, answer)
    periods = re.findall(rb"FREEBUSY([^:\r\n]*):([^\r\n]+)", answer.body.replace(b"\r\n ", b""))
    start = lambda kind: sorted(period.split(b"/")[0].decode() for more, text in periods for period in text.split(b",") if (b"TENTATIVE" in more) == kind)
    bench.check("RFC 4791 7.10", "what is busy is busy, what is not is not", start(False) == [f"{DAY}T100000Z"], periods)
    bench.check("RFC 4791 7.10", "what is tentative is so", start(True) == [f"{DAY}T150000Z"], periods)


def names(bench):
    client, path = bench.client, bench.calendar()
    for number, name in enumerate(("with space.ics", "Käse.ics", "100%.ics", "a+b&c=d.ics", "x'y.ics", "semi;colon,comma.ics", "no-extension", "at@home.ics", "UPPER.ICS", "日本.ics", "-dash.ics", "a~b!c$d(e).ics")):
        target = path.encode() + urllib.parse.quote(name).encode()
        answer = client.ask("PUT", target, bench.event(f"name-{number}"), Content_Type="text/calendar")
        listed = set(client.etags(path))
        bench.check("RFC 4918 8.3", f"a client's name {name} is kept", answer.status == 201 and path + name in listed, (answer, sorted(listed)[:3]))
        texts = client.bodies(path, [path + name])
        bench.check("RFC 4791 7.9", f"and found by its href", any(f"UID:{bench.uid(f'name-{number}')}" in text for _, text in texts.values()), texts)
        client.ask("DELETE", target)


def ask_all(bench, what, path, words, depth):
    """A PROPFIND with many properties, most of which nobody has."""
    spaces = "".join(f' xmlns:{letter}="{space}"' for letter, space in (("E", "http://me.com/_namespace/"), ("A", "http://apple.com/ns/ical/"), ("V", "urn:ietf:params:xml:ns:carddav"), ("P", "https://bitfire.at/webdav-push")))
    body = document("D:propfind", "<D:prop>" + "".join(f"<{word}/>" for word in words.split()) + "</D:prop>").replace("<D:propfind", f"<D:propfind{spaces}")
    answer = bench.client.ask("PROPFIND", path, body, Depth=depth)
    items = dict(answer.responses) if answer.status == 207 else {}
    asked = len(words.split())
    full = [sum(len(part.find(DAV + "prop")) for part in item.iter(DAV + "propstat")) for item in items.values()]
    bench.check("RFC 4918 9.1", f"{what}: each property is answered, there or not", items and set(full) == {asked}, answer if not items else (full, asked))
    return items


def apple(bench):
    """What iOS and macOS ask when an account is added, as their trackers tell."""
    client, path = bench.client, bench.calendar("VEVENT")
    items = ask_all(bench, "iOS begins", client.base, "D:current-user-principal D:principal-URL D:resourcetype", "0")
    principal = dav.path_of(found(items[client.base], DAV + "current-user-principal").findtext(DAV + "href"))
    items = ask_all(bench, "the principal", principal, "C:calendar-home-set C:calendar-user-address-set D:current-user-principal D:displayname S:dropbox-home-URL S:email-address-set S:notification-URL D:principal-collection-set D:principal-URL D:resource-id C:schedule-inbox-URL C:schedule-outbox-URL D:supported-report-set", "0")
    homes = found(items[principal], CALDAV + "calendar-home-set")
    bench.check("RFC 4791 6.2.1", "one home, which is what iOS takes", homes is not None and [dav.path_of(item.text) for item in homes] == [bench.home], homes)
    answer = client.ask("OPTIONS", principal)
    bench.check("RFC 4791 5.1", "OPTIONS of the principal says calendar-access", "calendar-access" in (answer["dav"] or ""), answer.fields)
    words = (
        "D:add-member S:allowed-sharing-modes A:autoprovisioned E:bulk-requests A:calendar-color C:calendar-description C:calendar-free-busy-set "
        "A:calendar-order C:calendar-timezone D:current-user-privilege-set C:default-alarm-vevent-date C:default-alarm-vevent-datetime D:displayname "
        "S:getctag S:invite A:language-code A:location-code D:owner S:pre-publish-url S:publish-url S:push-transports S:pushkey D:quota-available-bytes "
        "D:quota-used-bytes A:refreshrate D:resource-id D:resourcetype C:schedule-calendar-transp C:schedule-default-calendar-URL S:source "
        "S:subscribed-strip-alarms S:subscribed-strip-attachments S:subscribed-strip-todos C:supported-calendar-component-set "
        "C:supported-calendar-component-sets D:supported-report-set D:sync-token S:xmpp-server S:xmpp-uri"
    )
    items = ask_all(bench, "the home with 40 properties", bench.home, words, "1")
    bench.check("calendarserver-ctag", "the home has a ctag, which alone iOS looks at", found(items[bench.home], CALENDAR_SERVER + "getctag") is not None)
    rights = found(items[path], DAV + "current-user-privilege-set")
    bench.check("RFC 3744 5.4", "a calendar says that it may be written", rights is not None and {"write"} & {item.tag.split("}")[1] for item in rights.iter()}, rights)
    for where in (bench.home, path):
        answer = bench.patch(where, "<D:set><D:prop><C:default-alarm-vevent-date>BEGIN:VALARM&#13;\nEND:VALARM</C:default-alarm-vevent-date></D:prop></D:set>")
        bench.check("RFC 4918 9.2", f"PROPPATCH of {'the home' if where == bench.home else 'a calendar'}, which iOS sends at once, is taken", answer.status == 207 and b" 200 " in answer.body, answer)
    first = found(items[bench.home], CALENDAR_SERVER + "getctag").text
    bench.put(path + "a.ics", "a")
    items = ask_all(bench, "the home again", bench.home, "S:getctag D:sync-token", "1")
    bench.check("calendarserver-ctag", "a new event changes the home's ctag", found(items[bench.home], CALENDAR_SERVER + "getctag").text != first)
    body = document("D:sync-collection", "<D:sync-token/><D:sync-level>1</D:sync-level><D:prop><D:getcontenttype/><D:getetag/></D:prop>")
    answer = client.ask("REPORT", path, body, Depth="1")
    bench.check("RFC 6578 3.2", "sync-collection with Depth: 1, as old drafts had it, is answered", answer.status == 207 and path + "a.ics" in dict(answer.responses), answer)
    body = document("C:calendar-multiget", f"<D:prop><S:created-by/><D:getetag/><C:schedule-tag/><S:updated-by/><C:calendar-data/></D:prop><D:href>{path}a.ics</D:href>")
    answer = client.ask("REPORT", path, body, Depth="1")
    bench.check("RFC 4791 7.9", "multiget with properties that nobody has gives the text", answer.status == 207 and b"BEGIN:VEVENT" in answer.body, answer)
    body = document("D:principal-search-property-set", "")
    answer = client.ask("REPORT", client.base, body, Depth="0")
    bench.check("RFC 3744 9.5", "principal-search-property-set is answered or refused, no fault", answer.status in (200, 207, 403, 405), answer)
    body = document("D:expand-property", '<D:property name="current-user-principal"><D:property name="displayname"/></D:property>')
    answer = client.ask("REPORT", principal, body, Depth="0")
    bench.check("RFC 3253 3.8", "expand-property is answered or refused, no fault", answer.status in (207, 403, 405), answer)


def android(bench):
    """What DAVx5 asks."""
    client, path = bench.client, bench.calendar("VEVENT", "VTODO")
    items = ask_all(bench, "DAVx5 begins", client.base, "D:current-user-principal D:displayname D:resourcetype C:calendar-home-set C:supported-calendar-component-set V:addressbook-home-set", "0")
    items = ask_all(bench, "the home", bench.home, "D:resourcetype D:displayname D:owner D:current-user-privilege-set C:calendar-description C:calendar-timezone C:calendar-timezone-id C:supported-calendar-component-set A:calendar-color S:source D:sync-token D:supported-report-set P:transports P:topic", "1")
    bench.check("RFC 4791 5.2.3", "a calendar says that it has to-dos, for Tasks.org", {item.get("name") for item in found(items[path], CALDAV + "supported-calendar-component-set")} == {"VEVENT", "VTODO"})
    for number in range(12):
        bench.put(f"{path}n{number}.ics", f"n{number}")
    hrefs = "".join(f"<D:href>{path}n{number}.ics</D:href>" for number in range(10))
    body = document("C:calendar-multiget", '<D:prop><D:getcontenttype/><D:getetag/><C:schedule-tag/><C:calendar-data content-type="text/calendar" version="2.0"/></D:prop>' + hrefs)
    answer = client.ask("REPORT", path, body, Depth="0")
    tags = [found(item, DAV + "getetag") for _, item in answer.responses] if answer.status == 207 else []
    bench.check("RFC 4791 7.9", "a page of ten has an ETag with each text", len(tags) == 10 and all(tag is not None and tag.text for tag in tags), answer)
    got = client.ask("GET", path + "n1.ics", Accept="text/calendar;version=2.0, text/calendar;q=0.9")
    bench.check("RFC 4791 5.3.4", "and GET, too", got.status == 200 and got["etag"], got)
    answer = client.put(path + "n1.ics", bench.event("n1", "Changed"), got["etag"])
    bench.check("RFC 9110 13.1.1", "whose ETag is taken by If-Match", answer.status in (200, 204), answer)


def wire(bench):
    """Forms of HTTP/1.1 that clients use."""
    client, server, path = bench.client, bench.server, bench.calendar()
    secret = ("Authorization", "Basic " + base64.b64encode(f"{server.user}:{server.password}".encode()).decode())
    calendar = ("Content-Type", "text/calendar")
    text = bench.event("chunks", "In chunks")
    with Wire(("127.0.0.1", server.port), f"127.0.0.1:{server.port}") as wire_:
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (text[:50], text[50:])) + b"0\r\n\r\n"
        wire_.send(wire_.head("PUT", path + "chunks.ics", [secret, calendar, ("Transfer-Encoding", "chunked")]) + chunks)
        answer = wire_.answer()
    bench.check("RFC 9112 7.1", "PUT in chunks", answer.status == 201 and b"In chunks" in client.ask("GET", path + "chunks.ics").body, answer)
    text = bench.event("expects")
    with Wire(("127.0.0.1", server.port), f"127.0.0.1:{server.port}", timeout=5) as wire_:
        wire_.send(wire_.head("PUT", path + "expects.ics", [secret, calendar, ("Content-Length", len(text)), ("Expect", "100-continue")]))
        try:
            answer = wire_.answer()
        except TimeoutError:
            # It may wait for the content, which clients send after a while.
            answer = None
        if answer is None or answer.status == 100:
            wire_.send(text)
            answer = wire_.answer("PUT")
    bench.check("RFC 9110 10.1.1", "PUT with Expect: 100-continue", answer.status == 201, answer)
    listing = document("D:propfind", "<D:prop><D:getetag/></D:prop>")
    answer = client.ask("PROPFIND", path, listing, Depth="1", Accept_Encoding="gzip, deflate")
    content = gzip.decompress(answer.body) if answer["content-encoding"] == "gzip" else answer.body
    bench.check("RFC 9110 8.4", "what is compressed for who takes it is the same", answer.status == 207 and b"chunks.ics" in content, answer)
    for more in ({"Content_Type": "text/xml"}, {"Content_Type": "application/xml;charset=utf-8"}, {"Content_Type": "text/xml; charset=UTF-8"}):
        answer = client.ask("PROPFIND", path, listing, Depth="1", **more)
        bench.check("RFC 4918 8.2", f"a document as {more['Content_Type']} is read", answer.status == 207, answer)
    with Wire(("127.0.0.1", server.port), f"127.0.0.1:{server.port}") as wire_:
        head = wire_.head("PROPFIND", path, [secret, ("Depth", "0"), ("Content-Length", 0)])
        wire_.send(head * 3)
        answers = [wire_.answer("PROPFIND").status for _ in range(3)]
    bench.check("RFC 9112 9.3.2", "three requests at once are answered one after the other", answers == [207] * 3, answers)
    answer = client.ask("PROPFIND", path.rstrip("/"), listing, Depth="0")
    bench.check("RFC 4918 5.2", "a collection without its slash is answered or leads on", answer.status in (207, 301, 302, 307, 308), answer)
