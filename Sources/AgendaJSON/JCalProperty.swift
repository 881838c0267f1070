package import ICalendar

/// A property as jCal has it (RFC 7265 3.4): `[name, {parameters}, type, value, …]`, so that no property of a component is
/// missing, also those that this program does not know.
package struct JCalProperty: JSONValue {
    private let property: Property
    private let type: String

    /// The component's own properties in their order, without those of its alarms.
    package static func all(of component: some Collection<UInt8>) -> [JCalProperty] {
        (ComponentDocument(component)?.parts ?? []).compactMap {
            $0.property.map(JCalProperty.init)
        }
    }

    private init(_ property: Property) {
        self.property = property
        let stated = property.parameter("VALUE")?.lowercased()
        type =
            stated ?? Self.types[property.name]
            ?? (property.name.hasPrefix("X-") ? "unknown" : "text")
    }

    /// The types of the properties that are no text (RFC 5545 3.8, RFC 7986 5, RFC 9073 6, RFC 9253 8).
    private static let types: [String: String] = {
        var types: [String: String] = [:]
        for (type, names) in [
            (
                "date-time",
                "DTSTART DTEND DUE RECURRENCE-ID EXDATE RDATE DTSTAMP CREATED LAST-MODIFIED COMPLETED"
            ),
            ("uri", "ATTACH URL CONFERENCE IMAGE SOURCE LINK CONCEPT STRUCTURED-DATA"),
            ("cal-address", "ATTENDEE ORGANIZER CALENDAR-ADDRESS"), ("float", "GEO"),
            ("integer", "PRIORITY SEQUENCE PERCENT-COMPLETE"), ("recur", "RRULE EXRULE"),
            ("duration", "DURATION REFRESH-INTERVAL"), ("period", "FREEBUSY"),
        ] {
            for name in names.split(separator: " ") { types[String(name)] = type }
        }
        return types
    }()

    package func write(to json: inout JSONWriter) {
        json.array { json in
            json.value(property.name.lowercased())
            json.object { writeParameters(to: &$0) }
            json.value(type)
            for value in values { write(value, to: &json) }
        }
    }

    /// Without `VALUE`, which is the type; several values of one parameter are an array.
    private func writeParameters(to json: inout JSONWriter) {
        for written in property.parameters {
            let parts = written.split(separator: "=", maxSplits: 1)
            let name = parts.first.map { String($0.filter { !$0.isWhitespace }).uppercased() } ?? ""
            guard parts.count == 2, name != "VALUE", !name.isEmpty else { continue }
            json.key(quoting: name.lowercased())
            // Commas in quotes divide nothing.
            var inQuotes = false
            let several = parts[1].split(omittingEmptySubsequences: false) { character in
                if character == "\"" { inQuotes.toggle() }
                return character == "," && !inQuotes
            }
            if several.count == 1 {
                json.value(property.parameter(name) ?? "")
            } else {
                json.value(several.map { String($0.filter { $0 != "\"" }) })
            }
        }
    }

    /// The elements of a list; of all other properties the value alone.
    private var values: [String] {
        let lists: Set = ["CATEGORIES", "RESOURCES", "EXDATE", "RDATE", "FREEBUSY"]
        return lists.contains(property.name) ? property.elements : [property.value]
    }

    private func write(_ value: String, to json: inout JSONWriter) {
        switch type {
        case "text" where property.name == "REQUEST-STATUS":
            // A structured text is an array of its fields (RFC 7265 3.3).
            json.value(property.fields)
        case "text": json.value(TextValue.unescaped(value))
        case "date", "date-time": json.value(Self.time(value))
        case "period": json.value(value.split(separator: "/").map { Self.time(String($0)) })
        case "integer":
            if let number = Int(value) { json.value(number) } else { json.value(value) }
        case "boolean": json.value(value.uppercased() == "TRUE")
        case "float":
            let numbers = value.split(separator: ";").map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
                return json.value(value)
            }
            json.array { json in
                for number in [latitude, longitude] {
                    json.plain { $0.append("\(number)") }
                }
            }
        case "recur": json.object { Self.writeRule(value, to: &$0) }
        default: json.value(value)
        }
    }

    /// `2026-11-20`, `2026-11-20T09:30:00`, with a `Z` in UTC; any other text as it is (RFC 7265 3.6.4, 3.6.5).
    private static func time(_ text: String) -> String {
        switch CalendarTime(icalendar: text) {
        case .date(let date)?: date.iso
        case .floating(let wall)?, .zoned(let wall, _)?: wall.iso
        case .utc(let instant)?: instant.utc.iso + "Z"
        case nil: text
        }
    }

    /// A member for each part, in small letters; numbers are numbers (RFC 7265 3.6.10).
    private static func writeRule(_ rule: String, to json: inout JSONWriter) {
        for part in rule.split(separator: ";") {
            let parts = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            json.key(quoting: parts[0].lowercased())
            func write(_ value: String, to json: inout JSONWriter) {
                if let number = Int(value), parts[0].uppercased() != "UNTIL" {
                    json.value(number)
                } else {
                    json.value(parts[0].uppercased() == "UNTIL" ? time(value) : value)
                }
            }
            let values = parts[1].split(separator: ",").map(String.init)
            if values.count == 1 {
                write(values[0], to: &json)
            } else {
                json.array { json in for value in values { write(value, to: &json) } }
            }
        }
    }
}
