import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// A folder may keep an instance in a file of its own (RFC 5545 3.8.4.4: UID and RECURRENCE-ID name it).
@Suite("Messages about an event of two files")
struct InvitationFilesTests {
    private let bench: Bench
    private let folder: TemporaryFolder

    private static let people = """
        ORGANIZER:mailto:boss@example.org\r
        ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:me@example.org
        """

    private static func series(sequence: Int) -> String {
        """
        UID:a\r
        DTSTAMP:20261101T000000Z\r
        DTSTART:20261201T100000Z\r
        RRULE:FREQ=WEEKLY;COUNT=3\r
        SUMMARY:Team \(sequence)\r
        SEQUENCE:\(sequence)\r
        \(people)
        """
    }

    init() async throws {
        (bench, folder) = (try Bench(), try TemporaryFolder())
        try folder.write(Make.calendar(Self.series(sequence: 0)), to: "a.ics")
        let day = """
            UID:a\r
            DTSTAMP:20261101T000000Z\r
            RECURRENCE-ID:20261208T100000Z\r
            DTSTART:20261208T150000Z\r
            SUMMARY:Team later\r
            \(Self.people)
            """
        try folder.write(Make.calendar(day), to: "b.ics")
        var source = CalendarSource(name: "Work", kind: .folder, location: folder.path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    private func read(_ name: String) -> String? {
        try? String(contentsOf: URL(filePath: "\(folder.path)/\(name)"), encoding: .utf8)
    }

    private func request(sequence: Int) throws -> IncomingCalendar {
        let text = Make.calendar(Self.series(sequence: sequence))
            .replacing("VERSION", with: "METHOD:REQUEST\r\nVERSION")
        return try IncomingCalendar(Array(text.utf8), place: "mail")
    }

    private func take(sequence: Int, _ status: InvitationAnswer.Status?) async throws {
        _ = try await bench.editor.take(
            try Invitation(try request(sequence: sequence)),
            answer: status.map { InvitationAnswer($0) }, as: CalendarAddresses(["me@example.org"]),
            zone: bench.zone, followsEvents: true)
    }

    private func count(_ word: String, in name: String) -> Int {
        (read(name) ?? "").components(separatedBy: word).count - 1
    }

    @Test("an answer changes each component in its file")
    func answer() async throws {
        let (a, b) = (read("a.ics"), read("b.ics"))
        try await take(sequence: 0, .declined)
        for name in ["a.ics", "b.ics"] {
            #expect(count("BEGIN:VEVENT", in: name) == 1)
            #expect(count("PARTSTAT=DECLINED", in: name) == 1)
        }
        _ = try await bench.editor.undo()
        #expect(read("a.ics") == a && read("b.ics") == b)
    }

    @Test(
        "a newer version, also by import, replaces the series and takes the older day with it",
        arguments: [true, false])
    func newer(isMail: Bool) async throws {
        let (a, b) = (read("a.ics"), read("b.ics"))
        if isMail {
            try await take(sequence: 1, nil)
        } else {
            let received = try await bench.editor.receive(
                try request(sequence: 1), as: CalendarAddresses(["me@example.org"]),
                followsEvents: true)
            #expect(received.items.map(\.outcome) == [.updated])
        }
        #expect(count("BEGIN:VEVENT", in: "a.ics") == 1 && count("Team 1", in: "a.ics") == 1)
        #expect(read("b.ics") == nil)
        _ = try await bench.editor.undo()
        #expect(read("a.ics") == a && read("b.ics") == b)
    }
}
