import FoundationEssentials
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

@Suite("Writing, as servers answer")
struct CalDAVWritingTests {
    private let event = place("/work/1.ics")

    @Test("no write goes without a condition")
    func conditions() async throws {
        let answers = Answers([
            "PUT /work/1.ics": [.status(201, "", ["ETag": "\"2\""]), .status(204)],
            "DELETE /work/1.ics": [.status(204)],
        ])
        let client = answers.client
        #expect(try await client.put([1], to: event, if: .absent) == PutResult(etag: ETag("\"2\"")))
        #expect(
            try await client.put([2], to: event, if: .matches(ETag("\"2\"")))
                == PutResult(etag: nil))
        _ = try await client.put([3], to: event, if: .matches(ETag("W/\"2\"")))
        _ = try await client.put([4], to: event, if: .present)
        try await client.delete(event, ifMatches: ETag("unquoted"))
        try await client.delete(event, ifMatches: nil)
        let asked = await answers.asked
        #expect(
            asked.map { $0.fields["If-Match"] } == [
                nil, "\"2\"", "W/\"2\", \"2\"", "*", "unquoted", "*",
            ])
        try #require(asked.map { $0.fields["If-None-Match"] } == ["*", nil, nil, nil, nil, nil])
        #expect(asked.map(\.body) == [[1], [2], [3], [4], [], []])
        #expect(asked[0].fields["Content-Type"] == "text/calendar; charset=utf-8")
    }

    @Test(
        "what a refusal is about",
        arguments: [
            (412, "", "precondition"), (404, "", "missing"), (401, "", "unauthorized"),
            (423, "", "locked"), (403, "", "read-only"),
            (403, "<error xmlns=\"DAV:\"><need-privileges/></error>", "read-only"),
            (507, "", "quota"),
            (403, "<error xmlns=\"DAV:\"><quota-not-exceeded/></error>", "quota"),
            (
                409,
                "<error xmlns=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\"><C:no-uid-conflict/></error>",
                "uid"
            ),
            (
                403,
                "<D:error xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\"><C:valid-calendar-data/></D:error>",
                "content"
            ),
            (
                403,
                "<D:error xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\"><C:unique-scheduling-object-resource/></D:error>",
                "uid"
            ),
            (
                415,
                "<d:error xmlns:d=\"DAV:\" xmlns:s=\"http://sabredav.org/ns\"><s:exception>x</s:exception></d:error>",
                "content"
            ),
            (400, "", "content"),
            (
                412,
                "<ns0:error xmlns:ns0=\"DAV:\" xmlns:ns1=\"urn:ietf:params:xml:ns:caldav\"><ns1:valid-calendar-data /></ns0:error>",
                "content"
            ),
            (
                412,
                "<ns0:error xmlns:ns0=\"DAV:\" xmlns:ns1=\"urn:ietf:params:xml:ns:caldav\"><ns1:no-uid-conflict /></ns0:error>",
                "uid"
            ),
            (500, "<!DOCTYPE html><html></html>", ""),
        ])
    func refusals(status: Int, body: String, kind: String) async throws {
        let answers = Answers(["PUT /work/1.ics": [.status(status, body)]])
        let error = try #require(
            await davError { _ = try await answers.client.put([1], to: event, if: .absent) })
        #expect(error.status == status)
        let kinds = [
            ("precondition", error.isPreconditionFailed), ("missing", error.isMissing),
            ("unauthorized", error.isUnauthorized), ("locked", error.isLocked),
            ("read-only", error.isReadOnly), ("quota", error.isQuota), ("uid", error.isUIDConflict),
            ("content", error.isContentRefused),
        ].filter(\.1).map(\.0)
        #expect(kinds == (kind.isEmpty ? [] : [kind]))
        #expect(error.mayHaveArrived == (status == 500))
    }

    @Test("a move overwrites nothing, and a server that cannot says so")
    func move() async throws {
        let answers = Answers(["MOVE /work/1.ics": [.status(201), .status(405)]])
        let target = place("/home/a b.ics")
        try await answers.client.move(event, to: target, ifMatches: ETag("\"1\""))
        let error = await davError {
            try await answers.client.move(event, to: target, ifMatches: ETag("\"1\""))
        }
        #expect(error?.status == 405)
        let asked = await answers.asked[0]
        #expect(asked.fields["Destination"] == "https://cal.example/home/a%20b.ics")
        #expect(asked.fields["Overwrite"] == "F")
    }

    @Test("207 hides a failure: old Xandikos puts a 412 inside, PROPPATCH the property's status")
    func hidden() async throws {
        let answers = Answers([
            "DELETE /work/1.ics": [
                .multistatus(
                    "<multistatus xmlns=\"DAV:\"><response><href>/work/1.ics</href><status>HTTP/1.1 412 x</status></response></multistatus>"
                )
            ],
            "PUT /work/1.ics": [
                .multistatus(
                    "<multistatus xmlns=\"DAV:\"><response><href>/work/1.ics</href><status>HTTP/1.1 412 x</status></response></multistatus>"
                )
            ],
            "PROPPATCH /work/": [
                .multistatus(
                    """
                    <multistatus xmlns="DAV:"><response><href>/work/</href><propstat><prop><displayname/></prop>\
                    <status>HTTP/1.1 424 Failed Dependency</status></propstat><propstat><prop><color/></prop>\
                    <status>HTTP/1.1 403 Forbidden</status></propstat></response></multistatus>
                    """),
                .multistatus(
                    """
                    <multistatus xmlns="DAV:"><response><href>/work/</href><propstat><prop><displayname/></prop>\
                    <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
                    """),
            ],
        ])
        let client = answers.client
        var error = await davError { try await client.delete(event, ifMatches: nil) }
        #expect(error?.isPreconditionFailed == true)
        error = await davError { _ = try await client.put([1], to: event, if: .absent) }
        #expect(error?.isPreconditionFailed == true)
        let properties = CalendarProperties(name: "x")
        error = await davError {
            try await client.setProperties(of: place("/work"), to: properties)
        }
        #expect(error?.status == 403)
        try await client.setProperties(of: place("/work"), to: properties)
        try await client.setProperties(of: place("/work"), to: CalendarProperties())
        #expect(await answers.log.filter { $0 == "PROPPATCH /work/" }.count == 2)
    }

    @Test("a connection that breaks says whether the write may have arrived")
    func lost() async throws {
        struct Broken: HTTPExchange {
            let arrived: Bool
            func send(
                _ request: HTTPRequest, as credentials: HTTPCredentials?
            ) async throws(HTTPError) -> HTTPResponse {
                throw HTTPError(.timedOut, host: "cal.example", mayHaveArrived: arrived)
            }
        }
        for arrived in [true, false] {
            let client = CalDAVClient(
                base: address("https://cal.example/"),
                http: HTTPClient { .init(secondsSinceEpoch: 0) },
                exchange: Broken(arrived: arrived), credentials: nil)
            let error = await davError { _ = try await client.put([1], to: event, if: .absent) }
            #expect(error?.mayHaveArrived == arrived)
            #expect(error?.status == nil)
        }
    }

    @Test("the calendars of a home, without boxes, other people's feeds and folders")
    func calendars() async throws {
        let item = { (path: String, types: String, more: String) in
            """
            <d:response><d:href>\(path)</d:href><d:propstat><d:prop><d:resourcetype>\(types)</d:resourcetype>\(more)\
            </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><a:calendar-color/></d:prop>\
            <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
            """
        }
        let calendar = "<d:collection/><c:calendar/>"
        let answers = Answers([
            "PROPFIND /home/": [
                .multistatus(
                    """
                    <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/" \
                    xmlns:a="http://apple.com/ns/ical/">\(item("/home/", "<d:collection/>", ""))\
                    \(item("/home/work", calendar, "<d:displayname>Work</d:displayname><d:current-user-privilege-set><d:privilege><d:read/></d:privilege></d:current-user-privilege-set>"))\
                    \(item("/home/work/", calendar, ""))\(item("/home/inbox/", "<d:collection/><c:schedule-inbox/>", ""))\
                    \(item("/home/feed/", "<d:collection/><c:calendar/><s:subscribed/>", ""))\
                    \(item("/shared/team/", calendar, ""))\(item("https://evil.example/x/", calendar, ""))</d:multistatus>
                    """)
            ]
        ])
        let found = try await answers.client.calendars(in: place("/home"))
        try #require(found.map(\.href.description) == ["/home/work/", "/shared/team/"])
        #expect(found[0].name == "Work")
        #expect(found[0].isReadOnly)
        #expect(found[1].privileges == nil)
        #expect(!found[1].isReadOnly)
        #expect(found[1].color == nil)
        #expect(await answers.asked[0].fields["Depth"] == "1")
    }
}
