@testable import CalendarMerge
import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Answers to invitations")
struct InvitationReplyTests {
    private static let event = """
        BEGIN:VEVENT\r
        UID:1\r
        DTSTAMP:20261101T000000Z\r
        DTSTART:20261120T100000Z\r
        DTEND:20261120T110000Z\r
        RRULE:FREQ=DAILY;COUNT=3\r
        SUMMARY:Lunch\r
        ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:kim@example.org\r
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:lee@example.org\r
        END:VEVENT\r

        """

    /// As mail programs send it: without a DTSTART even.
    private static func reply(_ lines: String = "", stamp: String = "20261102T000000Z") -> String {
        """
        BEGIN:VCALENDAR\r
        METHOD:REPLY\r
        BEGIN:VEVENT\r
        UID:1\r
        DTSTAMP:\(stamp)\r
        \(lines)ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    }

    private static let calendar = "BEGIN:VCALENDAR\r\n\(event)END:VCALENDAR\r\n"

    private func bench(_ texts: String...) async throws -> Bench {
        let bench = try Bench()
        for (index, text) in texts.enumerated() {
            _ = try await bench.importer.addStream(Array(text.utf8), name: "\(index)")
        }
        return bench
    }

    private func statuses(_ bench: Bench, _ instance: String) throws -> [String] {
        let point = OccurrencePoint.instant(try Make.instant(instance))
        let id = OccurrenceID(uid: "1", recurrenceID: point).description
        return try bench.store.details(of: id, clock: bench.clock, zone: bench.zone)
            .participants.map(\.status)
    }

    private func declined(_ bench: Bench) async throws -> [Bool] {
        var filter = EventFilter()
        filter.me = ["kim@example.org"]
        return try await bench.provider(filter: filter).timeline().nodes
            .flatMap { $0.events.map(\.isDeclined) }
    }

    @Test("count no longer once their file is gone, and that is told")
    func gone() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        try folder.write(Self.calendar, to: "event.ics")
        let reply = try folder.write(Self.reply(), to: "reply.ics")
        try await bench.add(folder.path, kind: .folder)
        var filter = EventFilter()
        filter.me = ["kim@example.org"]
        let provider = bench.provider(filter: filter)
        let first = try await provider.update(after: nil)
        func declined(_ update: TimelineUpdate?) -> [Bool]? {
            update?.timeline.nodes.flatMap { $0.events.map(\.isDeclined) }
        }
        #expect(declined(first) == [true, true, true])
        try FileManager.default.removeItem(atPath: reply)
        _ = try await bench.importer.refresh()
        #expect(
            declined(try await provider.update(after: first?.timeline)) == [false, false, false])
    }

    @Test("change one status of the event, in the same file and from another source")
    func status() async throws {
        for bench in [
            try await bench(Self.calendar + Self.reply()),
            try await bench(Self.reply(), Self.calendar),
        ] {
            let events = try await bench.provider().timeline().nodes.flatMap(\.events)
            #expect(events.map(\.summary) == ["Lunch", "Lunch", "Lunch"])
            let (start, end) = (
                try Make.instant("20261120T100000Z"), try Make.instant("20261120T110000Z")
            )
            #expect(events.first?.span == .instants(start..<end))
            #expect(try statuses(bench, "20261121T100000Z") == ["DECLINED", "ACCEPTED"])
            #expect(try await declined(bench) == [true, true, true])
        }
    }

    @Test("to one instance change that alone")
    func instance() async throws {
        let bench = try await bench(
            Self.calendar + Self.reply("RECURRENCE-ID:20261121T100000Z\r\n"))
        #expect(try statuses(bench, "20261120T100000Z") == ["NEEDS-ACTION", "ACCEPTED"])
        #expect(try statuses(bench, "20261121T100000Z") == ["DECLINED", "ACCEPTED"])
        #expect(try await declined(bench) == [false, true, false])
    }

    @Test("to an earlier version change nothing")
    func old() async throws {
        let bench = try await bench(Self.calendar + Self.reply(stamp: "20261031T235959Z"))
        #expect(try statuses(bench, "20261120T100000Z") == ["NEEDS-ACTION", "ACCEPTED"])
        #expect(try await declined(bench) == [false, false, false])
    }

    @Test(
        "alone are no events, and neither are the other messages; each is reported",
        arguments: ["REPLY", "COUNTER", "REFRESH", "DECLINECOUNTER"])
    func alone(method: String) async throws {
        let message = Self.calendar.replacing(
            "BEGIN:VCALENDAR", with: "BEGIN:VCALENDAR\r\nMETHOD:\(method)")
        let bench = try await bench(message)
        #expect(try await bench.provider().timeline().nodes.allSatisfy { $0.events.isEmpty })
        let diagnostics = try bench.store.diagnostics().map(\.diagnostic)
        #expect(diagnostics.map(\.property) == ["METHOD"])
        #expect(diagnostics.map(\.severity) == [.warning])
    }

    @Test("METHOD behind the events counts, too, and PUBLISH and REQUEST say nothing against them")
    func methods() async throws {
        func count(_ text: String) async throws -> Int {
            try await bench(text).provider().timeline().nodes.flatMap(\.events).count
        }
        let end = "END:VCALENDAR"
        #expect(try await count(Self.calendar.replacing(end, with: "METHOD:REPLY\r\n" + end)) == 0)
        for method in ["PUBLISH", "REQUEST", "ADD"] {
            let text = Self.calendar.replacing(end, with: "METHOD:\(method)\r\n" + end)
            #expect(try await count(text) == 3)
        }
    }

    @Test("go with their file, and come back changed")
    func refresh() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.calendar, to: "event.ics")
        try folder.write(Self.reply(), to: "reply.ics", age: 90)
        let bench = try Bench()
        try await bench.add(folder.path, kind: .folder)
        #expect(try statuses(bench, "20261120T100000Z") == ["DECLINED", "ACCEPTED"])
        // What is stored is what a new import would store.
        #expect(try await bench.importer.verify().isEmpty)
        try folder.write(
            Self.reply().replacing("DECLINED", with: "TENTATIVE"), to: "reply.ics", age: 60)
        _ = try await bench.importer.refresh()
        #expect(try statuses(bench, "20261120T100000Z") == ["TENTATIVE", "ACCEPTED"])
        try folder.remove("reply.ics")
        _ = try await bench.importer.refresh()
        #expect(try statuses(bench, "20261120T100000Z") == ["NEEDS-ACTION", "ACCEPTED"])
    }

    @Test("stand in an export of the store as the change that they are")
    func export() async throws {
        let bench = try await bench(Self.calendar + Self.reply())
        let merged = CalendarMerge(try bench.store.mergeSources())
        #expect(merged.report.eventCount == 1)
        #expect(merged.text.contains("PARTSTAT=DECLINED:mailto:kim@example.org"))
        #expect(merged.text.contains("DTEND:20261120T110000Z"))
    }

    @Test("are not touched by an edit of the event in the same file")
    func edit() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.calendar + Self.reply(), to: "a.ics")
        let bench = try Bench()
        var source = CalendarSource(name: "a", kind: .file, location: file)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        let event = try #require(
            try await bench.provider().timeline().nodes.flatMap(\.events).first)
        _ = try await bench.editor.edit(event, scope: .all) { $0.event.summary = "Brunch" }
        let text = String(decoding: try FileContent.read(path: file), as: UTF8.self)
        #expect(text.contains("SUMMARY:Brunch"))
        #expect(text.hasSuffix(Self.reply()))
    }
}
