import ICalendar
import Testing

@testable import AgendaKit

@Suite("Answers to an invitation of one's own")
struct ReplyTests {
    private static let me = CalendarAddresses(["me@example.org"])
    private let bench: Bench

    /// Tuesdays at 10:00 UTC, four times from 1 December.
    init() async throws {
        bench = try Bench()
        try await store("RRULE:FREQ=WEEKLY;COUNT=4")
    }

    private func lines(_ lines: String...) -> String { lines.joined(separator: "\r\n") }

    private func store(_ rule: String, start: String = "DTSTART:20261201T100000Z") async throws {
        let text = Make.calendar(
            lines(
                "UID:s", "DTSTAMP:20260101T000000Z", start, "SUMMARY:Team", rule,
                "ORGANIZER:mailto:me@example.org",
                "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lee@example.org",
                "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:kim@example.org"))
        _ = try await bench.editor.receive(IncomingCalendar(Array(text.utf8), place: "file"))
    }

    private func reply(
        _ status: String, _ instance: String? = nil, stamp: String = "20261120T010000Z",
        attendees: [String] = ["lee@example.org"]
    ) async throws -> TakenInvitation {
        let text = Make.calendar(
            lines(
                "UID:s", "DTSTAMP:\(stamp)", instance.map { "RECURRENCE-ID\($0)" } ?? "SEQUENCE:0",
                "ORGANIZER:mailto:me@example.org",
                attendees.map { "ATTENDEE;PARTSTAT=\(status):mailto:\($0)" }.joined(
                    separator: "\r\n"))
        ).replacing("VERSION", with: "METHOD:REPLY\r\nVERSION")
        return try await bench.editor.take(
            try Invitation(IncomingCalendar(Array(text.utf8), place: "mail")), as: Self.me,
            zone: bench.zone)
    }

    private func texts() async throws -> [String] {
        var calendar = await bench.editor.calendar(try bench.store.localCalendar())
        return try await calendar.read(SeriesName(kind: .event, uid: "s"), href: nil).texts.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(
        "one to a day on which the series does not take place changes nothing",
        arguments: [
            ":20261209T100000Z", ":20261208T030000Z", ":20261229T100000Z",
            ";VALUE=DATE:20261209", ";TZID=Europe/Berlin:20261208T100000",
        ])
    func noInstance(_ id: String) async throws {
        let before = try await texts()
        let taken = try await reply("ACCEPTED", id)
        #expect(taken.replies.map(\.outcome) == [.noInstance])
        #expect(taken.item.outcome == .unchanged && taken.change.operations.isEmpty)
        #expect(try await texts() == before)
    }

    @Test(
        "one to a day on which it does counts, however that is written",
        arguments: [
            ":20261208T100000Z", ";VALUE=DATE:20261208", ";TZID=Europe/Berlin:20261208T110000",
        ])
    func instance(_ id: String) async throws {
        #expect(try await reply("ACCEPTED", id).replies.map(\.outcome) == [.noted])
        #expect(try await texts().count == 2)
    }

    @Test("one to a day of an event that does not repeat changes nothing")
    func single() async throws {
        let event = try bench.store.details(
            of: OccurrenceID(uid: "s", recurrenceID: nil).description, clock: bench.clock,
            zone: bench.zone
        ).occurrence
        _ = try await bench.editor.edit(event, scope: .all) { $0.event.recurrenceRules = [] }
        let before = try await texts()
        let taken = try await reply("ACCEPTED", ":20261208T100000Z")
        #expect(taken.replies.map(\.outcome) == [.noInstance])
        #expect(try await texts() == before)
    }

    @Test("one to the whole series leaves a day that was answered by itself")
    func ownAnswer() async throws {
        _ = try await reply("DECLINED", ":20261208T100000Z")
        _ = try await reply("ACCEPTED", stamp: "20261120T020000Z")
        func statuses() async throws -> [Bool] {
            try await texts().map { $0.contains("PARTSTAT=DECLINED") }
        }
        #expect(try await statuses() == [false, true])
        // Also where the answer to the series came first, and the same again.
        _ = try await reply("TENTATIVE", stamp: "20261120T030000Z")
        #expect(try await statuses() == [false, true])
        #expect(try await texts()[0].contains("PARTSTAT=TENTATIVE"))
        // A day that somebody else answered follows.
        _ = try await reply("ACCEPTED", ":20261215T100000Z", attendees: ["kim@example.org"])
        _ = try await reply("DECLINED", stamp: "20261120T040000Z")
        #expect(try await statuses() == [true, true, true])
    }

    @Test("one that names two attendees is refused, unless one of them has delegated to the other")
    func attendees() async throws {
        let before = try await texts()
        do {
            _ = try await reply("ACCEPTED", attendees: ["lee@example.org", "kim@example.org"])
            Issue.record("was taken")
        } catch let error as AgendaError {
            #expect(error.reason == .invitation(.severalAnswer(2)))
        }
        #expect(try await texts() == before)
        let delegated = Make.calendar(
            lines(
                "UID:s", "DTSTAMP:20261120T010000Z", "ORGANIZER:mailto:me@example.org",
                "ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO=\"mailto:dan@example.org\":mailto:kim@example.org",
                "ATTENDEE;PARTSTAT=ACCEPTED;DELEGATED-FROM=\"mailto:kim@example.org\":mailto:dan@example.org"
            )
        ).replacing("VERSION", with: "METHOD:REPLY\r\nVERSION")
        let taken = try await bench.editor.take(
            try Invitation(IncomingCalendar(Array(delegated.utf8), place: "mail")), as: Self.me,
            zone: bench.zone)
        #expect(taken.replies.map(\.attendee.address) == ["dan@example.org"])
        #expect(taken.replies.map(\.outcome) == [.noted])
    }

    @Test("a cancellation of a day on which a series does not take place adds no cancelled meeting")
    func cancelledDay() async throws {
        let event = lines(
            "UID:c", "DTSTAMP:20260101T000000Z", "DTSTART:20261201T100000Z", "SUMMARY:Class",
            "RRULE:FREQ=WEEKLY;COUNT=4", "ORGANIZER:mailto:boss@example.org")
        _ = try await bench.editor.receive(
            IncomingCalendar(Array(Make.calendar(event).utf8), place: "file"))
        let cancel = Make.calendar(
            lines(
                "UID:c", "DTSTAMP:20261120T010000Z", "SEQUENCE:1",
                "RECURRENCE-ID:20261209T100000Z", "ORGANIZER:mailto:boss@example.org")
        ).replacing("VERSION", with: "METHOD:CANCEL\r\nVERSION")
        let incoming = try IncomingCalendar(Array(cancel.utf8), place: "mail")
        #expect(try await bench.editor.receive(incoming).items.map(\.outcome) == [.unknown])
        let taken = try await bench.editor.take(
            try Invitation(incoming), as: Self.me, zone: bench.zone)
        #expect(taken.item.outcome == .unknown && taken.change.operations.isEmpty)
    }
}
