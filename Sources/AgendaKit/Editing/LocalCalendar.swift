internal import ICalendar

/// The local calendar: a resource an event, which lives in the database alone.
struct LocalCalendar: WritableCalendar {
    let source: CalendarSource
    private let context: StoreContext
    private var store: EventStore { context.store }
    /// The rows that were read, by what their resources are called.
    private var seen: [String: ResourceRecord] = [:]
    private var operations: [EventOperation] = []

    init(_ source: CalendarSource, _ context: StoreContext) {
        (self.source, self.context) = (source, context)
    }

    mutating func read(uid: String, href _: String?) throws(AgendaError) -> EventTexts {
        let href = ResourceRecord.localHref(uid: uid)
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

    func commit() throws(AgendaError) { try commit(noting: nil) }

    /// Stores what was prepared, in one transaction with its note in the journal; nil when it is noted.
    func commit(noting change: EventChange?) throws(AgendaError) {
        for _ in 0..<StoreContext.maximalAttempts {
            let importing = try context.importContext()
            let changes = try changes(importing)
            if changes.changes.isEmpty { return }
            // Nil when another process has changed something: mostly another event.
            if try store.apply([changes], horizon: importing.horizon, edit: change) != nil {
                return
            }
        }
        throw context.gaveUp
    }

    private func changes(_ importing: ImportContext) throws(AgendaError) -> RefreshResult {
        var changes = RefreshResult(source: source, base: try store.resources(of: source))
        let known = Dictionary(changes.base.map { ($0.href, $0) }) { first, _ in first }
        for operation in operations {
            let href = ResourceRecord.localHref(uid: operation.uid)
            let stored = known[href]
            guard stored == seen[href] else {
                throw AgendaError(.eventChanged, place: operation.uid)
            }
            if let after = operation.after {
                let prepared = try prepared(after, operation.uid, stored, importing)
                changes.changes.append(.prepared(prepared))
            } else if let stored {
                changes.changes.append(.vanished(stored))
            }
        }
        return changes
    }

    /// The event's text as it will be stored, read back: what cannot be read is not stored.
    private func prepared(
        _ text: [UInt8], _ uid: String, _ record: ResourceRecord?, _ importing: ImportContext
    ) throws(AgendaError) -> PreparedResource {
        let stored = try record.map { (record) throws(AgendaError) in
            try store.storedComponents(of: record).components
        }
        let outcome = importing.prepare(
            text, record: record ?? ResourceRecord(localEvent: uid, of: source),
            stored: stored ?? StoredComponents(), rereads: true)
        guard case .prepared(let resource) = outcome, Set(resource.series.map(\.uid)) == [uid]
        else {
            throw AgendaError(.cannotStore, place: uid)
        }
        return resource
    }
}
