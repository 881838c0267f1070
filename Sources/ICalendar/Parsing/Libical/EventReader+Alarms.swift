internal import CLibical

extension EventReader {
    /// - Parameter number: lines of the event before the alarm.
    mutating func alarm(_ component: OpaquePointer, after number: Int?) -> Alarm? {
        var (action, details) = ("DISPLAY", String?.none)
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
        return trigger.map { Alarm(action: action, trigger: $0, details: details) }
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
