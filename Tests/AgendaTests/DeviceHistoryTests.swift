import Foundation
import Testing

@testable import AgendaKit

@Suite("What devices did, in the history", .timeLimit(.minutes(30)))
struct DeviceHistoryTests {
    @Test("history and undo say which device it was, in the reader's language")
    func devices() async throws {
        let agenda = try StoreProcess()
        let folder = agenda.folder
        try FileManager.default.createDirectory(
            atPath: folder.file("team"), withIntermediateDirectories: true)
        try agenda("source", "add", folder.file("team"), "--writable")
        let store = try EventStore.open(path: folder.file("agenda.db"), createsMissing: false)
        let editor = CalendarEditor(Importer(store: store, clock: SystemClock()))
        let source = try #require(try store.sources().first)
        for place in ["Cafe", "Park"] {
            let text = calendar(
                "UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch\nLOCATION:\(place)")
            _ = try await editor.put(
                Array(text.utf8), at: "a.ics", in: source, if: nil, by: "phone")
        }
        try await editor.remove("a.ics", from: source, if: nil, by: "tablet")
        try store.close()
        let verbs = ["deleted on tablet", "changed on phone", "added on phone"]
        let lines = try agenda("history").split(separator: "\n")
        for (line, verb) in zip(lines, verbs) {
            #expect(line.contains("  \(verb) ") && line.hasSuffix("Lunch  [team]"))
        }
        #expect(try agenda("history", "--json").contains("\"device\":\"tablet\""))
        #expect(try agenda("undo") == "Undone: deleted on tablet: Lunch\n")
        var chinese = agenda
        chinese.process.environment["LC_ALL"] = "zh_CN.UTF-8"
        #expect(try chinese("redo") == "已重做: 在“tablet”上删除: Lunch\n")
        #expect(try !agenda("list").contains("Lunch"))
    }
}
