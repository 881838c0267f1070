public import ICalendar

/// An event that waits for the reader's answer.
public struct WaitingInvitation: Hashable, Sendable {
    /// Its next occurrence.
    public var event: AgendaEvent
    /// What an answer is about: `all`, or `this` where only this instance of a series waits.
    public var scope: RecurrenceScope
    /// The reader's other events at the same time, each once, by their start.
    public var overlaps: [AgendaEvent]
}

extension EventProvider {
    /// How far ahead ``invitations()`` looks, from today on: the days of which all instances are stored.
    public static let invitationDays = 366

    /// The events of writable calendars that are not over and that ask one of the filter's ``EventFilter/me``
    /// (`PARTSTAT=NEEDS-ACTION`, RFC 5545 3.2.12), by their start; a series once. What somebody has cancelled, what the
    /// reader organizes, and what nobody organizes waits for nothing.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func invitations() async throws(AgendaError) -> [WaitingInvitation] {
        var asking = filter
        asking.answers = [ComponentEdit.unanswered]
        let (now, zone, dates) = (clock.now, zone, today..<(today + Self.invitationDays))
        let writable = Set(
            try store.sources(counting: false).filter(\.isWritable).map(\.name))
        let open = try await EventProvider(
            store: store, clock: clock, zone: zone, filter: asking, zones: zones
        ).days(dates).occurrences.filter { event in
            guard let organizer = event.organizer, !asking.isMe(organizer) else { return false }
            return event.status != .cancelled && !event.content.isOfOthers
                && writable.contains(event.calendar)
                && event.span.instants(in: zone).upperBound > now
        }
        let wholes = Set(open.filter { !$0.isOverridden }.map(\.uid))
        var seen: Set<String> = []
        let waiting = open.filter { event in
            !wholes.contains(event.uid) || seen.insert(event.uid).inserted
        }
        guard !waiting.isEmpty else { return [] }
        let near = try overlaps(of: Set(waiting.map(\.uid)), on: dates)
        let pairs = Conflicts(among: near, zone: zone, countingWholeDays: false).pairs
        return waiting.map { event in
            let isAll = wholes.contains(event.uid) || !event.isRecurring
            func isOwn(_ other: AgendaEvent) -> Bool {
                other.uid == event.uid && (isAll || other.recurrenceID == event.recurrenceID)
            }
            var known: Set<OccurrenceID> = []
            let others = pairs.compactMap { pair -> AgendaEvent? in
                let other =
                    isOwn(pair.first) ? pair.second : isOwn(pair.second) ? pair.first : nil
                guard let other, other.uid != event.uid else { return nil }
                return known.insert(other.id).inserted ? other : nil
            }
            return WaitingInvitation(event: event, scope: isAll ? .all : .this, overlaps: others)
        }
    }
}
