internal import ICalendar

// Zones that the incoming calendar defines.
extension Reception {
    /// The zones of an event with what came.
    func scope(among present: EventTexts) -> TimeZoneScope {
        var own = OwnZones(calendar.definitions)
        own.add(OwnZones(in: present.file).definitions)
        return own.scope(zones)
    }

    /// What is done to each file that has the event: a folder may keep an instance in a file of its own.
    func operations(
        _ texts: [[UInt8]], of series: IncomingCalendar.Series, in source: CalendarSource,
        among present: EventTexts
    ) throws(AgendaError) -> [EventOperation] {
        try present.operations(of: series.uid, in: source, with: texts) {
            (texts) throws(AgendaError) in try text(texts, of: series, among: present)
        }
    }

    /// The components' text, together with the definitions of zones that the target does not know.
    ///
    /// - Throws: `invalid` if the definition of a zone would move other events of the file, or a part of the event that stays.
    private func text(
        _ texts: [[UInt8]], of series: IncomingCalendar.Series, among present: EventTexts
    ) throws(AgendaError) -> [UInt8] {
        var own = OwnZones()
        let stays = isLocal && staying(texts, series)
        for name in Set(texts.compactMap { ComponentEdit($0)?.event }.flatMap(\.timeZones)).sorted()
        {
            guard let definition = calendar.definitions[name],
                let rules = calendar.scope.rules(for: name)
            else { continue }
            // A local event has its zones for itself.
            let known = isLocal && !stays ? nil : present.scope.rules(for: name)
            if known == rules { continue }
            guard known == nil else {
                throw AgendaError(.otherZoneRules, place: name)
            }
            own.add([name: definition])
        }
        return own.text(with: texts)
    }

    /// Whether a component stays that the calendar does not bring anew.
    private func staying(_ texts: [[UInt8]], _ series: IncomingCalendar.Series) -> Bool {
        let new = Set(series.texts.map { ComponentEdit($0)?.event.recurrenceID })
        return texts.contains { !new.contains(ComponentEdit($0)?.event.recurrenceID) }
    }
}
