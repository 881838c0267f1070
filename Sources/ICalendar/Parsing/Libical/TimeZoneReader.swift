internal import CLibical

/// Turns libical's properties of one VTIMEZONE into a ``TimeZoneDefinition``.
struct TimeZoneReader {
    private let line: Int
    private(set) var diagnostics: [Diagnostic] = []

    init(line: Int) {
        self.line = line
    }

    /// The zone; nil if it has no name.
    mutating func definition(_ component: borrowing ComponentHandle) -> TimeZoneDefinition? {
        var (tzid, location) = (String?.none, String?.none)
        component.forEachProperty { property in
            if icalproperty_isa(property) == ICAL_TZID_PROPERTY {
                tzid = PropertyReader.text(icalproperty_get_tzid(property))
            } else if PropertyReader.text(icalproperty_get_x_name(property)) == "X-LIC-LOCATION" {
                location = PropertyReader.text(icalproperty_get_x(property))
            }
        }
        guard let tzid else {
            report("TZID", .fault(.namelessZone))
            return nil
        }
        var observances: [TimeZoneDefinition.Observance] = []
        component.forEachComponent { child in
            let kind = icalcomponent_isa(child)
            guard kind == ICAL_XSTANDARD_COMPONENT || kind == ICAL_XDAYLIGHT_COMPONENT else {
                return
            }
            let isDaylight = kind == ICAL_XDAYLIGHT_COMPONENT
            if let observance = observance(child, isDaylight: isDaylight, tzid: tzid) {
                observances.append(observance)
            }
        }
        return TimeZoneDefinition(tzid: tzid, location: location, observances: observances)
    }

    private mutating func observance(
        _ component: OpaquePointer, isDaylight: Bool, tzid: String
    ) -> TimeZoneDefinition.Observance? {
        var (start, from, to) = (CivilDateTime?.none, Int?.none, Int?.none)
        var (name, rules, dates) = (String?.none, [RecurrenceRule](), [CivilDateTime]())
        var failures: [(property: String, reason: Diagnostic.Reason)] = []
        ComponentHandle.forEachProperty(of: component) { property in
            switch icalproperty_isa(property) {
            case ICAL_DTSTART_PROPERTY: start = PropertyReader.time(of: property)?.wallTime
            case ICAL_TZOFFSETFROM_PROPERTY: from = Int(icalproperty_get_tzoffsetfrom(property))
            case ICAL_TZOFFSETTO_PROPERTY: to = Int(icalproperty_get_tzoffsetto(property))
            case ICAL_TZNAME_PROPERTY: name = PropertyReader.text(icalproperty_get_tzname(property))
            case ICAL_X_PROPERTY:
                let text = PropertyReader.text(icalproperty_get_x(property)) ?? ""
                switch PropertyReader.text(icalproperty_get_x_name(property)) {
                case "X-RRULE":
                    let (rule, faults) = EventReader.rule(text)
                    if let rule { rules.append(rule) }
                    failures += faults.map { ("RRULE", $0) }
                case "X-RDATE": Self.readDates(text, &dates, &failures)
                default: break
                }
            default: break
            }
        }
        for failure in failures.prefix(Self.failureLimit) {
            report(failure.property, .zone(tzid, failure.reason))
        }
        // Hours have two digits up to 23 (RFC 5545 3.3.14).
        guard let start, let from, let to, abs(from) < 86_400, abs(to) < 86_400 else {
            report("TZID", .value(tzid, .incompleteZone))
            return nil
        }
        return TimeZoneDefinition.Observance(
            isDaylight: isDaylight, start: start, offsetFrom: from, offsetTo: to, rules: rules,
            dates: dates, name: name)
    }

    /// Nobody reads more about one part of a zone.
    private static let failureLimit = 10

    /// An unreadable date is left out alone.
    private static func readDates(
        _ text: String, _ dates: inout [CivilDateTime],
        _ failures: inout [(property: String, reason: Diagnostic.Reason)]
    ) {
        for word in text.split(separator: ",") {
            let word = TextValue.trimmed(word)
            if let date = CalendarTime(written: word) {
                dates.append(date.wallTime)
            } else if !word.isEmpty {
                failures.append(("RDATE", .value(Diagnostic.shown(word), .notATime)))
            }
        }
    }

    private mutating func report(_ property: String, _ reason: Diagnostic.Reason) {
        diagnostics.append(Diagnostic(.warning, line: line, property: property, reason))
    }
}
