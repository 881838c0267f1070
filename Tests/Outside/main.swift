import AgendaKit
import ICalendar

let store = try EventStore.inMemory()
let importer = Importer(store: store, clock: SystemClock())
let home = CalendarSource(name: "", kind: .file, location: "Samples/home.ics")
_ = try await importer.addSource(home)

let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
let provider = EventProvider(store: store, clock: SystemClock(), zone: zone)
for event in try await provider.timeline().nodes[NodeWindow.todayIndex].events {
    print(event.summary ?? "")
}
