internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

/// What is to be added: words, as a person types them, or values.
enum NewEventRequest: Decodable, Sendable {
    case words(String, calendar: String?, language: String?)
    case values(EventValues)

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case words, calendar, language
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard let words = try members.decodeIfPresent(String.self, forKey: .words) else {
            self = .values(try EventValues(from: decoder))
            return
        }
        try EventValues.requireMembers(CodingKeys.allCases.map(\.rawValue), in: decoder)
        self = .words(
            words, calendar: try members.decodeIfPresent(String.self, forKey: .calendar),
            language: try members.decodeIfPresent(String.self, forKey: .language))
    }
}

/// An event or a to-do that is settled, but not stored yet.
struct UnderstoodItem: JSONObject {
    var event: Event
    /// When an event is.
    var span: Span
    var calendar: String?
    /// Whether it is today because the words name no day.
    var takesToday = false
    /// The day that was named, if the item moved from it to the rule's first day.
    var movedFrom: CivilDate?

    /// An item that is made of values, or stored already.
    init(_ event: Event, in calendar: String?) {
        (self.event, self.calendar) = (event, calendar)
        span = EventDraft(event: event).span
    }

    /// Reads words.
    ///
    /// - Throws: what is unclear, with the readings that there are.
    init(words: String, calendar: String?, for person: Person) throws(Problem) {
        let new = try Self.read(words) { (words) throws(CommandFailure) in
            try ItemEdits().newEvent(words, person: person)
        } completing: {
            WordsCompletion.Reading($0, in: person.words(in: person.zone))
        }
        (event, span, self.calendar) = (new.event, new.span, calendar)
        (takesToday, movedFrom) = (new.takesToday, new.movedFrom)
    }

    /// - Throws: what is unclear, missing or no value, with the readings that there are.
    init(_ new: NewTodoRequest, for person: Person) throws(Problem) {
        guard let words = new.words else {
            self.init(try new.event(for: person), in: new.calendar)
            return
        }
        let read = try Self.read(words) { (words) throws(CommandFailure) in
            try ItemEdits().newTodo(words, person: person)
        } completing: {
            WordsCompletion.Reading(todo: $0, in: person.words(in: person.zone))
        }
        self.init(read.event, in: new.calendar)
        (takesToday, movedFrom) = (read.takesToday, read.movedFrom)
    }

    /// Reads words, which must be clear.
    static func read<Draft>(
        _ words: String,
        _ reading: (String) throws(CommandFailure) -> DraftReading<Draft>,
        completing: @escaping (String) -> WordsCompletion.Reading
    ) throws(Problem) -> Draft {
        try requireSentence(words)
        let read: DraftReading<Draft>
        do throws(CommandFailure) { read = try reading(words) } catch {
            throw .badContent(error.message?.text ?? "", remedy: "write it in another way")
        }
        guard read.doubt == nil, let draft = read.draft else {
            throw problem(read.doubt ?? Doubt(.noTitle), in: words, read: completing)
        }
        return draft
    }

    /// Nobody types more than a page; reading a megabyte of words would keep the service busy for seconds.
    static func requireSentence(_ words: String) throws(Problem) {
        guard words.utf8.count <= 10_000 else {
            throw Problem(
                422, "too-long", "the words have \(words.utf8.count) bytes",
                remedy: "give at most 10000, or values with a description")
        }
    }

    /// Takes values.
    init(_ values: EventValues, for person: Person) throws(Problem) {
        guard values.start.value != nil else {
            throw .badContent("start is missing", remedy: "give a start, or 'words'")
        }
        guard let summary = values.summary.value, !summary.isEmpty else {
            throw .badContent("summary is missing", remedy: "give a summary, or 'words'")
        }
        // A day of the reader's, which becomes an hour at a time, unless the values say otherwise.
        var draft = EventDraft(
            event: Event(uid: EventIdentifier.random(), start: .date(person.today)))
        let now = person.clock.now
        (draft.event.stamp, draft.event.created, draft.event.lastModified) = (now, now, now)
        try values.apply(to: &draft, for: person)
        self.init(draft.event, in: values.calendar.value)
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("summary", event.summary)
        if let todo = event.todo {
            func point(_ time: CalendarTime?) -> OccurrencePoint? {
                time.map { Span(from: $0, to: $0).start }
            }
            let times = event.todoTimes
            json.member("due", point(times.due))
            json.member("start", point(times.start))
            json.member("allDay", (times.due ?? times.start)?.isDate ?? false)
            json.member("timeZone", todo.anchor == .undated ? nil : event.start.tzid)
            json.member("priority", event.priority)
        } else {
            json.member("start", span.start)
            json.member("end", span.end)
            json.member("allDay", event.start.isDate)
            json.member("timeZone", event.start.tzid)
        }
        json.member("location", event.location)
        json.member("description", event.details)
        json.member("url", event.url)
        json.member("categories", event.categories)
        json.member("rules", event.recurrenceRules.map(\.icalendar))
        if let todo = event.todo { json.member("parent", todo.parent) }
        json.member("calendar", calendar)
        json.member("movedFrom", movedFrom)
        if takesToday { json.member("takesToday", true) }
    }

    /// What is unclear in words, for the person who typed them, with whole texts for what may be meant.
    static func problem(
        _ doubt: Doubt, in words: String, read: @escaping (String) -> WordsCompletion.Reading
    ) -> Problem {
        let (reason, remedy) = doubt.parts
        var problem = Problem(
            422, "unclear-\(doubt.reason.name)",
            doubt.text.isEmpty ? reason : "'\(doubt.text)': \(reason)", remedy: remedy)
        // Whole texts, so that the one that is chosen can be read anew.
        let choices = WordsCompletion(words, doubt, read: read).choices
        problem.extra = [("text", doubt.text), ("choices", choices)]
        return problem
    }
}

extension Doubt.Reason {
    /// For programs.
    fileprivate var name: String {
        switch self {
        case .noTime: "no-time"
        case .noTitle: "no-title"
        case .eitherDay, .noSuchDay, .inexactDay, .maybeDay, .secondDay, .otherWeekday,
            .unsaidDay:
            "day"
        case .past: "past"
        case .maybeRepetition, .secondOfItsKind, .endWithoutRepetition, .noInstance: "repetition"
        case .maybeZone, .unclearZone, .otherSeason: "zone"
        default: "time"
        }
    }
}
