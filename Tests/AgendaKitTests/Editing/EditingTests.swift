import ICalendar
import Testing

@testable import AgendaKit

/// A store with a weekly meeting of four Fridays at 10:00 in Berlin, from 2026-11-20 on.
private struct Meeting {
    let bench: Bench

    init(rule: String = "FREQ=WEEKLY;COUNT=4", start: String = "20261120T100000") async throws {
        bench = try Bench()
        var event = Event(
            uid: "weekly",
            start: .zoned(try #require(CivilDateTime(icalendar: start)), tzid: "Europe/Berlin"))
        event.end = .time(event.start.with(wallTime: event.start.wallTime + 3_600))
        event.summary = "Weekly"
        event.recurrenceRules = [try RecurrenceRule(icalendar: rule)]
        try await bench.editor.add(event)
    }

    /// Days, times in Berlin and titles: `11-20 10:00-11:00 Weekly`.
    func lines() async throws -> [String] {
        try await bench.provider().timeline().nodes.flatMap(\.events).map(line)
    }

    private func line(_ event: AgendaEvent) -> String {
        guard case .instants(let range) = event.span else { return "all day" }
        let (start, end) = (
            bench.zone.wallTime(at: range.lowerBound), bench.zone.wallTime(at: range.upperBound)
        )
        func clock(_ time: CivilDateTime) -> String {
            "\(time.hour / 10)\(time.hour % 10):\(time.minute / 10)\(time.minute % 10)"
        }
        return "\(start.date.iso.dropFirst(5)) \(clock(start))-\(clock(end)) \(event.summary ?? "")"
    }

    func occurrence(_ date: String) async throws -> AgendaEvent {
        let timeline = try await bench.provider().timeline()
        return try #require(timeline[try Make.date(date)]?.events.first)
    }

    @discardableResult
    func edit(
        _ date: String, _ scope: RecurrenceScope,
        _ change: @escaping @Sendable (inout Event) -> Void
    ) async throws -> EventChange {
        let occurrence = try await occurrence(date)
        return try await bench.editor.edit(occurrence, scope: scope) { change(&$0.event) }
    }
}

extension Event {
    /// Moves start and end on the wall clock.
    fileprivate mutating func shift(hours: Int) {
        start = start.with(wallTime: start.wallTime + hours * 3_600)
        if case .time(let time) = end {
            end = .time(time.with(wallTime: time.wallTime + hours * 3_600))
        }
    }
}

@Suite("Editing a series")
struct EditingTests {
    @Test("one instance gets an override of its own")
    func this() async throws {
        let meeting = try await Meeting()
        try await meeting.edit("2026-11-27", .this) {
            $0.summary = "Moved"
            $0.shift(hours: 3)
        }
        #expect(
            try await meeting.lines() == [
                "11-20 10:00-11:00 Weekly", "11-27 13:00-14:00 Moved", "12-04 10:00-11:00 Weekly",
                "12-11 10:00-11:00 Weekly",
            ])
        // The override itself is edited the next time.
        try await meeting.edit("2026-11-27", .this) { $0.location = "Elbe" }
        let moved = try await meeting.occurrence("2026-11-27")
        #expect(moved.location == "Elbe" && moved.summary == "Moved")
    }

    @Test("all instances move, but not one that was moved alone; its title follows")
    func all() async throws {
        let meeting = try await Meeting()
        try await meeting.edit("2026-11-27", .this) { $0.shift(hours: 3) }
        try await meeting.edit("2026-12-04", .all) {
            $0.summary = "Later"
            $0.shift(hours: 1)
        }
        #expect(
            try await meeting.lines() == [
                "11-20 11:00-12:00 Later", "11-27 13:00-14:00 Later", "12-04 11:00-12:00 Later",
                "12-11 11:00-12:00 Later",
            ])
    }

    @Test("moving a series by a day moves its weekdays, exceptions and end along")
    func allByDays() async throws {
        let meeting = try await Meeting(rule: "FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20261204T090000Z")
        let monday = try await meeting.occurrence("2026-11-23")
        try await meeting.bench.editor.delete(monday, scope: .this)
        try await meeting.edit("2026-11-27", .all) { $0.shift(hours: 24) }
        // Without the exception: Sat 21, Tue 24, Sat 28, Tue 1, Sat 5.
        #expect(
            try await meeting.lines() == [
                "11-21 10:00-11:00 Weekly", "11-28 10:00-11:00 Weekly", "12-01 10:00-11:00 Weekly",
                "12-05 10:00-11:00 Weekly",
            ])
    }

    @Test("this and future become a series of their own; a moved instance goes with its day")
    func future() async throws {
        let meeting = try await Meeting()
        try await meeting.edit("2026-11-20", .this) { $0.summary = "First" }
        try await meeting.edit("2026-12-11", .this) { $0.shift(hours: 5) }
        let change = try await meeting.edit("2026-12-04", .future) {
            $0.summary = "New"
            $0.shift(hours: -1)
        }
        #expect(
            try await meeting.lines() == [
                "11-20 10:00-11:00 First", "11-27 10:00-11:00 Weekly", "12-04 09:00-10:00 New",
                "12-11 15:00-16:00 New",
            ])
        try #require(change.operations.count == 2)
        // What is new comes first, and the cut depends on it.
        #expect(change.operations[0].before == nil)
        #expect(change.operations[1].dependencies == [change.operations[0].identifier])
        _ = try await meeting.bench.editor.undo()
        #expect(
            try await meeting.lines() == [
                "11-20 10:00-11:00 First", "11-27 10:00-11:00 Weekly", "12-04 10:00-11:00 Weekly",
                "12-11 15:00-16:00 Weekly",
            ])
    }

    @Test("COUNT is divided between the two series")
    func futureCount() async throws {
        let meeting = try await Meeting(rule: "FREQ=DAILY;COUNT=5")
        try await meeting.edit("2026-11-22", .future) { $0.summary = "B" }
        #expect(
            try await meeting.lines().map { $0.prefix(5) + $0.suffix(2) } == [
                "11-20ly", "11-21ly", "11-22 B", "11-23 B", "11-24 B",
            ])
    }

    @Test("dates, exceptions and a range of later instances go with their side of the division")
    func futureDates() async throws {
        let bench = try Bench()
        let folder = try TemporaryFolder()
        // Daily from Fri 20 at 10:00, without the 21st and 24th, with an extra on the 23rd at 18:00;
        // from the 22nd on an hour later.
        var source = CalendarSource(
            name: "files", kind: .file,
            location: try folder.write(
                Make.calendar(
                    "UID:a\r\nDTSTART;TZID=Europe/Berlin:20261120T100000\r\nDTEND;TZID=Europe/Berlin:20261120T110000\r\nRRULE:FREQ=DAILY;COUNT=6\r\nEXDATE;TZID=Europe/Berlin:20261121T100000,20261124T100000\r\nRDATE;TZID=Europe/Berlin:20261123T180000\r\nSUMMARY:A",
                    "UID:a\r\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261122T100000\r\nDTSTART;TZID=Europe/Berlin:20261122T110000\r\nDTEND;TZID=Europe/Berlin:20261122T120000\r\nSUMMARY:Range"
                ),
                to: "a.ics"))
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        func lines() async throws -> [String] {
            try await bench.provider().timeline().nodes.flatMap(\.events).map { event in
                guard case .instants(let range) = event.span else { return "" }
                let wall = bench.zone.wallTime(at: range.lowerBound)
                return "\(wall.date.iso.suffix(2)) \(wall.hour) \(event.summary ?? "")"
            }
        }
        let before = ["20 10 A", "22 11 Range", "23 11 Range", "23 19 Range", "25 11 Range"]
        #expect(try await lines() == before)
        let timeline = try await bench.provider().timeline()
        let third = try #require(timeline[try Make.date("2026-11-23")]?.events.first)
        _ = try await bench.editor.edit(third, scope: .future) { $0.event.location = "Elbe" }
        #expect(try await lines() == before)
        // One instance of the range is changed alone, and the range stays.
        let second = try #require(timeline[try Make.date("2026-11-22")]?.events.first)
        _ = try await bench.editor.edit(second, scope: .this) { $0.event.summary = "Alone" }
        #expect(
            try await lines().map { $0.replacing("22 11 Alone", with: "22 11 Range") } == before)
        _ = try await bench.editor.undo()
        _ = try await bench.editor.undo()
        #expect(try await lines() == before)
    }

    @Test("a series that ends with a day does so after it was moved")
    func endOfDay() async throws {
        let meeting = try await Meeting(rule: "FREQ=DAILY;UNTIL=20261122T225959Z")
        try await meeting.edit("2026-11-20", .all) { $0.shift(hours: 3) }
        let details = try meeting.bench.store.details(
            of: try await meeting.occurrence("2026-11-22").id.description,
            clock: meeting.bench.clock, zone: meeting.bench.zone)
        #expect(
            details.event.recurrenceRules.map(\.icalendar) == ["FREQ=DAILY;UNTIL=20261122T225959Z"])
        try await meeting.edit("2026-11-20", .all) { $0.shift(hours: 11) }
        #expect(
            try await meeting.lines().map { $0.prefix(11) } == [
                "11-21 00:00", "11-22 00:00", "11-23 00:00",
            ])
    }

    @Test("from the first instance on means all of them: the UID stays")
    func futureFromFirst() async throws {
        let meeting = try await Meeting()
        let change = try await meeting.edit("2026-11-20", .future) { $0.summary = "All" }
        #expect(change.operations.map(\.uid) == ["weekly"])
        #expect(try await meeting.lines().allSatisfy { $0.hasSuffix("All") })
    }

    @Test("an all-day event becomes a timed one with all its exceptions")
    func allDayToTimed() async throws {
        let bench = try Bench()
        var event = Event(uid: "days", start: .date(try Make.date("2026-11-20")))
        event.summary = "Days"
        event.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=DAILY;COUNT=3")]
        event.exceptionDates = [.date(try Make.date("2026-11-21"))]
        try await bench.editor.add(event)
        let first = try #require(try await bench.provider().timeline().nodes[120].events.first)
        let start = CivilDateTime(try Make.date("2026-11-20"), hour: 9, minute: 0)
        _ = try await bench.editor.edit(first, scope: .all) {
            $0.event.start = .zoned(start, tzid: "Europe/Berlin")
            $0.event.end = .time(.zoned(start + 1_800, tzid: "Europe/Berlin"))
        }
        let events = try await bench.provider().timeline().nodes.flatMap(\.events)
        #expect(
            events.map(\.span)
                == ["20261120T080000Z", "20261122T080000Z"].map {
                    guard case .utc(let instant) = CalendarTime(icalendar: $0) else {
                        return .dates(.today)
                    }
                    return .instants(instant..<(instant + 1_800))
                })
    }

    @Test("SEQUENCE counts changes of times alone; LAST-MODIFIED always grows")
    func revision() async throws {
        let meeting = try await Meeting()
        let details = { (date: String) async throws in
            try meeting.bench.store.details(
                of: try await meeting.occurrence(date).id.description, clock: meeting.bench.clock,
                zone: meeting.bench.zone
            ).event
        }
        try await meeting.edit("2026-11-20", .all) { $0.summary = "Title" }
        let first = try await details("2026-11-20")
        #expect(first.sequence == 0)
        #expect(first.lastModified == meeting.bench.clock.now)
        try await meeting.edit("2026-11-20", .all) { $0.shift(hours: 1) }
        let second = try await details("2026-11-20")
        #expect(second.sequence == 1)
        #expect(second.lastModified == meeting.bench.clock.now + 1)
        #expect(second.stamp == second.lastModified)
    }

    @Test("a rule that names days which cannot move is not guessed at")
    func unmovable() async throws {
        let meeting = try await Meeting(rule: "FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=3;COUNT=3")
        await #expect(throws: AgendaError.self) {
            try await meeting.edit("2026-11-20", .all) { $0.shift(hours: 24) }
        }
        #expect(try await meeting.lines().first == "11-20 10:00-11:00 Weekly")
    }

    @Test("nothing changed is nothing done")
    func nothing() async throws {
        let meeting = try await Meeting()
        let change = try await meeting.edit("2026-11-27", .all) { _ in }
        #expect(change.operations.isEmpty)
        #expect(try meeting.bench.store.history().map(\.kind) == [.add])
    }

    @Test("a dry run writes nothing and tells all")
    func dryRun() async throws {
        let meeting = try await Meeting()
        let change = try await meeting.bench.editor.edit(
            try await meeting.occurrence("2026-11-27"), scope: .this, commits: false
        ) { $0.event.summary = "Tried" }
        let after = String(decoding: try #require(change.operations.first?.after), as: UTF8.self)
        #expect(after.contains("SUMMARY:Tried"))
        #expect(try await meeting.lines().allSatisfy { $0.hasSuffix("Weekly") })
    }
}

extension Range<CivilDate> {
    fileprivate static var today: Range<CivilDate> {
        CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 1)
    }
}
