import ICalendar
import Testing

@testable import AgendaKit

/// A `RECURRENCE-ID` in another form than `DTSTART`. RFC 5545 3.8.4.4 asks for the same form; programs write others.
struct InstanceName: CustomTestStringConvertible, Sendable {
    let start: String
    let id: String
    let moved: String
    /// Where the series' own instances are, beside the moved one.
    let others: [String]

    var testDescription: String { "\(id) in \(start)" }

    private static let days = ["2026-11-26", "2026-11-28", "2026-11-29"]
    private static let zoned = "DTSTART;TZID=Europe/Berlin:20261126T100000"

    static let all =
        [
            (zoned, "RECURRENCE-ID;VALUE=DATE:20261127"), (zoned, "RECURRENCE-ID:20261127T100000"),
            (zoned, "RECURRENCE-ID;TZID=Europe/London:20261127T090000"),
            ("DTSTART:20261126T100000", "RECURRENCE-ID:20261127T100000Z"),
        ].map {
            InstanceName(start: $0.0, id: $0.1, moved: "DTSTART:20261130T150000Z", others: days)
        }
        + [
            "RECURRENCE-ID:20261127T000000Z", "RECURRENCE-ID:20261127T000000",
            // Midnight in Berlin.
            "RECURRENCE-ID:20261126T230000Z", "RECURRENCE-ID;TZID=Europe/Berlin:20261127T000000",
        ].map {
            InstanceName(
                start: "DTSTART;VALUE=DATE:20261126", id: $0, moved: "DTSTART;VALUE=DATE:20261130",
                others: days)
        }

    var master: String {
        "UID:a\r\nDTSTAMP:20261101T000000Z\r\n\(start)\r\nRRULE:FREQ=DAILY;COUNT=4\r\nSUMMARY:Team"
    }
    var override: String {
        "UID:a\r\nDTSTAMP:20260101T000000Z\r\n\(id)\r\n\(moved)\r\nSUMMARY:Moved"
    }
}

@Suite("An instance that is named in another form than its series")
struct InstanceNameTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(
            zone: "Europe/Berlin", now: "20261125T060000Z", path: folder.path + "/agenda.db")
    }

    private func add(_ name: InstanceName, inTwoFiles: Bool) async throws {
        try await folder.shell("mkdir team")
        if inTwoFiles {
            try folder.write(Make.calendar(name.master), to: "team/a.ics")
            try folder.write(Make.calendar(name.override), to: "team/b.ics")
        } else {
            try folder.write(Make.calendar(name.master, name.override), to: "team/a.ics")
        }
        var source = CalendarSource(name: "team", kind: .folder, location: folder.path + "/team")
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    private func events() async throws -> [(day: CivilDate, event: AgendaEvent)] {
        try await bench.provider().timeline().nodes.flatMap { node in
            node.events.map { (node.date, $0) }
        }
    }

    private func lines() async throws -> [String] {
        try await events().map {
            "\($0.day.iso) \($0.event.summary ?? "") \($0.event.location ?? "")"
        }
    }

    @Test(
        "it is shown once, and edited and deleted alone where it is",
        arguments: InstanceName.all, [false, true])
    func each(name: InstanceName, inTwoFiles: Bool) async throws {
        try await add(name, inTwoFiles: inTwoFiles)
        let others = name.others.map { "\($0) Team " }
        #expect(try await lines() == others + ["2026-11-30 Moved "])
        let moved = try #require(try await events().first { $0.event.summary == "Moved" }).event
        try await bench.editor.edit(moved, scope: .this) { $0.event.location = "Hall" }
        #expect(try await lines() == others + ["2026-11-30 Moved Hall"])
        _ = try await bench.editor.undo()
        let again = try #require(try await events().first { $0.event.summary == "Moved" }).event
        try await bench.editor.delete(again, scope: .this)
        #expect(try await lines() == others)
    }

    @Test("a cancellation in another form cancels it, too")
    func cancelled() async throws {
        let incoming = try IncomingCalendar(
            Array(
                Make.calendar(
                    "UID:a\r\nDTSTAMP:20261101T000000Z\r\nDTSTART;VALUE=DATE:20261126\r\n"
                        + "RRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Team\r\nORGANIZER:mailto:boss@example.org"
                ).utf8), place: "file")
        _ = try await bench.editor.receive(incoming)
        let text = Make.calendar(
            "UID:a\r\nSEQUENCE:1\r\nDTSTAMP:20261102T000000Z\r\nRECURRENCE-ID:20261127T000000Z\r\n"
                + "ORGANIZER:mailto:boss@example.org"
        ).replacing("VERSION", with: "METHOD:CANCEL\r\nVERSION")
        let received = try await bench.editor.receive(
            try IncomingCalendar(Array(text.utf8), place: "mail"))
        #expect(received.items.map(\.outcome) == [.cancelled])
        let states = try await events().map { "\($0.day.iso) \($0.event.status == .cancelled)" }
        #expect(states == ["2026-11-26 false", "2026-11-27 true", "2026-11-28 false"])
    }
}
