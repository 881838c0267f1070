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

/// An event that is settled, but not stored yet.
struct UnderstoodEvent: JSONObject {
    var event: Event
    var span: Span
    var calendar: String?
    /// Whether it is today because the words name no day.
    var takesToday = false
    /// The day that was named, if the start moved from it to the rule's first day.
    var movedFrom: CivilDate?

    /// An event that is stored already.
    init(stored event: Event, in calendar: String) {
        (self.event, self.calendar) = (event, calendar)
        (span, movedFrom) = (EventDraft(event: event).span, nil)
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
        event = draft.event
        (span, calendar) = (draft.span, values.calendar.value)
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("summary", event.summary)
        json.member("start", span.start)
        json.member("end", span.end)
        json.member("allDay", event.start.isDate)
        json.member("timeZone", event.start.tzid)
        json.member("location", event.location)
        json.member("description", event.details)
        json.member("url", event.url)
        json.member("categories", event.categories)
        json.member("rules", event.recurrenceRules.map(\.icalendar))
        json.member("calendar", calendar)
        json.member("movedFrom", movedFrom)
        if takesToday { json.member("takesToday", true) }
    }

    /// What is unclear in words, for the person who typed them, with whole texts for what may be meant.
    static func problem(
        _ doubt: Doubt, in words: String, read: @escaping (String) -> WordsCompletion.Reading
    ) -> Problem {
        var problem = Problem(
            422, "unclear-\(doubt.reason.name)",
            doubt.text.isEmpty ? doubt.reason.words : "'\(doubt.text)': \(doubt.reason.words)",
            remedy: doubt.reason.remedy)
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

    fileprivate var words: String {
        switch self {
        case .noTime: "there is no day or time"
        case .noTitle: "there is no title"
        case .noSuchDay: "there is no such day"
        case .eitherDay(let one, let two): "either \(one.iso) or \(two.iso)"
        case .otherWeekday(let date): "\(date.iso) is another day of the week"
        case .noSuchTime: "there is no such time"
        case .eitherTime(let one, let two): "either \(Self.clock(one)) or \(Self.clock(two))"
        case .timeOrLength: "a time of day, or a length"
        case .inexactDay: "no single day"
        case .inexactTime: "no exact time"
        case .maybeDay: "perhaps a day"
        case .unsaidDay(let name?): "no day that is understood; perhaps \(name)"
        case .unsaidDay(nil): "perhaps a day"
        case .reminder: "a reminder, which words cannot set"
        case .maybeTime: "perhaps a time"
        case .maybeRepetition: "perhaps a repetition"
        case .maybeZone, .unclearZone: "no clear time zone"
        case .otherSeason: "the zone's clocks show another time on that day"
        case .secondDay: "a second day"
        case .secondTime: "a second time"
        case .secondOfItsKind: "there is one already"
        case .contradiction: "the words contradict each other"
        case .past(let day, let time, _):
            "\(day.iso)\(time.map { " " + Self.clock($0) } ?? "") is over"
        case .endsBeforeStart: "the end is before the start"
        case .startWithoutTime: "the start has no time"
        case .endWithoutTime: "the end has no time"
        case .lengthOfDays: "a length in hours for whole days"
        case .endWithoutRepetition: "an end, but no repetition"
        case .noInstance: "no day of the repetition is before its end"
        }
    }

    fileprivate var remedy: String {
        switch self {
        case .noTime: "add one, such as tomorrow 12:30"
        case .noTitle: "say what it is"
        case .eitherDay, .eitherTime, .timeOrLength: "say which"
        case .unsaidDay: "write today beside the time, or the day that is meant"
        case .reminder: "leave it out, and set it afterwards"
        case .maybeDay, .maybeTime, .maybeRepetition, .maybeZone:
            "put it in quotation marks if it belongs to the title"
        case .past: "give a later day or time"
        default: "write it in another way, such as 2026-11-27 12:30"
        }
    }

    private static func clock(_ seconds: Int) -> String {
        CivilDateTime(CivilDate(daysSinceEpoch: 0), secondOfDay: seconds).minuteText.split(
            separator: " "
        ).last.map(String.init) ?? ""
    }
}
