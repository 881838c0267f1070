@testable import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Cancellations without a start")
struct EventCancellationTests {
    private static let event = Make.calendar(
        """
        UID:1\r
        DTSTAMP:20261101T000000Z\r
        SEQUENCE:1\r
        DTSTART:20261120T130000Z\r
        DTEND:20261120T140000Z\r
        RRULE:FREQ=DAILY;COUNT=3\r
        SUMMARY:Lunch
        """)

    /// As RFC 5546 4.2.10 and 4.4.3 have it.
    private static func cancellation(_ lines: String = "", sequence: Int = 1) -> String {
        """
        BEGIN:VCALENDAR\r
        METHOD:CANCEL\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        ORGANIZER:mailto:a@example.com\r
        ATTENDEE;CUTYPE=INDIVIDUAL:mailto:b@example.com\r
        COMMENT:Mr. B cannot attend\r
        UID:1\r
        SEQUENCE:\(sequence)\r
        \(lines)STATUS:CANCELLED\r
        DTSTAMP:20261102T000000Z\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    }

    private func bench(_ texts: String...) async throws -> Bench {
        let bench = try Bench()
        for (index, text) in texts.enumerated() {
            _ = try await bench.importer.addStream(Array(text.utf8), name: "\(index)")
        }
        return bench
    }

    private func statuses(_ bench: Bench) async throws -> [String] {
        try await bench.provider().timeline().nodes
            .flatMap { $0.events.map { "\($0.summary ?? "") \($0.status.rawValue)" } }
    }

    private let all = [String](repeating: "Lunch cancelled", count: 3)

    @Test("cancel the event in the same file and from another source, before it and after")
    func whole() async throws {
        let cancel = Self.cancellation()
        for bench in [
            try await bench(Self.event + cancel), try await bench(cancel, Self.event),
            try await bench(Self.event, cancel),
        ] {
            #expect(try await statuses(bench) == all)
            #expect(try bench.store.diagnostics().isEmpty)
            let id = OccurrenceID(uid: "1", recurrenceID: nil).description
            let details = try bench.store.details(of: id, clock: bench.clock, zone: bench.zone)
            #expect(details.event.status == .cancelled)
        }
    }

    @Test("of one instance cancel that alone; of an earlier version nothing")
    func instance() async throws {
        let one = try await bench(
            Self.event, Self.cancellation("RECURRENCE-ID:20261121T130000Z\r\n"))
        #expect(
            try await statuses(one) == ["Lunch confirmed", "Lunch cancelled", "Lunch confirmed"])
        let old = try await bench(Self.event, Self.cancellation(sequence: 0))
        #expect(try await statuses(old) == [String](repeating: "Lunch confirmed", count: 3))
        // An instance that cannot be read is not the whole event.
        let bad = try await bench(Self.event, Self.cancellation("RECURRENCE-ID:never\r\n"))
        #expect(try await statuses(bad) == [String](repeating: "Lunch confirmed", count: 3))
    }

    @Test("that go let the event take place again")
    func removed() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try folder.write(Self.event, to: "a.ics")
        try await bench.add(folder.path, kind: .folder)
        try folder.write(Self.cancellation(), to: "b.ics")
        _ = try await bench.importer.refresh()
        #expect(try await statuses(bench) == all)
        try folder.remove("b.ics")
        _ = try await bench.importer.refresh()
        #expect(try await statuses(bench) == [String](repeating: "Lunch confirmed", count: 3))
    }

    @Test("are imported as those with a start are")
    func imported() async throws {
        let bench = try Bench()
        func receive(_ text: String) async throws -> [ReceivedEvents.Outcome] {
            try await bench.editor.receive(
                try IncomingCalendar(Array(text.utf8), place: "mail")
            ).items.map(\.outcome)
        }
        #expect(try await receive(Self.cancellation()) == [.unknown])
        // Only the organizer cancels.
        let event = Self.event.replacing(
            "SUMMARY", with: "ORGANIZER:mailto:a@example.com\r\nSUMMARY")
        #expect(try await receive(event) == [.added])
        #expect(try await receive(Self.cancellation(sequence: 0)) == [.older])
        let one = Self.cancellation("RECURRENCE-ID:20261121T130000Z\r\n")
        #expect(try await receive(one) == [.cancelled])
        #expect(
            try await statuses(bench) == ["Lunch confirmed", "Lunch cancelled", "Lunch confirmed"])
        #expect(try await receive(Self.cancellation(sequence: 2)) == [.cancelled])
        #expect(try await statuses(bench) == all)
    }

    @Test("cancel the event that is merged with them")
    func merged() {
        let result = CalendarMerge([
            MergeSource(name: "a", text: Self.event),
            MergeSource(name: "b", text: Self.cancellation()),
        ])
        #expect(result.text.contains("\r\nSTATUS:CANCELLED\r\n"))
        #expect(result.text.contains("\r\nSUMMARY:Lunch\r\n"))
        #expect(result.report.eventCount == 1)
    }
}
