import AgendaKit
import AgendaSync

/// The sources that show an account's calendars: a folder each.
struct AccountSources {
    private let common: CommonOptions
    private let settings: Settings

    init(_ common: CommonOptions, _ settings: Settings) {
        (self.common, self.settings) = (common, settings)
    }

    /// Makes a source of each calendar that has none, as often as it is called.
    func register(_ calendars: [AccountCalendar]) async throws {
        let store = try await StoreAccess.open(
            path: try common.databasePath(), createsMissing: true, settings: settings)
        let importer = store.importer(settings)
        for calendar in calendars {
            guard try store.sources().first(where: { $0.location == calendar.folder }) == nil else {
                continue
            }
            // The folder names it and gives its colour.
            var source = CalendarSource(name: "", kind: .folder, location: calendar.folder)
            source.isWritable = !calendar.isReadOnly
            _ = try await importer.addSource(source)
        }
        try await importer.requireBackup()
    }

    /// Removes the sources of calendars that are gone.
    func remove(_ calendars: [AccountCalendar]) async throws {
        guard let store = try await StoreAccess.openIfExisting(common) else { return }
        let importer = store.importer(settings)
        for calendar in calendars {
            guard let source = try store.sources().first(where: { $0.location == calendar.folder })
            else { continue }
            _ = try await importer.removeSource(named: source.name)
        }
        try await importer.requireBackup()
    }

    /// Renames the source of a calendar, unless a person has given it a name of its own.
    func rename(_ calendar: AccountCalendar, to name: String) async throws {
        guard let store = try await StoreAccess.openIfExisting(common),
            try store.sources().contains(where: {
                $0.location == calendar.folder && $0.name == calendar.name
            })
        else { return }
        let importer = store.importer(settings)
        var change = SourceSettings()
        change.name = name
        try await importer.updateSource(named: calendar.name, change)
        try await importer.requireBackup()
    }
}
