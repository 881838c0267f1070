@testable import ICalendar
import Testing

/// Two zones as VTIMEZONEs state them, so that no test depends on the machine's tz data.
enum TestZones {
    static let berlin = zone(
        "Europe/Berlin", standard: 3_600, daylight: 7_200,
        toDaylight: ("19810329T020000", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
        toStandard: ("19961027T030000", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))

    /// By the rule of 2007 and later.
    static let newYork = zone(
        "America/New_York", standard: -18_000, daylight: -14_400,
        toDaylight: ("20070311T020000", "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
        toStandard: ("20071104T020000", "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"))

    static func named(_ tzid: String) -> TimeZoneRules {
        switch tzid {
        case "Europe/Berlin": berlin
        case "America/New_York": newYork
        default: .utc
        }
    }

    private static func zone(
        _ name: String, standard: Int, daylight: Int, toDaylight: (String, String),
        toStandard: (String, String)
    ) -> TimeZoneRules {
        typealias Observance = TimeZoneDefinition.Observance
        let observances = [(true, toDaylight), (false, toStandard)].compactMap {
            isDaylight, onset -> Observance? in
            guard let start = CivilDateTime(icalendar: onset.0),
                let rule = try? RecurrenceRule(icalendar: onset.1)
            else { return nil }
            return Observance(
                isDaylight: isDaylight, start: start, offsetFrom: isDaylight ? standard : daylight,
                offsetTo: isDaylight ? daylight : standard, rules: [rule])
        }
        let definition = TimeZoneDefinition(tzid: name, observances: observances)
        return TimeZoneRules(definition) ?? .utc
    }
}
