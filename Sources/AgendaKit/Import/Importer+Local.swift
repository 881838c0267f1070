public import ICalendar

/// How much of a recurring event is meant.
public enum RecurrenceScope: String, CaseIterable, Sendable {
    /// One instance.
    case this
    /// An instance and all later ones.
    case future
    /// The whole series.
    case all
}

extension Importer {
    /// Stores an event in the local calendar, which lives in the database alone.
    ///
    /// - Returns: the event's id, on the disk when this returns.
    /// - Throws: `invalid` when the event cannot be shown or its `UID` is there already; else the
    ///   store's errors. Then nothing is stored.
    public func add(
        _ event: Event, participants: [Participant] = []
    ) throws(AgendaError) -> OccurrenceID {
        let local = try store.localCalendar()
        let text = Array(CalendarWriter.component(event, participants: participants).utf8)
        try write { preparation throws(AgendaError) in
            let base = try store.resources(of: local)
            let href = Self.href(uid: event.uid)
            guard !base.contains(where: { $0.href == href }) else {
                throw AgendaError(
                    .invalid, place: event.uid, message: "there is a local event with this UID",
                    remedy: "give it another one")
            }
            var changes = SourceChanges(source: local, base: base)
            let record = Self.record(of: local, href: href)
            changes.changes = [
                .prepared(
                    try Self.prepared(text, record, StoredComponents(), event.uid, preparation))
            ]
            return changes
        }
        try backUp()
        return OccurrenceID(uid: event.uid, recurrenceID: nil)
    }

    /// Deletes a local event: all of it, one instance, or an instance and all later ones.
    ///
    /// - Parameters:
    ///   - occurrence: what ``EventStore/details(of:clock:zone:filter:zones:)`` found.
    ///   - scope: for an event that does not recur, `all` is meant in any case.
    /// - Throws: `invalid` for an event that is not local; `notFound` when it is gone.
    public func delete(
        _ occurrence: AgendaEvent, scope: RecurrenceScope
    ) throws(AgendaError) {
        guard
            let local = try store.sources(counting: false).first(where: { $0.kind == .local }),
            occurrence.calendar == local.name
        else {
            throw AgendaError(
                .invalid, place: occurrence.id.description,
                message: "the event belongs to '\(occurrence.calendar)', which is read only",
                remedy: "delete it where it comes from")
        }
        try write { preparation throws(AgendaError) in
            var changes = SourceChanges(source: local, base: try store.resources(of: local))
            let href = Self.href(uid: occurrence.uid)
            guard let record = changes.base.first(where: { $0.href == href }) else {
                throw AgendaError(
                    .notFound, place: occurrence.id.description,
                    message: "there is no such local event")
            }
            let text = try store.text(of: record)
            guard
                let rest = SeriesCut.removing(
                    scope, at: occurrence.recurrenceID, from: text, stamp: clock.now)
            else {
                changes.changes = [.vanished(record)]
                return changes
            }
            let stored = try store.storedComponents(of: record).components
            changes.changes = [
                .prepared(
                    try Self.prepared(rest, record, stored, occurrence.uid, preparation))
            ]
            return changes
        }
        try backUp()
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
        _ uid: String, _ preparation: ResourcePreparation
    ) throws(AgendaError) -> PreparedResource {
        let outcome = preparation.prepare(text, record: record, stored: stored, rereads: true)
        guard case .prepared(let resource) = outcome, let series = resource.series.first,
            series.uid == uid, !series.expansion.occurrences.isEmpty || record.id != 0
        else {
            throw AgendaError(
                .invalid, place: uid, message: "the event would be on no day",
                remedy: "check its start, end and rule")
        }
        return resource
    }
}
