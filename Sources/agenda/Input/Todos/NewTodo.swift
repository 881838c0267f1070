import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// A new to-do, settled but not yet stored.
struct NewTodo {
    var event: Event
    /// Whether it is today because the words name no day.
    var takesToday = false
    /// The day named, if the start moved from it to the rule's first day.
    var movedFrom: CivilDate?
}

extension NewTodo {
    /// `Fri 2026-11-27 18:00`, or the day; nil without one.
    func due(in zone: TimeZoneRules) -> String? {
        guard let due = event.todoTimes.due else { return nil }
        let wall = EventDraft(event: event).wall(due, in: zone)
        let words = TimeWords.current
        if takesToday { return words.today.lowercased() + " " + words.clock.text(wall) }
        return due.isDate ? words.day(wall.date) : TimeText(zone: zone).text(wall)
    }

    /// `Pay rent, due Fri 2026-11-27`.
    func sentence(in zone: TimeZoneRules) -> Message {
        let title = event.summary ?? ""
        guard let due = due(in: zone) else { return "\(title)" }
        return "\(title), due \(due)"
    }

    /// All that its words were understood to say: `Pay rent, due Fri 2026-11-27, every month, !1 #home @ Bank`.
    func preview(in zone: TimeZoneRules) -> Message {
        var marks: [String] = []
        if event.priority != 0 { marks.append("!\(event.priority)") }
        marks += event.categories.map { "#" + $0 }
        if let place = event.location { marks.append("@ " + place) }
        let rule = event.recurrenceRules.first.map {
            let words = RuleWords(language: .current, start: event.start, zone: zone)
            return words.text($0) ?? $0.icalendar
        }
        return [rule, marks.isEmpty ? nil : marks.joined(separator: " ")].compactMap { $0 }
            .reduce(sentence(in: zone)) { "\($0), \($1)" }
    }
}

extension TodoOptions {
    /// Reads the words and options together.
    ///
    /// - Parameter date: the day if the words name none; nil for a to-do on no day.
    func reading(
        text: String, settings: Settings, on date: CivilDate? = nil
    ) throws(CommandFailure) -> DraftReading<NewTodo> {
        let context = settings.words(in: settings.zone)
        let isDueGiven = due.map { !EventEdits.isNone($0) } ?? false
        var words = TodoWords(reading: text, in: context, readsTimes: due == nil)
        if isDueGiven, let due {
            words.when.start = try MomentWords(due, option: "--due", context)
        }
        if let date { words.when.supply(date) }
        let present = words.when.repetition?.rule.icalendar
        if let repetition = try Repetition(
            every: repetition.every, until: repetition.until, count: repetition.count,
            present: present)
        {
            words.when.repetition = try repetition.words(context.vocabulary)
        }
        // With --every, a word such as `Weekly` belongs to the title.
        let doubt = words.doubts.first {
            repetition.every == nil || $0.reason != .maybeRepetition
        }
        let (title, when) = (summary ?? words.title, words.when)
        return try DraftReading(
            doubt: doubt, title: title, allowsPast: isDueGiven && !when.start.isWeekday,
            takesToday: when.takesToday,
            start: { $0.due },
            plan: { (allowsPast) throws(Doubt) in
                try when.todoPlan(in: context, allowsPast: allowsPast)
            },
            make: { (plan) throws(CommandFailure) in
                try todo(title, words, plan, settings)
            })
    }

    private func todo(
        _ title: String, _ words: TodoWords, _ plan: TodoPlan, _ settings: Settings
    ) throws(CommandFailure) -> NewTodo {
        var event = Event(
            uid: EventIdentifier.random(), start: .date(CivilDate(daysSinceEpoch: 0)))
        event.todo = Todo()
        event.todo?.anchor = .undated
        event.setTodoTimes(start: plan.start, due: plan.due)
        event.recurrenceRules = plan.rule.map { [$0] } ?? []
        event.location = words.place
        event.priority = words.priority ?? 0
        let now = settings.clock.now
        (event.stamp, event.created, event.lastModified) = (now, now, now)
        // What the words say is settled; the other options are changes to it.
        var edits = edits
        (edits.due, edits.event.summary) = (nil, title)
        (edits.event.every, edits.event.until, edits.event.count) = (nil, nil, nil)
        edits.event.categories = words.categories + category
        var draft = EventDraft(event: event)
        try edits.apply(to: &draft, settings: settings, shown: settings.zone)
        draft.event.giveStartToRepetition()
        return NewTodo(
            event: draft.event, takesToday: plan.takesToday, movedFrom: plan.movedFrom)
    }
}
