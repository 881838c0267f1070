public import ICalendar

// What lists show beside events.
extension EventProvider {
    /// What is on some days beside events: to-dos as ``todos(dueOn:)`` has them, then journal entries.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func items(on dates: Range<CivilDate>) throws(AgendaError) -> [AgendaEvent] {
        try todos(dueOn: dates).map(\.occurrence) + journals(on: dates)
    }

    /// What matches a search beside events.
    ///
    /// - Parameters:
    ///   - query: the words.
    ///   - dates: only what is on these days, of to-dos what is due on them; nil for all.
    /// - Throws: the errors of reading (``AgendaError``).
    public func items(
        matching query: SearchQuery, on dates: Range<CivilDate>? = nil
    ) throws(AgendaError) -> [AgendaEvent] {
        let (today, zone) = (today, zone)
        let found =
            try todos(matching: query).map(\.occurrence) + journals(matching: query)
        return found.filter { item in
            guard let dates else { return true }
            return item.days(today: today, in: zone).first.map(dates.contains) ?? false
        }
    }

    /// The whole text of the component that describes a to-do or a journal entry, for properties that lists do not show;
    /// nil if it was deleted meanwhile.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func componentText(of item: AgendaEvent) throws(AgendaError) -> [UInt8]? {
        let (filter, zones) = (filter, zones)
        return try store.read { database in
            let id =
                item.journal != nil
                ? try StoredJournals(database, filter: filter, zones: zones).componentID(of: item)
                : try StoredTodos(database, filter: filter, zones: zones).componentID(of: item)
            return try id.flatMap { try ComponentTable.fetch(id: $0, database)?.text }
                .map(Array.init)
        }
    }

    /// What is on the timeline's days beside events: to-dos are read again only where a commit or midnight may have
    /// changed them. Commits do not name journal entries.
    func items(of timeline: Timeline, after last: Timeline) throws(AgendaError) -> [AgendaEvent] {
        let dates = timeline.window.dates
        if last.zone == timeline.zone, last.today == timeline.today {
            let change = try store.read {
                try ChangeTable.fetch(after: last.revision, present: timeline.revision, $0)
            }
            let events = OccurrenceID.keys(of: .event)
            if case .events(let keys) = change, keys.allSatisfy(events.contains) {
                return try last.items.filter { $0.todo != nil }
                    + journals(on: dates)
            }
        }
        return try items(on: dates)
    }
}
