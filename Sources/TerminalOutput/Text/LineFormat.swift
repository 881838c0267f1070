package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// `--format`: the user's own line format, with fields in braces.
package struct LineFormat: Equatable {
    /// The names allowed in braces.
    package enum Field: String, CaseIterable, Sendable {
        case date, weekday, month, time, start, end, startTime = "start-time", endTime = "end-time",
            summary
        case location, description, calendar, alsoIn = "also-in", status, id, uid, url
        case categories, organizer
        case minutes, state, join
    }

    /// Fields that only `agenda next` has.
    static let nextFields: Set<Field> = [.minutes, .state, .join]

    /// All fields, for the help. A literal, because it would otherwise be assembled at each start.
    package static let fieldNames = """
        {date} {weekday} {month} {time} {start} {end} {start-time} {end-time} {summary} {location} \
        {description} {calendar} {also-in} {status} {id} {uid} {url} {categories} {organizer}
        """

    private let template: FieldTemplate<Field>

    /// Reads a format; throws on an unknown field.
    ///
    /// - Parameter isNext: whether it is for `agenda next`, which has additional fields.
    package init(_ format: String, isNext: Bool = false) throws(CommandFailure) {
        template = try FieldTemplate(format) { (name) throws(CommandFailure) in
            guard let field = Field(rawValue: name) else {
                throw .usage(
                    "--format: no such field: {\(name)}; fields are \(Self.fieldNames)"
                        + (isNext ? " {minutes} {state} {join}" : ""))
            }
            guard isNext || !Self.nextFields.contains(field) else {
                throw .usage("--format: only agenda next has the field {\(name)}")
            }
            return field
        }
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
        return template.line(value)

        func value(of field: Field) -> String {
            switch field {
            case .date: date.iso
            case .weekday: TimeWords.current.weekdays[date.weekday.rawValue]
            case .month: TimeWords.current.months[date.yearMonthDay.month - 1]
            case .time: part.text(.unicode, clock: .hours24)
            case .start: event.span.start.text(in: zone)
            case .end: event.span.end.text(in: zone)
            case .startTime: part.startClock ?? ""
            case .endTime: part.endClock ?? ""
            case .summary: event.summary ?? ""
            case .location: event.location ?? ""
            case .description: event.details ?? ""
            case .calendar: event.calendar
            case .alsoIn: event.alsoIn.joined(separator: ",")
            case .status: event.status.rawValue
            case .id: event.id.description
            case .uid: event.uid
            case .url: event.url ?? ""
            case .categories: event.categories.joined(separator: ",")
            case .organizer: event.organizer ?? ""
            case .minutes: entry.map { String($0.next.minutes) } ?? ""
            case .state: entry?.state ?? ""
            case .join: entry?.joinLink ?? ""
            }
        }
    }
}
