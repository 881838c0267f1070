import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Files that are edited in their own form")
struct FileFormTests {
    private static func latin1(_ text: String) -> Data {
        text.data(using: .windowsCP1252) ?? Data()
    }

    private func bench(_ data: Data, in folder: TemporaryFolder) async throws -> Bench {
        let path = folder.path + "/team.ics"
        try data.write(to: URL(filePath: path))
        let bench = try Bench()
        var source = CalendarSource(name: "team", kind: .file, location: path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return bench
    }

    private func edit(
        _ bench: Bench, _ change: @escaping @Sendable (inout Event) -> Void
    ) async throws {
        let event = try #require(try await bench.provider().timeline().nodes[120].events.first)
        _ = try await bench.editor.edit(event, scope: .all) { change(&$0.event) }
    }

    private static let cafe = Make.calendar(
        "UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Müller\r\nLOCATION:Café\r\nX-ODD:naïve")

    @Test("an edit in a Latin-1 file writes Latin-1, and an undo gives back its bytes")
    func latin1() async throws {
        let folder = try TemporaryFolder()
        let old = Self.latin1(Self.cafe)
        let bench = try await bench(old, in: folder)
        try await edit(bench) { $0.summary = "Größe – 5 €" }
        let new = try Data(contentsOf: URL(filePath: folder.path + "/team.ics"))
        let text = try #require(String(data: new, encoding: .windowsCP1252))
        #expect(text.contains("SUMMARY:Größe – 5 €\r\n"))
        #expect(text.contains("LOCATION:Café\r\n") && text.contains("X-ODD:naïve\r\n"))
        #expect(try await bench.lines() == ["2026-11-20 Größe – 5 €"])
        _ = try await bench.editor.undo()
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/team.ics")) == old)
        _ = try await bench.editor.redo()
        #expect(try await bench.lines() == ["2026-11-20 Größe – 5 €"])
    }

    @Test("what Latin-1 does not have is refused with a line; the file stays")
    func unknownLetters() async throws {
        let folder = try TemporaryFolder()
        let old = Self.latin1(Self.cafe)
        let bench = try await bench(old, in: folder)
        let error = await #expect(throws: AgendaError.self) {
            try await edit(bench) { $0.summary = "日本" }
        }
        #expect(error?.reason == .notInLatin1("日"))
        // In Latin-1 these are the bytes of another letter in UTF-8, as which they would be read.
        await #expect(throws: AgendaError.self) { try await edit(bench) { $0.summary = "Ã¤" } }
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/team.ics")) == old)
        #expect(try bench.store.history().isEmpty)
    }

    @Test("an event that leaves a Latin-1 file is UTF-8 in its new calendar")
    func movedAway() async throws {
        let folder = try TemporaryFolder()
        let bench = try await bench(Self.latin1(Self.cafe), in: folder)
        let event = try #require(try await bench.provider().timeline().nodes[120].events.first)
        let change = try await bench.editor.move(event, to: nil)
        let after = try #require(change.operations.first?.after)
        let text = try #require(String(validating: after, as: UTF8.self))
        #expect(text.contains("SUMMARY:Müller\r\n") && text.contains("X-ODD:naïve\r\n"))
        #expect(try await bench.lines() == ["2026-11-20 Müller"])
    }

    @Test("a UTF-8 file with a line in Latin-1 gets UTF-8")
    func mixed() async throws {
        let folder = try TemporaryFolder()
        var data = Data(Self.cafe.replacing("X-ODD:naïve", with: "X-ODD:nai").utf8)
        let place = try #require(data.firstRange(of: Data("nai".utf8)))
        data[place.upperBound - 1] = 0xEF
        let bench = try await bench(data, in: folder)
        try await edit(bench) { $0.summary = "日本" }
        let new = try Data(contentsOf: URL(filePath: folder.path + "/team.ics"))
        #expect(new.firstRange(of: Data("SUMMARY:日本\r\n".utf8)) != nil)
        #expect(new.firstRange(of: Data("X-ODD:na".utf8) + [0xEF, 0x0D]) != nil)
    }

    @Test(
        "a file that holds something else beside the calendar is not edited",
        arguments: [
            ("PK\u{3}\u{4} stored\r\n", ""), ("From: kim@example.org\r\n\r\n", ""),
            ("", "PK\u{1}\u{2} directory"), ("", "--boundary--\r\n"),
        ])
    func beside(before: String, after: String) async throws {
        let folder = try TemporaryFolder()
        let calendar = Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Tea")
        let old = Data((before + calendar + after).utf8)
        let bench = try await bench(old, in: folder)
        let error = await #expect(throws: AgendaError.self) {
            try await edit(bench) { $0.summary = "Coffee" }
        }
        #expect(error?.reason == .otherContent)
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/team.ics")) == old)
    }

    @Test("blank lines, a byte order mark and a last end of file of DOS do not matter")
    func blanks() async throws {
        let folder = try TemporaryFolder()
        let calendar = Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Tea")
        let bench = try await bench(
            Data(("\u{FEFF}\r\n" + calendar + "\r\n\u{1A}").utf8), in: folder)
        try await edit(bench) { $0.summary = "Coffee" }
        #expect(try await bench.lines() == ["2026-11-20 Coffee"])
    }

    /// Files with line ends of both kinds, empty lines, and without VCALENDAR.
    private static let odd = [
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//p//EN\r\nBEGIN:VEVENT\r\nUID:m\r\nDTSTAMP:20260101T000000Z\r\n"
            + "LAST-MODIFIED:20260101T000000Z\r\nDTSTART:20261120T170000Z\r\nSUMMARY:Old\r\nTRANSP:TRANSPARENT\n\r\n"
            + "CLASS:PUBLIC\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        "BEGIN:VEVENT\nUID:b\nDTSTAMP:20260101T000000Z\nLAST-MODIFIED:20260101T000000Z\n"
            + "DTSTART:20261120T170000Z\nSUMMARY:Old\nEND:VEVENT\n",
        // The last line has another end, or none.
        "BEGIN:VEVENT\r\nUID:b\r\nDTSTAMP:20260101T000000Z\r\nLAST-MODIFIED:20260101T000000Z\r\n"
            + "DTSTART:20261120T170000Z\r\nSUMMARY:Old\r\nEND:VEVENT\n",
        "BEGIN:VEVENT\r\nUID:b\r\nDTSTAMP:20260101T000000Z\r\nLAST-MODIFIED:20260101T000000Z\r\n"
            + "DTSTART:20261120T170000Z\r\nSUMMARY:Old\r\nEND:VEVENT",
        "\r\nBEGIN:VCALENDAR\nVERSION:2.0\r\nPRODID:-//p//EN\n\nBEGIN:VEVENT\nUID:m\r\nDTSTAMP:20260101T000000Z\n"
            + "LAST-MODIFIED:20260101T000000Z\n\n\nDTSTART:20261120T170000Z\nSUMMARY:Old\nEND:VEVENT\r\n\n"
            + "END:VCALENDAR\n\n",
    ]

    @Test(
        "lines that are not changed keep their ends, empty lines stay, and an undo gives back every byte",
        arguments: odd)
    func lineEnds(text: String) async throws {
        let folder = try TemporaryFolder()
        let bench = try await bench(Data(text.utf8), in: folder)
        try await edit(bench) { $0.summary = "New" }
        let new = try String(contentsOf: URL(filePath: folder.path + "/team.ics"), encoding: .utf8)
        // The bench's clock.
        let stamp = "20261120T120000Z"
        #expect(
            new
                == text.replacing("SUMMARY:Old", with: "SUMMARY:New")
                .replacing("DTSTAMP:20260101T000000Z", with: "DTSTAMP:\(stamp)")
                .replacing("LAST-MODIFIED:20260101T000000Z", with: "LAST-MODIFIED:\(stamp)"))
        _ = try await bench.editor.undo()
        let old = try Data(contentsOf: URL(filePath: folder.path + "/team.ics"))
        #expect(old == Data(text.utf8))
    }

    @Test("a change of the series leaves the RECURRENCE-ID of its moved instances as it is written")
    func recurrenceIDs() async throws {
        let folder = try TemporaryFolder()
        let text =
            Make.calendar(
                "UID:a\r\nDTSTART;TZID=Europe/Berlin:20261120T130000\r\nRRULE:FREQ=DAILY;COUNT=4\r\nSUMMARY:Old"
            )
            .replacing(
                "END:VCALENDAR",
                with:
                    "BEGIN:VEVENT\r\nUID:a\r\nRECURRENCE-ID:20261121T120000Z\r\nDTSTART;TZID=Europe/London:20261121T150000\r\nSUMMARY:Moved\r\nEND:VEVENT\r\nEND:VCALENDAR"
            )
        let bench = try await bench(Data(text.utf8), in: folder)
        try await edit(bench) { $0.details = "Something" }
        let new = try String(contentsOf: URL(filePath: folder.path + "/team.ics"), encoding: .utf8)
        #expect(new.contains("DESCRIPTION:Something\r\n"))
        #expect(new.contains("\r\nRECURRENCE-ID:20261121T120000Z\r\n"))
    }
}
