internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

extension CodingUserInfoKey {
    /// What the content describes: an ``ItemKind``.
    static let itemKind = CodingUserInfoKey(rawValue: "itemKind")
}

/// What a request adds or changes.
enum ItemKind: Sendable {
    case event, todo, journal

    /// The values of `status`, as documents have them.
    var statuses: [String] {
        switch self {
        case .event: ["confirmed", "tentative", "cancelled"]
        case .todo: TodoRequest.values
        case .journal: ["draft", "final", "cancelled"]
        }
    }
}

/// What is to be added: words, as a person types them, or values.
enum NewItemRequest: Decodable, Sendable {
    case words(String, calendar: String?, language: String?)
    case values(ItemValues)

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case words, calendar, language
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard let words = try members.decodeIfPresent(String.self, forKey: .words) else {
            self = .values(try ItemValues(from: decoder))
            return
        }
        try ItemValues.requireMembers(CodingKeys.allCases.map(\.rawValue), in: decoder)
        self = .words(
            words, calendar: try members.decodeIfPresent(String.self, forKey: .calendar),
            language: try members.decodeIfPresent(String.self, forKey: .language))
    }
}

extension NewItem {
    /// Reads words.
    ///
    /// - Parameter read: how words are understood.
    /// - Throws: what is unclear, with whole texts for what may be meant.
    init(
        words: String, _ read: @escaping (String) throws(CommandFailure) -> DraftReading
    ) throws(Problem) {
        // Nobody types more than a page; reading a megabyte of words would keep the service busy for seconds.
        guard words.utf8.count <= 10_000 else {
            throw Problem(
                422, "too-long", "the words have \(words.utf8.count) bytes",
                remedy: "give at most 10000, or values with a description")
        }
        let reading: DraftReading
        do throws(CommandFailure) { reading = try read(words) } catch {
            throw .badContent(error.message?.text ?? "", remedy: "write it in another way")
        }
        guard reading.doubt == nil, let draft = reading.draft else {
            throw Problem(reading.doubt ?? Doubt(.noTitle), in: words, read)
        }
        self = draft
    }

    /// Takes values.
    ///
    /// - Throws: what is missing or no value.
    init(_ values: ItemValues, _ kind: ItemKind, for person: Person) throws(Problem) {
        guard kind != .event || values.start != nil else {
            throw .badContent("start is missing", remedy: "give a start, or 'words'")
        }
        guard let summary = values.summary, !summary.isEmpty else {
            throw .badContent("summary is missing", remedy: "give a summary, or 'words'")
        }
        let edits = try values.edits(zone: person.zone)
        // A day of the reader's, which becomes an hour at a time, unless the values say otherwise.
        let event =
            switch kind {
            case .event: person.newEvent(start: .date(person.today))
            case .todo: person.newTodo
            case .journal: person.newJournal
            }
        var draft = EventDraft(event: event)
        if kind != .event { try values.setTimes(ofTodo: &draft.event, zone: person.zone) }
        do throws(CommandFailure) {
            try edits.apply(to: &draft, person: person, shown: person.zone)
        } catch { throw Problem(unfit: error) }
        self.init(draft.event, participants: draft.participants)
    }
}

/// An event, a to-do or a journal entry that is settled, but not stored yet, or is stored since.
struct UnderstoodItem: JSONObject {
    let new: NewItem
    let calendar: String?
    /// How an event goes on, of what is not stored yet.
    var outline: SeriesOutline?

    func writeMembers(to json: inout JSONWriter) {
        let (event, span) = (new.event, new.span)
        json.member("summary", event.summary)
        if let todo = event.todo {
            func point(_ time: CalendarTime?) -> OccurrencePoint? {
                time.map { Span(from: $0, to: $0).start }
            }
            let times = event.todoTimes
            if !event.isJournal { json.member("due", point(times.due)) }
            json.member("start", point(times.start))
            json.member("allDay", (times.due ?? times.start)?.isDate ?? false)
            json.member("timeZone", todo.anchor == .undated ? nil : event.start.tzid)
            if !event.isJournal { json.member("priority", event.priority) }
        } else {
            json.member("start", span.start)
            json.member("end", span.end)
            json.member("allDay", event.start.isDate)
            json.member("timeZone", event.start.tzid)
        }
        if !event.isJournal { json.member("location", event.location) }
        json.member("description", event.details)
        json.member("url", event.url)
        json.member("categories", event.categories)
        json.member("rules", event.recurrenceRules.map(\.icalendar))
        if let outline { json.member("instances", outline) }
        if let todo = event.todo, todo.journal == nil { json.member("parent", todo.parent) }
        json.member("calendar", calendar)
        json.member("movedFrom", new.movedFrom)
        if new.takesToday { json.member("takesToday", true) }
    }
}

extension Problem {
    /// What is unclear in words, for the person who typed them, with whole texts for what may be meant.
    fileprivate init(
        _ doubt: Doubt, in words: String,
        _ read: @escaping (String) throws(CommandFailure) -> DraftReading
    ) {
        let (reason, remedy) = doubt.parts
        self.init(
            422, "unclear-\(doubt.reason.name)",
            doubt.text.isEmpty ? reason : "'\(doubt.text)': \(reason)", remedy: remedy)
        // Whole texts, so that the one that is chosen can be read anew.
        let choices = DraftReading.completing(words, doubt, read: read).choices
        extra = [("text", doubt.text), ("choices", choices)]
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
