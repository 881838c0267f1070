internal import ICalendar

/// Takes instances out of a series.
enum SeriesCut {
    /// The series' text without an instance, or without it and all later ones.
    ///
    /// - Parameters:
    ///   - instance: the instance's original start; nil for an event that does not recur.
    ///   - text: the series' components.
    ///   - stamp: the time of the change, for `LAST-MODIFIED` and `DTSTAMP`.
    /// - Returns: nil when nothing is left.
    static func removing(
        _ scope: RecurrenceScope, at instance: OccurrencePoint?, from text: [UInt8],
        stamp: Instant
    ) -> [UInt8]? {
        guard scope != .all, let instance else { return nil }
        let parts = text.withUnsafeBytes { bytes in
            ComponentScanner.scan(bytes).components.filter { $0.kind == .event }.compactMap {
                part(UnsafeRawBufferPointer(rebasing: bytes[$0.range]))
            }
        }
        var rest: [String] = []
        for (event, participants) in parts {
            var event = event
            if event.recurrenceID == nil {
                guard cut(&event, scope, at: instance) else { return nil }
                event.sequence += 1
                event.lastModified = stamp
                event.stamp = stamp
            } else if isConcerned(event, scope, instance) {
                continue
            }
            rest.append(CalendarWriter.component(event, participants: participants))
        }
        return rest.isEmpty ? nil : Array(rest.joined().utf8)
    }

    private static func part(
        _ bytes: UnsafeRawBufferPointer
    ) -> (event: Event, participants: [Participant])? {
        ICalendarParser.event(in: bytes).value.map { event in
            (event, ICalendarParser.participants(in: bytes))
        }
    }

    /// Changes the master; false when no instance is left.
    private static func cut(
        _ event: inout Event, _ scope: RecurrenceScope, at instance: OccurrencePoint
    ) -> Bool {
        let time = self.time(instance, like: event.start)
        if scope == .this {
            event.exceptionDates.append(time)
            return true
        }
        guard event.start.wallTime != time.wallTime, let until = until(before: instance) else {
            return false
        }
        for index in event.recurrenceRules.indices {
            event.recurrenceRules[index].count = nil
            event.recurrenceRules[index].until = until
        }
        event.recurrenceDates.removeAll { time.wallTime <= $0.start.wallTime }
        return true
    }

    /// The last moment before an instance, as `UNTIL`, which is inclusive.
    private static func until(before instance: OccurrencePoint) -> RecurrenceRule.Until? {
        switch instance {
        case .instant(let instant): .utc(instant - 1)
        case .floating(let wall): .floating(wall + -1)
        case .date(let date): .date(date - 1)
        }
    }

    /// The instance's start in the form of the event's own; instants are written in UTC.
    private static func time(
        _ instance: OccurrencePoint, like start: CalendarTime
    ) -> CalendarTime {
        switch instance {
        case .date(let date): .date(date)
        case .floating(let wall): .floating(wall)
        case .instant(let instant):
            if let tzid = start.tzid, let rules = SystemZones.database.rules(named: tzid) {
                .zoned(rules.wallTime(at: instant), tzid: tzid)
            } else {
                .utc(instant)
            }
        }
    }

    private static func isConcerned(
        _ override: Event, _ scope: RecurrenceScope, _ instance: OccurrencePoint
    ) -> Bool {
        guard let id = override.recurrenceID else { return false }
        let (own, cut) = (id.wallTime, time(instance, like: id).wallTime)
        return scope == .this ? own == cut : own >= cut
    }
}
