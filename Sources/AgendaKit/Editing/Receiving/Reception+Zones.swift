internal import ICalendar

// Zones that only the incoming calendar defines.
extension Reception {
    /// The components' text, together with the definitions of zones that the target does not know.
    func text(_ texts: [[UInt8]], among present: EventTexts) throws(AgendaError) -> [UInt8] {
        let components = texts.flatMap { $0 }
        if isLocal { return components }
        let names = texts.compactMap { ComponentEdit($0)?.event }.flatMap(\.timeZones)
        var own: [String] = []
        for name in Set(names).sorted() {
            guard let definition = calendar.definitions[name],
                let rules = calendar.scope.rules(for: name)
            else { continue }
            let known = present.scope.rules(for: name)
            if known == rules { continue }
            guard known == nil else {
                throw AgendaError(.otherZoneRules, place: name)
            }
            own.append(String(decoding: definition, as: UTF8.self))
        }
        if own.isEmpty { return components }
        let whole = CalendarWriter.calendar(
            own + texts.map { String(decoding: $0, as: UTF8.self) })
        return Array(whole.utf8)
    }

    /// The component with times in UTC in place of zones that only its calendar knows.
    ///
    /// - Throws: `invalid` if it recurs: its instances would follow another clock.
    func inUTC(_ text: [UInt8]) throws(AgendaError) -> [UInt8] {
        guard let part = ComponentEdit(text) else { return text }
        let own = Set(part.event.timeZones).filter { name in
            calendar.scope.rules(for: name) != nil
                && !part.event.keepsTimes(in: name, of: calendar.scope, among: zones)
        }
        guard !own.isEmpty else { return text }
        guard !part.event.isRecurring, part.event.recurrenceID == nil else {
            throw AgendaError(.zoneOfFile(own.sorted()[0], .reception), place: part.event.uid)
        }
        func utc(_ time: CalendarTime) -> CalendarTime {
            guard let tzid = time.tzid, own.contains(tzid),
                case .instant(let instant) = calendar.scope.point(of: time)
            else { return time }
            return .utc(instant)
        }
        var event = part.event
        event.start = utc(event.start)
        if case .time(let end) = event.end { event.end = .time(utc(end)) }
        return part.rewritten(event).text
    }
}
