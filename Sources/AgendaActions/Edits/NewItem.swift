import AgendaKit
package import ICalendar

/// A new event, to-do or journal entry, settled but not yet stored.
package struct NewItem: Sendable {
    package var event: Event
    package var participants: [Participant] = []
    /// Whether it is today because the words name no day.
    package var takesToday = false
    /// The day named, if the start moved from it to the rule's first day.
    package var movedFrom: CivilDate?

    /// The first occurrence of an event.
    package var span: Span { EventDraft(event: event).span }

    package init(
        _ event: Event, participants: [Participant] = [], takesToday: Bool = false,
        movedFrom: CivilDate? = nil
    ) {
        (self.event, self.participants) = (event, participants)
        (self.takesToday, self.movedFrom) = (takesToday, movedFrom)
    }
}

extension Person {
    /// An event of no other values, made now.
    package func newEvent(start: CalendarTime) -> Event {
        var event = Event(uid: EventIdentifier.random(), start: start)
        let now = clock.now
        (event.stamp, event.created, event.lastModified) = (now, now, now)
        return event
    }

    /// An undated to-do of no other values, made now.
    package var newTodo: Event {
        var event = newEvent(start: .date(CivilDate(daysSinceEpoch: 0)))
        event.todo = Todo()
        event.todo?.anchor = .undated
        return event
    }
}

extension ItemEdits {
    /// Reads the words of a new event; what the edits give overrides them.
    ///
    /// - Parameter date: the day if the words name none; nil for today.
    package func newEvent(
        _ text: String, person: Person, on date: CivilDate? = nil
    ) throws(CommandFailure) -> DraftReading {
        let context = person.words(in: try namedZone() ?? person.zone)
        let startsAt = try start.map { (text) throws(CommandFailure) in
            try MomentWords(text, option: "--start", context, allowsZone: true)
        }
        var words = EventWords(
            reading: text, in: context, readsTimes: startsAt?.hasDay != true)
        if let date { words.when.supply(date) }
        var merged = try merged(words.when, startsAt: startsAt, context: context)
        merged.isAllDay = allDay || merged.isAllDay
        let (title, when) = (summary ?? words.title, merged)
        var doubt = firstDoubt(words.doubts)
        if startsAt?.hasDay == false, merged.takesToday { doubt = doubt ?? words.unsaidDay }
        // A past day given by an option is intended; a weekday is the next one, so not a past one.
        return try DraftReading(
            doubt: doubt, title: title,
            allowsPast: startsAt.map { $0.hasDay && !$0.isWeekday } ?? false,
            takesToday: merged.takesToday, start: \.start,
            plan: { (allowsPast) throws(Doubt) in
                try when.plan(in: context, allowsPast: allowsPast)
            },
            make: { [words] (plan) throws(CommandFailure) in
                try event(title, words, plan, person)
            })
    }

    /// Overrides the words with the options.
    private func merged(
        _ words: WhenWords, startsAt: MomentWords?, context: WordContext
    ) throws(CommandFailure) -> WhenWords {
        var when = words
        if let startsAt {
            when.begin(at: startsAt)
        }
        if let end {
            when.end = try MomentWords(end, option: "--end", context, allowsZone: true)
            when.length = nil
        }
        if let duration {
            guard end == nil else { throw .usage("--for cannot be combined with --end") }
            when.length = try Self.length(duration, vocabulary: context.vocabulary)
            when.end = MomentWords()
        }
        if let every, Self.isNone(every) {
            when.repetition = nil
            return when
        }
        when.repetition = try repetition(over: words.repetition, context.vocabulary)
        return when
    }

    private func event(
        _ title: String, _ words: EventWords, _ plan: EventPlan, _ person: Person
    ) throws(CommandFailure) -> NewItem {
        var event = person.newEvent(start: plan.start)
        event.end = plan.ending()
        event.location = words.place
        event.priority = words.priority ?? 0
        event.recurrenceRules = plan.rule.map { [$0] } ?? []
        // What the words say is settled; the other options are changes to it.
        var edits = self
        edits.summary = title
        edits.categories =
            words.categories + (categories ?? []).filter { !words.categories.contains($0) }
        var draft = EventDraft(event: event)
        try edits.applyTexts(to: &draft)
        if let status { draft.event.status = try Self.status(status) }
        if let busy { draft.event.isTransparent = !busy }
        draft.event.participantCount = draft.participants.count
        return NewItem(
            draft.event, participants: draft.participants, takesToday: plan.takesToday,
            movedFrom: plan.movedFrom)
    }
}
