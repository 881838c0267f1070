import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

/// Zones that nobody but a mail or a file defines, in one's own calendar (RFC 5545 3.2.19, 3.6.5).
@Suite("Zones that came with an event")
struct OwnZoneTests {
    /// As Exchange writes it: from 1601 on, here three and a half hours before UTC, and four and a half in summer.
    private static func zone(_ tzid: String, standard: String = "+0330", summer: String = "+0430")
        -> String
    {
        """
        BEGIN:VTIMEZONE\r
        TZID:\(tzid)\r
        BEGIN:STANDARD\r
        DTSTART:16010101T030000\r
        TZOFFSETFROM:\(summer)\r
        TZOFFSETTO:\(standard)\r
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10\r
        END:STANDARD\r
        BEGIN:DAYLIGHT\r
        DTSTART:16010101T020000\r
        TZOFFSETFROM:\(standard)\r
        TZOFFSETTO:\(summer)\r
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3\r
        END:DAYLIGHT\r
        END:VTIMEZONE\r

        """
    }

    /// Fridays at 10:00 in the zone, on both sides of 28 March 2027.
    private static func series(
        _ tzid: String, uid: String = "cz", rule: String = "RRULE:FREQ=WEEKLY;COUNT=4",
        sequence: Int = 0
    ) -> String {
        """
        BEGIN:VEVENT\r
        UID:\(uid)\r
        DTSTAMP:20261101T000000Z\r
        DTSTART;TZID="\(tzid)":20270312T100000\r
        DTEND;TZID="\(tzid)":20270312T110000\r
        \(rule)\r
        SUMMARY:Weekly\r
        SEQUENCE:\(sequence)\r
        ORGANIZER:mailto:o@example.org\r
        ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:me@example.org\r
        END:VEVENT\r

        """
    }

    private static func calendar(_ parts: String..., method: String = "") -> [UInt8] {
        let head = method.isEmpty ? "" : "METHOD:\(method)\r\n"
        return Array(
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + head + parts.joined() + "END:VCALENDAR\r\n")
                .utf8)
    }

    private static let names = [
        "Customized Time Zone", "tzone://Microsoft/Custom", "W. Europe Standard Time 1",
        "(UTC+01:00) Custom", "CET_SAP", "GMT +0100 (Standard) / GMT +0200 (Daylight)",
        "US-Eastern",
    ]
    /// 06:30 in winter, 05:30 in summer.
    private static let expected = [
        "20270312T063000", "20270319T063000", "20270326T063000", "20270402T053000",
    ]

    private func starts(_ bench: Bench) async throws -> [String] {
        let days = try Make.date("2027-03-01")..<Make.date("2027-05-01")
        return try await bench.provider().days(days).nodes.flatMap(\.events).map {
            bench.zone.instant(of: $0.span.start).utc.icalendar
        }
    }

    private func receive(_ text: [UInt8], _ bench: Bench) async throws -> [ReceivedEvents.Outcome] {
        let incoming = try IncomingCalendar(text, place: "file", kinds: [.event, .todo])
        return try await bench.editor.receive(incoming).items.map(\.outcome)
    }

    private func take(
        _ text: [UInt8], _ status: InvitationAnswer.Status?, _ bench: Bench
    ) async throws -> TakenInvitation {
        try await bench.editor.take(
            try Invitation(IncomingCalendar(text, place: "mail")),
            answer: status.map { InvitationAnswer($0) },
            as: CalendarAddresses(["me@example.org"]), zone: bench.zone)
    }

    private func event(_ bench: Bench, _ day: String) async throws -> AgendaEvent {
        let date = try Make.date(day)
        return try #require(
            try await bench.provider().days(date..<(date + 1)).nodes.flatMap(\.events).first)
    }

    @Test(
        "a repeating invitation is looked at, answered and stored, in summer at the right hour",
        arguments: names)
    func invitation(_ name: String) async throws {
        let bench = try Bench()
        let text = Self.calendar(Self.zone(name), Self.series(name), method: "REQUEST")
        let taken = try await take(text, .accepted, bench)
        #expect(taken.item.outcome == .added)
        #expect(try await starts(bench) == Self.expected)
        let reply = String(decoding: try #require(taken.messages.first).text, as: UTF8.self)
        #expect(reply.contains("BEGIN:VTIMEZONE\r\n") && reply.contains("TZOFFSETTO:+0330\r\n"))
        // The same again changes nothing.
        #expect(try await take(text, nil, bench).change.operations.isEmpty)
    }

    @Test("it is imported, too, and so are a single event and to-dos", arguments: names)
    func imported(_ name: String) async throws {
        let bench = try Bench()
        let single = Self.series(name, uid: "one", rule: "LOCATION:Here")
        let todo = """
            BEGIN:VTODO\r
            UID:t\r
            DTSTAMP:20261101T000000Z\r
            DTSTART;TZID="\(name)":20270312T090000\r
            DUE;TZID="\(name)":20270312T100000\r
            RRULE:FREQ=WEEKLY;COUNT=4\r
            SUMMARY:Report\r
            END:VTODO\r

            """
        let text = Self.calendar(Self.zone(name), Self.series(name), single, todo)
        #expect(try await receive(text, bench) == [.added, .added, .added])
        #expect(try await starts(bench) == ["20270312T063000"] + Self.expected)
        #expect(try await receive(text, bench) == [.unchanged, .unchanged, .unchanged])
        _ = try await bench.editor.undo()
        #expect(try await starts(bench).isEmpty)
        _ = try await bench.editor.redo()
        #expect(try await starts(bench) == ["20270312T063000"] + Self.expected)
    }

    @Test("edits of a day, of all and of the rest, a deletion and their undo keep the zone")
    func edits() async throws {
        let bench = try Bench()
        let name = "Customized Time Zone"
        _ = try await receive(Self.calendar(Self.zone(name), Self.series(name)), bench)
        try await bench.editor.edit(try await event(bench, "2027-03-19"), scope: .all) {
            $0.event.summary = "Changed"
        }
        #expect(try await starts(bench) == Self.expected)
        try await bench.editor.edit(try await event(bench, "2027-04-02"), scope: .this) {
            $0.event.location = "Here"
        }
        #expect(try await starts(bench) == Self.expected)
        // The later part is an event of its own, and brings the zone along.
        try await bench.editor.edit(try await event(bench, "2027-03-26"), scope: .future) {
            $0.event.location = "There"
        }
        #expect(try await starts(bench) == Self.expected)
        _ = try await bench.editor.undo()
        #expect(try await starts(bench) == Self.expected)
        _ = try await bench.editor.redo()
        #expect(try await starts(bench) == Self.expected)
        _ = try await bench.editor.undo()
        try await bench.editor.delete(try await event(bench, "2027-03-19"), scope: .all)
        #expect(try await starts(bench).isEmpty)
        _ = try await bench.editor.undo()
        #expect(try await starts(bench) == Self.expected)
    }

    @Test("a change to another zone that is undone after a later change brings the zone back")
    func otherZone() async throws {
        let bench = try Bench()
        let name = "CET_SAP"
        _ = try await receive(Self.calendar(Self.zone(name), Self.series(name)), bench)
        try await bench.editor.edit(try await event(bench, "2027-03-12"), scope: .all) {
            $0.event.start = .zoned(
                try #require(CivilDateTime(icalendar: "20270312T100000")), tzid: "Europe/Berlin")
            $0.event.end = .time(
                .zoned(
                    try #require(CivilDateTime(icalendar: "20270312T110000")),
                    tzid: "Europe/Berlin"))
        }
        let moved = try #require(try bench.store.history().first?.id)
        #expect(try await starts(bench)[0] == "20270312T090000")
        try await bench.editor.edit(try await event(bench, "2027-03-12"), scope: .all) {
            $0.event.summary = "Mine"
        }
        _ = try await bench.editor.undo(moved)
        #expect(try await starts(bench) == Self.expected)
        #expect(try await event(bench, "2027-03-12").summary == "Mine")
    }

    @Test(
        "two events with different definitions of one name share none: shown, exported and restored"
    )
    func oneName() async throws {
        let name = "Customized Time Zone"
        let folder = try TemporaryFolder()
        let bench = try Bench(path: folder.path + "/agenda.db")
        let other = Self.zone(name, standard: "-0500", summer: "-0400")
        _ = try await receive(Self.calendar(Self.zone(name), Self.series(name)), bench)
        _ = try await receive(Self.calendar(other, Self.series(name, uid: "other")), bench)
        var plain = Event(uid: "plain", start: .utc(try Make.instant("20270305T100000Z")))
        plain.summary = "Plain"
        try await bench.editor.add(plain)
        // 10:00 in the other zone is 15:00, and 14:00 in summer.
        let both = [
            "20270305T100000", "20270312T063000", "20270312T150000", "20270319T063000",
            "20270319T150000", "20270326T063000", "20270326T150000", "20270402T053000",
            "20270402T140000",
        ]
        #expect(try await starts(bench) == both)
        let restored = try Bench()
        let backup = StoreBackup(storePath: folder.path + "/agenda.db")
        let content = try #require(backup.content(of: backup.newest))
        try await restored.importer.restore(content)
        #expect(try await starts(restored) == both)
        #expect(content.isContained(in: try bench.store.read { try PreciousContent($0) }))
        // Each has its zone still, and can be edited.
        try await restored.editor.edit(try await event(restored, "2027-03-19"), scope: .all) {
            $0.event.summary = "Changed"
        }
        #expect(try await starts(restored) == both)
        let merged = CalendarMerge(try bench.store.mergeSources())
        let read = try Bench()
        _ = try await receive(merged.bytes, read)
        #expect(try await starts(read) == both)
    }

    @Test("a newer version may define the name otherwise, a refusal of it moves nothing")
    func newDefinition() async throws {
        let bench = try Bench()
        let name = "Customized Time Zone"
        let old = Self.calendar(Self.zone(name), Self.series(name), method: "REQUEST")
        _ = try await take(old, .accepted, bench)
        let zone = Self.zone(name, standard: "-0500", summer: "-0400")
        let new = Self.calendar(zone, Self.series(name, sequence: 1), method: "REQUEST")
        _ = try await take(new, .declined, bench)
        #expect(try await starts(bench) == Self.expected)
        _ = try await take(new, .accepted, bench)
        #expect(
            try await starts(bench) == [
                "20270312T150000", "20270319T150000", "20270326T150000", "20270402T140000",
            ])
        _ = try await bench.editor.undo()
        #expect(try await starts(bench) == Self.expected)
        // One day in another zone of the name would move the others.
        let day = Self.series(name, rule: "RECURRENCE-ID:20270319T063000Z", sequence: 2)
            .replacing("20270312", with: "20270319")
        let message = Self.calendar(zone, day, method: "REQUEST")
        do {
            _ = try await take(message, .accepted, bench)
            Issue.record("was taken")
        } catch let error as AgendaError {
            #expect(error.reason == .otherZoneRules)
        }
    }
}
