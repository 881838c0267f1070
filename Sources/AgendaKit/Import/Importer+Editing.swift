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
    /// Adds an event to a calendar.
    ///
    /// - Parameter name: a writable source; nil for the local calendar, which is made where there is none.
    /// - Returns: the event's id; it is on the disk when this returns.
    /// - Throws: `invalid` when the event takes place on no day, its `UID` is there already, or the
    ///   source is read only; `notFound`; else the store's errors. Then nothing is stored.
    @discardableResult
    public func add(
        _ event: Event, participants: [Participant] = [], to name: String? = nil
    ) async throws(AgendaError) -> OccurrenceID {
        let source = try writable(name)
        let text = Array(CalendarWriter.component(event, participants: participants).utf8)
        try await insert([text], uid: event.uid, summary: event.summary, into: source)
        return OccurrenceID(uid: event.uid, recurrenceID: nil)
    }

    /// Changes an event: all of it, one instance, or an instance and all later ones, which become
    /// a series of their own.
    ///
    /// What the change does not concern stays as it is written, properties unknown to this library
    /// included.
    ///
    /// - Parameters:
    ///   - occurrence: what ``EventStore/details(of:clock:zone:filter:zones:)`` found. With its
    ///     ``AgendaEvent/recurrenceID`` set to nil, a whole series is seen from its first instance on.
    ///   - scope: for an event that does not recur, `all` is meant in any case.
    ///   - commits: false to learn what would be done.
    ///   - change: changes the values; called again when another program was faster.
    /// - Returns: what was done; without operations when `change` changed nothing.
    /// - Throws: `invalid` for a read-only source, a file that another program has changed meanwhile,
    ///   or values that make no event; `notFound`; what `change` throws; else the store's errors.
    public func edit(
        _ occurrence: AgendaEvent, scope: RecurrenceScope, commits: Bool = true,
        _ change: @Sendable (inout EditableEvent) throws(AgendaError) -> Void
    ) async throws(AgendaError) -> EventChange {
        let newUID = EventIdentifier.random()
        return try await perform(.edit, occurrence, commits: commits) {
            (series, instance) throws(AgendaError) in
            switch (scope, instance) {
            case (.this, let instance?):
                try series.change(instance, change)
            case (.future, let instance?):
                let (earlier, later) = try series.split(at: instance, newUID: newUID)
                var new = later
                try new.changeAll(seenAt: earlier == nil ? instance : nil, change)
                guard let earlier else { return (new, nil) }
                return (earlier, new)
            default:
                try series.changeAll(seenAt: instance, change)
            }
            return (series, nil)
        }
    }

    /// Deletes an event: all of it, one instance, or an instance and all later ones.
    ///
    /// The parameters, what it returns and the errors are those of ``edit(_:scope:commits:_:)``.
    @discardableResult
    public func delete(
        _ occurrence: AgendaEvent, scope: RecurrenceScope, commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        try await perform(.delete, occurrence, commits: commits) {
            (series, instance) throws(AgendaError) in
            switch (scope, instance) {
            case (.this, let instance?): return (series.removing(instance), nil)
            case (.future, let instance?):
                return (try series.removingFuture(from: instance), nil)
            default: return (nil, nil)
            }
        }
    }

    /// Moves an event, all of it, to another calendar: it is added there and then deleted here, two
    /// changes, so that an interruption leaves it twice rather than not at all.
    ///
    /// - Parameter name: a writable source; nil for the local calendar.
    /// - Throws: as ``edit(_:scope:commits:_:)`` and ``add(_:participants:to:)`` do, and `invalid` for
    ///   an event whose times name a zone that its file alone knows.
    public func move(_ occurrence: AgendaEvent, to name: String?) async throws(AgendaError) {
        let (source, target) = (try writable(occurrence.calendar), try writable(name))
        guard source.id != target.id else { return }
        let uid = occurrence.uid
        var texts: [[UInt8]] = []
        _ = try await perform(on: source, commits: false) { read throws(AgendaError) in
            texts = try read(uid, nil).texts
            return EventChange(.edit, at: clock.now, calendar: source.name)
        }
        for zone in texts.compactMap({ EditablePart($0)?.event }).flatMap(\.timeZones)
        where zones.rules(named: zone) == nil {
            throw AgendaError(
                .invalid, place: uid, message: "its file alone knows the time zone '\(zone)'",
                remedy: "give the event another one with --event-time-zone")
        }
        guard !texts.isEmpty else { throw Self.gone(occurrence, source) }
        try await insert(texts, uid: uid, summary: occurrence.summary, into: target)
        try await delete(occurrence, scope: .all)
    }

    /// Adds an event's components to a calendar that does not have it yet.
    private func insert(
        _ texts: [[UInt8]], uid: String, summary: String?, into source: CalendarSource
    ) async throws(AgendaError) {
        _ = try await perform(on: source, commits: true) { read throws(AgendaError) in
            let present = try read(uid, nil)
            guard present.texts.isEmpty else {
                throw AgendaError(
                    .invalid, place: uid, message: "'\(source.name)' has an event with this UID",
                    remedy: "give it another one")
            }
            try requireInstances(texts, present.scope, uid: uid)
            var change = EventChange(.add, at: clock.now, calendar: source.name)
            change.summary = summary
            try change.add(uid, present, texts)
            return change
        }
    }

    private static func gone(_ occurrence: AgendaEvent, _ source: CalendarSource) -> AgendaError {
        AgendaError(
            .notFound, place: occurrence.id.description,
            message: "the event is not in '\(source.name)' any more")
    }

    /// Makes a change of one series, of which two may become.
    private func perform(
        _ kind: EventChange.Kind, _ occurrence: AgendaEvent, commits: Bool,
        _ body: (inout EditableSeries, OccurrencePoint?) throws(AgendaError) -> (
            own: EditableSeries?, new: EditableSeries?
        )
    ) async throws(AgendaError) -> EventChange {
        let source = try writable(occurrence.calendar)
        let uid = occurrence.uid
        return try await perform(on: source, commits: commits) { read throws(AgendaError) in
            let present = try read(uid, nil)
            guard !present.texts.isEmpty else { throw Self.gone(occurrence, source) }
            let times = SeriesTimes { present.scope.rules(for: $0) }
            var series = try EditableSeries(present.texts, times: times, stamp: clock.now)
            var change = EventChange(kind, at: clock.now, calendar: source.name)
            let (own, new) = try body(&series, occurrence.recurrenceID)
            change.summary =
                (new ?? own)?.master?.event.summary ?? occurrence.summary
            try change.add(uid, present, own?.texts)
            if let own, own.texts != present.texts {
                try requireInstances(own.texts, present.scope, uid: uid)
            }
            if let new, let newUID = new.master?.event.uid {
                try requireInstances(new.texts, present.scope, uid: newUID)
                var empty = try read(newUID, nil)
                empty.texts = []
                try change.add(newUID, empty, new.texts)
                // The later part must be there before the series is cut.
                change.operations.reverse()
                change.operations[1].dependencies = [change.operations[0].identifier]
            }
            return change
        }
    }

    /// Makes a change where the source keeps its events.
    func perform(
        on source: CalendarSource, commits: Bool, _ plan: ChangePlan
    ) async throws(AgendaError) -> EventChange {
        source.kind == .local
            ? try performInStore(on: source, commits: commits, plan)
            : try await performInFiles(on: source, commits: commits, plan)
    }

    /// The source of a name if it may be changed.
    func writable(_ name: String?) throws(AgendaError) -> CalendarSource {
        guard let name else { return try store.localCalendar() }
        let source = try store.source(named: name)
        guard source.isWritable else {
            throw AgendaError(
                .invalid, place: name, message: "this calendar is read only",
                remedy: "'agenda source set \(name) --writable' allows edits")
        }
        return source
    }

    /// Refuses components that describe no instance at all.
    private func requireInstances(
        _ texts: [[UInt8]], _ scope: TimeZoneScope, uid: String
    ) throws(AgendaError) {
        let times = SeriesTimes { scope.rules(for: $0) }
        let series = try EditableSeries(texts, times: times, stamp: clock.now)
        // A date has no later year (RFC 5545 3.3.4).
        let last = CivilDate(uncheckedYear: 9_999, month: 12, day: 30)
        guard series.hasInstances(before: last) else {
            throw AgendaError(
                .invalid, place: uid, message: "the event would be on no day",
                remedy: "check its start, end and rule")
        }
    }
}

extension EventChange {
    /// Adds what is done to one event, if that is anything.
    fileprivate mutating func add(
        _ uid: String, _ present: EventTexts, _ texts: [[UInt8]]?
    ) throws(AgendaError) {
        let before = present.texts.isEmpty ? nil : present.texts.flatMap { $0 }
        let after = texts?.flatMap { $0 }
        // Their order means nothing.
        guard !present.isEqual(to: after) else { return }
        operations.append(
            EventOperation(uid: uid, href: present.href, before: before, after: after))
    }
}
