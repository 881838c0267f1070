public import ICalendar

extension EventProvider {
    /// The alarms that go off before `end`, and either at `start` or later, or of events that are not over then. In the
    /// order of time.
    ///
    /// Cancelled and declined events have none, nor have to-dos and instances of them that are done or cancelled; one that
    /// is open matters until a week after it was due. An event without alarms has its calendar's own, if the calendar has one
    /// (``CalendarSource/reminder``), and so has a to-do that is due at a time of day. Costs what takes place around these
    /// days: an event's text is not read.
    ///
    /// - Parameters:
    ///   - start: the first instant.
    ///   - end: the instant after the last one.
    ///   - snoozed: alarms that are found whenever they go off.
    /// - Throws: the errors of reading (``AgendaError``).
    public func alarms(
        from start: Instant, until end: Instant, and snoozed: [AlarmNote] = []
    ) async throws(AgendaError) -> [EventAlarm] {
        let (zone, zones, filter, now) = (zone, zones, filter, clock.now)
        // On this thread: GRDB's own ones are libdispatch's (OwnThread).
        let found = try store.read { database in
            var alarms: [EventAlarm] = []
            for kind in try StoredTodos.exist(database) ? [Event.Kind.event, .todo] : [.event] {
                var reader = try AlarmReader(
                    database, kind, start..<max(start, end), now: now, zone: zone, zones: zones,
                    filter: filter)
                try reader.read()
                for note in snoozed {
                    guard let name = OccurrenceAbbreviation(note.occurrence) else { continue }
                    try reader.readAll(of: name, nearestTo: Present(now: start, zone: zone))
                }
                alarms += reader.found.alarms
            }
            return alarms
        }
        return found.sorted {
            ($0.instant, $0.times.lowerBound, $0.id, $0.repetition)
                < ($1.instant, $1.times.lowerBound, $1.id, $1.repetition)
        }
    }
}
