internal import ICalendar

extension CalendarEditor {
    /// Writes into an event's own calendar that somebody has dismissed an alarm (`ACKNOWLEDGED`, RFC 9074 6.1), so that the
    /// devices to which it is synchronised do not ring either.
    ///
    /// The event keeps its `SEQUENCE`, and the alarm everything else that it has. Later times of the alarm, such as those of a
    /// series' later instances, go off. The change is noted as an edit, and can be undone.
    ///
    /// - Parameter alarm: as found by ``EventProvider/alarms(from:until:and:)``.
    /// - Returns: what was done; without operations if there is nothing to write: the calendar reminds of events without
    ///   alarms (``CalendarSource/reminder``), or the alarm is acknowledged already.
    /// - Throws: `invalid` for a read-only source; `notFound`; else the store's errors.
    @discardableResult
    public func acknowledge(_ alarm: EventAlarm) async throws(AgendaError) -> EventChange {
        let event = try await copies(of: alarm.event, .all, everywhere: false)[0]
        var change = EventChange(.edit, at: clock.now, calendar: event.source.name)
        change.summary = alarm.event.summary
        var series = event.series
        // One that is dismissed before its time must not go off at it.
        let until = max(clock.now, alarm.instant)
        guard series.acknowledge(event.instance, until: until, { alarm.isTime(of: $0) }) else {
            return change
        }
        try note(series, of: event, in: &change)
        return try await commit(change, to: [event.calendar])
    }
}

extension EventAlarm {
    /// Whether this is one of the times at which an alarm of the event goes off.
    fileprivate func isTime(of alarm: Alarm) -> Bool {
        let record = AlarmRecord(alarm: alarm)
        let instance = record.isRelative ? event.recurrenceID : nil
        return id == Self.id(of: event, trigger: record.triggerName, instance: instance)
    }
}
