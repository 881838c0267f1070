import AgendaKit
import ICalendar

/// The Swift of the library's front page and of the README. It reads a file that the reader has, so
/// it is compiled alone.
enum OverviewSnippets {
    static func example() async throws {
        // snippet: overview
        let store = try EventStore.inMemory()
        let clock = SystemClock()
        let importer = Importer(store: store, clock: clock)
        _ = try await importer.addSource(CalendarSource(name: "", kind: .file, path: "team.ics"))

        let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
        let provider = EventProvider(store: store, clock: clock, zone: zone)
        for event in try await provider.timeline().nodes[NodeWindow.todayIndex].events {
            print(event.summary ?? "")
        }
        // end
    }
}
