internal import GRDB
public import ICalendar

extension EventStore {
    /// What was done to events through this store, the newest first: of the last thousand changes, and the last thousand
    /// that synchronisations brought in 30 days, each with its operations.
    ///
    /// ```swift
    /// for change in try store.history(last: 20) {
    ///     print(change.kind, change.summary ?? "", change.operations.count)
    /// }
    /// ```
    ///
    /// - Parameter count: how many of them; nil for all. The operations of others are not read.
    /// - Throws: the errors of reading (``AgendaError``).
    public func history(last count: Int? = nil) throws(AgendaError) -> [EventChange] {
        try read { database in
            let changes = try OperationTable.fetchAll(database)
            let wanted = changes.suffix(count ?? changes.count)
            guard let first = wanted.first, let last = wanted.last else { return [] }
            let operations = try OperationTable.fetchOperations(of: first.id...last.id, database)
            let sources = try SourceEditTable.fetch(of: first.id...last.id, database)
            let pairs = try PairTable.fetchOperations(of: first.id...last.id, database)
            let holding = Set(ChangeHistory(changes).undoable)
            let synced = Self.synced(changes)
            return wanted.reversed().map { change in
                var change = change
                change.operations = operations[change.id] ?? []
                (change.source, change.pair) = (sources[change.id], pairs[change.id])
                change.isUndone = change.reverts == nil && !holding.contains(change.id)
                change.isSynced = synced.contains(change.id)
                return change
            }
        }
    }

    /// Those of the changes, oldest first, that synchronisations brought, or that take these back or bring them again.
    static func synced(_ changes: [EventChange]) -> Set<Int64> {
        var synced: Set<Int64> = []
        for change in changes
        where change.kind.isSync || change.reverts.map(synced.contains) ?? false {
            synced.insert(change.id)
        }
        return synced
    }

    /// A change with its operations, whether or not it is undone; nil if it is no longer remembered.
    package func change(_ id: Int64) throws(AgendaError) -> EventChange? {
        try read { database in
            guard var change = try OperationTable.fetch(id: id, database) else { return nil }
            change.operations = try OperationTable.fetchOperations(of: id...id, database)[id] ?? []
            change.source = try SourceEditTable.fetch(of: id...id, database)[id]
            change.pair = try PairTable.fetchOperations(of: id...id, database)[id]
            change.rules = try RulingTable.fetchEdit(id, database)
            var origin = change
            while let earlier = origin.reverts,
                let found = try OperationTable.fetch(id: earlier, database)
            {
                origin = found
            }
            change.isSynced = origin.kind.isSync
            return change
        }
    }

    /// How many changes can be taken back one after the other: all in effect that were made here.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func undoableCount() throws(AgendaError) -> Int { try changeHistory().own.count }

    /// Which changes can be undone, and which redone.
    func changeHistory() throws(AgendaError) -> ChangeHistory {
        try read { ChangeHistory(try OperationTable.fetchAll($0)) }
    }

    /// Notes a change before it is made outside the store; returns its number.
    ///
    /// - Parameters:
    ///   - sources: the sources concerned, the change's own first.
    ///   - texts: what resources will hold once it is made.
    ///   - edits: whose change it is.
    func journal(
        _ change: EventChange, of sources: [CalendarSource], expecting texts: [ExpectedText] = [],
        by edits: ChangeOrigin.Kind = .edit
    ) throws(AgendaError) -> Int64 {
        try write { database in
            let id = try OperationTable.insert(change, sources: sources, database)
            for text in texts {
                try ExpectedTable.insert(text, by: ChangeOrigin(edits, number: id), database)
            }
            return (id, .nothing)
        }
    }

    /// Notes what a synchronisation brought, without the operations that one of the last changes has already: the process
    /// that noted them may have ended before it could say so elsewhere.
    ///
    /// - Returns: the change with its number; nil if nothing is new.
    func noteSynced(
        _ change: EventChange, of sources: [CalendarSource]
    ) throws(AgendaError) -> EventChange? {
        try write { database in
            let known = try OperationTable.fetchSyncedIdentifiers(ofLast: 50, database)
            var new = change
            new.operations.removeAll { known.contains($0.identifier) }
            guard !new.operations.isEmpty else { return (nil, .nothing) }
            new.id = try OperationTable.insert(new, sources: sources, database)
            return (new, .nothing)
        }
    }

    /// Forgets a change that was not made after all.
    func forget(change id: Int64) throws(AgendaError) {
        try write { (try OperationTable.delete(id: id, $0), .nothing) }
    }

    /// The files of a source that hold an event, a to-do or a journal entry.
    func hrefs(
        of name: SeriesName, in source: CalendarSource
    ) throws(AgendaError) -> [String] {
        try read { database in
            if name.isJournal { return try Self.hrefs(ofJournal: name.uid, in: source, database) }
            return try Self.resources(holding: name.uid, name.kind, database)
                .filter { $0.sourceID == source.id }.map(\.href)
        }
    }

    /// The writable sources that hold an event, a to-do or a journal entry, in their order.
    func writableSources(holding name: SeriesName) throws(AgendaError) -> [CalendarSource] {
        guard name.isJournal else {
            return try sources(holding: name.uid, name.kind).filter(\.isWritable)
        }
        var found: [CalendarSource] = []
        for source in try sources(counting: false) where source.isWritable {
            if try !hrefs(of: name, in: source).isEmpty { found.append(source) }
        }
        return found
    }

    static func resources(
        holding uid: String, _ kind: Event.Kind, _ database: Database
    ) throws -> [ResourceRecord] {
        let key = OccurrenceID.key(uid: uid, kind)
        let series = try SeriesTable.fetch(keys: key...key, database).filter { $0.uid == uid }
        return try Set(series.map(\.resourceID)).compactMap {
            try ResourceTable.fetch(id: $0, database)
        }
    }

    /// The sources that hold an event, or a to-do, with this UID, in their order.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func sources(
        holding uid: String, _ kind: Event.Kind = .event
    ) throws(AgendaError) -> [CalendarSource] {
        try read { database in
            let holding = try Self.resources(holding: uid, kind, database).map(\.sourceID)
            return try SourceTable.fetchBrief(database).filter { holding.contains($0.id) }
        }
    }
}
