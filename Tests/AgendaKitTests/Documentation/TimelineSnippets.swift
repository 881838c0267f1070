import AgendaKit
import ICalendar
import Testing

/// The Swift of `TheTimeline.md`.
enum TimelineSnippets {
    static func example(_ store: EventStore, _ importer: Importer) async throws -> [String] {
        let print = Printed()
        // snippet: window
        let today = CivilDate(uncheckedYear: 2026, month: 11, day: 20)
        let clock = FixedClock(now: Instant(utc: CivilDateTime(today, hour: 11, minute: 0)))
        let berlin = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
        let provider = EventProvider(store: store, clock: clock, zone: berlin)

        let timeline = try await provider.timeline()
        print(timeline.nodes.count, timeline.nodes[0].date.iso, timeline.nodes[487].date.iso)
        print(NodeWindow.todayIndex, timeline.nodes[NodeWindow.todayIndex].date.iso)
        print(timeline[today + 1]?.events.first?.summary ?? "nothing")
        // end

        // snippet: days
        let week = try await provider.days(today..<(today + 7))
        print(week.nodes.count, week.todayIndex ?? -1, week.nodes[1].events.count)
        // end

        // snippet: progress
        var first: Int?
        for try await step in await provider.progress() {
            switch step {
            case .slice(let nodes, _): first = first ?? nodes.first?.index
            case .finished(let timeline): print(first ?? -1, timeline.nodes.count)
            }
        }
        // end

        // snippet: update
        var dentist = Event(uid: "dentist@example.org", start: .date(today + 2))
        dentist.summary = "Dentist"
        try await CalendarEditor(importer).add(dentist)
        if let update = try await provider.update(after: timeline) {
            print(update.timeline.revision > timeline.revision)
            for change in update.changes {
                print(change.kind, change.nodes, change.event.summary ?? "")
            }
        }
        // end

        // snippet: filter
        var filter = EventFilter()
        filter.hiddenCalendars = ["team"]
        filter.statuses = [.confirmed]
        let own = EventProvider(store: store, clock: clock, zone: berlin, filter: filter)
        print(try await own.timeline().nodes.flatMap(\.events).map { $0.summary ?? "" })
        // end

        // snippet: zone
        let auckland = SystemZones.database.rules(named: "Pacific/Auckland") ?? .utc
        await provider.setZone(auckland)
        let there = try await provider.timeline()
        print(
            there.today.iso, there[today + 1]?.events.count ?? 0,
            there[today + 2]?.events.count ?? 0)
        // end
        return print.lines
    }
}

@Suite("The article on the timeline")
struct TimelineSnippetTests {
    /// 23:00 in Berlin is 11:00 of the next day in Auckland, and what takes a whole day stays on its day.
    @Test("its example prints what it says")
    func example() async throws {
        let folder = try TemporaryFolder()
        let team = try folder.write(
            Make.calendar(
                "UID:1\r\nDTSTART;TZID=Europe/Berlin:20261121T230000\r\nDURATION:PT1H\r\n"
                    + "SUMMARY:Release"), to: "team.ics")
        let store = try EventStore.inMemory()
        let importer = Importer(
            store: store, clock: FixedClock(now: try Make.instant("20261120T110000Z")))
        _ = try await importer.addSource(CalendarSource(name: "team", kind: .file, location: team))
        let printed = try await TimelineSnippets.example(store, importer)
        #expect(
            printed == [
                "488 2026-07-23 2027-11-22", "120 2026-11-20", "Release", "7 0 1", "61 488",
                "true", "added 122..<123 Dentist", "[\"Dentist\"]", "2026-11-21 0 2",
            ])
    }
}
