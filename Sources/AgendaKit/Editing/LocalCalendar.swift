internal import ICalendar

/// The local calendar, which exists only in the database: one resource for each event or to-do.
struct LocalCalendar: WritableCalendar {
    let source: CalendarSource
    private let context: StoreContext
    private var store: EventStore { context.store }
    /// The rows that were read, by the names of their resources.
    private var seen: [String: ResourceRecord] = [:]
    private var operations: [EventOperation] = []

    init(_ source: CalendarSource, _ context: StoreContext) {
        (self.source, self.context) = (source, context)
    }

    mutating func read(_ name: SeriesName, href _: String?) throws(AgendaError) -> EventTexts {
        let href = ResourceRecord.localHref(name)
        let scope = TimeZoneScope(database: context.zones)
        seen[href] = try store.resource(href, of: source)
        guard let record = seen[href] else {
            return EventTexts(texts: [], href: href, scope: scope)
        }
        let texts = EventTexts.divided(try store.text(of: record))
        return EventTexts(texts: texts, href: href, scope: scope)
    }

    mutating func prepare(_ operation: inout EventOperation) {
        operation.after = operation.after.map { TextEncoding.utf8.encoded($0).text ?? $0 }
        operations.append(operation)
    }

    func commit() throws(AgendaError) { _ = try commit(noting: nil) }

    /// Stores what was prepared, in one transaction with its note in the journal.
    ///
    /// - Parameter change: what to note; nil if it is noted already.
    /// - Returns: the note's number; nil if nothing was noted.
    func commit(noting change: EventChange?) throws(AgendaError) -> Int64? {
        for _ in 0..<StoreContext.maximalAttempts {
            let importing = try context.importContext()
            let changes = try changes(importing)
            if changes.changes.isEmpty { return nil }
            // Nil if another process has changed something, mostly another event: try again.
            if let commit = try store.apply([changes], horizon: importing.horizon, edit: change) {
                return commit.editID
            }
        }
        throw context.gaveUp
    }

    private func changes(_ importing: ImportContext) throws(AgendaError) -> RefreshResult {
        var changes = RefreshResult(source: source, base: try store.resources(of: source))
        let known = Dictionary(changes.base.map { ($0.href, $0) }) { first, _ in first }
        for operation in operations {
            let name = operation.name
            let href = ResourceRecord.localHref(name)
            let stored = known[href]
            guard stored == seen[href] else {
                throw AgendaError(.eventChanged, place: operation.uid)
            }
            if let after = operation.after {
                let prepared = try prepared(after, name, stored, importing)
                changes.changes.append(.prepared(prepared))
            } else if let stored {
                changes.changes.append(.vanished(stored))
            }
        }
        return changes
    }

    /// Reads back the text that will be stored; refuses one that cannot be read.
    private func prepared(
        _ text: [UInt8], _ name: SeriesName, _ record: ResourceRecord?, _ importing: ImportContext
    ) throws(AgendaError) -> PreparedResource {
        let stored = try record.flatMap { (record) throws(AgendaError) in
            try store.storedComponents(of: [record]).components[record.id]
        }
        let outcome = importing.prepare(
            text, record: record ?? ResourceRecord(local: name, of: source),
            stored: stored ?? StoredComponents(), rereads: true)
        guard case .prepared(let resource) = outcome, Set(resource.series.map(\.name)) == [name]
        else {
            throw AgendaError(.cannotStore, place: name.uid)
        }
        return resource
    }
}
