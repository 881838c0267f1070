internal import ICalendar

/// The properties of a merged calendar itself.
enum MergedHead {
    /// The properties that the result sets itself, and those that are true of one calendar alone: its
    /// identity, where it is fetched, when it changed, and that it is an iTIP message (`METHOD`).
    private static let dropped: Set<String> = [
        "VERSION", "PRODID", "CALSCALE", "METHOD", "NAME", "X-WR-CALNAME", "UID", "URL", "SOURCE",
        "REFRESH-INTERVAL", "LAST-MODIFIED", "X-PUBLISHED-TTL", "X-WR-RELCALID", "X-WR-TIMEZONE",
    ]

    /// The lines before the first component.
    ///
    /// - Parameters:
    ///   - calendars: the sources' own properties.
    ///   - name: the result's name; nil takes the first name that a calendar has.
    ///   - further: lines of the result's own.
    static func text(_ calendars: [[Property]], name: String?, further: [String]) -> [UInt8] {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(CalendarWriter.productIdentifier)",
            "CALSCALE:GREGORIAN",
        ]
        lines += names(calendars, name)
        lines += further
        lines += zone(calendars)
        lines += others(calendars, hasOwnName: name != nil)
        return lines.flatMap { StandardForm.text(of: Array(($0 + "\r\n").utf8)).bytes }
    }

    /// Description, colour and unknown properties of the calendar that gives the name. Under a new name, only
    /// those that all calendars share, because they describe the whole.
    private static func others(_ calendars: [[Property]], hasOwnName: Bool) -> [String] {
        let named = calendars.first { !names([$0], nil).isEmpty } ?? calendars.first ?? []
        var seen: Set<Property> = []
        return named.filter { line in
            !dropped.contains(line.name) && seen.insert(line).inserted
                && (!hasOwnName || calendars.allSatisfy { $0.contains(line) })
        }.map(\.line)
    }

    private static func names(_ calendars: [[Property]], _ name: String?) -> [String] {
        if let name {
            let text = CalendarWriter.escaped(name)
            return ["NAME:\(text)", "X-WR-CALNAME:\(text)"]
        }
        for calendar in calendars {
            let own = ["NAME", "X-WR-CALNAME"].map { name in
                calendar.first { $0.name == name && !$0.value.isEmpty }
            }
            if let first = own[0] ?? own[1] {
                return zip(["NAME", "X-WR-CALNAME"], own).map { name, own in
                    var property = own ?? first
                    property.name = name
                    return property.line
                }
            }
        }
        return []
    }

    /// The zone of floating times, as some programs read it, if all calendars agree.
    private static func zone(_ calendars: [[Property]]) -> [String] {
        let zones = calendars.map { $0.first { $0.name == "X-WR-TIMEZONE" } }
        guard let first = zones.first, let zone = first, zones.allSatisfy({ $0 == zone }) else {
            return []
        }
        return [zone.line]
    }
}
