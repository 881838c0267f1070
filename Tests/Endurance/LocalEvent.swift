import FuzzChecks

/// An event passed to `agenda add`.
struct LocalEvent: CustomStringConvertible {
    let summary: String
    let start: String
    let end: String
    private(set) var location: String
    let details: String
    private(set) var id: String?
    /// Whether the program acknowledged the event.
    private(set) var isAcknowledged = false
    private let minutes: Int

    /// - Parameter summary: unique to this event.
    init(_ summary: String, days: Days, random: inout SplitMix64) {
        self.summary = summary
        let day = days.text(Int.random(in: -15...30, using: &random), separator: "-")
        let hour = Int.random(in: 8...19, using: &random)
        minutes = Int.random(in: 1...239, using: &random)
        start = "\(day)T\(padded(hour, 2)):00:00+01:00"
        end = "\(day)T\(padded(hour + minutes / 60, 2)):\(padded(minutes % 60, 2)):00+01:00"
        location = "Café, Raum \(minutes); links"
        details = "The first line of \(summary)\nand \\n the second"
    }

    /// Whether all fields have the given values.
    func isWhole(in event: ListedEvent) -> Bool {
        event.summary == summary && event.start == start && event.end == end
            && event.location == location && event.details == details
            && (id ?? event.id) == event.id
    }

    /// The same event with the id that the program printed.
    func acknowledged(by id: String) -> LocalEvent { found(as: id).acknowledged }

    /// The same event, of which the program said that it is stored.
    var acknowledged: LocalEvent {
        var event = self
        event.isAcknowledged = true
        return event
    }

    /// The same event elsewhere, which nobody has acknowledged.
    func moved(to location: String) -> LocalEvent {
        var event = self
        (event.location, event.isAcknowledged) = (location, false)
        return event
    }

    /// The same event with the id found in the store.
    func found(as id: String) -> LocalEvent {
        var event = self
        event.id = id
        return event
    }

    var description: String { "\(id ?? "?") '\(summary)' \(start) to \(end) @ \(location)" }

    /// A calendar with the event, whose times are an hour before UTC.
    func calendar(uid: String) -> String {
        func time(_ text: String) -> String {
            let hour = (Int(text.dropFirst(11).prefix(2)) ?? 0) - 1
            let (day, minutes) = (
                text.prefix(10).filter { $0 != "-" }, text.dropFirst(14).prefix(2)
            )
            return "\(day)T\(padded(hour, 2))\(minutes)00Z"
        }
        func escaped(_ text: String) -> String {
            [("\\", "\\\\"), ("\n", "\\n"), (",", "\\,"), (";", "\\;")].reduce(text) {
                $0.replacing($1.0, with: $1.1)
            }
        }
        return [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//endurance//EN", "BEGIN:VEVENT",
            "UID:\(uid)", "DTSTAMP:20261120T110000Z", "DTSTART:\(time(start))",
            "DTEND:\(time(end))", "SUMMARY:\(escaped(summary))", "LOCATION:\(escaped(location))",
            "DESCRIPTION:\(escaped(details))", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
    }

    var addArguments: [String] {
        [
            "add", summary, "--start", String(start.prefix(16)), "--for", "\(minutes)m",
            "--location", location, "--description", details,
        ]
    }
}
