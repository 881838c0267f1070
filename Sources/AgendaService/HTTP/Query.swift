internal import AgendaKit
internal import ICalendar

/// The parameters of a request, each of which must be known.
struct Query: Sendable {
    private let items: [(name: String, value: String)]

    /// - Throws: for an escape that is broken, or a parameter that the route does not have.
    init(_ target: String, known: Set<String>) throws(Problem) {
        var items: [(name: String, value: String)] = []
        if let start = target.firstIndex(of: "?") {
            for part in target[target.index(after: start)...].split(separator: "&") {
                let sides = part.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let name = PercentEncoding.decoded(sides[0], plusIsSpace: true),
                    let value = PercentEncoding.decoded(
                        sides.count > 1 ? sides[1] : "", plusIsSpace: true)
                else {
                    throw .badParameter(
                        String(part), "it is not percent-encoded UTF-8", remedy: "encode it")
                }
                guard known.contains(name) else {
                    throw .badParameter(
                        name, "this route has no such parameter",
                        remedy: known.isEmpty
                            ? "leave it out" : "use \(known.sorted().joined(separator: ", "))")
                }
                items.append((name, value))
            }
        }
        self.items = items
    }

    /// All values of a parameter that may be repeated.
    func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

    /// The value of a parameter; nil where it is left out.
    func text(_ name: String) throws(Problem) -> String? {
        let values = all(name)
        guard values.count < 2 else {
            throw .badParameter(name, "it is there \(values.count) times", remedy: "give it once")
        }
        return values.first
    }

    /// A number within a range.
    func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .badParameter(
                name,
                "expected a number from \(range.lowerBound) to \(range.upperBound), got '\(text)'",
                remedy: "give such a number")
        }
        return number
    }

    func flag(_ name: String) throws(Problem) -> Bool {
        switch try text(name) {
        case nil, "false"?: false
        case "true"?, ""?: true
        case let text?:
            throw .badParameter(
                name, "expected true or false, got '\(text)'", remedy: "give one of them")
        }
    }

    /// A day in ISO 8601's form.
    func date(_ name: String) throws(Problem) -> CivilDate? {
        guard let text = try text(name) else { return nil }
        guard let date = CivilDate(iso: text), (2...9_997).contains(date.yearMonthDay.year) else {
            throw .badParameter(
                name, "expected a day such as 2026-11-20, got '\(text)'", remedy: "give such a day")
        }
        return date
    }

    func zone(_ name: String) throws(Problem) -> TimeZoneRules? {
        guard let text = try text(name) else { return nil }
        return try Self.zone(named: text, name)
    }

    /// The zones of a parameter that may be repeated.
    func zones(_ name: String) throws(Problem) -> [TimeZoneRules] {
        try all(name).map { (text) throws(Problem) in try Self.zone(named: text, name) }
    }

    private static func zone(named text: String, _ name: String) throws(Problem) -> TimeZoneRules {
        guard let zone = SystemZones.database.rules(named: text) else {
            throw .badParameter(
                name, "there is no time zone '\(text)'", remedy: "give a name such as Europe/Berlin"
            )
        }
        return zone
    }

    func length(_ name: String) throws(Problem) -> CalendarDuration? {
        guard let text = try text(name) else { return nil }
        guard let length = CalendarDuration(words: text), length.isReasonable,
            length.days > 0 || length.seconds > 0
        else {
            throw .badParameter(
                name, "expected a duration such as 45m or 1h30m, got '\(text)'",
                remedy: "give such a duration")
        }
        return length
    }
}
