internal import ICalendar

/// An event that somebody deleted here, as the history has it; no calendar has it any more.
public struct DeletedEvent: Hashable, Sendable {
    /// Its `UID`.
    public let uid: String
    /// Its `SUMMARY`.
    public let summary: String?
    /// The name of the calendar that had it.
    public let calendar: String
    let operation: EventOperation

    /// Its name, as when it was stored.
    public var id: OccurrenceID { OccurrenceID(uid: uid, recurrenceID: nil) }

    /// Nil for a change of something that is still there, or is a to-do.
    init?(_ operation: EventOperation, of change: EventChange) {
        guard operation.after == nil, operation.before != nil, operation.name.kind == .event
        else { return nil }
        (uid, summary, self.operation) = (operation.uid, change.summary, operation)
        calendar = operation.calendar.isEmpty ? change.calendar : operation.calendar
    }
}

extension EventChange {
    /// The events that it deleted, each in one calendar.
    public var deletedEvents: [DeletedEvent] {
        operations.compactMap { DeletedEvent($0, of: self) }
    }
}

extension EventStore {
    /// The events that somebody deleted here and that no calendar has, the last one first, as long as the history keeps
    /// them. What a synchronisation took away was deleted, and told, elsewhere.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func deletedEvents() throws(AgendaError) -> [DeletedEvent] {
        let deletions = try read { database in
            let changes = try OperationTable.fetchAll(database)
            let synced = Self.synced(changes)
            let known = Dictionary(uniqueKeysWithValues: changes.map { ($0.id, $0) })
            var (seen, found): (Set<SeriesName>, [DeletedEvent]) = ([], [])
            try OperationTable.forEachDeletion(database) { id, operation in
                guard seen.insert(operation.name).inserted, !synced.contains(id),
                    let change = known[id], let deleted = DeletedEvent(operation, of: change)
                else { return }
                let since = try OperationTable.fetchOperations(
                    on: operation.uid, after: id - 1, database
                ).filter { $0.operation.name == operation.name }
                // A move deletes and adds in one change: the first of its operations counts.
                guard since.last?.change == id,
                    since.first?.operation.identifier == operation.identifier
                else { return }
                found.append(deleted)
            }
            return found
        }
        var missing: [DeletedEvent] = []
        for event in deletions where try sources(holding: event.uid).isEmpty {
            missing.append(event)
        }
        return missing
    }

    /// The greatest `SEQUENCE` that an event had when it was deleted here; nil if it never was.
    func sequence(ofDeleted uid: String) throws(AgendaError) -> Int? {
        try read { try OperationTable.fetchOperations(on: uid, $0) }
            .filter { [.delete, .redo].contains($0.kind) && $0.operation.after == nil }
            .flatMap { EventTexts.divided($0.operation.before ?? []) }
            .compactMap { ComponentDocument($0)?.sequence }.max()
    }
}

extension CalendarEditor {
    /// Writes to the attendees of a deleted event of one's own that it does not take place (RFC 5546 3.2.5). Changes
    /// nothing, so that it can be repeated.
    ///
    /// - Parameters:
    ///   - event: of ``EventStore/deletedEvents()``.
    ///   - me: the reader's addresses.
    ///   - delivery: who sends it: a server does when the event is deleted there (RFC 6638 3.2.1), unless it was told not
    ///     to.
    /// - Throws: `invalid` if the reader does not organize the event, or nobody is invited.
    public func cancellation(
        of event: DeletedEvent, as me: CalendarAddresses,
        delivery: @Sendable (CalendarSource) -> MessageDelivery = { _ in .message }
    ) async throws(AgendaError) -> TakenInvitation {
        guard !me.isEmpty else { throw AgendaError(.invitation(.nobody), place: event.uid) }
        let before = event.operation.before ?? []
        let isFile = ComponentScanner.scan(before).components.contains { $0.kind == .timeZone }
        let whole = Self.calendar(of: isFile ? [] : EventTexts.divided(before))
        let incoming = try IncomingCalendar(
            isFile ? before : whole, place: event.uid, zones: zones)
        guard let texts = incoming.series.first(where: { $0.uid == event.uid }) else {
            throw AgendaError(.unreadablePart, place: event.uid)
        }
        let source = try store.sources(counting: false).first { $0.name == event.calendar }
        // Components of a file name the zones of that file, which has other events still.
        var scope = incoming.scope
        if !isFile, let source {
            var calendar = calendar(source)
            let present = try? await calendar.read(
                event.operation.name, href: event.operation.href)
            scope = present?.scope ?? scope
        }
        var series = try SeriesEditor(texts.texts, scope, stamp: clock.now)
        try series.requireOrganizer(me, uid: event.uid)
        let first = series.components.first?.event
        let isOurs = series.isHandledHere
        series.change { $0.cancelled(at: clock.now) }
        let writer = MessageWriter(
            uid: event.uid, scope: scope, definitions: incoming.definitions, stamp: clock.now)
        let isSentByServer = source.map { delivery($0) != .message && !isOurs } ?? false
        let item = ReceivedEvents.Item(
            uid: event.uid, summary: first?.summary ?? event.summary,
            span: first?.firstSpan(in: scope),
            isRecurring: first?.isRecurring ?? false, calendar: event.calendar,
            outcome: .cancelled)
        return TakenInvitation(
            item: item, isStored: false,
            change: EventChange(.edit, at: clock.now, calendar: event.calendar),
            messages: isSentByServer ? [] : try writer.requests(of: series, as: me),
            isSentByServer: isSentByServer)
    }
}

extension SeriesEditor {
    /// Refuses an event that somebody else organizes.
    func requireOrganizer(_ me: CalendarAddresses, uid: String) throws(AgendaError) {
        let organizers = components.compactMap(\.lines.organizer)
        guard !organizers.isEmpty, organizers.allSatisfy(me.includes) else {
            throw AgendaError(.invitation(.notOrganizer), place: uid)
        }
    }

    /// Raises `SEQUENCE` where it is not above one that may have been cancelled with the next.
    mutating func raise(above cancelled: Int?, at stamp: Instant) {
        guard let cancelled else { return }
        change { part in
            guard part.event.sequence <= cancelled else { return part }
            let next = min(cancelled, Int(Int32.max) - 1) + 1
            return part.editing(at: stamp) { $0.set("SEQUENCE", value: "\(next)") }
        }
    }

    /// Whether the calendar's server leaves the messages to us (RFC 6638 7.1).
    fileprivate var isHandledHere: Bool {
        let attendees = components.flatMap { $0.lines.properties("ATTENDEE") }
        return !attendees.isEmpty
            && attendees.allSatisfy { $0.parameter("SCHEDULE-AGENT")?.uppercased() == "CLIENT" }
    }
}

extension ComponentEdit {
    /// The component that does not take place; `SEQUENCE` rises (RFC 5546 2.1.4).
    fileprivate func cancelled(at stamp: Instant) -> ComponentEdit {
        var event = event
        event.status = .cancelled
        return with(event, participants, at: stamp)
    }
}
