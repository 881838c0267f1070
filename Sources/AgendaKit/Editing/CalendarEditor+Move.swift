internal import ICalendar

extension CalendarEditor {
    /// Moves a whole event to another calendar, in one change that is undone as a whole. Adds it there before
    /// deleting it here, so that an interruption leaves it twice rather than not at all.
    ///
    /// - Parameters:
    ///   - occurrence: as in ``draft(of:scope:)``.
    ///   - name: a writable source; nil for the local calendar.
    ///   - commits: false to learn what would change.
    /// - Returns: what was done; without operations if it is there already.
    /// - Throws: as ``edit(_:commits:)-(EventDraft,_)`` and ``add(_:participants:to:)`` do, and `invalid` for an
    ///   event whose times name a zone that only its file defines.
    @discardableResult
    public func move(
        _ occurrence: AgendaEvent, to name: String?, commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        let event = try await open(occurrence, in: try writable(occurrence.calendar))
        let target = try writable(name)
        guard target.id != event.source.id else {
            return EventChange(.edit, at: clock.now, calendar: target.name)
        }
        return try await move(event, as: event.series, to: target, commits: commits)
    }

    /// Changes an event and moves it, in one change; as ``move(_:to:commits:)-(AgendaEvent,_,_)`` with a draft of
    /// ``draft(of:scope:)`` whose scope is `all`.
    ///
    /// - Parameters:
    ///   - draft: changed, of the whole series.
    ///   - name: a writable source; nil for the local calendar.
    ///   - commits: false to learn what would change.
    /// - Throws: `invalid` for a draft of a part of a series, and as ``move(_:to:commits:)-(AgendaEvent,_,_)`` does.
    @discardableResult
    public func move(
        _ draft: EventDraft, to name: String?, commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        let (origin, target) = (try draft.read(), try writable(name))
        guard target.id != origin.event.source.id else {
            return try await edit(draft, commits: commits)
        }
        guard origin.isWhole else {
            throw AgendaError(.moveScope, place: draft.event.uid)
        }
        let series = try origin.changed(to: draft).own
        return try await move(origin.event, as: series, to: target, commits: commits)
    }

    private func move(
        _ event: OpenedEvent, as series: SeriesEditor, to target: CalendarSource, commits: Bool
    ) async throws(AgendaError) -> EventChange {
        let uid = event.occurrence.uid
        var place = calendar(target)
        let there = try await place.read(event.name, href: nil)
        guard there.texts.isEmpty else {
            throw AgendaError(.hasEvent(calendar: target.name), place: uid)
        }
        try requireKnownZones(
            of: series, event.present.scope, place: uid, for: .move)
        try check(series.texts, there.scope, uid: uid)
        var change = EventChange(.move, at: clock.now, calendar: event.source.name)
        change.summary = series.master?.event.summary ?? event.occurrence.summary
        change.add(uid, target, there, series.texts)
        change.add(uid, event.source, event.present, try event.all(with: nil))
        return try await commit(change, to: [event.calendar, place], commits: commits)
    }
}
