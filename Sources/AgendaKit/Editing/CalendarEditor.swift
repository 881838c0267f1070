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

/// Changes events, to-dos and journal entries: adds, edits, deletes, moves and copies them, takes changes back and makes them
/// again.
///
/// Each change is noted in the journal, written to its calendar, and imported. It is on the disk when the method
/// returns; if a method throws, nothing has changed.
///
/// ```swift
/// let found = try store.details(of: id.description, clock: clock, zone: zone)
/// var draft = try await editor.draft(of: found.occurrence, scope: .all)
/// draft.event.location = "Cafe Nord"
/// let change = try await editor.edit(draft)
/// print(change.kind, change.summary ?? "")
/// ```
public actor CalendarEditor {
    /// Imports what was changed, and writes the backup.
    public nonisolated let importer: Importer
    private let other: @Sendable (CalendarSource) -> (any WritableCalendar)?
    /// What a change of this editor is called; nil for random names.
    let identifier: String?

    var context: StoreContext { importer.context }
    /// What it changes.
    package nonisolated var store: EventStore { importer.store }
    var clock: any AgendaClock { context.clock }
    var zones: TimeZoneDatabase { context.zones }

    /// An editor of the calendars that an importer reads.
    ///
    /// - Parameters:
    ///   - importer: reads the calendars.
    ///   - identifier: names the operations of this editor's change, of which it makes one alone: whoever repeats a request
    ///     of which no answer came finds by it what was done (``earlierChange()``). Nil for random names.
    public init(_ importer: Importer, identifier: String? = nil) {
        self.init(importer, identifier: identifier) { _ in nil }
    }

    /// - Parameter other: returns the calendar of a source that is neither a file, a folder nor local; else nil.
    init(
        _ importer: Importer, identifier: String? = nil,
        other: @escaping @Sendable (CalendarSource) -> (any WritableCalendar)?
    ) {
        (self.importer, self.other, self.identifier) = (importer, other, identifier)
    }

    /// Adds an event, to-do or journal entry to a calendar.
    ///
    /// - Parameters:
    ///   - event: its `uid` is new in the calendar.
    ///   - participants: its `ATTENDEE`s.
    ///   - name: a writable source; nil for the local calendar, which is created if it is missing.
    /// - Returns: the event's id.
    /// - Throws: `invalid` if the event takes place on no day, the calendar has its `UID` already, or the
    ///   source is read-only; `notFound`; else the store's errors.
    @discardableResult
    public func add(
        _ event: Event, participants: [Participant] = [], to name: String? = nil
    ) async throws(AgendaError) -> OccurrenceID {
        _ = try await addEvent(event, participants: participants, to: name)
        return OccurrenceID(event)
    }

    /// Adds an event or to-do as ``add(_:participants:to:)`` does, and returns the change.
    ///
    /// - Parameters:
    ///   - event: its `uid` is new in the calendar.
    ///   - participants: its `ATTENDEE`s.
    ///   - name: a writable source; nil for the local calendar.
    ///   - commits: false to learn what would change.
    /// - Returns: what was done.
    /// - Throws: as ``add(_:participants:to:)`` does.
    @discardableResult
    public func addEvent(
        _ event: Event, participants: [Participant] = [], to name: String? = nil,
        commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        let text = Array(CalendarWriter.component(event, participants: participants).utf8)
        return try await insert(
            [text], uid: event.uid, summary: event.summary, into: try writable(name),
            commits: commits)
    }

    /// Adds the components of an event to a calendar that does not have it yet.
    func insert(
        _ texts: [[UInt8]], uid: String, summary: String?, into source: CalendarSource,
        commits: Bool
    ) async throws(AgendaError) -> EventChange {
        var calendar = calendar(source)
        let present = try await calendar.read(
            SeriesName(of: texts.first ?? [], uid: uid), href: nil)
        guard present.texts.isEmpty else {
            throw AgendaError(.uidTaken(calendar: source.name), place: uid)
        }
        try check(texts, present.scope, uid: uid)
        var change = EventChange(.add, at: clock.now, calendar: source.name)
        change.summary = summary
        change.add(uid, source, present, texts)
        return try await commit(change, to: [calendar], commits: commits)
    }

    /// Deletes an event: all of it, one instance, or an instance and all later ones.
    ///
    /// - Parameters:
    ///   - occurrence: as in ``draft(of:scope:)``.
    ///   - scope: the part of a series to delete.
    ///   - everywhere: whether to delete the copies in all other writable calendars, too, in the same change.
    ///   - commits: false to learn what would change.
    /// - Returns: what was done.
    /// - Throws: as ``edit(_:commits:)-(EventDraft,_)`` does.
    @discardableResult
    public func delete(
        _ occurrence: AgendaEvent, scope: RecurrenceScope, everywhere: Bool = false,
        commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        let events = try await copies(of: occurrence, scope, everywhere: everywhere)
        var change = EventChange(.delete, at: clock.now, calendar: events[0].source.name)
        for index in events.indices {
            let series = events[index].series
            let rest: SeriesEditor? =
                switch (scope, events[index].instance) {
                case (.this, let instance?): series.removing(instance)
                case (.future, let instance?): try series.removingFuture(from: instance)
                default: nil
                }
            if index == 0 { change.summary = rest?.master?.event.summary ?? occurrence.summary }
            try note(rest, of: events[index], in: &change)
        }
        return try await commit(change, to: events.map(\.calendar), commits: commits)
    }

    /// Reads an event from its calendar.
    ///
    /// - Throws: `notFound` if it is gone.
    func open(
        _ occurrence: AgendaEvent, in source: CalendarSource
    ) async throws(AgendaError) -> OpenedEvent {
        guard let event = try await find(occurrence, in: source) else {
            throw AgendaError(.notInCalendar(source.name), place: occurrence.id.description)
        }
        return event
    }

    private func find(
        _ occurrence: AgendaEvent, in source: CalendarSource
    ) async throws(AgendaError) -> OpenedEvent? {
        var calendar = calendar(source)
        let present = try await calendar.read(occurrence.name, href: nil)
        guard !present.texts.isEmpty else { return nil }
        return try OpenedEvent(present, of: occurrence, in: calendar, stamp: clock.now)
    }

    /// Reads an event from its own calendar and, if `everywhere`, from all other writable ones that have it.
    func copies(
        of occurrence: AgendaEvent, _ scope: RecurrenceScope, everywhere: Bool
    ) async throws(AgendaError) -> [OpenedEvent] {
        var events = [try await open(occurrence, in: try writable(occurrence.calendar))]
        guard everywhere else { return events }
        let ownID = events[0].source.id
        for source in try store.writableSources(holding: occurrence.name)
        where source.id != ownID {
            guard var copy = try await find(occurrence, in: source) else { continue }
            if let point = copy.instance, !copy.series.hasInstance(point) {
                if scope != .all { continue }
                copy.instance = nil
            }
            events.append(copy)
        }
        return events
    }

    /// Adds to a change what becomes of an event; nil if it is deleted.
    func note(
        _ series: SeriesEditor?, of event: OpenedEvent, in change: inout EventChange
    ) throws(AgendaError) {
        let uid = event.occurrence.uid
        let texts = try event.all(with: series)
        if let series, !event.present.isEqual(to: texts ?? []) {
            try check(series.texts, event.present.scope, uid: uid)
        }
        change.add(uid, event.source, event.present, texts)
    }

    /// The calendar through which a source is changed.
    func calendar(_ source: CalendarSource) -> any WritableCalendar {
        if let other = other(source) { return other }
        return source.isOnlyInStore
            ? LocalCalendar(source, context) : FileCalendar(source, context)
    }

    /// The source with this name; nil for the local calendar.
    ///
    /// - Throws: `invalid` if it is read-only.
    func writable(_ name: String?) throws(AgendaError) -> CalendarSource {
        guard let name else { return try store.localCalendar() }
        let source = try store.source(named: name)
        // Of a calendar of others its bank says what may be written: alarms of one's own always.
        guard source.isWritable || source.isShared else {
            throw AgendaError(source.kind == .contacts ? .contactsOnlyRead : .readOnly, place: name)
        }
        return source
    }

    /// Reads back what will be stored; refuses what cannot be read, or has no instance.
    func check(
        _ texts: [[UInt8]], _ scope: TimeZoneScope, uid: String
    ) throws(AgendaError) {
        let series = try SeriesEditor(texts, scope, stamp: clock.now)
        guard series.hasInstances(before: SeriesEditor.lastDay) else {
            throw AgendaError(.noInstances, place: uid)
        }
    }
}

extension EventChange {
    /// Adds what is done to one event, unless nothing is. Operations take effect in the order in which they are
    /// added.
    mutating func add(
        _ uid: String, _ source: CalendarSource, _ present: EventTexts, _ texts: [[UInt8]]?
    ) {
        let operations = present.operations(of: uid, in: source, with: texts) { $0.flatMap { $0 } }
        for operation in operations { add(operation) }
    }

    /// Adds an operation, which depends on the one before it.
    mutating func add(_ operation: EventOperation) {
        var operation = operation
        operation.dependencies = [operations.last?.identifier].compactMap { $0 }
        operations.append(operation)
    }
}
