import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Shared feeds")
struct SharedFeedTests {
    private static let calendar = """
        BEGIN:VCALENDAR\r
        BEGIN:VEVENT\r
        UID:open\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20261120T090000Z\r
        DURATION:PT1H\r
        SUMMARY:Open\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:private\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20261121T090000Z\r
        DURATION:PT1H\r
        SUMMARY:Doctor\r
        CLASS:private\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:unknown\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20261122T090000Z\r
        DURATION:PT1H\r
        SUMMARY:Lawyer\r
        CLASS:X-MINE\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:series\r
        DTSTAMP:20260101T000000Z\r
        DTSTART;TZID=Europe/Berlin:20261123T090000\r
        DURATION:PT1H\r
        RRULE:FREQ=DAILY;COUNT=3\r
        SUMMARY:Standup\r
        CLASS:PUBLIC\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:series\r
        DTSTAMP:20260101T000000Z\r
        RECURRENCE-ID;TZID=Europe/Berlin:20261124T090000\r
        DTSTART;TZID=Europe/Berlin:20261124T150000\r
        DURATION:PT1H\r
        SUMMARY:Interview\r
        CLASS:CONFIDENTIAL\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    private func text(_ change: (inout SharedLink) -> Void = { _ in }) async throws -> String {
        let bench = try Bench()
        _ = try await bench.importer.addStream(Array(Self.calendar.utf8), name: "work")
        var link = SharedLink(name: "For Kim", created: bench.clock.now)
        change(&link)
        let provider = bench.provider()
        let bytes = try await SharedFeed(link).text(
            of: bench.store, clock: bench.clock, zone: provider.zone)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("private events stay home, and so do classes that nobody knows (RFC 5545 3.8.1.3)")
    func privateEvents() async throws {
        let text = try await text()
        #expect(text.contains("SUMMARY:Open\r\n") && text.contains("SUMMARY:Standup\r\n"))
        for hidden in ["Doctor", "Lawyer", "Interview", "UID:private", "UID:unknown"] {
            #expect(!text.contains(hidden), "\(hidden)")
        }
        #expect(
            text.contains("EXDATE;TZID=Europe/Berlin:20261124T090000\r\n"),
            "the rule must not show the private instance as the others are")
        #expect(text.contains("\r\nNAME:For Kim\r\n"))
        #expect(text.contains("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n"))
        #expect(text.contains("\r\nX-PUBLISHED-TTL:PT1H\r\n"))
        let all = try await self.text { $0.includesPrivate = true }
        for shown in ["Doctor", "Lawyer", "Interview"] { #expect(all.contains("SUMMARY:\(shown)")) }
        #expect(!all.contains("EXDATE"))
    }

    @Test("busy times tell when, of private events too, and nothing else")
    func busy() async throws {
        let text = try await text { $0.isBusyOnly = true }
        let stream = ComponentScanner.scan(Array(text.utf8))
        #expect(stream.components.count == 6)
        #expect(text.contains("DTSTART:20261121T090000Z\r\nDTEND:20261121T100000Z\r\n"))
        #expect(
            text.contains("DTSTART:20261124T140000Z\r\n"), "the moved instance at 15:00 in Berlin")
        for hidden in ["Open", "Doctor", "Standup", "series"] { #expect(!text.contains(hidden)) }
        #expect(text.contains("X-PUBLISHED-TTL:PT1H\r\n"))
    }

    @Test(
        "a link shows its days and its calendars alone; a calendar that is gone is not replaced by all"
    )
    func choice() async throws {
        // The bench's day is 2026-11-20.
        let day = try await text { $0.days = 1 }
        #expect(day.contains("SUMMARY:Open") && !day.contains("Standup"))
        let none = try await text { $0.calendars = ["gone"] }
        #expect(!none.contains("VEVENT"))
        #expect(try await text { $0.calendars = ["work"] }.contains("SUMMARY:Open"))
    }

    @Test(
        "links outlive their process, are found by their token alone, and end when they are revoked"
    )
    func links() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let links = SharedLinks(database: folder + "/agenda.db")
        #expect(try links.all().isEmpty)
        var link = SharedLink(name: "For Kim", created: Instant(secondsSinceEpoch: 1_795_172_400))
        (link.calendars, link.isBusyOnly, link.days) = (["home"], true, 30)
        try links.add(link)
        #expect(link.token.count == 32)
        #expect(try SharedLinks(database: folder + "/agenda.db").all() == [link])
        let now = Instant(secondsSinceEpoch: 1_795_172_400)
        #expect(try links.link(token: link.token, at: now) == link)
        #expect(try links.link(token: String(link.token.dropLast()), at: now) == nil)
        #expect(try links.link(token: "", at: now) == nil)
        var brief = SharedLink(name: "Brief", created: now)
        brief.expires = now.secondsSinceEpoch + 1
        try links.add(brief)
        #expect(try links.link(token: brief.token, at: now) == brief)
        #expect(try links.link(token: brief.token, at: now + 1) == nil)
        try links.revoke("Brief")
        #expect(throws: AgendaError(.linkNameTaken, place: "For Kim")) {
            try links.add(SharedLink(name: "For Kim", created: Instant(secondsSinceEpoch: 0)))
        }
        let rights = try FileManager.default.attributesOfItem(atPath: links.file.path)[
            .posixPermissions]
        #expect(rights as? Int == 0o600)
        #expect(throws: AgendaError(.noSuchLink, place: "other")) { try links.revoke("other") }
        #expect(try links.revoke("https://x.example" + link.path) == link)
        #expect(try links.all().isEmpty)
        try Data("[]".utf8).write(to: URL(fileURLWithPath: links.file.path))
        #expect(throws: AgendaError(.unreadableLinks, place: links.file.path)) { try links.all() }
    }
}
