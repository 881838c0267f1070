internal import AgendaActions
internal import AgendaKit
internal import ICalendar

/// A to-do to be added: words, as a person types them, or values by the names that documents have.
struct NewTodoRequest: Decodable, Sendable {
    var words, language: String?
    var summary, due, start, location, description, url: String?
    /// The `UID` of the to-do that it is a part of.
    var parent: String?
    var calendar: String?
    /// From 1, the highest, to 9.
    var priority: Int?
    var categories, rules: [String]?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case words, language, summary, due, start, location, description, url, parent, calendar
        case priority, categories, rules
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try members.decodeIfPresent(Value.self, forKey: key)
        }
        words = try value(.words)
        let known = words == nil ? CodingKeys.allCases : [.words, .language, .calendar]
        try EventValues.requireMembers(known.map(\.rawValue), in: decoder)
        (language, summary, due, start) = (
            try value(.language), try value(.summary), try value(.due), try value(.start)
        )
        (location, description, url) = (
            try value(.location), try value(.description), try value(.url)
        )
        (parent, calendar, priority) = (
            try value(.parent), try value(.calendar), try value(.priority)
        )
        (categories, rules) = (try value(.categories), try value(.rules))
    }

    /// What is to be added.
    ///
    /// - Throws: what is unclear, missing or no value.
    func item(for person: Person) throws(Problem) -> NewItem {
        if let words {
            return try NewItem(words: words) { (words) throws(CommandFailure) in
                try ItemEdits().newTodo(words, person: person)
            }
        }
        guard let summary, !summary.isEmpty else {
            throw .badContent("summary is missing", remedy: "give a summary, or 'words'")
        }
        guard 0...9 ~= priority ?? 0 else {
            throw .badContent(
                "priority: expected 1 to 9, got \(priority ?? 0)", remedy: "give 1 for the highest"
            )
        }
        var edits = ItemEdits()
        (edits.summary, edits.description, edits.parent) = (summary, description, parent)
        (edits.location, edits.url, edits.categories) = (location, url, categories)
        edits.priority = priority.map { "\($0)" }
        let start = try start.map { (text) throws(Problem) in
            try Self.time(text, "start", person.zone)
        }
        let due = try due.map { (text) throws(Problem) in try Self.time(text, "due", person.zone) }
        if let start, let due {
            guard start.isDate == due.isDate, start.wallTime <= due.wallTime else {
                throw Problem(
                    422, "start-after-due", "start: it does not fit due",
                    remedy: "give two days or two times, and the later one as due")
            }
        }
        edits.rules = try rules.map(EventValues.rules)
        guard (edits.rules ?? []).isEmpty || start != nil || due != nil else {
            throw Problem(
                422, "no-day", "rules: a to-do that repeats needs a day", remedy: "give 'due'")
        }
        var draft = EventDraft(event: person.newTodo)
        draft.event.setTodoTimes(start: start, due: due)
        do throws(CommandFailure) {
            try edits.apply(to: &draft, person: person, shown: person.zone)
        } catch { throw Problem(unfit: error) }
        return NewItem(draft.event)
    }

    /// A day, or a time on the clock of the reader's zone.
    private static func time(
        _ text: String, _ member: String, _ zone: TimeZoneRules
    ) throws(Problem) -> CalendarTime {
        switch try TimesChange.Point(text, member) {
        case .day(let day): .date(day)
        case .instant(let instant): zone.time(at: instant)
        case .wall(let wall): zone.isUTC ? .utc(Instant(utc: wall)) : .zoned(wall, tzid: zone.name)
        }
    }
}
