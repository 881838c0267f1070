internal import GRDB
internal import ICalendar

/// Turns stored occurrences into what readers see: calendars filtered, one copy of each event
/// chosen, empty properties filled from the copies that lost.
struct OccurrenceAssembler {
    private let database: Database
    private let filter: EventFilter
    /// The sources that the filter leaves, in their order.
    private let sources: [CalendarSource]
    private let sourceByID: [Int64: CalendarSource]
    private var decisions: [String: MergeDecision] = [:]
    private var attendance: [Int64: Bool] = [:]

    init(_ database: Database, filter: EventFilter) throws {
        self.database = database
        self.filter = filter
        sources = try SourceTable.fetchBrief(database).filter {
            filter.includes(calendar: $0.name)
        }
        sourceByID = Dictionary(sources.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The events to show, in the order of `occurrences`.
    mutating func events(_ occurrences: [StoredOccurrence]) throws -> [AgendaEvent] {
        var events: [AgendaEvent] = []
        events.reserveCapacity(occurrences.count)
        for occurrence in occurrences {
            if let event = try event(occurrence) { events.append(event) }
        }
        return events
    }

    /// The event to show; nil when it is not wanted, or another copy of it is shown.
    mutating func event(_ occurrence: StoredOccurrence) throws -> AgendaEvent? {
        let described = occurrence.described
        guard let content = try content(described) else { return nil }
        var event = AgendaEvent(
            id: OccurrenceID(key: described.series.key, recurrenceID: occurrence.recurrenceID),
            span: occurrence.span, shared: content)
        event.isRecurring = occurrence.recurrenceID != nil
        if described.series.isShared {
            let decision = try decision(uid: described.series.uid)
            guard
                decision.shows(
                    seriesID: described.series.id, recurrenceID: occurrence.recurrenceID)
            else { return nil }
            event.alsoIn = decision.otherCalendars(than: event.calendar)
            try fill(&event, occurrence, decision)
        }
        guard filter.includes(event) else { return nil }
        if let attendee = filter.attendee, try !isAttended(described.event, by: attendee) {
            return nil
        }
        return event
    }

    /// What all occurrences of an event show; nil when its calendar is not wanted.
    private func content(_ described: StoredEvent) throws -> SharedContent? {
        if let known = described.content { return known }
        guard let source = sourceByID[described.series.sourceID] else { return nil }
        var own = EventContent(described, source: source)
        own.isDeclined = try isDeclined(described.event)
        let content = SharedContent(own)
        described.content = content
        return content
    }

    /// Whether an occurrence comes from the calendar of this name.
    func isFrom(_ occurrence: StoredOccurrence, calendar: String) -> Bool {
        sourceByID[occurrence.series.sourceID]?.name == calendar
    }

    /// Which copy of an event is shown; the choice is made once.
    mutating func decision(uid: String) throws -> MergeDecision {
        if let known = decisions[uid] { return known }
        let decision = MergeDecision(try CopyQuery.fetch(uid: uid, among: sources, database))
        decisions[uid] = decision
        return decision
    }

    private func fill(
        _ event: inout AgendaEvent, _ occurrence: StoredOccurrence, _ decision: MergeDecision
    ) throws {
        let fillers = decision.fillers(
            for: occurrence.series.id, recurrenceID: occurrence.recurrenceID)
        for id in fillers {
            guard let filler = try EventTable.fetch(id: id, database) else { continue }
            // Whoever takes the participants takes their answers.
            if event.participantCount == 0, try isDeclined(filler) { event.isDeclined = true }
            event.content.fill(from: filler)
        }
    }

    /// Whether the reader has declined; the participants' lines are read only where it matters who
    /// the reader is.
    private func isDeclined(_ event: EventRecord) throws -> Bool {
        guard !filter.me.isEmpty, event.participantCount > 0,
            let component = try ComponentTable.fetch(id: event.id, database)
        else { return false }
        return component.text.withUnsafeBytes { text in
            filter.me.contains { address in
                ICalendarParser.participants(
                    in: text, mentioning: ["DECLINED", EventFilter.bare(address)]
                ).contains { $0.status == "DECLINED" && filter.isMe($0.address) }
            }
        }
    }

    /// Whether the organizer or a participant matches; the participants' lines are read only here.
    private mutating func isAttended(_ event: EventRecord, by attendee: String) throws -> Bool {
        if let known = attendance[event.id] { return known }
        let wanted = attendee.lowercased()
        var isAttended = event.organizer?.lowercased().contains(wanted) ?? false
        if !isAttended && event.participantCount > 0,
            let component = try ComponentTable.fetch(id: event.id, database)
        {
            let participants = component.text.withUnsafeBytes {
                ICalendarParser.participants(in: $0)
            }
            isAttended = participants.contains {
                $0.address.lowercased().contains(wanted)
                    || $0.name?.lowercased().contains(wanted) ?? false
            }
        }
        attendance[event.id] = isAttended
        return isAttended
    }
}

extension EventContent {
    /// The event as its own copy describes it.
    fileprivate init(_ described: StoredEvent, source: CalendarSource) {
        let event = described.event
        self.init(uid: described.series.uid, calendar: source.name)
        timeZone = event.timeZone
        summary = event.summary
        location = event.location
        details = event.details
        url = event.url
        categories = event.categories
        status = event.status
        isTransparent = event.isTransparent
        isOverridden = event.recurrenceID != nil
        organizer = event.organizer
        participantCount = event.participantCount
        sequence = event.revision.sequence
        color = event.color ?? source.color
    }

    /// Takes what is empty here from another copy; never a time.
    fileprivate mutating func fill(from copy: EventRecord) {
        summary = summary ?? copy.summary
        location = location ?? copy.location
        details = details ?? copy.details
        url = url ?? copy.url
        if categories.isEmpty { categories = copy.categories }
        organizer = organizer ?? copy.organizer
        if participantCount == 0 { participantCount = copy.participantCount }
    }
}
