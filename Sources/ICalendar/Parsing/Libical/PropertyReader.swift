internal import CLibical

/// Reads one property from libical's memory into Swift values.
enum PropertyReader {
    /// A C string as text; nil if empty.
    static func text(_ string: UnsafePointer<CChar>?) -> String? {
        guard let string, string.pointee != 0 else { return nil }
        return TextEncoding.string(UnsafeRawBufferPointer(cString: string)).text
    }

    /// A parameter's first value.
    static func parameter(_ property: OpaquePointer, _ kind: icalparameter_kind) -> OpaquePointer? {
        icalproperty_get_first_parameter(property, kind)
    }

    /// The `TZID` parameter.
    static func tzid(_ property: OpaquePointer) -> String? {
        parameter(property, ICAL_TZID_PARAMETER).flatMap { text(icalparameter_get_tzid($0)) }
    }

    /// A time as written: libical's fields bare, the zone's name from the parameter. Nil if
    /// there is no such day or time.
    static func time(_ time: icaltimetype, tzid: String?) -> CalendarTime? {
        // Four digits without a sign (3.3.4); libical takes a year such as -025.
        guard (0...9_999).contains(time.year),
            let date = CivilDate(year: Int(time.year), month: Int(time.month), day: Int(time.day))
        else { return nil }
        if time.is_date != 0 { return .date(date) }
        guard (0..<24).contains(time.hour), (0..<60).contains(time.minute),
            (0...60).contains(time.second)
        else { return nil }
        let wall = CivilDateTime(
            date, hour: Int(time.hour), minute: Int(time.minute), second: min(Int(time.second), 59))
        if time.zone == icaltimezone_get_utc_timezone() { return .utc(Instant(utc: wall)) }
        return if let tzid { .zoned(wall, tzid: tzid) } else { .floating(wall) }
    }

    /// The property's value as a time.
    static func time(of property: OpaquePointer) -> CalendarTime? {
        guard let value = icalproperty_get_value(property) else { return nil }
        let fields: icaltimetype
        switch icalvalue_isa(value) {
        case ICAL_DATE_VALUE: fields = icalvalue_get_date(value)
        case ICAL_DATETIME_VALUE: fields = icalvalue_get_datetime(value)
        case ICAL_DATETIMEDATE_VALUE: fields = icalvalue_get_datetimedate(value)
        default: return nil
        }
        return time(fields, tzid: tzid(property))
    }

    /// The property's value as libical writes it.
    static func valueText(_ property: OpaquePointer) -> String? {
        text(icalproperty_get_value_as_string(property))
    }

    /// The property's value as an instant; other forms than UTC are read as UTC, as every
    /// program does for `DTSTAMP`.
    static func instant(of property: OpaquePointer) -> Instant? {
        time(of: property).map { Instant(utc: $0.wallTime) }
    }
}
