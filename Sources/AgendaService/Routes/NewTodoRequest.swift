internal import AgendaActions
internal import AgendaJSON
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
}

/// A to-do that is settled, but not stored yet.
struct UnderstoodTodo: JSONObject {
    var event: Event
    var calendar: String?
    /// The day that was named, if it moved from it to the rule's first day.
    var movedFrom: CivilDate?
    /// Whether it is today because the words name no day.
    var takesToday = false

    /// A to-do that is stored already.
    init(stored event: Event, in calendar: String) {
        (self.event, self.calendar) = (event, calendar)
    }

    /// - Throws: what is unclear, missing or no value, with the readings that there are.
    init(_ new: NewTodoRequest, for person: Person) throws(Problem) {
        calendar = new.calendar
        if let words = new.words {
            let read = try UnderstoodEvent.read(words) { (words) throws(CommandFailure) in
                try ItemEdits().newTodo(words, person: person)
            } completing: {
                WordsCompletion.Reading(todo: $0, in: person.words(in: person.zone))
            }
            (event, movedFrom, takesToday) = (read.event, read.movedFrom, read.takesToday)
            return
        }
        event = Event(uid: EventIdentifier.random(), start: .date(CivilDate(daysSinceEpoch: 0)))
        event.todo = Todo()
        event.todo?.anchor = .undated
        let now = person.clock.now
        (event.stamp, event.created, event.lastModified) = (now, now, now)
        try take(new, zone: person.zone)
        event.giveStartToRepetition()
    }

    private mutating func take(_ new: NewTodoRequest, zone: TimeZoneRules) throws(Problem) {
        guard let summary = new.summary, !summary.isEmpty else {
            throw .badContent("summary is missing", remedy: "give a summary, or 'words'")
        }
        event.summary = summary
        (event.location, event.details, event.url) = (new.location, new.description, new.url)
        event.todo?.parent = new.parent
        event.categories = (new.categories ?? []).filter { !$0.isEmpty }
        event.priority = new.priority ?? 0
        guard 0...9 ~= event.priority else {
            throw .badContent(
                "priority: expected 1 to 9, got \(event.priority)", remedy: "give 1 for the highest"
            )
        }
        let start = try new.start.map { (text) throws(Problem) in
            try Self.time(text, "start", zone)
        }
        let due = try new.due.map { (text) throws(Problem) in try Self.time(text, "due", zone) }
        if let start, let due {
            guard start.isDate == due.isDate, start.wallTime <= due.wallTime else {
                throw Problem(
                    422, "start-after-due", "start: it does not fit due",
                    remedy: "give two days or two times, and the later one as due")
            }
        }
        event.setTodoTimes(start: start, due: due)
        let rules = try EventValues.rules(new.rules ?? [])
        guard rules.isEmpty || event.todo?.anchor != .undated else {
            throw Problem(
                422, "no-day", "rules: a to-do that repeats needs a day", remedy: "give 'due'")
        }
        event.recurrenceRules = rules
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

    func writeMembers(to json: inout JSONWriter) {
        func point(_ time: CalendarTime?) -> OccurrencePoint? {
            time.map { Span(from: $0, to: $0).start }
        }
        let times = event.todoTimes
        json.member("summary", event.summary)
        json.member("due", point(times.due))
        json.member("start", point(times.start))
        json.member("allDay", (times.due ?? times.start)?.isDate ?? false)
        json.member("timeZone", event.todo?.anchor == .undated ? nil : event.start.tzid)
        json.member("priority", event.priority)
        json.member("location", event.location)
        json.member("description", event.details)
        json.member("url", event.url)
        json.member("categories", event.categories)
        json.member("rules", event.recurrenceRules.map(\.icalendar))
        json.member("parent", event.todo?.parent)
        json.member("calendar", calendar)
        json.member("movedFrom", movedFrom)
        if takesToday { json.member("takesToday", true) }
    }
}
