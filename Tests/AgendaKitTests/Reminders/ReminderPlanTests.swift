import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// Drives plan and notes as a daemon does, with a clock that tests set.
struct ReminderDesk {
    let folder: TemporaryFolder
    let bench: Bench
    let notes: AlarmNotes
    var now: Instant

    /// 2026-11-20T12:00Z, in Berlin.
    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
        notes = AlarmNotes(database: folder.path + "/agenda.db")
        now = try Make.instant("20261120T120000Z")
    }

    /// Stores this event and nothing else.
    func store(_ lines: String, alarm: String = "TRIGGER:-PT15M", uid: String = "a") async throws {
        let text = Make.calendar(
            "UID:\(uid)\r\n\(lines)\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\n\(alarm)\r\nEND:VALARM")
        try folder.write(text, to: "a.ics")
        if try bench.store.sources().isEmpty {
            try await bench.add(folder.path + "/a.ics", name: "a")
        } else {
            _ = try await bench.importer.refresh()
        }
    }

    func alarms(in zone: String? = nil) async throws -> [EventAlarm] {
        let snoozed = try notes.all().values.filter { $0.snoozedUntil != nil }
        let provider = bench.provider()
        if let zone { await provider.setZone(try Make.zone(zone)) }
        return try await provider.alarms(
            from: now - ReminderPlan.lateness, until: now + 86_400, and: Array(snoozed))
    }

    /// What is due now and missed, with the titles of the events.
    func look(
        in zone: String? = nil, lateness: Int = ReminderPlan.lateness, confirms: Bool = true
    ) async throws -> (due: [String], missed: [String], next: Instant?) {
        let plan = ReminderPlan(
            try await alarms(in: zone), notes: try notes.all(), now: now, lateness: lateness)
        let begun = try notes.begin(plan.due + plan.missed, at: now)
        if confirms { try notes.confirm(Set(begun.map(\.alarm.id)), at: now) }
        func titles(_ reminders: [Reminder]) -> [String] {
            reminders.filter { begun.contains($0) }.map { $0.alarm.event.summary ?? "" }
        }
        return (titles(plan.due), titles(plan.missed), plan.next)
    }
}

@Suite("Reminders")
struct ReminderPlanTests {
    private var desk: ReminderDesk
    /// Alarms go off at 12:45.
    private let meeting = "DTSTART:20261120T130000Z\r\nDTEND:20261120T140000Z\r\nSUMMARY:Meet"

    init() throws { desk = try ReminderDesk() }

    private func at(_ clock: String) throws -> Instant { try Make.instant("20261120T\(clock)Z") }

    @Test("one is shown at its time, once, and the next look is for it")
    func once() async throws {
        var desk = desk
        try await desk.store(meeting)
        var look = try await desk.look()
        #expect(look.due == [] && look.missed == [])
        #expect(look.next == (try at("124500")))
        desk.now = try at("124459")
        #expect(try await desk.look().due == [])
        desk.now = try at("124500")
        look = try await desk.look()
        #expect(look.due == ["Meet"] && look.missed == [] && look.next == nil)
        for clock in ["124500", "124501", "125000", "135959", "150000"] {
            desk.now = try at(clock)
            look = try await desk.look()
            #expect(look.due + look.missed == [])
        }
    }

    @Test(
        "after a sleep it is missed as long as it matters",
        arguments: [
            // 59 seconds late is not late; until the end of the event; an hour after the alarm.
            ("124559", ["Meet"], []), ("124600", [], ["Meet"]), ("135959", [], ["Meet"]),
            ("140000", [], []),
        ] as [(String, [String], [String])])
    func asleep(clock: String, due: [String], missed: [String]) async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at(clock)
        let look = try await desk.look()
        #expect(look.due == due && look.missed == missed)
    }

    @Test("an event that is over is told of for an hour, or as long as somebody chose")
    func lateness() async throws {
        var desk = desk
        // Over at 13:05, its alarm at 12:45.
        try await desk.store("DTSTART:20261120T130000Z\r\nDTEND:20261120T130500Z\r\nSUMMARY:Short")
        desk.now = try at("134500")
        #expect(try await desk.look().missed == [])
        desk.now = try at("134459")
        #expect(try await desk.look(lateness: 1_800).missed == [])
        #expect(try await desk.look().missed == ["Short"])
    }

    @Test(
        "clocks that jump an hour or a day back and forth bring nothing twice, and lose nothing",
        arguments: [3_600, 86_400, 7 * 86_400])
    func jumps(seconds: Int) async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at("124500")
        #expect(try await desk.look().due == ["Meet"])
        // Back: it is to come once more, and was shown.
        desk.now = desk.now - seconds
        #expect(try await desk.look().next == nil)
        desk.now = desk.now + seconds
        #expect(try await desk.look().due == [])
        // Forward, and back.
        desk.now = desk.now + seconds
        #expect(try await desk.look().missed == [])
        desk.now = desk.now - seconds
        #expect(try await desk.look().due == [])
        // Over an alarm that was not shown yet.
        try await desk.store(
            "DTSTART:20261120T150000Z\r\nDTEND:20261120T230000Z\r\nSUMMARY:Long", uid: "b")
        desk.now = try at("144400") - seconds
        #expect(try await desk.look().due == [])
        desk.now = try at("144500")
        #expect(try await desk.look().due == ["Long"])
    }

    @Test("an event that moves is reminded of again at its new time; read again, it is not")
    func moved() async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at("124500")
        #expect(try await desk.look().due == ["Meet"])
        // The file is written again, with another text.
        try await desk.store(meeting + "\r\nLOCATION:Room")
        _ = try await desk.bench.importer.refresh(rebuild: true)
        #expect(try await desk.look().due == [])
        try await desk.store(meeting.replacing("130000Z", with: "133000Z"))
        let look = try await desk.look()
        #expect(try look.due == [] && look.next == at("131500"))
        desk.now = try at("131500")
        #expect(try await desk.look().due == ["Meet"])
        #expect(try await desk.look().due == [])
    }

    @Test("a new store with the same calendar reminds of nothing again")
    func newStore() async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at("124500")
        #expect(try await desk.look().due == ["Meet"])
        let bench = try Bench()
        try await bench.add(desk.folder.path + "/a.ics", name: "other name")
        let alarms = try await bench.provider().alarms(from: desk.now - 3_600, until: desk.now + 1)
        let plan = ReminderPlan(alarms, notes: try desk.notes.all(), now: desk.now)
        #expect(alarms.count == 1 && plan.due.isEmpty && plan.missed.isEmpty)
    }

    @Test("what was noted when the program ended is not shown again, and told to be uncertain")
    func crash() async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at("124500")
        #expect(try await desk.look(confirms: false).due == ["Meet"])
        let noted = try desk.notes.all().values.map { $0 }
        #expect(noted.map(\.isConfirmed) == [false])
        #expect(try await desk.look().due == [])
        try desk.notes.confirm(Set(noted.map(\.id)), at: desk.now)
        #expect(try desk.notes.all().values.map(\.isConfirmed) == [true])
    }

    @Test("two that look at one moment show it once")
    func two() async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at("124500")
        let plan = ReminderPlan(
            try await desk.alarms(), notes: try desk.notes.all(), now: desk.now)
        #expect(plan.due.count == 1)
        #expect(try desk.notes.begin(plan.due, at: desk.now) == plan.due)
        #expect(try desk.notes.begin(plan.due, at: desk.now) == [])
    }

    @Test("a snoozed one comes again at its time, also after the event began; dismissed, never")
    func snoozed() async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at("124500")
        #expect(try await desk.look().due == ["Meet"])
        let alarm = try #require(try await desk.alarms().first)
        try desk.notes.snooze([alarm], until: desk.now + 1_800, at: desk.now)
        var look = try await desk.look()
        #expect(try look.due == [] && look.next == at("131500"))
        desk.now = try at("131500")
        look = try await desk.look()
        #expect(look.due == ["Meet"] && look.next == nil)
        try desk.notes.snooze([alarm], until: desk.now + 300, at: desk.now)
        try desk.notes.dismiss([alarm], at: desk.now)
        desk.now = try at("132000")
        #expect(try await desk.look().due == [])
    }

    @Test("one that is dismissed before its time is not shown, unless its event moves")
    func dismissed() async throws {
        try await desk.store(meeting)
        let alarm = try #require(try await desk.alarms().first)
        try desk.notes.dismiss([alarm], at: desk.now)
        #expect(try await desk.look().next == nil)
        try await desk.store(meeting.replacing("130000Z", with: "133000Z"))
        #expect(try await desk.look().next == (try at("131500")))
    }

    @Test("a snooze of days holds, and ends with its event's move")
    func longSnooze() async throws {
        var desk = desk
        try await desk.store(
            "DTSTART:20261120T130000Z\r\nDTEND:20261130T130000Z\r\nSUMMARY:Trip")
        desk.now = try at("124500")
        #expect(try await desk.look().due == ["Trip"])
        let alarm = try #require(try await desk.alarms().first)
        try desk.notes.snooze([alarm], until: desk.now + 4 * 86_400, at: desk.now)
        desk.now = desk.now + 3 * 86_400 + 1
        #expect(try await desk.look().next == (try Make.instant("20261124T124500Z")))
        desk.now = try Make.instant("20261124T124500Z")
        #expect(try await desk.look().due == ["Trip"])
        try desk.notes.snooze([alarm], until: desk.now + 86_400, at: desk.now)
        try await desk.store(
            "DTSTART:20261126T130000Z\r\nDTEND:20261130T130000Z\r\nSUMMARY:Trip")
        #expect(try await desk.look().next == (try Make.instant("20261126T124500Z")))
        desk.now = try Make.instant("20261126T124500Z")
        #expect(try await desk.look().due == ["Trip"])
    }

    @Test("of repetitions that went off in a sleep the last one is shown; the others come")
    func repeated() async throws {
        var desk = desk
        // At 12:30, 12:40, 12:50 and 13:00.
        try await desk.store(meeting, alarm: "TRIGGER:-PT30M\r\nREPEAT:3\r\nDURATION:PT10M")
        desk.now = try at("123000")
        var look = try await desk.look()
        #expect(try look.due == ["Meet"] && look.next == at("124000"))
        desk.now = try at("125130")
        look = try await desk.look()
        #expect(try look.missed == ["Meet"] && look.next == at("130000"))
        desk.now = try at("130000")
        #expect(try await desk.look().due == ["Meet"])
        #expect(try await desk.look().next == nil)
    }

    @Test("a snooze that ends before the next repetition leaves that one at its time")
    func snoozedRepetition() async throws {
        var desk = desk
        // At 12:30 and 12:50.
        try await desk.store(meeting, alarm: "TRIGGER:-PT30M\r\nREPEAT:1\r\nDURATION:PT20M")
        desk.now = try at("123000")
        #expect(try await desk.look().due == ["Meet"])
        let first = try #require(try await desk.alarms().first { $0.repetition == 0 })
        try desk.notes.snooze([first], until: desk.now + 600, at: desk.now)
        desk.now = try at("124000")
        #expect(try await desk.look().due == ["Meet"])
        #expect(try await desk.look().next == (try at("125000")))
        desk.now = try at("125000")
        #expect(try await desk.look().due == ["Meet"])
    }

    @Test("who travels is reminded of a floating time once")
    func travel() async throws {
        var desk = desk
        // 15:00 wherever one is, for three hours; in Berlin its alarm is at 13:45Z, in Kolkata at 09:15Z.
        try await desk.store(
            "DTSTART:20261120T150000\r\nDTEND:20261120T180000\r\nSUMMARY:Tea")
        #expect(try await desk.look().next == (try at("134500")))
        desk.now = try at("134500")
        #expect(try await desk.look().due == ["Tea"])
        // West, it is to come; east, it is over.
        let west = try await desk.look(in: "America/New_York")
        #expect(west.due + west.missed == [] && west.next == nil)
        let east = try await desk.look(in: "Asia/Kolkata")
        #expect(east.due + east.missed == [] && east.next == nil)
    }

    @Test("notes are kept for two weeks after they matter, and only their owner can read them")
    func forgotten() async throws {
        var desk = desk
        try await desk.store(meeting)
        desk.now = try at("124500")
        _ = try await desk.look()
        let rights = try FileManager.default.attributesOfItem(atPath: desk.notes.path)
        #expect(rights[.posixPermissions] as? Int == 0o600)
        // The event is over at 14:00.
        try desk.notes.confirm([], at: try at("135959") + 14 * 86_400)
        #expect(try desk.notes.all().count == 1)
        try desk.notes.confirm([], at: try at("140000") + 14 * 86_400)
        #expect(try desk.notes.all().isEmpty)
    }

    @Test("a file that holds something else is refused and kept")
    func unreadable() throws {
        let desk = desk
        try Data("[]".utf8).write(to: URL(filePath: desk.notes.path))
        #expect(throws: AgendaError(.unreadableAlarms, place: desk.notes.path)) {
            try desk.notes.confirm(["a"], at: desk.now)
        }
        #expect(FileManager.default.contents(atPath: desk.notes.path) == Data("[]".utf8))
    }

    @Test("10,000 at once are noted in one go, and none twice")
    func many() async throws {
        var desk = desk
        let events = (0..<10_000).map {
            "UID:\($0)\r\n\(meeting)\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nEND:VALARM"
        }
        try desk.folder.write(
            "BEGIN:VCALENDAR\r\n"
                + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
                + "END:VCALENDAR\r\n", to: "a.ics")
        try await desk.bench.add(desk.folder.path + "/a.ics", name: "a")
        desk.now = try at("124500")
        #expect(try await desk.look().due.count == 10_000)
        #expect(try await desk.look().due.count == 0)
    }
}
