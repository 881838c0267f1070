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

    /// The to-do of the values.
    ///
    /// - Throws: what is missing or no value.
    func event(for person: Person) throws(Problem) -> Event {
        guard let summary, !summary.isEmpty else {
            throw .badContent("summary is missing", remedy: "give a summary, or 'words'")
        }
        var event = Event(
            uid: EventIdentifier.random(), start: .date(CivilDate(daysSinceEpoch: 0)))
        event.todo = Todo()
        event.todo?.anchor = .undated
        let now = person.clock.now
        (event.stamp, event.created, event.lastModified) = (now, now, now)
        event.summary = summary
        (event.location, event.details, event.url) = (location, description, url)
        event.todo?.parent = parent
        event.categories = (categories ?? []).filter { !$0.isEmpty }
        event.priority = priority ?? 0
        guard 0...9 ~= event.priority else {
            throw .badContent(
                "priority: expected 1 to 9, got \(event.priority)", remedy: "give 1 for the highest"
            )
        }
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
        event.setTodoTimes(start: start, due: due)
        let rules = try EventValues.rules(rules ?? [])
        guard rules.isEmpty || event.todo?.anchor != .undated else {
            throw Problem(
                422, "no-day", "rules: a to-do that repeats needs a day", remedy: "give 'due'")
        }
        event.recurrenceRules = rules
        event.giveStartToRepetition()
        return event
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
