public import ICalendar

// To-dos, with the provider's clock, zone and filter: its calendars and categories apply, what concerns participants
// and the status of events does not.
extension EventProvider {
    /// Every to-do once, in the order of lists; of a recurring one what is next, and each instance that is done.
    ///
    /// Copies of one to-do in several calendars are one, as for events. What is next of a recurring to-do is its first
    /// open instance after the last one that was closed and has been due since.
    ///
    /// ```swift
    /// var rent = Event(uid: EventIdentifier.random(), start: .date(today))
    /// rent.todo = Todo()
    /// rent.summary = "Pay rent"
    /// try await editor.add(rent)
    /// for item in try await provider.todos() { print(item.occurrence.summary ?? "") }
    /// ```
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func todos() throws(AgendaError) -> [TodoItem] {
        let now = clock.now
        return try items { $0.items(now: now) }
    }

    /// The to-dos that are due on some days, done or not, and if today is one of them, also what is overdue.
    ///
    /// Each instance of a recurring to-do counts; of its overdue ones only what is next.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func todos(dueOn dates: Range<CivilDate>) throws(AgendaError) -> [TodoItem] {
        guard filter.attendee == nil, filter.statuses.isEmpty else { return [] }
        let (now, zone, today) = (clock.now, zone, today)
        let hasToday = dates.contains(today)
        let found = try items { series in
            series.instances(on: dates) + (hasToday ? series.items(now: now) : [])
        }
        let next = Set(found.filter(\.isNext).map(\.occurrence.id))
        var seen: Set<OccurrenceID> = []
        return found.compactMap { item in
            var item = item
            item.isNext = next.contains(item.occurrence.id)
            guard let due = item.dueDate(in: zone), seen.insert(item.occurrence.id).inserted,
                dates.contains(due) || due < today && item.isNext && !item.isClosed
            else { return nil }
            return item
        }
    }

    /// The to-dos that match a search: all its words in the title, the place, the description or the categories.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func todos(matching query: SearchQuery) throws(AgendaError) -> [TodoItem] {
        try todos().filter { item in
            let event = item.occurrence
            return query.matches([event.summary, event.location, event.details] + event.categories)
        }
    }

    /// The to-dos that an id, or the beginning of one, names: of a recurring one the instance that it names, else
    /// what ``todos()`` has of it.
    ///
    /// - Parameter text: an ``OccurrenceID`` as written, or beginnings of its key and its instance.
    /// - Returns: none for a text that is no id.
    /// - Throws: the errors of reading (``AgendaError``).
    public func todos(named text: String) throws(AgendaError) -> [TodoItem] {
        guard let name = OccurrenceAbbreviation(text) else { return [] }
        let first = OccurrenceID.keys(of: .todo).lowerBound
        let keys = (name.keys.lowerBound + first)...(name.keys.upperBound + first)
        let now = clock.now
        let found = try items(keys: keys) { series in
            let listed = series.items(now: now)
            guard let date = name.date else { return listed }
            // What a list shows may lie on no day.
            return listed
                + series.instances(originallyOn: date).filter { instance in
                    !listed.contains { $0.recurrenceID == instance.recurrenceID }
                }
        }
        let meant = found.filter { item in
            name.mayName(item.occurrence.recurrenceID)
                && name.mayName(start: item.occurrence.id.start)
        }
        let exact = meant.filter { name.names($0.occurrence.recurrenceID) }
        return exact.isEmpty ? meant : exact
    }

    private func items(
        keys: ClosedRange<UInt64>? = nil, _ choose: (TodoSeries) -> [TodoSeries.Instance]
    ) throws(AgendaError) -> [TodoItem] {
        let (filter, zones, zone) = (filter, zones, zone)
        let items = try store.read { database -> [TodoItem] in
            guard try StoredTodos.exist(database) else { return [] }
            return try StoredTodos(database, filter: filter, zones: zones).items(keys: keys, choose)
        }
        return TodoItem.sorted(items, zone: zone)
    }
}
