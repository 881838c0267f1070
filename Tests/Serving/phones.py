"""What phones and their programs ask, and the forms of HTTP in which they do."""

import base64
import gzip

from wire import Wire

import dav
from dav import CALDAV, DAV, document, found

CALENDAR_SERVER = "{http://calendarserver.org/ns/}"


def ask_all(bench, what, path, words, depth):
    """A PROPFIND with many properties, most of which nobody has."""
    spaces = "".join(
        f' xmlns:{letter}="{space}"'
        for letter, space in (
            ("E", "http://me.com/_namespace/"),
            ("A", "http://apple.com/ns/ical/"),
            ("V", "urn:ietf:params:xml:ns:carddav"),
            ("P", "https://bitfire.at/webdav-push"),
        )
    )
    body = document("D:propfind", "<D:prop>" + "".join(f"<{word}/>" for word in words.split()) + "</D:prop>").replace(
        "<D:propfind", f"<D:propfind{spaces}"
    )
    answer = bench.client.ask("PROPFIND", path, body, Depth=depth)
    items = dict(answer.responses) if answer.status == 207 else {}
    asked = len(words.split())
    full = [sum(len(part.find(DAV + "prop")) for part in item.iter(DAV + "propstat")) for item in items.values()]
    bench.check(
        "RFC 4918 9.1",
        f"{what}: each property is answered, there or not",
        items and set(full) == {asked},
        answer if not items else (full, asked),
    )
    return items


def apple(bench):
    """What iOS and macOS ask when an account is added, as their trackers tell."""
    client, path = bench.client, bench.calendar("VEVENT")
    items = ask_all(bench, "iOS begins", client.base, "D:current-user-principal D:principal-URL D:resourcetype", "0")
    principal = dav.path_of(found(items[client.base], DAV + "current-user-principal").findtext(DAV + "href"))
    items = ask_all(
        bench,
        "the principal",
        principal,
        "C:calendar-home-set C:calendar-user-address-set D:current-user-principal D:displayname S:dropbox-home-URL S:email-address-set S:notification-URL D:principal-collection-set D:principal-URL D:resource-id C:schedule-inbox-URL C:schedule-outbox-URL D:supported-report-set",
        "0",
    )
    homes = found(items[principal], CALDAV + "calendar-home-set")
    bench.check(
        "RFC 4791 6.2.1",
        "one home, which is what iOS takes",
        homes is not None and [dav.path_of(item.text) for item in homes] == [bench.home],
        homes,
    )
    answer = client.ask("OPTIONS", principal)
    bench.check(
        "RFC 4791 5.1",
        "OPTIONS of the principal says calendar-access",
        "calendar-access" in (answer["dav"] or ""),
        answer.fields,
    )
    words = (
        "D:add-member S:allowed-sharing-modes A:autoprovisioned E:bulk-requests A:calendar-color C:calendar-description C:calendar-free-busy-set "
        "A:calendar-order C:calendar-timezone D:current-user-privilege-set C:default-alarm-vevent-date C:default-alarm-vevent-datetime D:displayname "
        "S:getctag S:invite A:language-code A:location-code D:owner S:pre-publish-url S:publish-url S:push-transports S:pushkey D:quota-available-bytes "
        "D:quota-used-bytes A:refreshrate D:resource-id D:resourcetype C:schedule-calendar-transp C:schedule-default-calendar-URL S:source "
        "S:subscribed-strip-alarms S:subscribed-strip-attachments S:subscribed-strip-todos C:supported-calendar-component-set "
        "C:supported-calendar-component-sets D:supported-report-set D:sync-token S:xmpp-server S:xmpp-uri"
    )
    items = ask_all(bench, "the home with 40 properties", bench.home, words, "1")
    bench.check(
        "calendarserver-ctag",
        "the home has a ctag, which alone iOS looks at",
        found(items[bench.home], CALENDAR_SERVER + "getctag") is not None,
    )
    rights = found(items[path], DAV + "current-user-privilege-set")
    bench.check(
        "RFC 3744 5.4",
        "a calendar says that it may be written",
        rights is not None and {"write"} & {item.tag.split("}")[1] for item in rights.iter()},
        rights,
    )
    for where in (bench.home, path):
        answer = bench.patch(
            where,
            "<D:set><D:prop><C:default-alarm-vevent-date>BEGIN:VALARM&#13;\nEND:VALARM</C:default-alarm-vevent-date></D:prop></D:set>",
        )
        bench.check(
            "RFC 4918 9.2",
            f"PROPPATCH of {'the home' if where == bench.home else 'a calendar'}, which iOS sends at once, is taken",
            answer.status == 207 and b" 200 " in answer.body,
            answer,
        )
    first = found(items[bench.home], CALENDAR_SERVER + "getctag").text
    bench.put(path + "a.ics", "a")
    items = ask_all(bench, "the home again", bench.home, "S:getctag D:sync-token", "1")
    bench.check(
        "calendarserver-ctag",
        "a new event changes the home's ctag",
        found(items[bench.home], CALENDAR_SERVER + "getctag").text != first,
    )
    body = document(
        "D:sync-collection",
        "<D:sync-token/><D:sync-level>1</D:sync-level><D:prop><D:getcontenttype/><D:getetag/></D:prop>",
    )
    answer = client.ask("REPORT", path, body, Depth="1")
    bench.check(
        "RFC 6578 3.2",
        "sync-collection with Depth: 1, as old drafts had it, is answered",
        answer.status == 207 and path + "a.ics" in dict(answer.responses),
        answer,
    )
    body = document(
        "C:calendar-multiget",
        f"<D:prop><S:created-by/><D:getetag/><C:schedule-tag/><S:updated-by/><C:calendar-data/></D:prop><D:href>{path}a.ics</D:href>",
    )
    answer = client.ask("REPORT", path, body, Depth="1")
    bench.check(
        "RFC 4791 7.9",
        "multiget with properties that nobody has gives the text",
        answer.status == 207 and b"BEGIN:VEVENT" in answer.body,
        answer,
    )
    body = document("D:principal-search-property-set", "")
    answer = client.ask("REPORT", client.base, body, Depth="0")
    bench.check(
        "RFC 3744 9.5",
        "principal-search-property-set is answered or refused, no fault",
        answer.status in (200, 207, 403, 405),
        answer,
    )
    body = document(
        "D:expand-property", '<D:property name="current-user-principal"><D:property name="displayname"/></D:property>'
    )
    answer = client.ask("REPORT", principal, body, Depth="0")
    bench.check(
        "RFC 3253 3.8", "expand-property is answered or refused, no fault", answer.status in (207, 403, 405), answer
    )


def android(bench):
    """What DAVx5 asks."""
    client, path = bench.client, bench.calendar("VEVENT", "VTODO")
    items = ask_all(
        bench,
        "DAVx5 begins",
        client.base,
        "D:current-user-principal D:displayname D:resourcetype C:calendar-home-set C:supported-calendar-component-set V:addressbook-home-set",
        "0",
    )
    items = ask_all(
        bench,
        "the home",
        bench.home,
        "D:resourcetype D:displayname D:owner D:current-user-privilege-set C:calendar-description C:calendar-timezone C:calendar-timezone-id C:supported-calendar-component-set A:calendar-color S:source D:sync-token D:supported-report-set P:transports P:topic",
        "1",
    )
    bench.check(
        "RFC 4791 5.2.3",
        "a calendar says that it has to-dos, for Tasks.org",
        {item.get("name") for item in found(items[path], CALDAV + "supported-calendar-component-set")}
        == {"VEVENT", "VTODO"},
    )
    for number in range(12):
        bench.put(f"{path}n{number}.ics", f"n{number}")
    hrefs = "".join(f"<D:href>{path}n{number}.ics</D:href>" for number in range(10))
    body = document(
        "C:calendar-multiget",
        '<D:prop><D:getcontenttype/><D:getetag/><C:schedule-tag/><C:calendar-data content-type="text/calendar" version="2.0"/></D:prop>'
        + hrefs,
    )
    answer = client.ask("REPORT", path, body, Depth="0")
    tags = [found(item, DAV + "getetag") for _, item in answer.responses] if answer.status == 207 else []
    bench.check(
        "RFC 4791 7.9",
        "a page of ten has an ETag with each text",
        len(tags) == 10 and all(tag is not None and tag.text for tag in tags),
        answer,
    )
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
        wire_.send(
            wire_.head("PUT", path + "chunks.ics", [secret, calendar, ("Transfer-Encoding", "chunked")]) + chunks
        )
        answer = wire_.answer()
    bench.check(
        "RFC 9112 7.1",
        "PUT in chunks",
        answer.status == 201 and b"In chunks" in client.ask("GET", path + "chunks.ics").body,
        answer,
    )
    text = bench.event("expects")
    with Wire(("127.0.0.1", server.port), f"127.0.0.1:{server.port}", timeout=5) as wire_:
        wire_.send(
            wire_.head(
                "PUT",
                path + "expects.ics",
                [secret, calendar, ("Content-Length", len(text)), ("Expect", "100-continue")],
            )
        )
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
    bench.check(
        "RFC 9110 8.4",
        "what is compressed for who takes it is the same",
        answer.status == 207 and b"chunks.ics" in content,
        answer,
    )
    for more in (
        {"Content_Type": "text/xml"},
        {"Content_Type": "application/xml;charset=utf-8"},
        {"Content_Type": "text/xml; charset=UTF-8"},
    ):
        answer = client.ask("PROPFIND", path, listing, Depth="1", **more)
        bench.check("RFC 4918 8.2", f"a document as {more['Content_Type']} is read", answer.status == 207, answer)
    with Wire(("127.0.0.1", server.port), f"127.0.0.1:{server.port}") as wire_:
        head = wire_.head("PROPFIND", path, [secret, ("Depth", "0"), ("Content-Length", 0)])
        wire_.send(head * 3)
        answers = [wire_.answer("PROPFIND").status for _ in range(3)]
    bench.check(
        "RFC 9112 9.3.2", "three requests at once are answered one after the other", answers == [207] * 3, answers
    )
    answer = client.ask("PROPFIND", path.rstrip("/"), listing, Depth="0")
    bench.check(
        "RFC 4918 5.2",
        "a collection without its slash is answered or leads on",
        answer.status in (207, 301, 302, 307, 308),
        answer,
    )
