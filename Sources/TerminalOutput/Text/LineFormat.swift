package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// `--format`: the user's own line format, with fields in braces.
package struct LineFormat: Equatable {
    /// What may stand in braces: a value of the item, or what one line says of it.
    package enum Field: Hashable, Sendable {
        case item(ItemField)
        case date, weekday, month, time, startTime, endTime, minutes, state, join
    }

    /// The fields of events.
    static let eventFields: KeyValuePairs<String, Field> = [
        "date": .date, "weekday": .weekday, "month": .month, "time": .time, "start": .item(.start),
        "end": .item(.end), "start-time": .startTime, "end-time": .endTime,
        "summary": .item(.summary), "location": .item(.location),
        "description": .item(.description), "calendar": .item(.calendar),
        "also-in": .item(.alsoIn), "status": .item(.status), "id": .item(.id), "uid": .item(.uid),
        "url": .item(.url), "categories": .item(.categories), "organizer": .item(.organizer),
    ]
    /// Fields that only `agenda next` has.
    private static let nextFields: KeyValuePairs<String, Field> = [
        "minutes": .minutes, "state": .state, "join": .join,
    ]
    private static let todoFields: KeyValuePairs<String, Field> = [
        "due": .item(.due), "start": .item(.start), "priority": .item(.priority),
        "percent": .item(.percent), "status": .item(.status), "summary": .item(.summary),
        "categories": .item(.categories), "calendar": .item(.calendar), "also-in": .item(.alsoIn),
        "location": .item(.location), "description": .item(.description), "url": .item(.url),
        "completed": .item(.completed), "parent": .item(.parent), "uid": .item(.uid),
        "id": .item(.id),
    ]

    /// All fields of events, for the help. A literal, because it would otherwise be assembled at each start.
    package static let fieldNames = """
        {date} {weekday} {month} {time} {start} {end} {start-time} {end-time} {summary} {location} \
        {description} {calendar} {also-in} {status} {id} {uid} {url} {categories} {organizer}
        """
    /// All fields of to-dos, for the help.
    package static let todoFieldNames = names(todoFields)

    private let template: FieldTemplate<Field>

    /// Reads a format; throws on an unknown field.
    ///
    /// - Parameter isNext: whether it is for `agenda next`, which has additional fields.
    package init(_ format: String, isNext: Bool = false) throws(CommandFailure) {
        template = try FieldTemplate(format) { (name) throws(CommandFailure) in
            if let field = Self.eventFields.first(where: { $0.key == name })?.value { return field }
            guard let field = Self.nextFields.first(where: { $0.key == name })?.value else {
                throw Self.unknown(
                    name, Self.fieldNames + (isNext ? " " + Self.names(Self.nextFields) : ""))
            }
            guard isNext else {
                throw .usage("--format: only agenda next has the field {\(name)}")
            }
            return field
        }
    }

    /// Reads a format of to-dos' lines; throws on an unknown field.
    package init(todos format: String) throws(CommandFailure) {
        template = try FieldTemplate(format) { (name) throws(CommandFailure) in
            let field = Self.todoFields.first { $0.key == name }?.value
            guard let field else { throw Self.unknown(name, Self.todoFieldNames) }
            return field
        }
    }

    static func names(_ fields: KeyValuePairs<String, Field>) -> String {
        fields.map { "{\($0.key)}" }.joined(separator: " ")
    }

    private static func unknown(_ name: String, _ names: String) -> CommandFailure {
        .usage("--format: no such field: {\(name)}; fields are \(names)")
    }

    package func has(_ field: Field) -> Bool { template.has(field) }

    /// A line for each event of each day.
    package func text(_ timeline: Timeline) -> OutputBuffer {
        var output = OutputBuffer()
        let (zone, window) = (timeline.zone, timeline.window)
        for node in timeline.nodes {
            let day = window.bounds[node.index]..<window.bounds[node.index + 1]
            for event in node.events {
                let part = DayPart(of: event.span, on: node.date, day: day, zone: zone)
                output.append(line(event, on: node.date, part: part, zone: zone) + "\n")
            }
        }
        return output
    }

    /// A line for each event, on the day on which it begins.
    package func text(_ events: [AgendaEvent], zone: TimeZoneRules) -> OutputBuffer {
        var output = OutputBuffer()
        for event in events {
            let (date, part) = DayPart.first(of: event.span, zone: zone)
            output.append(line(event, on: date, part: part, zone: zone) + "\n")
        }
        return output
    }

    /// The line of `agenda next`, as on the event's day, or as on today if it has been running
    /// since an earlier day.
    package func text(_ entry: NextEntry, today: CivilDate, zone: TimeZoneRules) -> OutputBuffer {
        let first = zone.wallTime(at: entry.next.times.lowerBound).date
        let date = entry.next.isRunning ? max(first, today) : first
        let event = entry.next.event
        let part = DayPart(of: event.span, on: date, zone: zone)
        return OutputBuffer(line(event, on: date, part: part, zone: zone, entry: entry) + "\n")
    }

    package func line(
        _ event: AgendaEvent, on date: CivilDate, part: DayPart, zone: TimeZoneRules,
        entry: NextEntry? = nil
    ) -> String {
        template.line { field in
            switch field {
            case .item(let field): field.value(of: event).text(in: zone)
            case .date: date.iso
            case .weekday: TimeWords.current.weekdays[date.weekday.rawValue]
            case .month: TimeWords.current.months[date.yearMonthDay.month - 1]
            case .time: part.text(.unicode, clock: .hours24)
            case .startTime: part.startClock ?? ""
            case .endTime: part.endClock ?? ""
            case .minutes: entry.map { String($0.next.minutes) } ?? ""
            case .state: entry?.state ?? ""
            case .join: entry?.joinLink ?? ""
            }
        }
    }
}
