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
    ///   - everywhere: whether the copies in all other writable calendars are changed, too, at once; one that
    ///     has no such instance stays as it is.
    ///   - commits: false to learn what would be done.
    ///   - change: changes the values; called for each copy, and again when another program was faster.
    /// - Returns: what was done; without operations when `change` changed nothing.
    /// - Throws: `invalid` for a read-only source, a file that another program has changed meanwhile,
    ///   or values that make no event; `notFound`; what `change` throws; else the store's errors.
    public func edit(
        _ occurrence: AgendaEvent, scope: RecurrenceScope, everywhere: Bool = false,
        commits: Bool = true, _ change: @Sendable (inout EventDraft) throws(AgendaError) -> Void
    ) async throws(AgendaError) -> EventChange {
        let newUID = EventIdentifier.random()
        return try await perform(.edit, occurrence, scope, everywhere, commits: commits) {
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
    /// The parameters, what it returns and the errors are those of ``edit(_:scope:everywhere:commits:_:)``.
    @discardableResult
    public func delete(
        _ occurrence: AgendaEvent, scope: RecurrenceScope, everywhere: Bool = false,
        commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        try await perform(.delete, occurrence, scope, everywhere, commits: commits) {
            (series, instance) throws(AgendaError) in
            switch (scope, instance) {
            case (.this, let instance?): return (series.removing(instance), nil)
            case (.future, let instance?):
                return (try series.removingFuture(from: instance), nil)
            default: return (nil, nil)
            }
        }
    }

    /// Adds an event's components to a calendar that does not have it yet.
    private func insert(
        _ texts: [[UInt8]], uid: String, summary: String?, into source: CalendarSource
    ) async throws(AgendaError) {
        _ = try await perform(on: [source], commits: true) { read throws(AgendaError) in
            let present = try read(uid, nil, source)
            guard present.texts.isEmpty else {
                throw AgendaError(
                    .invalid, place: uid, message: "'\(source.name)' has an event with this UID",
                    remedy: "give it another one")
            }
            try requireInstances(texts, present.scope, uid: uid)
            var change = EventChange(.add, at: clock.now, calendar: source.name)
            change.summary = summary
            try change.add(uid, source, present, texts)
            return change
        }
    }

    static func gone(_ occurrence: AgendaEvent, _ source: CalendarSource) -> AgendaError {
        AgendaError(
            .notFound, place: occurrence.id.description,
            message: "the event is not in '\(source.name)' any more")
    }

    /// Makes a change of one series, of which two may become, in one calendar or in all that have it.
    private func perform(
        _ kind: EventChange.Kind, _ occurrence: AgendaEvent, _ scope: RecurrenceScope,
        _ everywhere: Bool, commits: Bool,
        _ body: (inout SeriesEditor, OccurrencePoint?) throws(AgendaError) -> (
            own: SeriesEditor?, new: SeriesEditor?
        )
    ) async throws(AgendaError) -> EventChange {
        let own = try writable(occurrence.calendar)
        let uid = occurrence.uid
        var sources = [own]
        if everywhere {
            sources += try store.sources(holding: uid).filter { $0.isWritable && $0.id != own.id }
        }
        return try await perform(on: sources, commits: commits) { read throws(AgendaError) in
            var change = EventChange(kind, at: clock.now, calendar: own.name)
            for source in sources {
                let present = try read(uid, nil, source)
                if present.texts.isEmpty {
                    if source.id == own.id { throw Self.gone(occurrence, source) }
                    continue
                }
                let parts = try EventParts(present, of: occurrence)
                var series = try SeriesEditor(
                    parts.own, present.scope, in: source, stamp: clock.now)
                var instance = occurrence.recurrenceID
                if source.id != own.id, let point = instance, !series.hasInstance(point) {
                    if scope != .all { continue }
                    instance = nil
                }
                let (changed, new) = try body(&series, instance)
                if source.id == own.id {
                    change.summary = (new ?? changed)?.master?.event.summary ?? occurrence.summary
                }
                // The later part must be there before the series is cut.
                if let new {
                    let later = try later(new, present, read, source)
                    try change.add(later.uid, source, later.present, later.texts)
                }
                if let changed, changed.texts != parts.own {
                    try requireInstances(changed.texts, present.scope, uid: uid)
                }
                try change.add(uid, source, present, parts.all(with: changed?.texts))
            }
            return change
        }
    }

    /// The later part of a divided series, and its place, where nothing is yet.
    private func later(
        _ series: SeriesEditor, _ present: EventTexts, _ read: EventReader,
        _ source: CalendarSource
    ) throws(AgendaError) -> (uid: String, present: EventTexts, texts: [[UInt8]]) {
        let uid = series.master?.event.uid ?? ""
        try requireInstances(series.texts, present.scope, uid: uid)
        var empty = try read(uid, nil, source)
        empty.texts = []
        return (uid, empty, series.texts)
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
    func requireInstances(
        _ texts: [[UInt8]], _ scope: TimeZoneScope, uid: String
    ) throws(AgendaError) {
        let times = SeriesTimes { scope.rules(for: $0) }
        let series = try SeriesEditor(texts, times: times, stamp: clock.now)
        guard series.hasInstances(before: SeriesEditor.lastDay) else {
            throw AgendaError(
                .invalid, place: uid, message: "the event would be on no day",
                remedy: "check its start, end and rule")
        }
    }
}

extension EventChange {
    /// Adds what is done to one event, if that is anything. What was added before comes first.
    mutating func add(
        _ uid: String, _ source: CalendarSource, _ present: EventTexts, _ texts: [[UInt8]]?
    ) throws(AgendaError) {
        let before = present.texts.isEmpty ? nil : present.texts.flatMap { $0 }
        let after = texts?.flatMap { $0 }
        // Their order means nothing.
        guard !present.isEqual(to: after) else { return }
        add(
            EventOperation(
                uid: uid, calendar: source.name, href: present.href, before: before, after: after))
    }

    /// Adds an operation, which needs the one before it.
    mutating func add(_ operation: EventOperation) {
        var operation = operation
        operation.dependencies = [operations.last?.identifier].compactMap { $0 }
        operations.append(operation)
    }
}

extension SeriesEditor {
    /// The components of an event in a calendar.
    init(
        _ texts: [[UInt8]], _ scope: TimeZoneScope, in source: CalendarSource, stamp: Instant
    ) throws(AgendaError) {
        try self.init(texts, times: SeriesTimes { scope.rules(for: $0) }, stamp: stamp)
        calendar = source.name
    }
}
