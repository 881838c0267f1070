import AgendaKit
package import ICalendar

extension Person {
    /// A journal entry of no other values and of no day, made now.
    package var newJournal: Event {
        var event = newTodo
        event.todo?.journal = Journal.Own()
        return event
    }
}

extension ItemEdits {
    /// Reads the words of a new journal entry; what the edits give overrides them. Without a day it is about today: most are
    /// about a day that is over, or that goes on.
    package func newJournal(
        _ text: String, person: Person
    ) throws(CommandFailure) -> DraftReading {
        let context = person.words(in: try namedZone() ?? person.zone)
        let hasNoDay = start.map(Self.isNone) ?? false
        var words = EventWords(reading: text, in: context, readsTimes: start == nil)
        var doubt = firstDoubt(words.doubts)
        if start == nil, words.when.isEmpty, let unsaid = words.unsaidDay,
            case .unsaidDay(.some) = unsaid.reason
        {
            doubt = doubt ?? unsaid
        }
        if let start, !hasNoDay {
            words.when.begin(
                at: try MomentWords(start, option: "--start", context, allowsZone: true))
        }
        guard !words.when.hasEnd else {
            throw .usage("a journal entry has no end: give the day, or when it begins")
        }
        words.when.repetition = try repetition(over: words.when.repetition, context.vocabulary)
        guard !hasNoDay || words.when.repetition == nil else {
            throw .usage("a journal entry that repeats needs a day: add one with --start")
        }
        if words.when.repetition == nil { words.when.supply(person.today) }
        // What it has no property for stays in the title.
        let marks = [words.place.map { "@ \($0)" }, words.priority.map { "!\($0)" }]
        let title = summary ?? ([words.title] + marks.compactMap { $0 }).joined(separator: " ")
        let (when, categories) = (words.when, words.categories)
        return try DraftReading(
            doubt: doubt, title: title, allowsPast: true, takesToday: false,
            start: { (plan: EventPlan?) in plan?.start },
            plan: { (allowsPast) throws(Doubt) in
                hasNoDay ? nil : try when.plan(in: context, allowsPast: allowsPast)
            },
            make: { (plan) throws(CommandFailure) in
                try journal(title, categories, plan, person)
            })
    }

    private func journal(
        _ title: String, _ categories: [String], _ plan: EventPlan?, _ person: Person
    ) throws(CommandFailure) -> NewItem {
        var event = person.newJournal
        event.setTodoTimes(start: plan?.start, due: nil)
        event.recurrenceRules = plan?.rule.map { [$0] } ?? []
        // What the words say is settled; the other options are changes to it.
        var edits = self
        (edits.start, edits.timeZone, edits.summary) = (nil, nil, title)
        (edits.every, edits.until, edits.count) = (nil, nil, nil)
        edits.categories = categories + (self.categories ?? []).filter { !categories.contains($0) }
        var draft = EventDraft(event: event)
        try edits.apply(to: &draft, person: person, shown: person.zone)
        return NewItem(draft.event, movedFrom: plan?.movedFrom)
    }

    /// Makes the changes to a journal entry. Of several texts the first is meant.
    func applyToJournal(
        _ draft: inout EventDraft, person: Person, shown: TimeZoneRules?
    ) throws(CommandFailure) {
        if let option = unfitForJournal {
            throw .usage("--\(option): a journal entry has no such value")
        }
        if start != nil || timeZone != nil {
            try TimesMove(edits: self, person: person, shown: shown).apply(toTodo: &draft)
        }
        if let status { draft.event.todo?.journal?.status = try Self.journalStatus(status) }
        let repeats = every.map { !Self.isNone($0) } ?? rules.map { !$0.isEmpty } ?? false
        guard !repeats || draft.event.todo?.anchor != .undated else {
            throw .usage("a journal entry that repeats needs a day: add one with --start")
        }
        try applyTexts(to: &draft)
        try changeRule(&draft, person)
    }

    /// An option whose value no journal entry has (RFC 5545 3.6.3), or that is not changed here.
    private var unfitForJournal: String? {
        let others = [
            ("end", end != nil), ("for", duration != nil), ("all-day", allDay || times != nil),
            ("location", location != nil), ("attendee", attendees != nil || guests != nil),
            ("alarm", alarms != nil || alarmValues != nil), ("busy", busy != nil),
            ("due", due != nil), ("priority", priority != nil), ("percent", percent != nil),
            ("parent", parent != nil),
        ]
        return others.first(where: \.1)?.0
    }

    private static func journalStatus(
        _ text: String
    ) throws(CommandFailure) -> Journal.Status? {
        if isNone(text) { return nil }
        guard let status = Journal.Status(rawValue: text.uppercased()) else {
            throw .usage("--status must be draft, final, cancelled or none, not '\(text)'")
        }
        return status
    }
}
