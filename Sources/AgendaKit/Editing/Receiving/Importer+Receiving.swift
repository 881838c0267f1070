public import ICalendar

extension Importer {
    /// Puts the events of a calendar that came by mail or download into a calendar of one's own, as one
    /// change.
    ///
    /// Each keeps its `UID`. One that is there already is replaced where the incoming one is as new or
    /// newer (RFC 5546 2.1.4: `SEQUENCE`, then `LAST-MODIFIED`, then `DTSTAMP`), component by component, so
    /// that nothing goes back to an earlier state. With `METHOD:CANCEL` what is there becomes cancelled.
    /// Zones that the calendar alone defines come along into a file; the local calendar has none, so that
    /// there a single event is written in UTC, and a recurring one refused. A zone that Windows' name tells, as in
    /// what Exchange sends, is known there where its rules are those of the event's years.
    ///
    /// - Parameters:
    ///   - name: a writable source; nil for the local calendar.
    ///   - commits: false to learn what would be done.
    /// - Throws: `invalid` for a calendar that brings no events but an answer to an invitation, or a
    ///   source that is read only; `notFound`; else the store's errors.
    public func receive(
        _ calendar: IncomingCalendar, into name: String? = nil, commits: Bool = true
    ) async throws(AgendaError) -> ReceivedEvents {
        if let method = calendar.method, Self.answers.contains(method) {
            throw AgendaError(
                .invalid, place: "METHOD:\(method)",
                message: "the calendar answers an invitation and brings no event")
        }
        let source = try writable(name)
        let isLocal = source.kind == .local
        var items: [ReceivedEvents.Item] = []
        let change = try await perform(on: [source], commits: commits) { read throws(AgendaError) in
            items = []
            var change = EventChange(.add, at: clock.now, calendar: source.name)
            var titles: [String] = []
            for series in calendar.series {
                let reception = Reception(
                    calendar: calendar, isLocal: isLocal, zones: zones, stamp: clock.now)
                let (item, operation) = try receive(series, reception, source, read)
                items.append(item)
                guard let operation else { continue }
                change.operations.append(operation)
                titles.append(item.summary ?? "")
            }
            if change.operations.contains(where: { $0.before != nil }) { change.kind = .edit }
            let shown = titles.filter { !$0.isEmpty }
            change.summary =
                shown.isEmpty ? nil : shown.prefix(Self.namedTitles).joined(separator: ", ")
            if shown.count > Self.namedTitles { change.summary? += ", …" }
            return change
        }
        return ReceivedEvents(items: items, change: change)
    }

    /// What attendees write to organizers, and an organizer to say that he keeps his event (RFC 5546 1.4).
    private static let answers: Set<String> = ["REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH"]
    /// So many titles tell an import from others.
    private static let namedTitles = 3

    /// What becomes of one event.
    private func receive(
        _ series: IncomingCalendar.Series, _ reception: Reception,
        _ source: CalendarSource, _ read: EventReader
    ) throws(AgendaError) -> (ReceivedEvents.Item, EventOperation?) {
        var item = reception.item(series)
        do throws(AgendaError) {
            let present = try read(series.uid, nil, source)
            let (outcome, texts) = try reception.result(series, present)
            item.outcome = outcome
            guard let texts, !present.isEqual(to: texts.flatMap { $0 }) else { return (item, nil) }
            let scope = reception.isLocal ? present.scope : reception.calendar.scope
            try requireInstances(texts, scope, uid: series.uid)
            let before = present.texts.isEmpty ? nil : present.texts.flatMap { $0 }
            let operation = EventOperation(
                uid: series.uid, calendar: source.name, href: present.href, before: before,
                after: try reception.text(texts, among: present))
            return (item, operation)
        } catch {
            // One that cannot be taken does not keep the others out.
            guard error.code == .invalid || error.code == .notFound else { throw error }
            item.outcome = .refused(error)
            return (item, nil)
        }
    }
}
