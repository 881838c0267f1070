import ICalendar
import Synchronization
import Testing

@testable import AgendaKit

@Suite("Timeline updates", .timeLimit(.minutes(30)))
struct TimelineUpdateTests {
    /// Kind, nodes and summary of each change.
    private func lines(_ update: TimelineUpdate?) -> [String] {
        (update?.changes ?? []).map { change in
            "\(change.kind) \(change.nodes.lowerBound)..<\(change.nodes.upperBound) \(change.event.summary ?? "")"
        }
    }

    private func event(_ uid: String, _ start: String, _ summary: String, _ more: String = "")
        -> String
    {
        "UID:\(uid)\r\nDTSTART:\(start)\r\nSUMMARY:\(summary)" + more
    }

    private func write(_ events: String..., to folder: TemporaryFolder, _ name: String = "a.ics")
        throws -> String
    {
        let body = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        return try folder.write("BEGIN:VCALENDAR\r\n\(body)END:VCALENDAR\r\n", to: name)
    }

    @Test("what was added, changed and removed, by node")
    func changes() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        let noon = event("noon", "20261120T110000Z", "Noon")
        let trip =
            "UID:trip\r\nDTSTART;VALUE=DATE:20261121\r\nDTEND;VALUE=DATE:20261124\r\nSUMMARY:Trip"
        try await bench.add(
            try write(noon, trip, event("old", "20261122T080000Z", "Old"), to: folder))
        let provider = bench.provider()
        let first = try #require(try await provider.update(after: nil))
        #expect(first.changes.isEmpty)
        #expect(try await provider.update(after: first.timeline) == nil)

        let moved = trip.replacing("20261124", with: "20261125")
        _ = try write(noon, moved, event("new", "20261120T090000Z", "New"), to: folder)
        _ = try await bench.importer.refresh()
        let second = try #require(try await provider.update(after: first.timeline))
        #expect(
            lines(second) == [
                "added 120..<121 New", "changed 121..<125 Trip", "removed 122..<123 Old",
            ])
        #expect(second.timeline.nodes == (try await provider.timeline().nodes))
        #expect(second.timeline.revision == (try bench.store.revision()))
    }

    @Test("a folded timeline stays folded when one of those that look the same is edited")
    func folded() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        let one = event("one", "20261120T110000Z", "Tea")
        try await bench.add(try write(one, event("two", "20261120T110000Z", "Tea"), to: folder))
        var filter = EventFilter()
        filter.foldsSimilar = true
        let provider = bench.provider(filter: filter)
        let first = try await provider.update(after: nil)
        #expect(first?.timeline.nodes[120].events.map(\.uid) == ["one"])
        _ = try write(
            one, event("two", "20261120T110000Z", "Tea", "\r\nDESCRIPTION:Green"), to: folder)
        _ = try await bench.importer.refresh()
        let second = try await provider.update(after: first?.timeline)
        #expect(second?.timeline.nodes[120].events.map(\.uid) == ["one"])
    }

    @Test("an instance that moves changes where it was and where it is")
    func instance() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        let daily = event("daily", "20261119T080000Z", "Daily", "\r\nRRULE:FREQ=DAILY")
        try await bench.add(try write(daily, to: folder))
        let provider = bench.provider()
        let first = try await provider.update(after: nil)
        let override = event(
            "daily", "20261124T080000Z", "Moved", "\r\nRECURRENCE-ID:20261122T080000Z")
        _ = try write(daily, override, to: folder)
        _ = try await bench.importer.refresh()
        let second = try await provider.update(after: first?.timeline)
        #expect(lines(second) == ["changed 124..<125 Moved"])
        #expect(second?.timeline.nodes[122].events.isEmpty == true)
        #expect(second?.timeline.nodes == (try await provider.timeline().nodes))
    }

    @Test("another source's copy takes over where the shown one goes")
    func copies() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        let winner = event("m", "20261120T080000Z", "Newer", "\r\nSEQUENCE:2")
        try await bench.add(try write(winner, to: folder), name: "a")
        try await bench.add(
            try write(event("m", "20261121T080000Z", "Older"), to: folder, "b.ics"), name: "b")
        let provider = bench.provider()
        let first = try await provider.update(after: nil)
        _ = try write(to: folder)
        _ = try await bench.importer.refresh()
        let second = try await provider.update(after: first?.timeline)
        #expect(lines(second) == ["changed 121..<122 Older"])
        #expect(second?.timeline.nodes == (try await provider.timeline().nodes))
    }

    @Test("a source's colour and more commits than are remembered are read as a whole")
    func everything() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        try await bench.add(try write(event("a", "20261120T080000Z", "A"), to: folder), name: "a")
        let provider = bench.provider()
        let first = try await provider.update(after: nil)
        var change = SourceSettings()
        change.color = "teal"
        _ = try await bench.importer.updateSource(named: "a", change)
        let second = try await provider.update(after: first?.timeline)
        #expect(lines(second) == ["changed 120..<121 A"])
        for number in 0..<300 {
            _ = try write(event("a", "20261120T080000Z", "A\(number)"), to: folder)
            _ = try await bench.importer.refresh()
        }
        let third = try await provider.update(after: second?.timeline)
        #expect(lines(third) == ["changed 120..<121 A299"])
    }

    @Test("each reader is told what is different for it, a slow one the newest state alone")
    func readers() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        try await bench.add(try write(event("a", "20261120T080000Z", "A0"), to: folder))
        let provider = bench.provider()
        var quick = await provider.changes().makeAsyncIterator()
        var slow: AsyncThrowingStream<TimelineUpdate, any Error>.Iterator? =
            await provider.changes().makeAsyncIterator()
        #expect(lines(try await quick.next()) == [])
        #expect(try await slow?.next()?.timeline.nodes[120].events.map(\.summary) == ["A0"])
        for number in 1...5 {
            _ = try write(event("a", "20261120T080000Z", "A\(number)"), to: folder)
            _ = try await bench.importer.refresh()
            await provider.checkForChanges()
            #expect(lines(try await quick.next()) == ["changed 120..<121 A\(number)"])
        }
        #expect(lines(try await slow?.next()) == ["changed 120..<121 A5"])
        #expect(await provider.listeners.count == 2)
        slow = nil
        for _ in 0..<500 where await provider.listeners.count > 1 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(await provider.listeners.count == 1)
    }

    @Test("a look at an unchanged store tells nothing")
    func unchanged() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        try await bench.add(try write(event("a", "20261120T080000Z", "A"), to: folder))
        let provider = bench.provider()
        var changes = await provider.changes().makeAsyncIterator()
        _ = try await changes.next()
        for _ in 0..<3 { await provider.checkForChanges() }
        _ = try write(event("a", "20261120T080000Z", "B"), to: folder)
        _ = try await bench.importer.refresh()
        await provider.checkForChanges()
        #expect(lines(try await changes.next()) == ["changed 120..<121 B"])
    }

    @Test("followClock sees midnight")
    func clock() async throws {
        let clock = MovingClock(try Make.instant("20261120T225959Z"))
        let provider = EventProvider(
            store: try .inMemory(), clock: clock, zone: try Make.zone("Europe/Berlin"))
        var changes = await provider.changes().makeAsyncIterator()
        #expect(try await changes.next()?.timeline.today.iso == "2026-11-20")
        let following = Task { await provider.followClock() }
        clock.now = try Make.instant("20261120T230000Z")
        #expect(try await changes.next()?.timeline.today.iso == "2026-11-21")
        following.cancel()
        await following.value
    }

    @Test("who travels to another zone has other days, and is told of events that change theirs")
    func travel() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        // 23:30 in Berlin is 07:30 of the next day in Tokyo; noon stays on its day.
        try await bench.add(
            try write(
                event("late", "20261120T223000Z", "Late"),
                event("noon", "20261120T110000Z", "Noon"),
                "UID:day\r\nDTSTART;VALUE=DATE:20261120\r\nSUMMARY:Day", to: folder))
        let provider = bench.provider()
        var changes = await provider.changes().makeAsyncIterator()
        let first = try await changes.next()
        #expect(first?.timeline.nodes[120].events.map(\.summary) == ["Day", "Noon", "Late"])
        await provider.setZone(try Make.zone("Asia/Tokyo"))
        let second = try await changes.next()
        #expect(lines(second) == ["changed 121..<122 Late"])
        #expect(second?.timeline.nodes == (try await provider.timeline().nodes))
        #expect(second?.timeline.zone.name == "Asia/Tokyo")
        // Kiritimati is 14 hours ahead: there the next day has begun.
        await provider.setZone(try Make.zone("Pacific/Kiritimati"))
        let third = try await changes.next()
        #expect(third?.timeline.today.iso == "2026-11-21")
        #expect(third?.timeline.nodes == (try await provider.timeline().nodes))
    }

    @Test(
        "nights of 23 and 25 hours slide the window by one day as well",
        arguments: [
            // 02:00 to 03:00 is left out on 2027-03-28, and runs twice on 2026-10-25.
            ("20270327T225959Z", "20270327T230000Z", "2027-03-28"),
            ("20270328T215959Z", "20270328T220000Z", "2027-03-29"),
            ("20261024T215959Z", "20261024T220000Z", "2026-10-25"),
            ("20261025T225959Z", "20261025T230000Z", "2026-10-26"),
        ])
    func transitions(before: String, midnight: String, date: String) async throws {
        let (folder, clock) = (try TemporaryFolder(), MovingClock(try Make.instant(before)))
        let store = try EventStore.inMemory()
        let importer = Importer(store: store, clock: clock)
        let daily = event("daily", "20260101T003000Z", "Daily", "\r\nRRULE:FREQ=DAILY")
        _ = try await importer.addSource(
            CalendarSource(name: "a", kind: .file, location: try write(daily, to: folder)))
        let provider = EventProvider(
            store: store, clock: clock, zone: try Make.zone("Europe/Berlin"))
        let first = try await provider.update(after: nil)
        #expect((first?.timeline.today).map { $0 + 1 } == (try Make.date(date)))
        clock.now = try Make.instant(midnight)
        let second = try await provider.update(after: first?.timeline)
        #expect(second?.timeline.today.iso == date)
        #expect(second?.timeline.nodes[120].date.iso == date)
        #expect(lines(second) == ["removed 0..<0 Daily", "added 487..<488 Daily"])
        #expect(second?.timeline.nodes == (try await provider.timeline().nodes))
    }

    @Test("at midnight 487 nodes keep their content, and nothing else is told")
    func midnight() async throws {
        // 2026-11-20T22:59:59Z is the last second of that day in Berlin; the window ends with
        // 2027-11-22 and then with 2027-11-23.
        let (folder, clock) = (
            try TemporaryFolder(), MovingClock(try Make.instant("20261120T225959Z"))
        )
        let store = try EventStore.inMemory()
        let path = try write(
            event("gone", "20260723T100000Z", "Gone"), event("kept", "20261120T100000Z", "Kept"),
            "UID:long\r\nDTSTART;VALUE=DATE:20260101\r\nDTEND;VALUE=DATE:20290101\r\nSUMMARY:Long",
            event("next", "20271123T100000Z", "Next"), to: folder)
        let importer = Importer(store: store, clock: clock)
        _ = try await importer.addSource(CalendarSource(name: "a", kind: .file, location: path))
        let provider = EventProvider(
            store: store, clock: clock, zone: try Make.zone("Europe/Berlin"))
        let first = try await provider.update(after: nil)
        #expect(first?.timeline.nodes[0].events.map(\.summary) == ["Long", "Gone"])
        clock.now = try Make.instant("20261120T230000Z")
        let second = try await provider.update(after: first?.timeline)
        #expect(second?.timeline.today.iso == "2026-11-21")
        #expect(lines(second) == ["removed 0..<0 Gone", "added 487..<488 Next"])
        #expect(second?.timeline.nodes == (try await provider.timeline().nodes))
        // The clock is set back.
        clock.now = try Make.instant("20261120T225900Z")
        let third = try await provider.update(after: second?.timeline)
        #expect(lines(third) == ["added 0..<1 Gone", "removed 0..<0 Next"])
        // Suspended over six days.
        clock.now = try Make.instant("20261126T225900Z")
        let fourth = try await provider.update(after: third?.timeline)
        #expect(fourth?.timeline.today.iso == "2026-11-26")
        #expect(fourth?.timeline.nodes == (try await provider.timeline().nodes))
    }

    @Test("an event that midnight takes a day from, or gives one, is as it was")
    func partlyOutside() async throws {
        let clock = MovingClock(try Make.instant("20261120T225900Z"))
        let (folder, store) = (try TemporaryFolder(), try EventStore.inMemory())
        // The window is from 2026-07-23 to 2027-11-22; a day later both its ends are.
        let path = try write(
            "UID:a\r\nDTSTART;VALUE=DATE:20260723\r\nDTEND;VALUE=DATE:20260725\r\nSUMMARY:Leaving",
            "UID:b\r\nDTSTART;VALUE=DATE:20271122\r\nDTEND;VALUE=DATE:20271124\r\nSUMMARY:Coming",
            to: folder)
        let importer = Importer(store: store, clock: clock)
        _ = try await importer.addSource(CalendarSource(name: "a", kind: .file, location: path))
        let provider = EventProvider(
            store: store, clock: clock, zone: try Make.zone("Europe/Berlin"))
        let first = try await provider.update(after: nil)
        #expect(first?.timeline.nodes[0].events.map(\.summary) == ["Leaving"])
        #expect(first?.timeline.nodes[487].events.map(\.summary) == ["Coming"])
        clock.now = try Make.instant("20261120T230000Z")
        let second = try await provider.update(after: first?.timeline)
        #expect(second?.timeline.nodes[0].events.map(\.summary) == ["Leaving"])
        #expect(second?.timeline.nodes[487].events.map(\.summary) == ["Coming"])
        #expect(lines(second) == [])
    }
}

/// A clock that a test moves.
private final class MovingClock: AgendaClock {
    private let instant: Mutex<Instant>

    init(_ instant: Instant) {
        self.instant = Mutex(instant)
    }

    var now: Instant {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}
