import ICalendar
import Testing

@testable import AgendaKit

@Suite("A file of events without a calendar around them")
struct BareFileTests {
    private static let event =
        "BEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\nDTSTART:20261120T120000Z\nSUMMARY:Lunch\n"
        + "X-ODD:kept\nEND:VEVENT\n"
    private static let todo =
        "BEGIN:VTODO\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\nDUE:20261120T120000Z\r\n"
        + "SUMMARY:Lunch\r\nX-ODD:kept\r\nEND:VTODO"

    @Test(
        "whose last one is deleted stays a calendar, and takes it back and new ones",
        arguments: [event, todo])
    func emptied(text: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "a.ics")
        let bench = try Bench()
        var source = CalendarSource(name: "team", kind: .file, location: path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        func content() throws -> String {
            String(decoding: try FileContent.read(path: path), as: UTF8.self)
        }
        if text == Self.todo {
            let todo = try #require(try await bench.provider().todos().first)
            try await bench.editor.delete(todo.occurrence, scope: .all)
        } else {
            let lunch = try #require(
                try await bench.provider().timeline().nodes[120].events.first)
            try await bench.editor.delete(lunch, scope: .all)
        }
        let empty = try content()
        #expect(empty.hasPrefix("BEGIN:VCALENDAR"))
        #expect(!empty.contains("Lunch"))
        #expect(empty.contains("\r") == text.contains("\r"))
        _ = try await bench.editor.undo()
        #expect(try content().contains("X-ODD:kept"))
        _ = try await bench.importer.refresh()
        #expect(try bench.store.diagnostics().isEmpty)
    }
}
