import AgendaKit
package import ICalendar

extension ItemEdits {
    /// Reads the words of a new to-do; what the edits give overrides them.
    ///
    /// - Parameter date: the day if the words name none; nil for a to-do on no day.
    package func newTodo(
        _ text: String, person: Person, on date: CivilDate? = nil
    ) throws(CommandFailure) -> DraftReading {
        let context = person.words(in: person.zone)
        let isDueGiven = due.map { !Self.isNone($0) } ?? false
        var words = TodoWords(reading: text, in: context, readsTimes: due == nil)
        if isDueGiven, let due {
            words.when.start = try MomentWords(due, option: "--due", context)
        }
        if let date { words.when.supply(date) }
        words.when.repetition = try repetition(
            over: words.when.repetition, context.vocabulary)
        let doubt = firstDoubt(words.doubts)
        let (title, when) = (summary ?? words.title, words.when)
        return try DraftReading(
            doubt: doubt, title: title, allowsPast: isDueGiven && !when.start.isWeekday,
            takesToday: when.takesToday,
            start: { $0.due },
            plan: { (allowsPast) throws(Doubt) in
                try when.todoPlan(in: context, allowsPast: allowsPast)
            },
            make: { (plan) throws(CommandFailure) in
                try todo(title, words, plan, person)
            })
    }

    private func todo(
        _ title: String, _ words: TodoWords, _ plan: TodoPlan, _ person: Person
    ) throws(CommandFailure) -> NewItem {
        var event = person.newTodo
        event.setTodoTimes(start: plan.start, due: plan.due)
        event.recurrenceRules = plan.rule.map { [$0] } ?? []
        event.location = words.place
        event.priority = words.priority ?? 0
        // What the words say is settled; the other options are changes to it.
        var edits = self
        (edits.due, edits.summary, edits.parent) = (nil, title, nil)
        (edits.every, edits.until, edits.count) = (nil, nil, nil)
        edits.categories = words.categories + (categories ?? [])
        var draft = EventDraft(event: event)
        try edits.apply(to: &draft, person: person, shown: person.zone)
        draft.event.giveStartToRepetition()
        return NewItem(
            draft.event, takesToday: plan.takesToday, movedFrom: plan.movedFrom)
    }
}
