internal import ICalendar

extension Importer {
    /// Moves an event, all of it, to another calendar, in one change that is undone as a whole. It is added
    /// there before it is deleted here, so that an interruption leaves it twice rather than not at all.
    ///
    /// - Parameters:
    ///   - occurrence: as in ``edit(_:scope:everywhere:commits:_:)``.
    ///   - name: a writable source; nil for the local calendar.
    ///   - commits: false to learn what would be done.
    ///   - change: changes the values with the move.
    /// - Returns: what was done; without operations when it is there already.
    /// - Throws: as ``edit(_:scope:everywhere:commits:_:)`` and ``add(_:participants:to:)`` do, and `invalid`
    ///   for an event whose times name a zone that its file alone knows.
    @discardableResult
    public func move(
        _ occurrence: AgendaEvent, to name: String?, commits: Bool = true,
        _ change: @Sendable (inout EventDraft) throws(AgendaError) -> Void = { _ in }
    ) async throws(AgendaError) -> EventChange {
        let (source, target) = (try writable(occurrence.calendar), try writable(name))
        let uid = occurrence.uid
        guard source.id != target.id else {
            return try await edit(occurrence, scope: .all, commits: commits, change)
        }
        return try await perform(on: [source, target], commits: commits) {
            read throws(AgendaError) in
            let present = try read(uid, nil, source)
            guard !present.texts.isEmpty else { throw Self.gone(occurrence, source) }
            let there = try read(uid, nil, target)
            guard there.texts.isEmpty else {
                throw AgendaError(
                    .invalid, place: uid, message: "'\(target.name)' has the event already",
                    remedy: "delete it in one of the two")
            }
            let parts = try EventParts(present, of: occurrence)
            var series = try SeriesEditor(
                parts.own, present.scope, in: source, stamp: clock.now)
            if series.master != nil {
                try series.changeAll(seenAt: occurrence.recurrenceID, change)
            }
            try requireKnownZones(of: series, present.scope, uid)
            try requireInstances(series.texts, there.scope, uid: uid)
            var moved = EventChange(.move, at: clock.now, calendar: source.name)
            moved.summary = series.master?.event.summary ?? occurrence.summary
            try moved.add(uid, target, there, series.texts)
            try moved.add(uid, source, present, parts.all(with: nil))
            return moved
        }
    }

    /// Refuses an event that would be at another time where its file's zones are not known.
    private func requireKnownZones(
        of series: SeriesEditor, _ scope: TimeZoneScope, _ uid: String
    ) throws(AgendaError) {
        if let zone = unknownZone(of: series, scope) {
            throw AgendaError(
                .invalid, place: uid, message: "its file alone knows the time zone '\(zone)'",
                remedy: "give the event another time zone")
        }
    }
}
