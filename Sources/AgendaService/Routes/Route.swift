/// One thing that can be asked: its address, its parameters, and who answers. The same table routes requests and makes
/// the OpenAPI document, so that neither knows of something that the other does not.
package struct Route: Sendable {
    /// A value in the path or the query.
    package struct Parameter: Sendable {
        package enum Kind: String, Sendable {
            case text, number, date, flag, list
        }

        package var name: String
        package var kind: Kind
        package var summary: String
        /// The values that are taken; empty for all of the kind.
        var values: [String] = []
        /// The numbers that are taken.
        package var range: ClosedRange<Int>?
        /// What kind of text is taken, by a name of our own: what no pattern says, such as the zones that there are.
        package var format: String?
        package var isRequired = false

        init(
            _ name: String, _ kind: Kind = .text, _ summary: String, values: [String] = [],
            range: ClosedRange<Int>? = nil, format: String? = nil, isRequired: Bool = false
        ) {
            (self.name, self.kind, self.summary, self.values) = (name, kind, summary, values)
            (self.range, self.format, self.isRequired) = (range, format, isRequired)
        }
    }

    /// What the answer is.
    enum Content: String, Sendable {
        case json = "application/json"
        case events = "text/event-stream"
        case calendar = "text/calendar"
        case text = "text/plain"
        case page = "text/html"
        case style = "text/css"
        case script = "text/javascript"
        case manifest = "application/manifest+json"
        case file = "*/*"
    }

    package var method: String
    /// Such as `/v1/events/{id}`.
    package var path: String
    var summary: String
    package var parameters: [Parameter] = []
    var content = Content.json
    /// The statuses of success and of refusals that are this route's own.
    var statuses: [Int] = [200]
    /// Whether the request has a content in JSON.
    var takesContent = false
    var audience = Gate.Audience.owner
    /// Whether what is no GET changes what the store holds.
    var changesStore = true
    /// Whether it may wait long for other servers: it keeps no change of events waiting.
    var asksServers = false
    var answer: @Sendable (Call) async throws -> ServiceResponse
}

extension Route {
    /// All there are.
    package static let all =
        reading + changing + todos + journals + invitations + proposals + calendars
        + administration + accounts + rules + similar + mirrors
        + documents
        + feeds
        + shares + sharing + devices + live + about
        + access + page
}

extension Route.Parameter {
    static let id = Self("id", .text, "Its id, or the beginning.", format: "event-id")
    static let zone = Self(
        "zone", .text, "The time zone of the answer; by default the service's.",
        format: "time-zone")
    static let scope = Self(
        "scope", .text, "How much of a recurring event is meant.",
        values: ["this", "future", "all"])
    static let dryRun = Self("dryRun", .flag, "Say what would be done, and change nothing.")
}

extension [Route.Parameter] {
    /// What each list of events takes.
    static let filter: [Route.Parameter] = [
        .zone,
        .init("calendar", .list, "Only this calendar; may be repeated.", format: "calendar-name"),
        .init("notCalendar", .list, "Not this calendar; may be repeated.", format: "calendar-name"),
        .init(
            "attendee", .text,
            "Only events with this participant or organizer: a part of the address or name."),
    ]

    static let days: [Route.Parameter] = [
        .init("from", .date, "The first day; by default today."),
        .init("to", .date, "The last day."),
        .init("days", .number, "How many days; not together with `to`.", range: 1...3_660),
    ]
}

extension Query {
    /// Whether the values are of the kinds that a route declares, also where it would not look at them.
    func check(_ parameters: [Route.Parameter]) throws(Problem) {
        for parameter in parameters {
            switch parameter.kind {
            case .flag: _ = try flag(parameter.name)
            case .date: _ = try date(parameter.name)
            case .number: _ = try number(parameter.name, in: parameter.range ?? 0...Int.max)
            case .text, .list:
                guard !parameter.values.isEmpty, let value = try text(parameter.name),
                    !parameter.values.contains(value)
                else { continue }
                throw .badParameter(
                    parameter.name,
                    "expected \(parameter.values.joined(separator: " or ")), got '\(value)'",
                    remedy: "give one of them")
            }
        }
    }
}
