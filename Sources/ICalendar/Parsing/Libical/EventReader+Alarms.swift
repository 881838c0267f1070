internal import CLibical

extension EventReader {
    /// - Parameter number: lines of the event before the alarm.
    mutating func alarm(_ component: OpaquePointer, after number: Int?) -> Alarm? {
        var (action, details) = ("DISPLAY", String?.none)
        var (repetitions, interval) = (0, CalendarDuration?.none)
        var acknowledged: Instant?
        var (trigger, bad) = (Alarm.Trigger?.none, String?.none)
        ComponentHandle.forEachProperty(of: component) { property in
            switch icalproperty_isa(property) {
            case ICAL_ACTION_PROPERTY:
                action = PropertyReader.valueText(property)?.uppercased() ?? action
            case ICAL_DESCRIPTION_PROPERTY:
                details = PropertyReader.text(icalproperty_get_description(property))
            case ICAL_TRIGGER_PROPERTY:
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
                bad.map { .value(Self.shown($0), .notAnAlarmTime) } ?? .fault(.timelessAlarm))
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
}
