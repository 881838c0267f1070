internal import ICalendar

// A copy of an event.
extension SeriesEditor {
    /// A copy with its own `UID`: nobody has answered it yet, it has no organizer, and `SEQUENCE` starts at 0.
    ///
    /// - Parameter instance: the only instance to copy, as an event that does not recur; nil for the whole series.
    /// - Throws: `notFound` if there is no such instance.
    func copy(of instance: OccurrencePoint?, uid: String) throws(AgendaError) -> SeriesEditor {
        var copy = self
        guard let instance else {
            copy.master = master.map { Self.copy($0, $0.event, uid, stamp) }
            copy.overrides = overrides.map { Self.copy($0, $0.event, uid, stamp) }
            return copy
        }
        let own = ownIndex(of: instance).map { overrides[$0] }
        guard let part = own ?? base(of: instance) else {
            throw AgendaError(.noSuchInstance)
        }
        var event = part.event
        if own == nil { (event.start, event.end) = span(of: instance, part) }
        (event.recurrenceID, event.overridesFuture) = (nil, false)
        (event.recurrenceRules, event.exceptionRules) = ([], [])
        (event.recurrenceDates, event.exceptionDates) = ([], [])
        copy.master = Self.copy(part, event, uid, stamp)
        copy.overrides = []
        return copy
    }

    private static func copy(
        _ part: ComponentEdit, _ event: Event, _ uid: String, _ stamp: Instant
    ) -> ComponentEdit {
        var event = event
        (event.uid, event.sequence, event.organizer) = (uid, 0, nil)
        (event.stamp, event.created, event.lastModified) = (stamp, stamp, stamp)
        return part.rewritten(
            event,
            part.participants.map { participant in
                var new = participant
                new.status = "NEEDS-ACTION"
                return new
            })
    }
}
