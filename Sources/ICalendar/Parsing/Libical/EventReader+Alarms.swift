internal import CLibical

extension EventReader {
    /// - Parameter number: lines of the event before the alarm.
    mutating func alarm(
        _ component: OpaquePointer, of event: Event, after number: Int?
    ) -> Alarm? {
        var (action, details) = ("DISPLAY", String?.none)
        var (repetitions, interval) = (0, CalendarDuration?.none)
        var acknowledged: Instant?
        var (trigger, bad) = (Alarm.Trigger?.none, String?.none)
        var local: String?
        ComponentHandle.forEachProperty(of: component) { property in
            switch icalproperty_isa(property) {
            case ICAL_ACTION_PROPERTY:
                action = PropertyReader.valueText(property)?.uppercased() ?? action
            case ICAL_DESCRIPTION_PROPERTY:
                details = PropertyReader.text(icalproperty_get_description(property))
            case ICAL_TRIGGER_PROPERTY:
                if trigger == nil, let time = Self.localTime(property) {
                    trigger = Self.trigger(at: time, of: event)
                    local = PropertyReader.valueText(property)
                }
                trigger = trigger ?? Self.trigger(property)
                if trigger == nil { bad = PropertyReader.valueText(property) }
            case ICAL_REPEAT_PROPERTY:
                let number = PropertyReader.valueText(property).flatMap { Int($0) }
                repetitions = max(0, number ?? 0)
            case ICAL_DURATION_PROPERTY:
                interval = PropertyReader.valueText(property).flatMap {
                    CalendarDuration(icalendar: $0)
                }
            case ICAL_ACKNOWLEDGED_PROPERTY:
                acknowledged = PropertyReader.instant(of: property)
            case ICAL_XLICERROR_PROPERTY:
                if let error = Self.valueError(property), error.property == "TRIGGER" {
                    bad = error.value
                }
            default: break
            }
        }
        if trigger == nil {
            report(
                .warning, "TRIGGER", after: number,
                bad.map { .value(Diagnostic.shown($0), .notAnAlarmTime) } ?? .fault(.timelessAlarm))
        }
        if let local {
            report(
                .warning, "TRIGGER", after: number, .value(Diagnostic.shown(local), .localAlarmTime)
            )
        }
        guard let trigger else { return nil }
        var alarm = Alarm(action: action, trigger: trigger, details: details)
        alarm.repetitions = repetitions
        (alarm.interval, alarm.acknowledged) = (interval, acknowledged)
        return alarm
    }

    private static func trigger(_ property: OpaquePointer) -> Alarm.Trigger? {
        guard let text = PropertyReader.valueText(property) else { return nil }
        if let time = CalendarTime(icalendar: text) { return .at(Instant(utc: time.wallTime)) }
        guard let duration = CalendarDuration(icalendar: text) else { return nil }
        let isEnd =
            PropertyReader.parameter(property, ICAL_RELATED_PARAMETER)
            .map { icalparameter_get_related($0) == ICAL_RELATED_END } ?? false
        return isEnd ? .afterEnd(duration) : .afterStart(duration)
    }

    /// A time that does not say that it is in UTC, as RFC 5545 3.8.6.3 requires of it.
    private static func localTime(_ property: OpaquePointer) -> CivilDateTime? {
        guard let text = PropertyReader.valueText(property),
            case .floating(let wall)? = CalendarTime(icalendar: text)
        else { return nil }
        return wall
    }

    /// Who writes such a time means the event's clock: the alarm goes off so long from the start. One of a series goes off
    /// once, which only an instant says.
    private static func trigger(at wall: CivilDateTime, of event: Event) -> Alarm.Trigger? {
        switch event.start {
        case .date, .floating, .zoned:
            guard !event.isRecurring, event.todo.map({ $0.anchor == .start }) ?? true else {
                break
            }
            let seconds = wall.secondsSinceEpoch - event.start.wallTime.secondsSinceEpoch
            return .afterStart(CalendarDuration(days: seconds / 86_400, seconds: seconds % 86_400))
        case .utc: return nil
        }
        guard case .zoned(_, let tzid) = event.start else { return nil }
        let scope = TimeZoneScope(database: SystemZones.database)
        return scope.rules(for: tzid).map { .at($0.instant(of: wall)) }
    }
}
