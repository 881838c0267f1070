import AgendaKit
import ICalendar

/// A store in a folder of its own, as the libraries' users have one.
struct Setting {
    /// What `Place.now` says.
    static let clock = FixedClock(
        now: Instant(utc: CivilDateTime(today, hour: 11, minute: 0)))
    /// The day around which the samples lie.
    static let today = CivilDate(uncheckedYear: 2026, month: 11, day: 20)
    /// The reader's zone.
    static let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc

    let store: EventStore
    let importer: Importer

    /// Imports these files.
    init(_ place: Place, _ name: String, files: [String]) async throws {
        let path = try place.emptyFolder(name) + "/agenda.db"
        store = try EventStore.open(path: path, createsMissing: true)
        importer = Importer(store: store, clock: Self.clock)
        for (number, file) in files.enumerated() {
            _ = try await importer.addSource(
                CalendarSource(name: "source \(number)", kind: .file, path: file))
        }
    }

    /// A provider as the program makes one.
    var provider: EventProvider {
        EventProvider(store: store, clock: Self.clock, zone: Self.zone)
    }
}

extension Timeline {
    /// How many events stand in its days: a number that says whether all is there.
    var eventCount: Int { nodes.reduce(0) { $0 + $1.events.count } }
}
