import AgendaKit
import ICalendar

/// `--format`: the user's own line, with fields in braces.
struct LineFormat: Equatable {
    /// What stands between braces.
    enum Field: String, CaseIterable {
        case date, time, start, end, startTime = "start-time", endTime = "end-time", summary
        case location, description, calendar, alsoIn = "also-in", status, id, uid, url
        case categories, organizer
    }

    private enum Part: Equatable {
        case text(String)
        case field(Field)
    }

    /// All fields, for the help. Written out, since it would else be put together at each start.
    static let fieldNames = """
        {date} {time} {start} {end} {start-time} {end-time} {summary} {location} {description} \
        {calendar} {also-in} {status} {id} {uid} {url} {categories} {organizer}
        """

    private var parts: [Part] = []

    /// Reads a format; a field that does not exist is refused.
    init(_ format: String) throws(CommandFailure) {
        var text = ""
        var rest = Substring(format)
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                text += Self.escaped(&rest)
            case "{" where rest.first == "{":
                rest.removeFirst()
                text += "{"
            case "{":
                parts.append(.text(text))
                text = ""
                parts.append(.field(try Self.field(&rest)))
            default:
                text.append(character)
            }
        }
        parts.append(.text(text))
    }

    /// Every event of every day, one line each.
    func text(_ timeline: Timeline) -> OutputBuffer {
        var output = OutputBuffer()
        guard let first = timeline.nodes.first?.date else { return output }
        let zone = timeline.zone
        let window = NodeWindow(firstDate: first, count: timeline.nodes.count, zone: zone)
        for node in timeline.nodes {
            let day = window.bounds[node.index]..<window.bounds[node.index + 1]
            for event in node.events {
                let part = DayPart(of: event.span, on: node.date, day: day, zone: zone)
                output.append(line(event, on: node.date, part: part, zone: zone) + "\n")
            }
        }
        return output
    }

    /// One event's line.
    func line(
        _ event: AgendaEvent, on date: CivilDate, part: DayPart, zone: TimeZoneRules
    ) -> String {
        parts.reduce(into: "") { line, element in
            switch element {
            case .text(let text): line += text
            case .field(let field):
                let value = EventText(event: event, zone: zone).value(field, on: date, part: part)
                line += SafeText.line(value, isUTF8: true)
            }
        }
    }

    private static func escaped(_ rest: inout Substring) -> String {
        switch rest.popFirst() {
        case "n": "\n"
        case "t": "\t"
        case let other?: "\\\(other)"
        case nil: "\\"
        }
    }

    private static func field(_ rest: inout Substring) throws(CommandFailure) -> Field {
        guard let end = rest.firstIndex(of: "}") else {
            throw .usage("--format: a brace is not closed: write {{ for a brace")
        }
        let name = rest[..<end]
        rest = rest[rest.index(after: end)...]
        guard let field = Field(rawValue: String(name)) else {
            throw .usage("--format {\(name)}: there is no such field: there are \(fieldNames)")
        }
        return field
    }
}
