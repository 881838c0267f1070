import ICalendar
import Testing

@testable import AgendaKit

@Suite("Events that come by mail")
struct ReceivingTests {
    func calendar(
        _ events: [String], method: String? = nil, zone: String = ""
    ) throws -> IncomingCalendar {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + (method.map { "METHOD:\($0)\r\n" } ?? "") + zone
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
        return try IncomingCalendar(Array(text.utf8), place: "mail")
    }

    func lines(_ lines: String...) -> String { lines.joined(separator: "\r\n") }

    func receive(
        _ bench: Bench, _ events: String..., method: String? = nil, commits: Bool = true
    ) async throws -> [ReceivedEvents.Outcome] {
        try await bench.editor.receive(try calendar(events, method: method), commits: commits)
            .items.map(\.outcome)
    }

    func text(_ bench: Bench, _ uid: String = "a") throws -> String {
        let details = try bench.store.details(
            of: OccurrenceID(uid: uid, recurrenceID: nil).description, clock: bench.clock,
            zone: bench.zone)
        return String(decoding: details.rawText, as: UTF8.self)
    }

    var tea: String {
        lines(
            "UID:a", "DTSTAMP:20261101T000000Z", "DTSTART:20261121T140000Z", "SUMMARY:Tea",
            "SEQUENCE:1", "X-ODD:kept")
    }

    @Test("the UID is kept, nothing else is lost, and the same again changes nothing")
    func again() async throws {
        let bench = try Bench()
        #expect(try await receive(bench, tea) == [.added])
        #expect(try text(bench).contains("X-ODD:kept\r\n"))
        #expect(try await receive(bench, tea) == [.unchanged])
        #expect(try bench.store.history().count == 1)
    }

    @Test("a newer one replaces what is there, an older one does not")
    func revisions() async throws {
        let bench = try Bench()
        _ = try await receive(bench, tea)
        let newer = tea.replacing("SEQUENCE:1", with: "SEQUENCE:2").replacing("Tea", with: "Coffee")
        #expect(try await receive(bench, newer) == [.updated])
        #expect(try text(bench).contains("SUMMARY:Coffee\r\n"))
        #expect(try await receive(bench, tea) == [.older])
        #expect(try text(bench).contains("SEQUENCE:2\r\n"))
        // As new, but different: whoever exports without revisions is believed.
        let same = newer.replacing("Coffee", with: "Cocoa")
        #expect(try await receive(bench, same) == [.updated])
        #expect(try text(bench).contains("SUMMARY:Cocoa\r\n"))
        _ = try await bench.editor.undo()
        #expect(try text(bench).contains("SUMMARY:Coffee\r\n"))
    }

    @Test("what was changed here since is not taken back by the file from before")
    func ownEdit() async throws {
        let bench = try Bench()
        _ = try await receive(bench, tea)
        let occurrence = try bench.store.details(
            of: OccurrenceID(uid: "a", recurrenceID: nil).description, clock: bench.clock,
            zone: bench.zone
        ).occurrence
        _ = try await bench.editor.edit(occurrence, scope: .all) { $0.event.summary = "Mine" }
        #expect(try await receive(bench, tea) == [.older])
        #expect(try text(bench).contains("SUMMARY:Mine\r\n"))
    }

    private var weekly: String {
        lines(
            "UID:w", "DTSTAMP:20261101T000000Z", "DTSTART;TZID=Europe/Berlin:20261123T100000",
            "DTEND;TZID=Europe/Berlin:20261123T110000", "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:Class"
        )
    }

    private func moved(_ hour: String, sequence: Int) -> String {
        lines(
            "UID:w", "DTSTAMP:20261101T000000Z",
            "RECURRENCE-ID;TZID=Europe/Berlin:20261130T100000",
            "DTSTART;TZID=Europe/Berlin:20261130T\(hour)0000",
            "DTEND;TZID=Europe/Berlin:20261130T\(hour)3000", "SUMMARY:Class moved",
            "SEQUENCE:\(sequence)")
    }

    func starts(_ bench: Bench) async throws -> [String] {
        let days = try Make.date("2026-11-20")..<Make.date("2026-12-31")
        return try await bench.provider().days(days).nodes.flatMap { node in
            node.events.map { event in
                let start = bench.zone.wallTime(at: bench.zone.instant(of: event.span.start))
                return "\(start.icalendar) \(event.status.rawValue)"
            }
        }
    }

    @Test("an instance's change is laid over the series that is there, and a newer one over that")
    func instance() async throws {
        let bench = try Bench()
        #expect(try await receive(bench, weekly) == [.added])
        #expect(try await receive(bench, moved("15", sequence: 1)) == [.updated])
        #expect(try await receive(bench, moved("16", sequence: 2)) == [.updated])
        #expect(try await receive(bench, moved("15", sequence: 1)) == [.older])
        #expect(
            try await starts(bench) == [
                "20261123T100000 confirmed", "20261130T160000 confirmed",
                "20261207T100000 confirmed", "20261214T100000 confirmed",
            ])
        // The series once more, older than the instance's change, leaves that alone.
        #expect(try await receive(bench, weekly) == [.unchanged])
        #expect(try await starts(bench)[1] == "20261130T160000 confirmed")
        // A new state of the series takes older changes of instances with it.
        let newer = weekly.replacing("SUMMARY:Class", with: "SUMMARY:Class\r\nSEQUENCE:3")
        #expect(try await receive(bench, newer) == [.updated])
        #expect(try await starts(bench)[1] == "20261130T100000 confirmed")
    }

    @Test(
        "METHOD:CANCEL cancels an event or one instance; an older one does not; what is not here is said"
    )
    func cancel() async throws {
        let bench = try Bench()
        let organizer = "ORGANIZER:mailto:o@example.org"
        _ = try await receive(bench, lines(weekly, organizer), lines(tea, organizer))
        let one = lines(
            "UID:w", "DTSTAMP:20261102T000000Z", "SEQUENCE:1", organizer,
            "RECURRENCE-ID;TZID=Europe/Berlin:20261207T100000",
            "DTSTART;TZID=Europe/Berlin:20261207T100000", "STATUS:CANCELLED")
        #expect(try await receive(bench, one, method: "CANCEL") == [.cancelled])
        #expect(
            try await starts(bench).filter { $0.hasPrefix("20261") && $0.contains("T10") } == [
                "20261123T100000 confirmed", "20261130T100000 confirmed",
                "20261207T100000 cancelled", "20261214T100000 confirmed",
            ])
        let old = lines(
            "UID:a", "DTSTAMP:20261102T000000Z", "SEQUENCE:0", "DTSTART:20261121T140000Z", organizer
        )
        #expect(try await receive(bench, old, method: "CANCEL") == [.older])
        #expect(!(try text(bench).contains("STATUS:CANCELLED")))
        let whole = old.replacing("SEQUENCE:0", with: "SEQUENCE:2")
        #expect(try await receive(bench, whole, method: "cancel") == [.cancelled])
        #expect(try text(bench).contains("STATUS:CANCELLED\r\n"))
        let other = whole.replacing("UID:a", with: "UID:b")
        #expect(try await receive(bench, other, method: "CANCEL") == [.unknown])
        _ = try await bench.editor.undo()
        #expect(!(try text(bench).contains("STATUS:CANCELLED")))
    }

    /// Written by hand: a message changes what its organizer organizes; what has no `METHOD`, or is published without an
    /// organizer, may be one's own export.
    @Test(
        "a message changes no event of one's own, and none of another organizer",
        arguments: [
            ("REQUEST", ["own", "own", "theirs", "updated"]),
            ("CANCEL", ["own", "own", "theirs", "cancelled"]),
            ("PUBLISH", ["own", "own", "theirs", "updated"]),
            ("PUBLISH without organizer", ["updated", "updated", "updated", "updated"]),
            ("REQUEST without organizer", ["own", "own", "theirs", "theirs"]),
            ("CANCEL without organizer", ["own", "own", "theirs", "theirs"]),
            ("", ["updated", "updated", "updated", "updated"]),
        ])
    func owners(_ method: String, _ outcomes: [String]) async throws {
        let me = CalendarAddresses(["me@example.org"])
        let organizers = [nil, "me@example.org", "carl@example.org", "boss@example.org"]
        for (organizer, expected) in zip(organizers, outcomes) {
            let bench = try Bench()
            let stored = organizer.map { lines(tea, "ORGANIZER:mailto:\($0)") } ?? tea
            _ = try await receive(bench, stored)
            let before = try text(bench)
            var new = tea.replacing("SEQUENCE:1", with: "SEQUENCE:9")
                .replacing("SUMMARY:Tea", with: "SUMMARY:Free pizza")
            if !method.hasSuffix("without organizer"), !method.isEmpty {
                new = lines(new, "ORGANIZER:mailto:boss@example.org")
            }
            let name = method.split(separator: " ").first.map(String.init)
            let received = try await bench.editor.receive(
                try calendar([new], method: name), as: me)
            let outcome =
                switch received.items[0].outcome {
                case .refused(let error):
                    switch error.reason {
                    case .invitation(.ownEvent): "own"
                    case .invitation(.otherOrganizer): "theirs"
                    default: "\(error.reason)"
                    }
                case let other: "\(other)"
                }
            #expect(outcome == expected, "\(organizer ?? "none")")
            #expect((try text(bench) == before) == ["own", "theirs"].contains(outcome))
        }
    }

    @Test("a local event is found as fast among thousands as among few", .timeLimit(.minutes(30)))
    func many() async throws {
        func duration(among count: Int) async throws -> Duration {
            let bench = try Bench()
            let events = (0..<count).map {
                "UID:\($0)\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261121T140000Z\r\nSUMMARY:Tea"
            }
            let received = try await bench.editor.receive(try calendar(events))
            #expect(received.items.count { $0.outcome == .added } == count)
            let local = try bench.store.localCalendar()
            var calendar = LocalCalendar(local, bench.importer.context)
            return try processorTime {
                for number in 0..<100 {
                    let found = try calendar.read(
                        SeriesName(kind: .event, uid: "\(number)"), href: nil)
                    #expect(found.texts.count == 1)
                }
            }
        }
        // Where all were listed for each, it was ten times.
        #expect(try await duration(among: 2_000) / duration(among: 200) < 4)
    }

    @Test("answers to an invitation bring no event", arguments: ["REPLY", "COUNTER", "REFRESH"])
    func answers(method: String) async throws {
        let bench = try Bench()
        await #expect(throws: AgendaError.self) {
            try await receive(bench, tea, method: method)
        }
        #expect(try bench.store.history().isEmpty)
    }

    @Test("several events are one change, of which a dry run makes nothing; one undo takes it back")
    func several() async throws {
        let bench = try Bench()
        let other = tea.replacing("UID:a", with: "UID:b")
        #expect(try await receive(bench, tea, other, commits: false) == [.added, .added])
        #expect(try await bench.lines().isEmpty)
        #expect(try await receive(bench, tea, other) == [.added, .added])
        #expect(try bench.store.history().count == 1)
        #expect(try await bench.lines().count == 2)
        _ = try await bench.editor.undo()
        #expect(try await bench.lines().isEmpty)
        _ = try await bench.editor.redo()
        #expect(try await bench.lines().count == 2)
    }

    @Test("two events of one UID are refused, their neighbours are taken")
    func ambiguous() async throws {
        let bench = try Bench()
        let later = tea.replacing("20261121", with: "20261122")
        let other = tea.replacing("UID:a", with: "UID:b")
        let outcomes = try await receive(bench, tea, later, other)
        guard case .refused = outcomes[0] else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(outcomes.count == 2 && outcomes[1] == .added)
        // The same text twice is one event.
        #expect(try await receive(bench, tea, tea) == [.added])
    }

    @Test("an event without UID keeps the one that was made for it; Latin-1 becomes UTF-8")
    func awkward() async throws {
        let bench = try Bench()
        let event = lines(
            "DTSTAMP:20261101T000000Z", "DTSTART:20261121T140000Z", "SUMMARY:Gr\u{FC}n")
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n"
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        let incoming = try IncomingCalendar(latin, place: "mail")
        #expect(try await bench.editor.receive(incoming).items.map(\.outcome) == [.added])
        #expect(try await bench.editor.receive(incoming).items.map(\.outcome) == [.unchanged])
        #expect(try await bench.lines() == ["2026-11-21 Grün"])
    }

    @Test(
        "what is no whole calendar is refused",
        arguments: ["", "hello", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"])
    func broken(text: String) {
        #expect(throws: AgendaError.self) { try IncomingCalendar(Array(text.utf8), place: "mail") }
    }

    @Test("a copy has a UID of its own, no organizer and no answers; of a series one day or all")
    func copy() async throws {
        let bench = try Bench()
        let meeting = weekly.replacing(
            "SUMMARY:Class",
            with: """
                SUMMARY:Class\r\nSEQUENCE:7\r\nORGANIZER:mailto:o@x.org\r\nX-ODD:kept\r
                ATTENDEE;PARTSTAT=ACCEPTED:mailto:k@x.org
                """)
        _ = try await receive(bench, meeting)
        let days = try Make.date("2026-11-30")..<Make.date("2026-12-01")
        let second = try #require(try await bench.provider().days(days).nodes[0].events.first)
        let (id, _) = try await bench.editor.copy(second, scope: .this, to: nil) {
            $0.event.summary = "Once"
        }
        let details = try bench.store.details(
            of: id.description, clock: bench.clock, zone: bench.zone)
        #expect(!details.occurrence.isRecurring && details.occurrence.summary == "Once")
        #expect(details.occurrence.span.start == second.span.start)
        #expect(details.event.sequence == 0 && details.event.organizer == nil)
        #expect(details.participants.map(\.status) == ["NEEDS-ACTION"])
        #expect(String(decoding: details.rawText, as: UTF8.self).contains("X-ODD:kept"))
        #expect(try await starts(bench).count == 5)
        let (series, _) = try await bench.editor.copy(second, scope: .all, to: nil) { _ in }
        #expect(series.key != second.id.key)
        #expect(try await starts(bench).count == 9)
        _ = try await bench.editor.undo()
        #expect(try await starts(bench).count == 5)
    }
}
