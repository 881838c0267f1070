import AgendaSync
import FoundationEssentials
import Testing

/// The client's whole surface on servers that exist.
@Suite(
    "CalDAV on real servers", .serialized, .enabled(if: RealServer.areInstalled, RealServer.whyNot))
struct RealServerTests {
    static let kinds = RealServer.kinds

    private func event(_ uid: String, _ summary: String = "Meeting") -> [UInt8] {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agenda//tests//EN", "BEGIN:VEVENT",
            "UID:\(uid)", "DTSTAMP:20261122T100000Z", "DTSTART:20261201T100000Z",
            "DTEND:20261201T110000Z", "SUMMARY:\(summary)", "END:VEVENT", "END:VCALENDAR",
        ]
        return lines.flatMap { Array(($0 + "\r\n").utf8) }
    }

    private func withoutControls(_ result: FetchResult?) -> FetchResult? {
        guard case .found(let text, let etag) = result else { return result }
        return .found(text.filter { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D }, etag)
    }

    /// The error of a request that must fail.
    private func failure(_ work: () async throws -> Void) async -> DAVError? {
        do {
            try await work()
            return nil
        } catch { return error as? DAVError }
    }

    @Test("a calendar is made, found, renamed and removed", arguments: kinds)
    func calendars(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(
            work, CalendarProperties(name: "Büro & <mehr>", color: "#FF0000"),
            components: ["VEVENT", "VTODO"])
        var state = try await client.state(of: work)
        #expect(state.isCalendar)
        #expect(state.name == kind.stored(name: "Büro & <mehr>"))
        #expect(state.color == "#FF0000FF")
        #expect(state.components?.subtracting(["VFREEBUSY"]) == ["VEVENT", "VTODO"])
        #expect((state.token != nil) == kind.hasTokens)
        #expect(state.ctag != nil)
        #expect(!state.isReadOnly)
        let home = try #require(client.href(server.home))
        #expect(try await client.calendars(in: home).map(\.href).contains(work))

        try await client.setProperties(of: work, to: CalendarProperties(name: "Work"))
        state = try await client.state(of: work)
        #expect((state.name, state.color) == ("Work", "#FF0000FF"))
        try await client.setProperties(of: work, to: CalendarProperties(color: "#00FF00"))
        #expect(try await client.state(of: work).color == "#00FF00FF")
        // Again at the same address.
        let error = await failure { try await client.makeCalendar(work, CalendarProperties()) }
        #expect(error?.status == kind.statusOfSecondCalendar)

        try await client.remove(calendar: work)
        #expect(await failure { _ = try await client.state(of: work) }?.isMissing == true)
        #expect(await failure { _ = try await client.listing(of: work) }?.isMissing == true)
        if let token = state.token {
            let error = await failure { _ = try await client.changes(in: work, since: token) }
            #expect(error?.isMissing == true)
        }
    }

    @Test("what is written is read back, and conditions are kept", arguments: kinds)
    func writes(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        let one = work.appending("ä b@1.ics")
        let first = try await client.put(event("1"), to: one, if: .absent)
        let firstTag = try #require(first.etag)
        let listing = try await client.listing(of: work)
        #expect(listing.map(\.href) == [one])
        #expect(listing.map(\.etag) == [firstTag])
        guard case .found(let text, let etag) = try await client.get(one) else {
            Issue.record("it is not there")
            return
        }
        #expect(etag == firstTag)
        #expect(try await client.fetch([one], in: work) == [one: .found(text, etag)])
        #expect(String(decoding: text, as: UTF8.self).contains("SUMMARY:Meeting\r\n"))

        // SOGo overwrites whatever the condition is of a resource that must not be there.
        var error = await failure {
            _ = try await client.put(event("1", "B"), to: one, if: .absent)
        }
        #expect((error?.isPreconditionFailed ?? false) == (kind != .sogo))
        guard case .found(_, let current?) = try await client.get(one) else {
            Issue.record("it has no version")
            return
        }
        #expect((current == firstTag) == (kind != .sogo))
        let second = try await client.put(event("1", "C"), to: one, if: .matches(current))
        let secondTag = try #require(second.etag)
        #expect(secondTag.text.hasPrefix("\""))
        #expect(secondTag != current)
        error = await failure {
            _ = try await client.put(event("1", "D"), to: one, if: .matches(current))
        }
        #expect(error?.isPreconditionFailed == true)
        _ = try await client.put(event("1", "E"), to: one, if: .present)
        let none = work.appending("2.ics")
        error = await failure {
            _ = try await client.put(event("2"), to: none, if: .matches(current))
        }
        #expect((error?.isPreconditionFailed ?? false) == (kind != .sogo))
        if kind == .sogo { try await client.delete(none, ifMatches: nil) }

        error = await failure { try await client.delete(one, ifMatches: current) }
        #expect((error?.isPreconditionFailed ?? false) == (kind != .sogo))
        if case .found(_, let last) = try await client.get(one) {
            try await client.delete(one, ifMatches: last)
        }
        error = await failure { try await client.delete(one, ifMatches: current) }
        #expect(error?.status == (kind == .sabre ? 412 : 404))
        #expect(try await client.get(one) == .missing)
        #expect(try await client.listing(of: work) == [])
    }

    @Test(
        "changes since a token, and tokens that are not known",
        arguments: kinds.filter(\.hasTokens))
    func changes(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        let hrefs = (1...4).map { work.appending("\($0).ics") }
        for (index, href) in hrefs[..<3].enumerated() {
            _ = try await client.put(event("\(index)"), to: href, if: .absent)
        }
        let token = try #require(try await client.state(of: work).token)
        var changes = try await client.changes(in: work, since: token)
        // DAViCal and SOGo tell again what changed about when the token was made.
        #expect(kind.repeatsItself || changes.changed == [])
        #expect(changes.gone == [])
        kind.waitForItsClock()

        _ = try await client.put(event("0", "B"), to: hrefs[0], if: .present)
        try await client.delete(hrefs[1], ifMatches: nil)
        let added = try await client.put(event("4"), to: hrefs[3], if: .absent)
        changes = try await client.changes(in: work, since: token)
        let changed = Set(changes.changed.map(\.href))
        #expect(changed.subtracting(kind.repeatsItself ? [hrefs[2]] : []) == [hrefs[0], hrefs[3]])
        #expect(changes.changed.first { $0.href == hrefs[3] }?.etag == added.etag)
        #expect(changes.gone == [hrefs[1]])
        #expect(changes.foreign == [])
        #expect(!changes.isTruncated)
        let next = try #require(changes.token)
        // What came and went in between was never here.
        let short = work.appending("short.ics")
        _ = try await client.put(event("short"), to: short, if: .absent)
        try await client.delete(short, ifMatches: nil)
        changes = try await client.changes(in: work, since: next)
        #expect(kind.repeatsItself || changes.changed == [])
        #expect(changes.gone.contains(short) == ![.xandikos, .agenda].contains(kind))
        #expect(Set(changes.gone).isSubset(of: [short, hrefs[1]]))
        #expect(next != token || kind == .sogo)

        for wrong in [kind.strangeToken(next), "x", "urn:x"] {
            // DAViCal and SOGo tell everything that is there, and nothing that is gone.
            var all: CollectionChanges?
            let error = await failure { all = try await client.changes(in: work, since: wrong) }
            #expect((error?.isTokenRefused ?? false) == kind.refusesTokens, "\(wrong)")
            #expect(all.map { Set($0.changed.map(\.href)).count } == (kind.refusesTokens ? nil : 3))
        }
        // The calendar at the same address is another one.
        try await client.remove(calendar: work)
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        _ = try await client.put(event("5"), to: work.appending("5.ics"), if: .absent)
        var ghosts: CollectionChanges?
        let error = await failure { ghosts = try await client.changes(in: work, since: next) }
        #expect((error?.isTokenRefused ?? false) == kind.refusesTokens)
        #expect(
            ghosts?.changed.map(\.href.name) == (kind.refusesTokens ? nil : ["5.ics"]))
    }

    @Test("several at once: those that are there, and those that are not", arguments: kinds)
    func multiget(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        var expected: [Href: FetchResult] = [:]
        for index in 0..<5 {
            let href = work.appending("a b \(index).ics")
            _ = try await client.put(event("\(index)"), to: href, if: .absent)
            expected[href] = try await client.get(href)
        }
        expected[work.appending("none.ics")] = .missing
        expected[work.appending("ä.ics")] = .missing
        #expect(try await client.fetch(Array(expected.keys), in: work) == expected)
        #expect(try await client.fetch([], in: work) == [:])
    }

    @Test("a resource moves to another calendar, once", arguments: kinds)
    func moves(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let (work, home) = (
            try server.href(ofCalendar: "work"), try server.href(ofCalendar: "home")
        )
        for calendar in [work, home] {
            try await client.makeCalendar(calendar, CalendarProperties(name: "x"))
        }
        let (from, to) = (work.appending("1.ics"), home.appending("1.ics"))
        _ = try await client.put(event("1"), to: from, if: .absent)
        try await client.move(from, to: to, ifMatches: nil)
        #expect(try await client.get(from) == .missing)
        guard case .found = try await client.get(to) else {
            Issue.record("it did not arrive")
            return
        }
        var error = await failure { try await client.move(from, to: to, ifMatches: nil) }
        #expect(error?.status == ([.davical, .sabre].contains(kind) ? 412 : 404))
        // Nothing is overwritten, but by SOGo.
        _ = try await client.put(event("2"), to: from, if: .absent)
        error = await failure { try await client.move(from, to: to, ifMatches: nil) }
        #expect((error?.isPreconditionFailed ?? false) == (kind != .sogo))
        #expect((try await client.get(from) == .missing) == (kind == .sogo))
    }

    @Test("what a server refuses for what is in it", arguments: kinds)
    func refusals(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        _ = try await client.put(event("1"), to: work.appending("1.ics"), if: .absent)
        let twice = await failure {
            _ = try await client.put(event("1"), to: work.appending("2.ics"), if: .absent)
        }
        let invalid = await failure {
            _ = try await client.put(
                Array("no calendar".utf8), to: work.appending("3.ics"), if: .absent)
        }
        let lost = await failure {
            _ = try await client.put(
                event("4"), to: try server.href(ofCalendar: "none").appending("4.ics"), if: .absent)
        }
        #expect(
            (twice?.isUIDConflict ?? false)
                == [.radicale, .xandikos, .agenda, .cyrus].contains(kind))
        #expect(twice?.status == kind.statusOfSameUID)
        #expect((invalid?.isContentRefused ?? false) == ![.davical, .sogo].contains(kind))
        #expect(invalid?.status == kind.statusOfInvalid)
        #expect(lost?.status == kind.statusWithoutCalendar)
        #expect(try await client.listing(of: work).count == (twice == nil ? 2 : 1))
    }

    @Test("an event with control characters does not hide the others", arguments: kinds)
    func controlCharacters(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        let (plain, odd) = (work.appending("1.ics"), work.appending("2.ics"))
        _ = try await client.put(event("1"), to: plain, if: .absent)
        let refused = await failure {
            _ = try await client.put(event("2", "a\u{08}b\u{1F}c"), to: odd, if: .absent)
        }
        // Radicale leaves them out, Xandikos and agenda take no such event; the others keep them, and send them in XML, too.
        let isRefused = [.xandikos, .agenda].contains(kind)
        #expect((refused?.isContentRefused ?? false) == isRefused)
        let found = try await client.fetch([plain, odd], in: work)
        #expect(found[plain] == (try await client.get(plain)))
        // DAViCal's XML has something else in their place.
        let single = try await client.get(odd)
        #expect(kind == .davical || withoutControls(found[odd]) == withoutControls(single))
        #expect((found[odd] == .missing) == isRefused)
        #expect(try await client.listing(of: work).map(\.href).contains(plain))
    }

    @Test(
        "Radicale refuses what is too large as if it were another version",
        .enabled(if: kinds.contains(.radicale)))
    func oversize() async throws {
        let server = try RealServer.radicale()
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        let size = try #require(try await client.state(of: work).maximumSize)
        let error = await failure {
            let text = String(repeating: "x", count: size)
            _ = try await client.put(event("1", text), to: work.appending("1.ics"), if: .absent)
        }
        #expect(error?.status == 412)
        #expect(try await client.listing(of: work) == [])
    }

    @Test("a server that was killed keeps what it has acknowledged", arguments: kinds)
    func killed(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let client = server.client()
        let work = try server.href(ofCalendar: "work")
        try await client.makeCalendar(work, CalendarProperties(name: "Work"))
        _ = try await client.put(event("1"), to: work.appending("1.ics"), if: .absent)
        server.kill()
        let error = await failure { _ = try await client.listing(of: work) }
        guard case .http? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        try server.start()
        #expect(try await client.listing(of: work).map(\.href) == [work.appending("1.ics")])
        server.stop()
        try server.start()
        #expect(try await client.listing(of: work).count == 1)
    }

    @Test(
        "a wrong password is told from everything else", arguments: kinds.filter { $0 != .xandikos }
    )
    func unauthorized(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let wrong = CalDAVClient(
            base: server.url, http: server.http,
            exchange: CurlExchange(.init(agent: "agenda-tests/1")),
            credentials: HTTPCredentials(user: "alice", password: Secret("x"), for: server.url))
        let error = await failure {
            _ = try await wrong.state(of: try server.href(ofCalendar: "work"))
        }
        #expect(error?.isUnauthorized == true)
    }
}
