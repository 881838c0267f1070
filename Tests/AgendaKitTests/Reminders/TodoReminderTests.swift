import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("What becomes of a to-do's reminder")
struct TodoReminderTests {
    private let desk: TodoDesk

    init() throws { desk = try TodoDesk(now: "20261120T144500Z") }

    private func todo(_ lines: String = "STATUS:NEEDS-ACTION", due: String = "1500") -> String {
        "UID:a\r\nDUE:20261120T\(due)00Z\r\n\(lines)\r\nSUMMARY:A"
            + TodoDesk.alarm("TRIGGER:-PT15M")
    }

    private func plan(_ clock: String) async throws -> ReminderPlan {
        let alarms = try await desk.alarms(from: "20261120T134500Z", until: "20261121T144500Z")
        return ReminderPlan(
            alarms, notes: try desk.notes.all(), now: try Make.instant("20261120T\(clock)Z"))
    }

    @Test("it is shown once; snoozed it comes again, unless the to-do is done meanwhile")
    func snoozed() async throws {
        try await desk.write([todo()])
        let due = try await plan("144500").due
        #expect(due.count == 1)
        let now = try Make.instant("20261120T144500Z")
        #expect(try desk.notes.begin(due, at: now).count == 1)
        #expect(try await plan("144501").due == [])
        try desk.notes.snooze(due.map(\.alarm), until: now + 1_800, at: now)
        #expect(try await plan("144502").next == now + 1_800)
        #expect(try await plan("151500").due.count == 1)
        try await desk.write([todo("STATUS:COMPLETED")])
        #expect(try await desk.alarms() == [])
        let done = try await plan("151500")
        #expect(done.due == [] && done.missed == [] && done.next == nil)
    }

    @Test("one that is due later than it was reminds again")
    func moved() async throws {
        try await desk.write([todo()])
        let due = try await plan("144500").due
        _ = try desk.notes.begin(due, at: try Make.instant("20261120T144500Z"))
        try await desk.write([todo(due: "1530")])
        #expect(try await plan("144600").next == (try Make.instant("20261120T151500Z")))
        // The notice that is shown is found by the same name, to be replaced.
        #expect(try await desk.alarms().map(\.id) == due.map(\.alarm.id))
    }

    @Test("a dismissed one is written into the calendar, of a series into the instance's component")
    func acknowledged() async throws {
        try await desk.write([
            todo(),
            "UID:b\r\nDUE:20261118T140000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:B"
                + TodoDesk.alarm("TRIGGER:PT0S"),
            "UID:b\r\nRECURRENCE-ID:20261119T140000Z\r\nDUE:20261120T141500Z\r\nSUMMARY:Moved"
                + TodoDesk.alarm("TRIGGER:PT0S"),
        ])
        var settings = SourceSettings()
        settings.isWritable = true
        _ = try await desk.bench.importer.updateSource(named: "a", settings)
        func file() throws -> [[String]] {
            let text = try String(contentsOfFile: desk.folder.path + "/a.ics", encoding: .utf8)
            return text.components(separatedBy: "BEGIN:VTODO").dropFirst().map { todo in
                todo.components(separatedBy: "\r\n").filter { $0.hasPrefix("ACK") }
            }
        }
        let alarms = try await desk.alarms(from: "20261120T134500Z", until: "20261120T145000Z")
        try #require(alarms.map(\.event.summary) == ["B", "Moved", "A"])
        for alarm in alarms.dropFirst() { _ = try await desk.bench.editor.acknowledge(alarm) }
        let now = "ACKNOWLEDGED:20261120T144500Z"
        #expect(try file() == [[now], [], [now]])
        _ = try await desk.bench.editor.acknowledge(alarms[0])
        #expect(try file() == [[now], [now], [now]])
        #expect(
            try await desk.lines(from: "20261120T134500Z", until: "20261121T140001Z")
                == ["20261121T140000Z B"])
    }
}
