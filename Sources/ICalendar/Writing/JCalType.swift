/// The type of a property's value, by its name in jCal (RFC 7265 3.6).
struct JCalType {
    /// What `VALUE` says, else the property's own type; `unknown` for a property that no standard has.
    let name: String

    init(of property: Property) {
        name =
            property.parameter("VALUE")?.lowercased() ?? Self.types[property.name] ?? "unknown"
    }

    /// The types of the properties of RFC 5545 3.7 and 3.8, RFC 7808 7, RFC 7953 3.2, RFC 7986 5, RFC 9073 6, RFC 9074 and
    /// RFC 9253 8.
    private static let types: [String: String] = {
        var types: [String: String] = [:]
        for (type, names) in [
            (
                "date-time",
                """
                DTSTART DTEND DUE RECURRENCE-ID EXDATE RDATE DTSTAMP CREATED LAST-MODIFIED COMPLETED ACKNOWLEDGED \
                TZUNTIL
                """
            ),
            (
                "text",
                """
                ACTION BUSYTYPE CALSCALE CATEGORIES CLASS COLOR COMMENT CONTACT DESCRIPTION LOCATION LOCATION-TYPE \
                METHOD NAME PARTICIPANT-TYPE PRODID PROXIMITY REFID RELATED-TO REQUEST-STATUS RESOURCES RESOURCE-TYPE \
                STATUS STYLED-DESCRIPTION SUMMARY TRANSP TZID TZID-ALIAS-OF TZNAME UID VERSION
                """
            ),
            ("uri", "ATTACH URL CONFERENCE IMAGE SOURCE LINK CONCEPT STRUCTURED-DATA TZURL"),
            ("cal-address", "ATTENDEE ORGANIZER CALENDAR-ADDRESS"), ("float", "GEO"),
            ("integer", "PRIORITY SEQUENCE PERCENT-COMPLETE REPEAT"), ("recur", "RRULE EXRULE"),
            ("duration", "DURATION REFRESH-INTERVAL TRIGGER"), ("period", "FREEBUSY"),
            ("utc-offset", "TZOFFSETFROM TZOFFSETTO"),
        ] {
            for name in names.split(separator: " ") { types[String(name)] = type }
        }
        return types
    }()

    /// The properties that hold several values, between commas.
    private static let lists: Set = ["CATEGORIES", "RESOURCES", "EXDATE", "RDATE", "FREEBUSY"]

    /// A property's values with the type that they have; nil if one is not of the type.
    ///
    /// A day for a time, and a time for a day, is of its own type: programs leave `VALUE=DATE` out.
    func values(of property: Property) -> (type: String, values: [JCalValue])? {
        let texts = Self.lists.contains(property.name) ? property.elements : [property.value]
        guard ["date", "date-time"].contains(name) else {
            let values = texts.compactMap { value($0, of: property) }
            return values.count == texts.count ? (name, values) : nil
        }
        let times = texts.compactMap { CalendarTime(icalendar: $0) }
        let areDates = times.allSatisfy(\.isDate)
        guard times.count == texts.count, areDates || !times.contains(where: \.isDate) else {
            return nil
        }
        return (areDates ? "date" : "date-time", times.map { .text($0.extended) })
    }

    /// One value; nil if it is not of the type.
    private func value(_ text: String, of property: Property) -> JCalValue? {
        switch (name, property.name) {
        // A structured value is an array of its fields (RFC 7265 3.3).
        case ("text", "REQUEST-STATUS"): .array(property.fields.map(JCalValue.text))
        case ("float", "GEO"):
            Self.all(text.split(separator: ";", omittingEmptySubsequences: false), Self.number)
                .flatMap { $0.count == 2 ? .array($0) : nil }
        case ("text", _): .text(TextValue.unescaped(text))
        case ("integer", _): Int(text).map(JCalValue.integer)
        case ("float", _): Self.number(text)
        case ("boolean", _):
            ["TRUE": true, "FALSE": false][text.uppercased()].map(JCalValue.boolean)
        case ("recur", _): Self.rule(text)
        case ("period", _): Self.period(text)
        case ("time", _): Self.clock(text[...], digits: [6], suffixes: ["", "Z"])
        case ("utc-offset", _):
            text.first.flatMap { "+-".contains($0) ? $0 : nil }.flatMap { sign in
                Self.clock(text.dropFirst(), digits: [4, 6], suffixes: [""], prefix: String(sign))
            }
        default: .text(text)
        }
    }

    private static func all(
        _ texts: [Substring], _ value: (Substring) -> JCalValue?
    ) -> [JCalValue]? {
        let values = texts.compactMap(value)
        return values.count == texts.count ? values : nil
    }

    private static func number(_ text: some StringProtocol) -> JCalValue? {
        // Double reads `nan` and `inf`, too, which JSON lacks.
        Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    /// `["1997-03-08T16:00:00Z", "PT3H"]` (RFC 7265 3.6.9).
    private static func period(_ text: String) -> JCalValue? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = CalendarTime(icalendar: parts[0]) else { return nil }
        let end = CalendarTime(icalendar: parts[1])?.extended ?? String(parts[1])
        return .array([.text(start.extended), .text(end)])
    }

    /// `12:30:00` of `123000` (RFC 7265 3.6.12, 3.6.14).
    private static func clock(
        _ text: Substring, digits: [Int], suffixes: [String], prefix: String = ""
    ) -> JCalValue? {
        let number = text.prefix { ("0"..."9").contains($0) }
        let suffix = String(text[number.endIndex...])
        guard digits.contains(number.count), suffixes.contains(suffix) else { return nil }
        let pairs = stride(from: 0, to: number.count, by: 2).map {
            number.dropFirst($0).prefix(2)
        }
        return .text(prefix + pairs.joined(separator: ":") + suffix)
    }

    /// A member for each part, in small letters; numbers are numbers (RFC 7265 3.6.10).
    private static func rule(_ text: String) -> JCalValue? {
        var members: [JCalValue.Member] = []
        for part in text.split(separator: ";") {
            let parts = part.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let name = parts[0].lowercased()
            guard !members.contains(where: { $0.name == name }) else { return nil }
            let values = parts[1].split(separator: ",").map { value -> JCalValue in
                if name == "until" {
                    return .text(CalendarTime(icalendar: value)?.extended ?? String(value))
                }
                return Int(value).map(JCalValue.integer) ?? .text(String(value))
            }
            members.append(
                JCalValue.Member(name: name, value: values.count == 1 ? values[0] : .array(values)))
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension CalendarTime {
    /// `2026-11-20`, `2026-11-20T09:30:00`, with a `Z` in UTC (RFC 7265 3.6.4, 3.6.5).
    fileprivate var extended: String {
        switch self {
        case .date(let date): date.iso
        case .floating(let wall), .zoned(let wall, _): wall.iso
        case .utc(let instant): instant.utc.iso + "Z"
        }
    }
}
