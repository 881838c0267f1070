internal import Foundation
public import ICalendar

// What was done about an alarm, written where other devices see it. The event keeps its `SEQUENCE`, and the alarm everything
// else that it has. The change is noted as an edit, and can be undone.
extension CalendarEditor {
    /// Writes into an event's or a to-do's own calendar that somebody has dismissed an alarm (`ACKNOWLEDGED`, RFC 9074 6.1),
    /// so that the devices to which it is synchronised do not ring either.
    ///
    /// Later times of the alarm, such as those of a series' later instances, go off.
    ///
    /// - Parameter alarm: as found by ``EventProvider/alarms(from:until:and:)``.
    /// - Returns: what was done; without operations if there is nothing to write: the calendar reminds of events without
    ///   alarms (``CalendarSource/reminder``), or the alarm is acknowledged already.
    /// - Throws: `invalid` for a read-only source, or if earlier instances of the series would no longer remind either;
    ///   `notFound`; else the store's errors.
    @discardableResult
    public func acknowledge(_ alarm: EventAlarm) async throws(AgendaError) -> EventChange {
        let now = clock.now
        return try await change(alarm) { part, instant in
            part.acknowledging(until: instant, at: now) { alarm.isTime(of: $0) }
        }
    }

    /// Writes into an event's or a to-do's own calendar that somebody wants to be reminded again (RFC 9074 7): the alarm is
    /// acknowledged, and another one, related to it by `RELTYPE=SNOOZE`, goes off at the end. It takes the place of an
    /// earlier one.
    ///
    /// - Parameters:
    ///   - alarm: as found by ``EventProvider/alarms(from:until:and:)``.
    ///   - end: when to remind again.
    /// - Returns: as ``acknowledge(_:)`` does.
    /// - Throws: as ``acknowledge(_:)`` does.
    @discardableResult
    public func snooze(
        _ alarm: EventAlarm, until end: Instant
    ) async throws(AgendaError) -> EventChange {
        let now = clock.now
        return try await change(alarm) { part, instant in
            part.snoozing(until: end, acknowledging: instant, at: now) {
                alarm.isTime(of: $0)
            } newUID: {
                UUID().uuidString
            }
        }
    }

    /// - Parameter change: gets the component that has the alarm, and until when what went off is over.
    private func change(
        _ alarm: EventAlarm, _ change: (ComponentEdit, Instant) -> ComponentEdit?
    ) async throws(AgendaError) -> EventChange {
        let event = try await copies(of: alarm.event, .all, everywhere: false)[0]
        var done = EventChange(.edit, at: clock.now, calendar: event.source.name)
        done.summary = alarm.event.summary
        var series = event.series
        // One that is dismissed before its time must not go off at it.
        let until = max(clock.now, alarm.instant)
        guard series.changeAlarms(of: event.instance, { change($0, until) }) else { return done }
        if let instance = event.instance,
            event.series.sharesAlarms(of: instance, with: until - clock.now)
        {
            throw AgendaError(.earlierAlarms, place: alarm.event.calendar)
        }
        try note(series, of: event, in: &done)
        return try await commit(done, to: [event.calendar])
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
