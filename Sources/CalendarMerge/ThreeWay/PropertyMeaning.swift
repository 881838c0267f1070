internal import ICalendar

/// What a property means, so that the same in another form is no change.
struct PropertyMeaning: Hashable {
    /// Parameters by name in upper case, without those that say nothing.
    private(set) var parameters: [String: String] = [:]
    private(set) var value: String
    /// Whether it says no more than its absence.
    private(set) var isDefault = false

    /// Values that say what is so without the property (RFC 5545 3.8.1.3, 3.8.1.9, 3.8.2.7).
    private static let defaults = ["CLASS": "PUBLIC", "TRANSP": "OPAQUE", "PRIORITY": "0"]
    /// Parameters that say what is so without them (3.2).
    private static let parameterDefaults: [String: Set<String>] = [
        "CUTYPE": ["INDIVIDUAL"], "ROLE": ["REQ-PARTICIPANT"], "PARTSTAT": ["NEEDS-ACTION"],
        "RSVP": ["FALSE"], "VALUE": ["TEXT", "URI", "DURATION", "RECUR", "CAL-ADDRESS", "INTEGER"],
        "RELATED": ["START"], "RELTYPE": ["PARENT"], "FBTYPE": ["BUSY"],
        "SCHEDULE-AGENT": ["SERVER"],
    ]
    /// Parameters whose values have no case: names that the standard lists (3.2), and languages.
    private static let enumerated: Set = [
        "CUTYPE", "ROLE", "PARTSTAT", "RSVP", "VALUE", "RELATED", "RELTYPE", "FBTYPE", "ENCODING",
        "LANGUAGE", "RANGE", "SCHEDULE-AGENT", "SCHEDULE-FORCE-SEND", "FMTTYPE",
    ]
    /// Parameters that name people.
    private static let addresses: Set = ["SENT-BY", "DELEGATED-TO", "DELEGATED-FROM", "MEMBER"]
    /// What a server notes about messages that it sent (RFC 6638 7.3): no change of the event.
    private static let servers: Set = ["SCHEDULE-STATUS"]
    /// Properties whose values are times (RFC 5545 3.8.2, 3.8.4.4, 3.8.5; RFC 9074 6.1).
    private static let times: Set = [
        "DTSTART", "DTEND", "DUE", "COMPLETED", "RECURRENCE-ID", "EXDATE", "RDATE", "ACKNOWLEDGED",
    ]
    /// Known by their address (RFC 5545 3.8.4.1, 3.8.4.3).
    static let people: Set = ["ATTENDEE", "ORGANIZER"]

    init(_ property: Property, _ times: MergeTimes) {
        value = property.value
        let kind = property.parameter("VALUE")?.uppercased()
        let mayBeTime =
            Self.times.contains(property.name) || kind == "DATE" || kind == "DATE-TIME"
            || property.parameter("TZID") != nil
        let time =
            mayBeTime
            ? CalendarTime(written: property.value, tzid: property.parameter("TZID")) : nil
        for written in property.parameters {
            let name = written.prefix { $0 != "=" }.uppercased()
            guard let value = property.parameter(name), !Self.servers.contains(name) else {
                continue
            }
            if time != nil, name == "TZID" || name == "VALUE" { continue }
            if Self.parameterDefaults[name]?.contains(value.uppercased()) == true { continue }
            parameters[name] =
                Self.enumerated.contains(name)
                ? value.uppercased() : Self.addresses.contains(name) ? value.lowercased() : value
        }
        value = time.map(times.text) ?? Self.value(property)
        isDefault = value.isEmpty && parameters.isEmpty || Self.defaults[property.name] == value
    }

    private static func value(_ property: Property) -> String {
        let value = property.value
        switch property.name {
        case "ATTENDEE", "ORGANIZER": return Participant.bareAddress(value)
        case "RRULE", "EXRULE":
            return (try? RecurrenceRule(icalendar: value))?.icalendar ?? value.uppercased()
        case "DURATION", "TRIGGER": return CalendarDuration(icalendar: value)?.icalendar ?? value
        case "STATUS", "CLASS", "TRANSP", "ACTION": return value.uppercased()
        case "PRIORITY", "PERCENT-COMPLETE", "REPEAT": return Int(value).map(String.init) ?? value
        case "GEO":
            let numbers = property.fields.map { Double($0).map { "\($0)" } ?? $0 }
            return numbers.joined(separator: ";")
        case "CATEGORIES", "RESOURCES":
            let text = property.fields.joined(separator: ";")
            return String(text.unicodeScalars.trimming { $0 == " " || $0 == "\t" })
        default: return property.fields.joined(separator: ";")
        }
    }

    /// Parameters and value.
    var text: String {
        parameters.sorted { $0.key < $1.key }.map { ";\($0.key)=\($0.value)" }.joined() + ":"
            + value
    }

    /// A property as a line, folded.
    static func part(_ property: Property) -> ComponentDocument.Part {
        .init(name: property.name, bytes: LineWriter.folded(Array(property.line.utf8)))
    }
}
