package import AgendaActions
import AgendaJSON
package import AgendaKit
package import ICalendar

/// `--format` and `--tsv` of `agenda todo list`.
package struct TodoFormat {
    /// The names allowed in braces.
    package enum Field: String, CaseIterable, Sendable {
        case due, start, priority, percent, status, summary, categories, calendar
        case alsoIn = "also-in", location, description, url, completed, parent, uid, id
    }

    /// The columns of the table.
    package static let columns = table.map(\.rawValue)
    private static let table: [Field] = [
        .due, .start, .priority, .percent, .status, .summary, .categories, .calendar, .id,
    ]

    /// All fields, for the help.
    package static let fieldNames = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")

    private let template: FieldTemplate<Field>

    /// Reads a format; throws on an unknown field.
    package init(_ format: String) throws(CommandFailure) {
        template = try FieldTemplate(format) { (name) throws(CommandFailure) in
            guard let field = Field(rawValue: name) else {
                throw .usage("--format: no such field: {\(name)}; fields are \(Self.fieldNames)")
            }
            return field
        }
    }

    /// A to-do's line.
    package func line(_ item: TodoItem, zone: TimeZoneRules) -> String {
        template.line { Self.value($0, item, zone) }
    }

    /// A to-do's row of the table.
    package static func row(_ item: TodoItem, _ zone: TimeZoneRules) -> [String] {
        table.map { value($0, item, zone) }
    }

    private static func value(_ field: Field, _ item: TodoItem, _ zone: TimeZoneRules) -> String {
        let event = item.occurrence
        return switch field {
        case .due: item.due?.text(in: zone) ?? ""
        case .start: item.start?.text(in: zone) ?? ""
        case .priority: "\(item.priority)"
        case .percent: item.percent.map { "\($0)" } ?? ""
        case .status: item.status.rawValue.lowercased()
        case .summary: event.summary ?? ""
        case .categories: event.categories.joined(separator: ",")
        case .calendar: event.calendar
        case .alsoIn: event.alsoIn.joined(separator: ",")
        case .location: event.location ?? ""
        case .description: event.details ?? ""
        case .url: event.url ?? ""
        case .completed: item.completed.map { OccurrencePoint.instant($0).text(in: zone) } ?? ""
        case .parent: item.parent ?? ""
        case .uid: event.uid
        case .id: event.id.description
        }
    }
}
