import AgendaKit
import ICalendar

/// A store in its own folder, as users of the libraries have one.
struct Setting {
    /// The instant that `Place.now` states.
    static let clock = FixedClock(
        now: Instant(utc: CivilDateTime(today, hour: 11, minute: 0)))
    /// The day around which the samples are made.
    static let today = CivilDate(uncheckedYear: 2026, month: 11, day: 20)
    /// The reader's zone.
    static let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc

    let store: EventStore
    let importer: Importer

    /// Imports these files into a new store.
    init(_ place: Place, _ name: String, files: [String]) async throws {
        let path = try place.emptyFolder(name) + "/agenda.db"
        store = try EventStore.open(path: path, createsMissing: true)
        importer = Importer(store: store, clock: Self.clock)
        for (number, file) in files.enumerated() {
            _ = try await importer.addSource(
                CalendarSource(name: "source \(number)", kind: .file, location: file))
        }
    }

    /// A provider like the program's.
    var provider: EventProvider {
        EventProvider(store: store, clock: Self.clock, zone: Self.zone)
    }
}

extension Timeline {
    /// The number of events in its days, to check that all are there.
    var eventCount: Int { nodes.reduce(0) { $0 + $1.events.count } }
}
