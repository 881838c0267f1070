internal import ICalendar

extension CalendarEditor {
    /// Reads an event from its calendar as a draft. Change its values and pass it to
    /// ``edit(_:commits:)-(EventDraft,_)`` at once.
    ///
    /// - Parameters:
    ///   - occurrence: as found by ``EventStore/details(of:clock:zone:filter:zones:)``. If its
    ///     ``AgendaEvent/recurrenceID`` is nil, the draft of a whole series shows the first instance.
    ///   - scope: how much to change; an event that does not recur changes as a whole. An instance and all
    ///     later ones become a series of their own.
    /// - Throws: `invalid` for a read-only source, or a series that cannot be divided there; `notFound`;
    ///   else the store's errors.
    public func draft(
        of occurrence: AgendaEvent, scope: RecurrenceScope
    ) async throws(AgendaError) -> EventDraft {
        try await drafts(of: occurrence, scope: scope, everywhere: false)[0]
    }

    /// Reads the event's copies in every writable calendar that has it, its own first; only its own unless
    /// `everywhere`. Leaves out calendars without the instance.
    ///
    /// - Parameters:
    ///   - occurrence: one occurrence of the event.
    ///   - scope: which part of a series is meant.
    ///   - everywhere: false for its own calendar alone.
    /// - Throws: `notFound` if no calendar has it any more, `invalid` if its calendar is read-only, `unreadable` if a file
    ///   cannot be read; else the errors of reading.
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
    /// What the change does not concern stays as it is written, including properties that this library does
    /// not know.
    ///
    /// - Parameters:
    ///   - draft: of ``draft(of:scope:)``, changed.
    ///   - commits: false to learn what would change.
    /// - Returns: what was done; without operations if nothing changed.
    /// - Throws: `invalid` if the event or its file has changed since the draft was read, or if the values make
    ///   no event; else the store's errors.
    @discardableResult
    public func edit(
        _ draft: EventDraft, commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        try await edit([draft], commits: commits)
    }

    /// Changes an event in several calendars, as one change: drafts of ``drafts(of:scope:everywhere:)``, changed.
    ///
    /// - Throws: as ``edit(_:commits:)-(EventDraft,_)`` does; nothing has changed then.
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
            // Adds the later part before it cuts the series.
            if let new, let uid = new.master?.event.uid {
                try check(new.texts, event.present.scope, uid: uid)
                var name = event.name
                name.uid = uid
                let place = try await event.calendar.read(name, href: nil)
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
    /// The series that the draft shows: the event's own, or its later part.
    private let series: SeriesEditor
    /// What stays of the event before the later part; nil unless it is divided.
    private let earlier: SeriesEditor?
    /// The instance to change, or the one that the draft of a series shows.
    private let instance: OccurrencePoint?
    private let changesInstance: Bool
    /// The instance at which the series that the draft shows is seen; it takes what changes even if it has values of
    /// its own.
    private let selected: OccurrencePoint?

    init(_ event: OpenedEvent, _ scope: RecurrenceScope, newUID: String) throws(AgendaError) {
        self.event = event
        changesInstance = scope == .this && event.instance != nil
        guard scope == .future, let first = event.instance else {
            (series, earlier, instance) = (event.series, nil, event.instance)
            selected = changesInstance ? nil : instance
            return
        }
        (earlier, series) = try event.series.split(at: first, newUID: newUID)
        let later = series
        instance = earlier == nil ? first : nil
        // It is the first one of the later part.
        selected = instance ?? later.master.map { later.times.point(of: $0.event.start) }
    }

    /// The origin of a copy.
    init(_ event: OpenedEvent, copy: SeriesEditor, instance: OccurrencePoint?) {
        (self.event, series, self.instance) = (event, copy, instance)
        (earlier, changesInstance, selected) = (nil, false, nil)
    }

    /// Whether the draft is of the whole event.
    var isWhole: Bool { earlier == nil && !changesInstance }

    func draft() throws(AgendaError) -> EventDraft {
        var draft =
            if changesInstance, let instance { try series.draft(of: instance) } else {
                try series.draft(seenAt: instance, selecting: selected)
            }
        draft.origin = self
        return draft
    }

    /// Applies a draft; returns the event's own series, and the new one if the event is divided.
    func changed(
        to draft: EventDraft
    ) throws(AgendaError) -> (own: SeriesEditor, new: SeriesEditor?) {
        var series = series
        if changesInstance, let instance {
            try series.change(instance, to: draft)
        } else {
            try series.changeAll(seenAt: instance, selecting: selected, to: draft)
        }
        guard let earlier else { return (series, nil) }
        return (earlier, series)
    }
}

extension EventDraft {
    /// What it was read from.
    ///
    /// - Throws: `invalid` for a draft that does not come from an editor.
    func read() throws(AgendaError) -> DraftOrigin {
        guard let origin else {
            throw AgendaError(.noSuchDraft, place: event.uid)
        }
        return origin
    }
}
