internal import ICalendar

// The local calendar: a resource an event, which lives in the database alone.
extension Importer {
    /// Makes a change of the local calendar, in one transaction with its note in the journal.
    func performInStore(
        on local: CalendarSource, commits: Bool, _ plan: ChangePlan
    ) throws(AgendaError) -> EventChange {
        var made: EventChange?
        let read: EventReader = { (uid, _, _) throws(AgendaError) in
            try self.localTexts(uid, local)
        }
        guard commits else { return try plan(read) }
        try write { preparation throws(AgendaError) in
            var change = try plan(read)
            for index in change.operations.indices {
                change.operations[index].after = change.operations[index].after.map {
                    TextEncoding.utf8.encoded($0).text ?? $0
                }
            }
            made = change
            let changes = try localChanges(change.operations, local, preparation)
            return (changes, change.operations.isEmpty ? nil : change)
        }
        try backUp()
        guard let made else { throw Self.gaveUp(store.path) }
        return made
    }

    /// Makes operations in the local calendar that are noted already.
    ///
    /// - Throws: `invalid` where the event is another one meanwhile.
    func performInStore(
        _ operations: [EventOperation], on local: CalendarSource
    ) throws(AgendaError) {
        try write { preparation throws(AgendaError) in
            for operation in operations
            where !(try localTexts(operation.uid, local).isEqual(to: operation.before)) {
                throw AgendaError(
                    .invalid, place: operation.uid, message: "the event was changed meanwhile",
                    remedy: "look at it and try again")
            }
            return (try localChanges(operations, local, preparation), nil)
        }
    }

    private func localChanges(
        _ operations: [EventOperation], _ local: CalendarSource,
        _ preparation: ImportContext
    ) throws(AgendaError) -> RefreshResult {
        var changes = RefreshResult(source: local, base: try store.resources(of: local))
        let known = Dictionary(changes.base.map { ($0.href, $0) }) { first, _ in first }
        for operation in operations {
            let href = Self.href(uid: operation.uid)
            let stored = known[href]
            guard let after = operation.after else {
                if let stored { changes.changes.append(.vanished(stored)) }
                continue
            }
            let components =
                if let stored { try store.storedComponents(of: stored).components } else {
                    StoredComponents()
                }
            changes.changes.append(
                .prepared(
                    try Self.prepared(
                        after, stored ?? Self.record(of: local, href: href),
                        components, operation.uid, preparation)))
        }
        return changes
    }

    /// An event's components as they are stored.
    func localTexts(_ uid: String, _ local: CalendarSource) throws(AgendaError)
        -> EventTexts
    {
        let href = Self.href(uid: uid)
        let record = try store.resource(href, of: local)
        let text = if let record { try store.text(of: record) } else { [UInt8]() }
        return EventTexts(
            texts: EventTexts.divided(text), href: href, scope: TimeZoneScope(database: zones))
    }

    static func href(uid: String) -> String {
        OccurrenceID(uid: uid, recurrenceID: nil).description + ".ics"
    }

    static func record(of local: CalendarSource, href: String) -> ResourceRecord {
        let none = ContentDigest(high: 0, low: 0)
        return ResourceRecord(
            sourceID: local.id, href: href, version: .unknown, digest: none, zonesDigest: none)
    }

    /// The event's text as it will be stored, read back: what cannot be read is not stored.
    private static func prepared(
        _ text: [UInt8], _ record: ResourceRecord, _ stored: StoredComponents,
        _ uid: String, _ preparation: ImportContext
    ) throws(AgendaError) -> PreparedResource {
        let outcome = preparation.prepare(text, record: record, stored: stored, rereads: true)
        guard case .prepared(let resource) = outcome, Set(resource.series.map(\.uid)) == [uid]
        else {
            throw AgendaError(.invalid, place: uid, message: "the event cannot be stored")
        }
        return resource
    }
}
