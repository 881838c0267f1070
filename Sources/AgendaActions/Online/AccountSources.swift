package import AgendaKit
package import AgendaSync

/// The sources that show an account's calendars: a folder each.
package struct AccountSources {
    private let person: Person

    package init(_ person: Person) { self.person = person }

    /// Makes a source of each calendar that has none, as often as it is called.
    ///
    /// - Returns: the new sources that leave their reader's time free, because they are somebody else's.
    @discardableResult
    package func register(_ calendars: [AccountCalendar]) async throws -> [CalendarSource] {
        let (store, importer) = try await open()
        let added = try await register(calendars, store, importer)
        try await importer.requireBackup(person.report)
        return added.filter { !$0.makesBusy }
    }

    /// Makes a source of each calendar that has none, or of none where one fails.
    package func registerAll(_ calendars: [AccountCalendar]) async throws {
        let (store, importer) = try await open()
        let known = Set(try store.sources(counting: false).map(\.id))
        do {
            try await register(calendars, store, importer)
        } catch {
            for source in try store.sources(counting: false) where !known.contains(source.id) {
                _ = try await importer.removeSource(named: source.name)
            }
            throw error
        }
        try await importer.requireBackup(person.report)
    }

    /// Shows what came to whoever reads the store.
    package func importChanges(_ calendars: [AccountCalendar]) async throws {
        let (store, importer) = try await open()
        try await register(calendars, store, importer)
        _ = try await importer.refresh()
        try await importer.requireBackup(person.report)
    }

    /// Removes the sources of calendars that are gone.
    package func remove(_ calendars: [AccountCalendar]) async throws {
        guard let store = try await StoreAccess.openIfExisting(person) else { return }
        let importer = store.importer(person)
        let sources = try store.sources(counting: false)
        for calendar in calendars {
            guard let source = sources.standing(at: calendar.folder) else { continue }
            _ = try await importer.removeSource(named: source.name)
        }
        try await importer.requireBackup(person.report)
    }

    /// Gives sources the name, the colour and the right to write that their calendars have now, except where a person
    /// has changed them.
    ///
    /// - Parameter kind: `edit` if a person changed the calendar on the server, else a synchronisation.
    package func follow(
        _ changes: [AccountSetup.Change], as kind: EventChange.Kind
    ) async throws {
        guard !changes.isEmpty, let store = try await StoreAccess.openIfExisting(person) else {
            return
        }
        let importer = store.importer(person)
        for change in changes {
            let sources = try store.sources(counting: false)
            guard let source = sources.standing(at: change.after.folder) else { continue }
            var new = SourceSettings()
            if source.isNamed(after: change.before), change.before.name != change.after.name {
                let taken = Set(sources.map(\.name))
                let names = [change.after.name] + (2...99).map { "\(change.after.name)-\($0)" }
                new.name = names.first { !taken.contains($0) }
            }
            if source.color == change.before.shownColor, let color = change.after.shownColor {
                new.color = color
            }
            if source.isWritable != change.before.isReadOnly {
                new.isWritable = !change.after.isReadOnly
            }
            try await importer.updateSource(named: source.name, new, as: kind)
        }
        try await importer.requireBackup(person.report)
    }

    private func open() async throws -> (EventStore, Importer) {
        let store = try await StoreAccess.open(person)
        return (store, store.importer(person))
    }

    @discardableResult
    private func register(
        _ calendars: [AccountCalendar], _ store: EventStore, _ importer: Importer
    ) async throws -> [CalendarSource] {
        let sources = try store.sources(counting: false)
        var added: [CalendarSource] = []
        for calendar in calendars where sources.standing(at: calendar.folder) == nil {
            // The folder names it and gives its colour.
            var source = CalendarSource(name: "", kind: .folder, location: calendar.folder)
            source.isWritable = !calendar.isReadOnly
            source.makesBusy = !calendar.isOfOthers
            added.append(try await importer.addSource(source).source)
        }
        return added
    }
}

extension CalendarSource {
    /// Whether its name is still the calendar's, or that with a number where another source has it.
    fileprivate func isNamed(after calendar: AccountCalendar) -> Bool {
        guard name != calendar.name else { return true }
        return name.hasPrefix(calendar.name + "-")
            && Int(name.dropFirst(calendar.name.count + 1)) != nil
    }
}
