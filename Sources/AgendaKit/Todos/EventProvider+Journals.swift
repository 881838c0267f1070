public import ICalendar

// Journal entries, with the provider's zone and filter: its calendars and categories apply, what concerns participants
// and the status of events does not.
extension EventProvider {
    /// The journal entries on some days, by start; each instance of one that recurs.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func journals(on dates: Range<CivilDate>) throws(AgendaError) -> [AgendaEvent] {
        guard filter.attendee == nil, filter.statuses.isEmpty else { return [] }
        let zone = zone
        let days = (dates.lowerBound - 1)..<(dates.upperBound + 1)
        return try entries(near: days) { $0.instances(on: days) }.filter { entry in
            entry.point.map { dates.contains(zone.date(of: $0)) } ?? false
        }
    }

    /// The journal entries that match a search: all its words in the title, the texts or the categories; of one that
    /// recurs the first instance.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func journals(matching query: SearchQuery) throws(AgendaError) -> [AgendaEvent] {
        let now = clock.now
        return try entries { $0.items(now: now) }.filter { entry in
            query.matches([entry.summary, entry.details] + entry.categories)
        }
    }

    /// The journal entries that an id, or the beginning of one, names; of one that recurs the instance that it names,
    /// else the first.
    ///
    /// - Parameter text: an ``OccurrenceID`` as written, or beginnings of its key and its instance.
    /// - Returns: none for a text that is no id.
    /// - Throws: the errors of reading (``AgendaError``).
    public func journals(named text: String) throws(AgendaError) -> [AgendaEvent] {
        guard let name = OccurrenceAbbreviation(text) else { return [] }
        let keys = OccurrenceID.journalKeys.lowerBound + name.keys.lowerBound
        let now = clock.now
        let found = try entries { series in
            name.date.map { series.instances(on: ($0 - 1)..<($0 + 2)) } ?? series.items(now: now)
        }.filter { entry in
            (keys...(keys + (name.keys.upperBound - name.keys.lowerBound)))
                .contains(entry.id.key)
                && name.mayName(entry.recurrenceID)
        }
        let exact = found.filter { name.names($0.recurrenceID) }
        return exact.isEmpty ? found : exact
    }

    private func entries(
        near days: Range<CivilDate>? = nil, _ choose: (TodoSeries) -> [TodoSeries.Instance]
    ) throws(AgendaError) -> [AgendaEvent] {
        let (filter, zones, zone) = (filter, zones, zone)
        let entries = try store.read { database -> [AgendaEvent] in
            guard try StoredJournals.exist(database) else { return [] }
            return try StoredJournals(database, filter: filter, zones: zones)
                .entries(near: days, choose)
        }
        return AgendaEvent.sortedJournals(entries, zone: zone)
    }
}
