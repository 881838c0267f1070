public import ICalendar

extension Importer {
    /// Adds an event once more, as a new one with a `UID` of its own: to the same calendar or another one,
    /// with other values if that is wanted. The event itself may lie in a calendar that is read only.
    ///
    /// - Parameters:
    ///   - occurrence: what ``EventStore/details(of:clock:zone:filter:zones:)`` found.
    ///   - scope: `this` for one instance as an event that does not recur; `all` for the series.
    ///   - name: a writable source; nil for the local calendar.
    ///   - commits: false to learn what would be done.
    ///   - change: changes the new event's values.
    /// - Returns: the new event's id, and what was done.
    /// - Throws: as ``edit(_:scope:everywhere:commits:_:)`` and ``add(_:participants:to:)`` do, and `invalid` for an
    ///   event whose times name a zone that its file alone knows, or a scope of `future`.
    public func copy(
        _ occurrence: AgendaEvent, scope: RecurrenceScope, to name: String?, commits: Bool = true,
        _ change: @Sendable (inout EventDraft) throws(AgendaError) -> Void
    ) async throws(AgendaError) -> (id: OccurrenceID, change: EventChange) {
        guard scope != .future else {
            throw AgendaError(
                .invalid, place: occurrence.id.description,
                message: "one instance can be copied, or the whole series")
        }
        let source = try store.source(named: occurrence.calendar)
        let target = try writable(name)
        let newUID = EventIdentifier.random()
        var new: SeriesEditor?
        _ = try await perform(on: [source], commits: false) { read throws(AgendaError) in
            let present = try read(occurrence.uid, nil, source)
            let times = SeriesTimes { present.scope.rules(for: $0) }
            let series = try SeriesEditor(present.texts, times: times, stamp: clock.now)
            // Who was invited to one instance has no series.
            let isOne = scope == .this || series.master == nil
            let instance = isOne ? occurrence.recurrenceID : nil
            var copy = try series.copy(of: instance, uid: newUID)
            try copy.changeAll(seenAt: instance == nil ? occurrence.recurrenceID : nil, change)
            // A new event has been changed by nobody.
            copy.master = copy.master.map { part in
                var event = part.event
                event.sequence = 0
                return part.rewritten(event)
            }
            try requireZones(copy, present.scope)
            new = copy
            return EventChange(.add, at: clock.now, calendar: source.name)
        }
        guard let new, !new.texts.isEmpty else {
            throw AgendaError(
                .notFound, place: occurrence.id.description,
                message: "the event is not in '\(source.name)' any more")
        }
        let made = try await perform(on: [target], commits: commits) { read throws(AgendaError) in
            let place = try read(newUID, nil, target)
            try requireInstances(new.texts, place.scope, uid: newUID)
            var change = EventChange(.add, at: clock.now, calendar: target.name)
            change.summary = new.master?.event.summary ?? occurrence.summary
            change.operations = [
                EventOperation(
                    uid: newUID, calendar: target.name, href: place.href, before: nil,
                    after: new.texts.flatMap { $0 })
            ]
            return change
        }
        return (OccurrenceID(uid: newUID, recurrenceID: nil), made)
    }

    /// Refuses times in a zone that only their file defines: elsewhere they would be others.
    private func requireZones(
        _ series: SeriesEditor, _ scope: TimeZoneScope
    ) throws(AgendaError) {
        if let zone = unknownZone(of: series, scope) {
            throw AgendaError(
                .invalid, place: zone, message: "its file alone knows the time zone '\(zone)'",
                remedy: "copy it within its own calendar, or give it another zone")
        }
    }

    /// A zone of which the file alone knows the times, or knows others than tz data.
    func unknownZone(of series: SeriesEditor, _ scope: TimeZoneScope) -> String? {
        for part in [series.master].compactMap({ $0 }) + series.overrides {
            let event = part.event
            let unknown = event.timeZones.first {
                !event.keepsTimes(in: $0, of: scope, among: zones)
            }
            if let unknown { return unknown }
        }
        return nil
    }
}
