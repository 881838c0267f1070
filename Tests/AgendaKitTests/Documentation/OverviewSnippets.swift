import AgendaKit
import ICalendar

/// The Swift of the library's front page, which `.ci/check outside` runs as a package of
/// its own. It reads a file below the package, so here it is compiled alone.
enum OverviewSnippets {
    static func example() async throws {
        // snippet: overview
        let store = try EventStore.inMemory()
        let importer = Importer(store: store, clock: SystemClock())
        let home = CalendarSource(name: "", kind: .file, location: "Samples/home.ics")
        _ = try await importer.addSource(home)

        let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
        let provider = EventProvider(store: store, clock: SystemClock(), zone: zone)
        for event in try await provider.timeline().nodes[NodeWindow.todayIndex].events {
            print(event.summary ?? "")
        }
        // end
    }
}
