import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Which alarms of to-dos go off")
struct TodoAlarmTests {
    private let desk: TodoDesk

    init() throws { desk = try TodoDesk() }

    private static func alarm(_ lines: String...) -> String {
        TodoDesk.alarm(lines.joined(separator: "\r\n"))
    }

    @Test("relative to DTSTART and to DUE, at an instant, and repeated")
    func triggers() async throws {
        try await desk.write([
            "UID:a\r\nDTSTART:20261120T140000Z\r\nDUE:20261120T160000Z\r\nSUMMARY:A"
                + Self.alarm("TRIGGER:-PT10M") + Self.alarm("TRIGGER;RELATED=END:-PT5M")
                + Self.alarm("TRIGGER;VALUE=DATE-TIME:20261120T130000Z")
                + Self.alarm("TRIGGER;RELATED=END:PT0S", "REPEAT:1", "DURATION:PT10M"),
            // DTSTART and DURATION say when it is due, too.
            "UID:b\r\nDTSTART:20261120T180000Z\r\nDURATION:PT2H\r\nSUMMARY:B"
                + Self.alarm("TRIGGER;RELATED=END:-PT1H"),
        ])
        #expect(
            try await desk.lines() == [
                "20261120T130000Z A", "20261120T135000Z A", "20261120T155500Z A",
                "20261120T160000Z A", "20261120T161000Z A", "20261120T190000Z B",
            ])
        let first = try #require(try await desk.alarms().first)
        #expect(first.todo?.due == .instant(try Make.instant("20261120T160000Z")))
        #expect(first.event.id.kind == .todo)
    }

    @Test("without DTSTART an alarm relative to the start counts from DUE, as programs mean it")
    func dueAlone() async throws {
        try await desk.write([
            "UID:a\r\nDUE:20261120T150000Z\r\nSUMMARY:A" + Self.alarm("TRIGGER:-PT15M")
                + Self.alarm("TRIGGER;RELATED=END:-PT5M"),
            "UID:b\r\nDTSTART:20261120T170000Z\r\nSUMMARY:B"
                + Self.alarm("TRIGGER;RELATED=END:-PT5M"),
        ])
        #expect(
            try await desk.lines() == [
                "20261120T144500Z A", "20261120T145500Z A", "20261120T165500Z B",
            ])
    }

    @Test("of whole days both count from the midnight at which the day begins")
    func days() async throws {
        try await desk.write([
            "UID:a\r\nDUE;VALUE=DATE:20261121\r\nSUMMARY:A" + Self.alarm("TRIGGER:PT9H")
                + Self.alarm("TRIGGER;RELATED=END:PT10H"),
            "UID:b\r\nDTSTART;VALUE=DATE:20261120\r\nDUE;VALUE=DATE:20261122\r\nSUMMARY:B"
                + Self.alarm("TRIGGER;RELATED=END:-PT14H") + Self.alarm("TRIGGER:PT15H"),
        ])
        // Berlin is an hour ahead of UTC: 9:00 and 10:00 on Saturday; 15:00 on Friday, 10:00 on Saturday.
        #expect(
            try await desk.lines() == [
                "20261120T140000Z B", "20261121T080000Z A", "20261121T090000Z B",
                "20261121T090000Z A",
            ])
    }

    @Test("one on no day goes off at an instant, and has no start to be relative to")
    func undated() async throws {
        try await desk.write([
            "UID:a\r\nSUMMARY:A" + Self.alarm("TRIGGER;VALUE=DATE-TIME:20261120T130000Z")
                + Self.alarm("TRIGGER:-PT15M")
        ])
        let found = try await desk.alarms()
        #expect(try await desk.lines() == ["20261120T130000Z A"])
        let alarm = try #require(found.first)
        #expect(alarm.todo?.due == nil && alarm.todo?.start == nil)
        #expect(alarm.event.span == .instants(alarm.instant..<alarm.instant))
        // Snoozed, it is found whenever it went off.
        try desk.notes.snooze([alarm], until: alarm.instant + 864_000, at: alarm.instant)
        let later = try await desk.alarms(from: "20261129T120000Z", until: "20261201T120000Z")
        #expect(later.map(\.id) == [alarm.id])
    }

    @Test(
        "what is done or cancelled is quiet; what is begun is not",
        arguments: [
            ("STATUS:COMPLETED", false), ("COMPLETED:20261119T100000Z", false),
            ("PERCENT-COMPLETE:100", false), ("STATUS:CANCELLED", false),
            ("STATUS:IN-PROCESS", true), ("STATUS:NEEDS-ACTION", true),
            ("PERCENT-COMPLETE:50", true),
        ])
    func closed(line: String, rings: Bool) async throws {
        try await desk.write([
            "UID:a\r\nDUE:20261120T150000Z\r\n\(line)\r\nSUMMARY:A"
                + Self.alarm("TRIGGER:-PT15M")
                + Self.alarm("TRIGGER;VALUE=DATE-TIME:20261120T130000Z"),
            "UID:b\r\n\(line)\r\nSUMMARY:B"
                + Self.alarm("TRIGGER;VALUE=DATE-TIME:20261120T133000Z"),
        ])
        let all = ["20261120T130000Z A", "20261120T133000Z B", "20261120T144500Z A"]
        #expect(try await desk.lines() == (rings ? all : []))
    }

    /// Daily at 16:00 in Berlin from Wednesday, the 18th.
    private static let daily =
        "UID:a\r\nDTSTART;TZID=Europe/Berlin:20261118T160000\r\n"
        + "DUE;TZID=Europe/Berlin:20261118T170000\r\nRRULE:FREQ=DAILY\r\nSUMMARY:A"
        + alarm("TRIGGER;RELATED=END:-PT10M")

    private static func instance(_ day: Int, _ lines: String, hour: Int = 16) -> String {
        "UID:a\r\nRECURRENCE-ID;TZID=Europe/Berlin:202611\(day)T160000\r\n"
            + "DTSTART;TZID=Europe/Berlin:202611\(day)T\(hour)0000\r\n"
            + "DUE;TZID=Europe/Berlin:202611\(day)T\(hour + 1)0000\r\n\(lines)"
            + alarm("TRIGGER;RELATED=END:-PT10M")
    }

    @Test("instances that overrides complete are quiet, the others ring, moved ones at their time")
    func overrides() async throws {
        try await desk.write([
            Self.daily,
            Self.instance(20, "STATUS:COMPLETED\r\nCOMPLETED:20261120T110000Z\r\nSUMMARY:Done"),
            Self.instance(21, "SUMMARY:Late", hour: 18),
            Self.instance(22, "STATUS:CANCELLED\r\nSUMMARY:Off"),
        ])
        // The 19th is overdue, and stands for the 18th.
        #expect(
            try await desk.lines(until: "20261124T120000Z")
                == ["20261119T155000Z A", "20261121T175000Z Late", "20261123T155000Z A"])
    }

    @Test("who has done a later instance no longer means the earlier ones")
    func later() async throws {
        try await desk.write([
            Self.daily,
            Self.instance(19, "STATUS:COMPLETED\r\nCOMPLETED:20261119T160000Z\r\nSUMMARY:Done"),
        ])
        #expect(
            try await desk.lines(from: "20261118T000000Z", until: "20261121T120000Z")
                == ["20261120T155000Z A"])
    }

    @Test("a series whose start moves on when one is done rings for the next one, as a new alarm")
    func movedStart() async throws {
        try await desk.write([Self.daily.replacing("20261118T", with: "20261120T")])
        let first = try await desk.alarms()
        #expect(try await desk.lines() == ["20261120T155000Z A"])
        try await desk.write([Self.daily.replacing("20261118T", with: "20261121T")])
        #expect(try await desk.lines() == [])
        #expect(try await desk.lines(until: "20261121T160000Z") == ["20261121T155000Z A"])
        let next = try await desk.alarms(until: "20261121T160000Z")
        #expect(Set((first + next).map(\.id)).count == 2)
    }

    @Test("what is open is reminded of until a week after it was due")
    func overdue() async throws {
        func todo(_ uid: String, _ due: String, _ line: String = "STATUS:NEEDS-ACTION") -> String {
            "UID:\(uid)\r\nDUE:\(due)\r\n\(line)\r\nSUMMARY:\(uid)" + Self.alarm("TRIGGER:-PT15M")
        }
        try await desk.write([
            todo("old", "20261113T115900Z"), todo("week", "20261113T120100Z"),
            todo("done", "20261117T120100Z", "STATUS:COMPLETED"),
            "UID:none\r\nSUMMARY:none" + Self.alarm("TRIGGER;VALUE=DATE-TIME:20261114T120000Z"),
        ])
        #expect(
            try await desk.lines() == ["20261113T114600Z week", "20261114T120000Z none"])
        let plan = ReminderPlan(
            try await desk.alarms(), notes: [:], now: try Make.instant("20261120T120000Z"))
        #expect(plan.missed.map(\.alarm.event.uid) == ["week", "none"])
    }

    @Test("of one that recurs and nobody does, the last instance stands for the earlier ones")
    func neglected() async throws {
        try await desk.write([Self.daily.replacing("20261118T", with: "20261113T")])
        #expect(
            try await desk.lines() == ["20261119T155000Z A", "20261120T155000Z A"])
        // What somebody has snoozed comes all the same.
        let earlier = try await desk.alarms(from: "20261117T000000Z", until: "20261117T235959Z")
        let snoozed = try #require(earlier.last)
        let now = try Make.instant("20261120T120000Z")
        try desk.notes.snooze([snoozed], until: now + 600, at: now)
        #expect(try await desk.lines().first == "20261117T155000Z A")
    }

    @Test("a calendar reminds of those that are due at a time of day and have no alarm")
    func defaults() async throws {
        try await desk.write([
            "UID:a\r\nDTSTART:20261120T130000Z\r\nDUE:20261120T150000Z\r\nSUMMARY:Due",
            "UID:b\r\nDUE;VALUE=DATE:20261121\r\nSUMMARY:Day",
            "UID:c\r\nDTSTART:20261120T160000Z\r\nSUMMARY:Begins",
            "UID:d\r\nSUMMARY:Never",
            "UID:e\r\nDUE:20261120T170000Z\r\nSUMMARY:Own" + Self.alarm("TRIGGER:PT0S"),
            "UID:f\r\nDUE:20261120T180000Z\r\nSTATUS:COMPLETED\r\nSUMMARY:Done",
        ])
        #expect(try await desk.lines() == ["20261120T170000Z Own"])
        var change = SourceSettings()
        change.reminder = .some(600)
        _ = try await desk.bench.importer.updateSource(named: "a", change)
        #expect(try await desk.lines() == ["20261120T145000Z Due", "20261120T170000Z Own"])
    }

    @Test("copies of one are one; an event and a to-do with its UID are two")
    func copies() async throws {
        let todo = "UID:a\r\nDUE:20261120T150000Z\r\nSUMMARY:A" + Self.alarm("TRIGGER:-PT15M")
        try await desk.write([todo])
        try await desk.write([todo], to: "b")
        let one = try await desk.alarms()
        try #require(one.count == 1)
        try desk.folder.write(
            Make.calendar(
                todo.replacing("DUE:", with: "DTSTART:").replacing("SUMMARY:A", with: "SUMMARY:E")),
            to: "c.ics")
        try await desk.bench.add(desk.folder.path + "/c.ics", name: "c")
        let both = try await desk.alarms()
        #expect(both.count == 2 && Set(both.map(\.id)).count == 2)
        #expect(both.map(\.id).contains(one[0].id))
    }
}
