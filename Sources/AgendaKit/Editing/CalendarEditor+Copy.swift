internal import ICalendar

extension CalendarEditor {
    /// Reads an event as the draft of a copy with its own `UID`. Change its values and pass it to
    /// ``copy(_:to:commits:)``. The event itself may be in a read-only calendar.
    ///
    /// - Parameters:
    ///   - occurrence: as in ``draft(of:scope:)``.
    ///   - scope: `this` for one instance as an event that does not recur; `all` for the series.
    /// - Throws: as ``draft(of:scope:)`` does, and `invalid` for a scope of `future`.
    public func draft(
        copying occurrence: AgendaEvent, scope: RecurrenceScope
    ) async throws(AgendaError) -> EventDraft {
        guard scope != .future else {
            throw AgendaError(.copyScope, place: occurrence.id.description)
        }
        let event = try await open(occurrence, in: try store.source(named: occurrence.calendar))
        // A calendar that was invited to one instance has no series to copy.
        let isOne = scope == .this || event.series.master == nil
        let instance = isOne ? occurrence.recurrenceID : nil
        let copy = try event.series.copy(of: instance, uid: EventIdentifier.random())
        return try DraftOrigin(
            event, copy: copy, instance: instance == nil ? occurrence.recurrenceID : nil
        ).draft()
    }

    /// Adds a copy of an event.
    ///
    /// - Parameters:
    ///   - draft: of ``draft(copying:scope:)``.
    ///   - name: a writable source; nil for the local calendar.
    ///   - commits: false to learn what would change.
    /// - Returns: the new event's id, and what was done.
    /// - Throws: as ``edit(_:commits:)-(EventDraft,_)`` and ``add(_:participants:to:)`` do, and `invalid` for an
    ///   event whose times name a zone that only its file defines.
    public func copy(
        _ draft: EventDraft, to name: String?, commits: Bool = true
    ) async throws(AgendaError) -> (id: OccurrenceID, change: EventChange) {
        let origin = try draft.read()
        var (copy, _) = try origin.changed(to: draft)
        // Nobody has changed a new event yet.
        copy.master = copy.master.map { part in
            var event = part.event
            event.sequence = 0
            return part.rewritten(event)
        }
        try requireKnownZones(
            of: copy, origin.event.present.scope,
            for: .copy)
        let uid = copy.master?.event.uid ?? ""
        let change = try await insert(
            copy.texts, uid: uid,
            summary: copy.master?.event.summary ?? origin.event.occurrence.summary,
            into: try writable(name), commits: commits)
        var name = origin.event.name
        name.uid = uid
        return (OccurrenceID(key: name.key, recurrenceID: nil), change)
    }

    /// Refuses an event that would take place at another time in a calendar that does not know its file's zones.
    func requireKnownZones(
        of series: SeriesEditor, _ scope: TimeZoneScope, place: String? = nil,
        for transfer: AgendaError.Reason.Transfer
    ) throws(AgendaError) {
        for event in series.components.map(\.event) {
            let unknown = event.timeZones.first {
                !event.keepsTimes(in: $0, of: scope, among: zones)
            }
            guard let zone = unknown else { continue }
            throw AgendaError(.zoneOfFile(zone, transfer), place: place ?? zone)
        }
    }
}
