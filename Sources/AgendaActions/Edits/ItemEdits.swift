import AgendaJSON
package import AgendaKit
package import ICalendar

/// The requested changes to an event or a to-do, as words of options or of a form, or as values. Nil leaves a value
/// unchanged; an empty text or list removes it.
package struct ItemEdits: Equatable, Sendable {
    package var summary, location, description, url: String?
    package var start, end, duration: String?
    /// The times as values, instead of words.
    package var times: TimesChange?
    /// Whether they are made to a copy, and the event stays where it is.
    package var isCopy = false
    /// Whether the event becomes one of whole days.
    package var allDay = false
    /// The item's new zone.
    package var timeZone: String?
    package var every, until: String?
    package var count: Int?
    /// The rules as values, instead of words.
    package var rules: [RecurrenceRule]?
    package var categories, attendees, alarms: [String]?
    /// The guests as values, instead of addresses.
    package var guests: [Guest]?
    /// The alarms as values, instead of lengths.
    package var alarmValues: [Alarm]?
    /// `CLASS` (RFC 5545 3.8.1.3); empty for none.
    package var classification: String?
    package var status: String?
    package var busy: Bool?
    // Of a to-do.
    package var due, priority: String?
    package var percent: Int?
    /// The `UID` of the new parent; empty for none.
    package var parent: String?

    package init() {}

    package var isEmpty: Bool { self == ItemEdits() }

    /// Makes the changes.
    ///
    /// - Parameter shown: the zone of the typed times; nil for the item's own.
    /// - Returns: which of an event's new times clocks skip.
    @discardableResult
    package func apply(
        to draft: inout EventDraft, person: Person, shown: TimeZoneRules?
    ) throws(CommandFailure) -> [Message] {
        guard !draft.event.isJournal else {
            try applyToJournal(&draft, person: person, shown: shown)
            return []
        }
        guard draft.event.todo == nil else {
            try applyToTodo(&draft, person: person, shown: shown)
            return []
        }
        try applyTexts(to: &draft)
        if let status { draft.event.status = try Self.status(status) }
        if let busy { draft.event.isTransparent = !busy }
        var gaps: [Message] = []
        if var times {
            if let rules { times.repeats = !rules.isEmpty }
            do throws(TimesChange.Fault) { try times.apply(to: &draft) } catch {
                throw .usage(error.sentence)
            }
        } else if start != nil || end != nil || duration != nil || allDay || timeZone != nil {
            gaps = try TimesMove(edits: self, person: person, shown: shown).apply(to: &draft)
        }
        try changeRule(&draft, person)
        return gaps
    }

    /// Changes what is neither a time nor a status.
    func applyTexts(to draft: inout EventDraft) throws(CommandFailure) {
        if let summary { draft.event.summary = summary.isEmpty ? nil : summary }
        if let location { draft.event.location = location.isEmpty ? nil : location }
        if let description { draft.event.details = description.isEmpty ? nil : description }
        if let url { draft.event.url = url.isEmpty ? nil : url }
        if let categories { draft.event.categories = categories.filter { !$0.isEmpty } }
        if let alarms {
            draft.event.alarms = try alarms.filter { !$0.isEmpty }.map {
                (text) throws(CommandFailure) in
                // An unchanged alarm keeps its other properties.
                if let same = draft.event.alarms.first(where: { $0.words == text }) { return same }
                return try Self.alarm(text, details: draft.event.summary)
            }
        }
        if let alarmValues {
            draft.event.alarms = alarmValues.map { [old = draft.event] in $0.keeping(old) }
        }
        if let classification {
            draft.event.classification = classification.isEmpty ? nil : classification
        }
        let named = attendees?.filter { !$0.isEmpty }.map { Guest(address: $0) }
        if let guests = guests ?? named {
            draft.participants = guests.map { [old = draft.participants] in $0.participant(old) }
        }
    }

    func changeRule(_ draft: inout EventDraft, _ person: Person) throws(CommandFailure) {
        if let rules {
            draft.event.recurrenceRules = rules.map { [draft] in
                $0.ending(asStart: draft.event.start, zone: draft.zone)
            }
            if rules.isEmpty {
                (draft.event.recurrenceDates, draft.event.exceptionDates) = ([], [])
            }
            // DTSTART should be an instance of its rule.
            if rules.count == 1 { draft.move(toFirstDayOf: rules[0]) }
            return
        }
        let present = draft.event.recurrenceRules.first?.icalendar
        let repetition = try Repetition(every: every, until: until, count: count, present: present)
        guard let repetition else { return }
        let zone = draft.event.start.tzid.flatMap { draft.zone($0) } ?? person.zone
        if Self.isNone(repetition.every) {
            draft.event.recurrenceRules = []
            draft.event.recurrenceDates = []
            draft.event.exceptionDates = []
            return
        }
        if every != nil { draft.move(toFirstDayOf: try repetition.words(person.vocabulary).rule) }
        draft.event.recurrenceRules = [
            try repetition.rule(
                start: draft.event.start, today: person.today, zone: zone,
                vocabulary: person.vocabulary)
        ]
    }

    /// The zone that the edits name; nil for none.
    func namedZone() throws(CommandFailure) -> TimeZoneRules? {
        guard let timeZone else { return nil }
        return try Environment.zone(named: timeZone, place: "--event-time-zone \(timeZone)")
    }

    /// How a new item repeats: what the edits say, over what its words say.
    func repetition(
        over words: RepetitionWords?, _ vocabulary: Vocabulary
    ) throws(CommandFailure) -> RepetitionWords? {
        let given = try Repetition(
            every: every, until: until, count: count, present: words?.rule.icalendar)
        return if let given { try given.words(vocabulary) } else { words }
    }

    /// What is unclear in words: beside `every`, a word such as `Weekly` belongs to the title.
    func firstDoubt(_ doubts: [Doubt]) -> Doubt? {
        doubts.first { every == nil || $0.reason != .maybeRepetition }
    }

    /// Whether a text removes a value.
    package static func isNone(_ text: String) -> Bool {
        text.isNone || ["", "never"].contains(text.lowercased())
    }

    /// The text, or an empty one for `none`: of an option, where no place and no category is called so.
    package static func orNothing(_ text: String) -> String { text.isNone ? "" : text }

    /// A calendar address is a URI (RFC 5545 3.3.3).
    package static func participant(_ address: String) -> Participant {
        Participant(address: address.contains(":") ? address : "mailto:" + address)
    }

    package static func alarm(_ text: String, details: String?) throws(CommandFailure) -> Alarm {
        guard let before = CalendarDuration(words: text, vocabulary: .current),
            before.isReasonable
        else {
            throw .usage("--alarm: expected a duration such as 15m, 1h or 1d, got '\(text)'")
        }
        let trigger = CalendarDuration(days: -before.days, seconds: -before.seconds)
        return Alarm(action: "DISPLAY", trigger: .afterStart(trigger), details: details)
    }

    /// The value of `--for`.
    package static func length(
        _ text: String, vocabulary: Vocabulary = .current
    ) throws(CommandFailure) -> CalendarDuration {
        guard let length = CalendarDuration(words: text, vocabulary: vocabulary),
            length.isReasonable
        else {
            throw .usage("--for: expected a duration such as 45m, 1h30m, 2d or 1w, got '\(text)'")
        }
        return length
    }

    package static func status(_ text: String) throws(CommandFailure) -> EventStatus {
        guard let status = EventStatus(rawValue: text.lowercased()) else {
            throw .usage("--status must be confirmed, tentative or cancelled, not '\(text)'")
        }
        return status
    }
}

extension String {
    /// Whether it is `none`, which takes the value of any option away but a title's.
    package var isNone: Bool { lowercased() == "none" }
}

extension Alarm {
    /// `10m` for an alarm 10 minutes before the start; any other trigger in iCalendar's form.
    package var words: String {
        guard case .afterStart(let trigger) = trigger, trigger.days <= 0, trigger.seconds <= 0
        else {
            return triggerText
        }
        let parts = [
            (-trigger.days / 7, "w"), (-trigger.days % 7, "d"), (-trigger.seconds / 3_600, "h"),
            (-trigger.seconds / 60 % 60, "m"), (-trigger.seconds % 60, "s"),
        ]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return text.isEmpty ? "0m" : text
    }
}
