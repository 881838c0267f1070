internal import ICalendar

extension CalendarEditor {
    /// What is to be edited, read from its calendar: change its values, and hand it to
    /// ``edit(_:commits:)-(EventDraft,_)`` at once.
    ///
    /// - Parameters:
    ///   - occurrence: what ``EventStore/details(of:clock:zone:filter:zones:)`` found. With its
    ///     ``AgendaEvent/recurrenceID`` set to nil, a whole series is seen from its first instance on.
    ///   - scope: for an event that does not recur, `all` is meant in any case. An instance and all
    ///     later ones become a series of their own.
    /// - Throws: `invalid` for a read-only source, or a series that cannot be divided there; `notFound`;
    ///   else the store's errors.
    public func draft(
        of occurrence: AgendaEvent, scope: RecurrenceScope
    ) async throws(AgendaError) -> EventDraft {
        try await drafts(of: occurrence, scope: scope, everywhere: false)[0]
    }

    /// The same for each writable calendar that has the event, its own first; only for its own unless
    /// `everywhere`. Leaves out calendars without the instance.
    public func drafts(
        of occurrence: AgendaEvent, scope: RecurrenceScope, everywhere: Bool = true
    ) async throws(AgendaError) -> [EventDraft] {
        let newUID = EventIdentifier.random()
        var drafts: [EventDraft] = []
        for event in try await copies(of: occurrence, scope, everywhere: everywhere) {
            drafts.append(try DraftOrigin(event, scope, newUID: newUID).draft())
        }
        return drafts
    }

    /// Changes an event to what its draft says.
    ///
    /// What the change does not concern stays as it is written, properties unknown to this library
    /// included.
    ///
    /// - Parameters:
    ///   - draft: of ``draft(of:scope:)``, changed.
    ///   - commits: false to learn what would be done.
    /// - Returns: what was done; without operations when nothing is different.
    /// - Throws: `invalid` when the event or its file was changed since the draft was read, or for
    ///   values that make no event; else the store's errors.
    @discardableResult
    public func edit(
        _ draft: EventDraft, commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        try await edit([draft], commits: commits)
    }

    /// Changes an event in several calendars, as one change: drafts of ``drafts(of:scope:everywhere:)``, changed.
    @discardableResult
    public func edit(
        _ drafts: [EventDraft], commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        var change = EventChange(.edit, at: clock.now, calendar: drafts.first?.calendar ?? "")
        var calendars: [any WritableCalendar] = []
        for draft in drafts {
            let origin = try draft.read()
            var event = origin.event
            let (own, new) = try origin.changed(to: draft)
            if calendars.isEmpty {
                change.summary = (new ?? own).master?.event.summary ?? event.occurrence.summary
            }
            // The later part must be there before the series is cut.
            if let new, let uid = new.master?.event.uid {
                try check(new.texts, event.present.scope, uid: uid)
                let place = try await event.calendar.read(uid: uid, href: nil)
                change.add(uid, event.source, place, new.texts)
            }
            try note(own, of: event, in: &change)
            calendars.append(event.calendar)
        }
        return try await commit(change, to: calendars, commits: commits)
    }
}

/// What a draft was read from.
struct DraftOrigin: Sendable {
    let event: OpenedEvent
    /// The series that the draft is of: the event's own, or its later part.
    private let series: SeriesEditor
    /// What stays of the event before the later part; nil where it is not divided.
    private let earlier: SeriesEditor?
    /// The instance that is changed, or from which the series is seen.
    private let instance: OccurrencePoint?
    private let changesInstance: Bool

    init(_ event: OpenedEvent, _ scope: RecurrenceScope, newUID: String) throws(AgendaError) {
        self.event = event
        changesInstance = scope == .this && event.instance != nil
        guard scope == .future, let first = event.instance else {
            (series, earlier, instance) = (event.series, nil, event.instance)
            return
        }
        (earlier, series) = try event.series.split(at: first, newUID: newUID)
        instance = earlier == nil ? first : nil
    }

    /// A new event that is made of one that is there.
    init(_ event: OpenedEvent, copy: SeriesEditor, instance: OccurrencePoint?) {
        (self.event, series, self.instance) = (event, copy, instance)
        (earlier, changesInstance) = (nil, false)
    }

    /// Whether the draft is of all of the event.
    var isWhole: Bool { earlier == nil && !changesInstance }

    func draft() throws(AgendaError) -> EventDraft {
        var draft =
            if changesInstance, let instance { try series.draft(of: instance) } else {
                try series.draft(seenAt: instance)
            }
        draft.origin = self
        return draft
    }

    /// What becomes of the event, and the new series beside it where it is divided.
    func changed(
        to draft: EventDraft
    ) throws(AgendaError) -> (own: SeriesEditor, new: SeriesEditor?) {
        var series = series
        if changesInstance, let instance {
            try series.change(instance, to: draft)
        } else {
            try series.changeAll(seenAt: instance, to: draft)
        }
        guard let earlier else { return (series, nil) }
        return (earlier, series)
    }
}

extension EventDraft {
    /// What it was read from.
    ///
    /// - Throws: `invalid` for a draft that an editor did not give.
    func read() throws(AgendaError) -> DraftOrigin {
        guard let origin else {
            throw AgendaError(.noSuchDraft, place: event.uid)
        }
        return origin
    }
}
