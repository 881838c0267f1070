package import AgendaKit
package import ICalendar

/// The event, to-do or journal entry that is changed.
package struct ItemTarget {
    package let reading: OpenCalendars
    package let editor: CalendarEditor
    /// The occurrence as shown.
    package let occurrence: AgendaEvent
    /// The to-do, if it is one.
    package let todo: TodoItem?
    /// All sources that have it.
    package let copies: [CalendarSource]
    /// The item as typed.
    package let id: String
    package let isWritable: Bool
    /// Whether ``id`` names one instance.
    package let namesInstance: Bool

    /// Whether it is a journal entry.
    package var isJournal: Bool { occurrence.journal != nil }

    package var person: Person { reading.person }
    package var store: EventStore { reading.store }

    /// Refreshes the sources and finds the event.
    ///
    /// - Parameters:
    ///   - words: an id, or words and a day.
    ///   - orJournal: whether a journal entry may be meant where no event matches.
    ///   - changes: whether its calendar must be writable.
    package init(
        event words: [String], orJournal: Bool = false, _ person: Person, changes: Bool = true
    ) async throws {
        let id = words.joined(separator: " ")
        let path = try person.databasePath()
        guard StoreAccess.exists(path) else {
            throw CommandFailure.failure("\(id): no such event: \(path) does not exist")
        }
        let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
        let found = try await Self.chosen(
            words, reading, orJournal: orJournal, changes: changes)
        try self.init(
            found.item, nil, found.source, reading, id: id, namesInstance: found.namesInstance)
        if changes { try requireWritable(found.source?.kind) }
    }

    /// Refreshes the sources and finds the to-do; its calendar must be writable.
    package init(
        todo words: [String], _ person: Person, preferring preference: ItemChoice.Preference
    ) async throws {
        let id = words.joined(separator: " ")
        let path = try person.databasePath()
        guard StoreAccess.exists(path) else {
            throw CommandFailure.failure("\(id): no such to-do: \(path) does not exist")
        }
        let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
        let found = try await ItemChoice(words, in: reading).todo(preferring: preference)
        try self.init(todo: found, reading, id: id)
    }

    private init(todo item: TodoItem?, _ reading: OpenCalendars, id: String) throws {
        guard let item else {
            throw CommandFailure.failure(
                "\(id): no to-do matches: see 'agenda todo list --all --ids'")
        }
        let source = reading.sources.first { $0.name == item.occurrence.calendar }
        try self.init(item.occurrence, item, source, reading, id: id, namesInstance: true)
        try requireWritable(source?.kind)
    }

    /// Takes an event or to-do that is shown, as it is now, without a search.
    package init(shown event: AgendaEvent, _ person: Person) async throws {
        let store = try await StoreAccess.openExisting(person)
        let reading = try OpenCalendars(store: store, person: person, counting: false)
        let id = event.id.description
        if event.id.kind == .todo {
            let found = try await store.provider(person).todos(named: id)
            let item = found.first { $0.occurrence.id == event.id } ?? found.first
            try self.init(todo: item, reading, id: id)
        } else {
            let details = try store.details(of: id, person)
            try self.init(
                details.occurrence, nil, details.source, reading, id: id,
                namesInstance: id.contains("-"))
        }
        try requireWritable(reading.sources.first { $0.name == occurrence.calendar }?.kind)
    }

    /// Takes what was found in the store that the person has open. Verbs refuse it where it is read-only.
    ///
    /// - Parameter namesInstance: whether one instance is meant where it repeats.
    package init(
        found event: AgendaEvent, _ todo: TodoItem? = nil, namesInstance: Bool = true,
        _ person: Person
    ) async throws {
        let store = try await StoreAccess.openExisting(person)
        let reading = try OpenCalendars(store: store, person: person, counting: false)
        try self.init(
            event, todo, nil, reading, id: event.id.description, namesInstance: namesInstance)
    }

    private func requireWritable(_ kind: CalendarSource.Kind?) throws {
        guard !isWritable else { return }
        let name = occurrence.calendar
        if kind == .contacts { throw AgendaError(.contactsOnlyRead, place: name) }
        guard !isJournal else {
            throw CommandFailure.failure(
                "\(id): the journal entry belongs to \(name), which is read-only: change it at its "
                    + "source, or allow it with 'agenda source set \(name) --writable'")
        }
        throw CommandFailure.failure(
            todo == nil
                ? "\(id): the event belongs to \(name), which is read-only: change "
                    + "it at its source, or allow it with 'agenda source set \(name) --writable'"
                : "\(id): the to-do belongs to \(name), which is read-only: change it at its source, "
                    + "or allow it with 'agenda source set \(name) --writable'")
    }

    private init(
        _ occurrence: AgendaEvent, _ todo: TodoItem?, _ source: CalendarSource?,
        _ reading: OpenCalendars, id: String,
        namesInstance: Bool
    ) throws {
        (self.occurrence, self.reading, self.id) = (occurrence, reading, id)
        (self.todo, self.namesInstance) = (todo, namesInstance)
        (editor, isWritable) = (reading.store.editor(reading.person), source?.isWritable ?? true)
        copies =
            occurrence.journal == nil ? try reading.store.sources(holding: occurrence.uid) : []
    }

    /// What is meant, with its source. An id of a to-do is refused with the command for it.
    private static func chosen(
        _ words: [String], _ reading: OpenCalendars, orJournal: Bool, changes: Bool
    ) async throws -> (item: AgendaEvent, source: CalendarSource?, namesInstance: Bool) {
        // An entry of this title is meant rather than an event that is spelled alike.
        if orJournal, let entry = try await titled(words.joined(separator: " "), reading) {
            return (entry, reading.sources.first { $0.name == entry.calendar }, false)
        }
        do {
            let writable = try reading.store.sources(counting: false).filter(\.isWritable)
            let choice = try await ItemChoice(
                words, in: reading, preferring: changes ? Set(writable.map(\.name)) : nil
            ).event()
            let details = try reading.store.details(of: choice.id, reading.person)
            return (details.occurrence, details.source, choice.namesInstance)
        } catch {
            let provider = reading.store.provider(reading.person)
            let mayBeID = words.count == 1 && words[0].count >= OccurrenceName.fewestDigits
            if mayBeID, let found = try? await provider.todos(named: words[0]), !found.isEmpty {
                throw CommandFailure.failure(
                    "\(words[0]): is a to-do: use 'agenda todo edit', 'delete' or 'done'")
            }
            guard orJournal else {
                if mayBeID, try await !provider.journals(named: words[0]).isEmpty {
                    throw CommandFailure.failure(
                        "\(words[0]): is a journal entry: use 'agenda edit' or 'agenda delete'")
                }
                throw error
            }
            guard let entry = try await ItemChoice(words, in: reading).journal() else {
                throw error
            }
            let source = reading.sources.first { $0.name == entry.calendar }
            return (entry, source, words.count == 1 && words[0].contains("-"))
        }
    }

    /// The journal entry of a title where no event has all its words.
    private static func titled(
        _ title: String, _ reading: OpenCalendars
    ) async throws -> AgendaEvent? {
        guard let query = SearchQuery(title) else { return nil }
        let found = try await reading.store.provider(reading.person).journals(matching: query)
            .filter { $0.summary?.lowercased() == title.lowercased() }
        guard found.count == 1 else { return nil }
        let search = reading.store.search(reading.person, EventFilter())
        return try search.candidates(for: query, limit: 1).events.isEmpty ? found[0] : nil
    }

    /// Makes a change of edited drafts.
    ///
    /// - Parameters:
    ///   - shown: the zone of the typed times; nil for the item's own.
    ///   - make: makes the change.
    /// - Returns: the change, and which new times clocks skip.
    package func change<Change>(
        _ drafts: [EventDraft], by edits: ItemEdits, shown: TimeZoneRules?,
        make: ([EventDraft]) async throws -> Change
    ) async throws -> (change: Change, gaps: [Message]) {
        var drafts = drafts
        let gaps = try drafts.indices.map {
            try drafts[$0].change { (draft) throws(CommandFailure) in
                try edits.apply(to: &draft, person: person, shown: shown)
            }
        }
        // What was typed is the same for all copies.
        return (try await make(drafts), gaps.first ?? [])
    }
}
