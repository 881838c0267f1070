import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// A folder with one event, which is edited here and changed by others.
private struct Shared {
    let bench: Bench
    let folder: TemporaryFolder

    static func text(
        summary: String = "Tea", location: String = "Here", end: String = "150000",
        more: String = ""
    ) -> String {
        Make.calendar(
            "UID:a\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T140000Z\r\nDTEND:20261120T\(end)Z\r\n"
                + "SUMMARY:\(summary)\r\nLOCATION:\(location)\(more)")
    }

    init(_ text: String = text()) async throws {
        (bench, folder) = (try Bench(), try TemporaryFolder())
        try folder.write(text, to: "a.ics")
        var source = CalendarSource(name: "work", kind: .folder, location: folder.path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    var file: String {
        get throws {
            try String(contentsOf: URL(filePath: folder.path + "/a.ics"), encoding: .utf8)
        }
    }

    var event: AgendaEvent {
        get async throws {
            _ = try await bench.importer.refresh()
            return try #require(
                try await bench.provider().timeline().nodes.flatMap(\.events).first)
        }
    }

    @discardableResult
    func edit(_ change: @Sendable (inout Event) -> Void) async throws -> Int64 {
        try await bench.editor.edit(try await event, scope: .all) { change(&$0.event) }
        return try #require(try bench.store.history().first?.id)
    }

    /// Another device's change arrives: replaces a text of the file.
    func change(_ old: String, to new: String) throws {
        let text = try file
        #expect(text.contains(old))
        try folder.write(text.replacing(old, with: new), to: "a.ics", age: 0)
    }

    /// The reason for which an undo is refused, which changes nothing.
    func refusal(_ id: Int64? = nil) async throws -> AgendaError.Reason? {
        let before = try? file
        do throws(AgendaError) {
            _ = try await bench.editor.undo(id)
            return nil
        } catch {
            #expect((try? file) == before)
            return error.reason
        }
    }
}

@Suite("Undo of what was changed since")
struct UndoMergeTests {
    @Test("takes back its own property, and keeps what others changed; redo likewise")
    func merges() async throws {
        let shared = try await Shared()
        try await shared.edit { $0.location = "There" }
        try shared.change("SUMMARY:Tea", to: "SUMMARY:Coffee")
        _ = try await shared.bench.editor.undo()
        #expect(try await shared.event.location == "Here")
        #expect(try await shared.event.summary == "Coffee")
        try shared.change("SUMMARY:Coffee", to: "SUMMARY:Cocoa")
        _ = try await shared.bench.editor.redo()
        #expect(try await shared.event.location == "There")
        #expect(try await shared.event.summary == "Cocoa")
        // And the undo is one that can be taken back again, with what it found.
        _ = try await shared.bench.editor.undo()
        #expect(try await shared.event.location == "Here")
    }

    @Test("takes no notice of a server's form of the same content")
    func rewritten() async throws {
        let shared = try await Shared()
        try await shared.edit { $0.location = "There" }
        let rewritten = """
            BEGIN:VCALENDAR\r
            PRODID:-//server//EN\r
            VERSION:2.0\r
            BEGIN:VEVENT\r
            LOCATION:The\r
             re\r
            SUMMARY;LANGUAGE=en:Tea\r
            DTEND:20261120T150000Z\r
            DTSTART:20261120T140000Z\r
            DTSTAMP:20261121T000000Z\r
            UID:a\r
            END:VEVENT\r
            END:VCALENDAR\r

            """.replacing(";LANGUAGE=en", with: "")
        try shared.folder.write(rewritten, to: "a.ics", age: 0)
        _ = try await shared.bench.editor.undo()
        #expect(try await shared.event.location == "Here")
        #expect(try shared.file.hasPrefix("BEGIN:VCALENDAR\r\nPRODID:-//server//EN\r\n"))
    }

    @Test("removes an added event that a server wrote anew, but none that somebody edited")
    func added() async throws {
        let shared = try await Shared()
        var event = Event(uid: "b", start: .date(try Make.date("2026-11-21")))
        event.summary = "Trip"
        try await shared.bench.editor.add(event, to: "work")
        let path = shared.folder.path + "/b.ics"
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        try shared.folder.write(
            text.replacing("SUMMARY:Trip\r\n", with: "")
                .replacing("UID:b\r\n", with: "SUMMARY:Trip\r\nUID:b\r\n"), to: "b.ics", age: 0)
        _ = try await shared.bench.editor.undo()
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try await shared.bench.editor.redo()
        try shared.folder.write(text.replacing("Trip", with: "Journey"), to: "b.ics", age: 0)
        #expect(
            try await shared.refusal() == .changedSince(properties: ["VEVENT"], by: nil))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("is refused where the same property was changed since")
    func clash() async throws {
        let shared = try await Shared()
        let first = try await shared.edit { $0.location = "There" }
        try shared.change("LOCATION:There", to: "LOCATION:Elsewhere")
        #expect(
            try await shared.refusal() == .changedSince(properties: ["LOCATION"], by: nil))
        let second = try await shared.edit { $0.location = "Nowhere" }
        let third = try await shared.edit { $0.summary = "Coffee" }
        #expect(
            try await shared.refusal(first) == .changedSince(properties: ["LOCATION"], by: second))
        #expect(third > second)
        // The later one of another property stands alone.
        #expect(try await shared.refusal(second) == nil)
        #expect(try await shared.event.location == "Elsewhere")
        #expect(try await shared.event.summary == "Coffee")
    }

    @Test("a later change of another calendar's copy is not the one that is in the way")
    func otherCalendar() async throws {
        let (shared, folder) = (try await Shared(), try TemporaryFolder())
        var home = CalendarSource(name: "home", kind: .folder, location: folder.path)
        home.isWritable = true
        home = try await shared.bench.importer.addSource(home).source
        let first = try await shared.edit { $0.location = "There" }
        var later = EventChange(.edit, at: shared.bench.clock.now, calendar: "home")
        let texts = ["There", "Away"].map { location in
            let text = Array(Shared.text(location: location).utf8)
            return ComponentScanner.scan(text).components.flatMap { Array(text[$0.range]) }
        }
        later.operations = [
            EventOperation(
                uid: "a", calendar: "home", href: "a.ics", before: texts[0], after: texts[1])
        ]
        _ = try shared.bench.store.journal(later, of: [home])
        try shared.change("LOCATION:There", to: "LOCATION:Away")
        #expect(
            try await shared.refusal(first) == .changedSince(properties: ["LOCATION"], by: nil))
    }

    @Test("never mixes the times of two sides")
    func times() async throws {
        let shared = try await Shared()
        try await shared.edit { event in
            guard case .utc(let start) = event.start else { return }
            event.start = .utc(start - 3_600)
        }
        try shared.change("DTEND:20261120T150000Z", to: "DTEND:20261120T160000Z")
        #expect(try await shared.refusal() == .changedSince(properties: ["DTSTART"], by: nil))
    }

    @Test("is refused where the event is gone since, or there again and another one")
    func gone() async throws {
        let shared = try await Shared()
        try await shared.edit { $0.location = "There" }
        let path = shared.folder.path + "/a.ics"
        try FileManager.default.removeItem(atPath: path)
        guard case .changedSince = try await shared.refusal() else {
            Issue.record("undone")
            return
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        try shared.folder.write(Shared.text(location: "There"), to: "a.ics", age: 0)
        try await shared.bench.editor.delete(try await shared.event, scope: .all)
        try shared.folder.write(Shared.text(summary: "Coffee"), to: "a.ics", age: 0)
        #expect(try await shared.refusal() == .changedSince(properties: [], by: nil))
    }

    @Test("keeps the hour of a zone that only the file defines")
    func zone() async throws {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + Make.timeZone(offset: "+0530")
            + "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Ours:20261120T140000\r\nSUMMARY:Tea\r\n"
            + "LOCATION:Here\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        let shared = try await Shared(text)
        let span = try await shared.event.span
        try await shared.edit { $0.location = "There" }
        try shared.change("SUMMARY:Tea", to: "SUMMARY:Coffee")
        _ = try await shared.bench.editor.undo()
        #expect(try await shared.event.location == "Here")
        #expect(try await shared.event.summary == "Coffee")
        #expect(try await shared.event.span == span)
        #expect(try shared.file.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
    }
}
