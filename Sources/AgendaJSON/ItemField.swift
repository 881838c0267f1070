package import AgendaKit
package import ICalendar

/// What lists and details show of events, to-dos and journal entries, by its name in JSON: the values of JSON, TSV, CSV and
/// `--format`. The last three have names of their own for what they show.
package enum ItemField: String, CaseIterable, Sendable {
    case id, uid, recurrenceId, start, end, due, allDay, floating, timeZone, summary, location
    case description, descriptions, url, categories, status, transparent, recurring, overridden
    case calendar, alsoIn, organizer, participantCount, sequence, priority, percent, completed
    case parent

    /// The members of an event, version 1 of the command's contract, in their order.
    package static let event: [ItemField] = [
        .id, .uid, .recurrenceId, .start, .end, .allDay, .floating, .timeZone, .summary, .location,
        .description, .url, .categories, .status, .transparent, .recurring, .overridden, .calendar,
        .alsoIn, .organizer, .participantCount, .sequence,
    ]
    /// The members of a to-do.
    package static let todo: [ItemField] = [
        .id, .uid, .recurrenceId, .summary, .due, .start, .allDay, .timeZone, .priority, .percent,
        .status, .completed, .location, .description, .url, .categories, .recurring, .parent,
        .calendar, .alsoIn, .sequence,
    ]
    /// The members of a journal entry.
    package static let journal: [ItemField] = [
        .id, .uid, .recurrenceId, .summary, .start, .allDay, .timeZone, .status, .descriptions,
        .url, .categories, .recurring, .calendar, .alsoIn, .sequence,
    ]

    /// The members of an item.
    package static func all(of item: AgendaEvent) -> [ItemField] {
        switch item.part {
        case nil: event
        case .todo?: todo
        case .journal?: journal
        }
    }

    /// A value in the form in which items have it.
    package enum Value {
        case text(String?)
        case texts([String])
        case point(OccurrencePoint?)
        case flag(Bool)
        case number(Int?)
    }

    /// The value that an item has; nothing for what only other kinds have.
    package func value(of item: AgendaEvent) -> Value {
        switch self {
        case .id: .text(item.id.description)
        case .uid: .text(item.uid)
        case .recurrenceId: .point(item.recurrenceID)
        case .start: .point(Self.start(of: item))
        case .end: .point(item.span.end)
        case .due: .point(item.todo?.due)
        case .allDay: .flag(Self.isAllDay(item))
        case .floating: .flag(item.isFloating)
        case .timeZone: .text(item.timeZone)
        case .summary: .text(item.summary)
        case .location: .text(item.location)
        case .description: .text(item.details)
        case .descriptions: .texts(item.journal?.descriptions ?? [])
        case .url: .text(item.url)
        case .categories: .texts(item.categories)
        case .status: .text(Self.status(of: item))
        case .transparent: .flag(item.isTransparent)
        case .recurring: .flag(item.isRecurring)
        case .overridden: .flag(item.isOverridden)
        case .calendar: .text(item.calendar)
        case .alsoIn: .texts(item.alsoIn)
        case .organizer: .text(item.organizer)
        case .participantCount: .number(item.participantCount)
        case .sequence: .number(item.sequence)
        case .priority: .number(item.todo?.priority)
        case .percent: .number(item.todo?.percent)
        case .completed: .point((item.todo?.completed).map(OccurrencePoint.instant))
        case .parent: .text(item.todo?.parent)
        }
    }

    private static func start(of item: AgendaEvent) -> OccurrencePoint? {
        switch item.part {
        case nil: item.span.start
        case .todo(let part)?: part.start
        case .journal(let part)?: part.start
        }
    }

    private static func isAllDay(_ item: AgendaEvent) -> Bool {
        switch item.part {
        case nil: item.isAllDay
        case .todo(let part)?: part.isAllDay
        case .journal(let part)?: part.isAllDay
        }
    }

    private static func status(of item: AgendaEvent) -> String? {
        switch item.part {
        case nil: item.status.rawValue
        case .todo(let part)?: part.status.rawValue.lowercased()
        case .journal(let part)?: part.status?.rawValue.lowercased()
        }
    }
}

extension ItemField.Value: JSONValue {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .texts(let texts): json.value(texts)
        case .point(let point): json.value(point)
        case .flag(let flag): json.value(flag)
        case .number(let number): json.value(number)
        }
    }

    /// The value as tables and lines have it; commas separate several texts.
    package func text(in zone: TimeZoneRules) -> String {
        switch self {
        case .text(let text): text ?? ""
        case .texts(let texts): texts.joined(separator: ",")
        case .point(let point): point?.text(in: zone) ?? ""
        case .flag(let flag): String(flag)
        case .number(let number): number.map { "\($0)" } ?? ""
        }
    }
}

/// An event, a to-do or a journal entry; `show` adds what ``EventDetails`` writes, or ``WholeItem``.
extension AgendaEvent: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        for field in ItemField.all(of: self) {
            json.key(plain: field.rawValue)
            json.value(field.value(of: self))
        }
    }
}
