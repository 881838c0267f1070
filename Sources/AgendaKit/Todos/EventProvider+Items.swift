public import ICalendar

// What lists show beside events.
extension EventProvider {
    /// What is on some days beside events: to-dos as ``todos(dueOn:)`` has them, then journal entries.
    public func items(on dates: Range<CivilDate>) throws(AgendaError) -> [DayItem] {
        try todos(dueOn: dates).map(DayItem.todo) + journals(on: dates).map(DayItem.journal)
    }

    /// What matches a search beside events.
    ///
    /// - Parameters:
    ///   - query: the words.
    ///   - dates: only what is on these days, of to-dos what is due on them; nil for all.
    public func items(
        matching query: SearchQuery, on dates: Range<CivilDate>? = nil
    ) throws(AgendaError) -> [DayItem] {
        let (today, zone) = (today, zone)
        let found =
            try todos(matching: query).map(DayItem.todo)
            + journals(matching: query).map(DayItem.journal)
        return found.filter { item in
            guard let dates else { return true }
            return item.days(today: today, in: zone).first.map(dates.contains) ?? false
        }
    }

    /// The whole text of the component that describes a to-do or a journal entry, for properties that lists do not show;
    /// nil if it was deleted meanwhile.
    public func componentText(of item: DayItem) throws(AgendaError) -> [UInt8]? {
        let (event, filter, zones) = (item.occurrence, filter, zones)
        return try store.read { database in
            let id =
                switch item {
                case .todo:
                    try StoredTodos(database, filter: filter, zones: zones).componentID(of: event)
                case .journal:
                    try StoredJournals(database, filter: filter, zones: zones)
                        .componentID(of: event)
                }
            return try id.flatMap { try ComponentTable.fetch(id: $0, database)?.text }
                .map(Array.init)
        }
    }

    /// What is on the timeline's days beside events: to-dos are read again only where a commit or midnight may have
    /// changed them. Commits do not name journal entries.
    func items(of timeline: Timeline, after last: Timeline) throws(AgendaError) -> [DayItem] {
        let dates = timeline.window.dates
        if last.zone == timeline.zone, last.today == timeline.today {
            let change = try store.read {
                try ChangeTable.fetch(after: last.revision, present: timeline.revision, $0)
            }
            let events = OccurrenceID.keys(of: .event)
            if case .events(let keys) = change, keys.allSatisfy(events.contains) {
                return try last.items.filter { $0.todo != nil }
                    + journals(on: dates).map(DayItem.journal)
            }
        }
        return try items(on: dates)
    }
}
