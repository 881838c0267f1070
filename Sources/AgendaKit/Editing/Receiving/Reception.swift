internal import ICalendar

/// Receives the events and to-dos of one ``IncomingCalendar``.
struct Reception {
    let calendar: IncomingCalendar
    /// Whether they go into the local calendar, where each event has its zones for itself.
    let isLocal: Bool
    /// The IANA zones.
    let zones: TimeZoneDatabase
    /// The time of the change.
    let stamp: Instant
    /// As in ``IncomingSeries/keeping``.
    var keeping: ((_ own: ComponentEdit, _ other: ComponentEdit) -> ComponentEdit)?

    /// An event as its calendar describes it.
    func item(
        _ series: IncomingCalendar.Series, in source: CalendarSource
    ) -> ReceivedEvents.Item {
        let events = series.texts.compactMap { text in
            ICalendarParser.event(in: text).value
        }
        let main = events.first { $0.recurrenceID == nil } ?? events.first
        let isTodo = series.name.kind == .todo
        return ReceivedEvents.Item(
            uid: series.uid, todoStatus: isTodo ? main?.todo?.state ?? .needsAction : nil,
            summary: main?.summary, span: main?.firstSpan(in: calendar.scope),
            isRecurring: main?.isRecurring ?? false, calendar: source.name, outcome: .unchanged)
    }

    /// The refusal of an event that several calendars have, but not the target.
    func item(
        _ series: IncomingCalendar.Series, in target: CalendarSource,
        among several: [CalendarSource]
    ) -> ReceivedEvents.Item {
        var item = item(series, in: target)
        item.outcome = .refused(
            AgendaError(.severalCalendars(several.map(\.name)), place: series.uid))
        return item
    }

    /// Shows an event as it is stored if the message may have an earlier time, or none.
    func show(
        _ present: EventTexts, in item: inout ReceivedEvents.Item,
        _ series: IncomingCalendar.Series
    ) {
        guard calendar.isAboutStored, !present.texts.isEmpty,
            let own = try? SeriesEditor(present.texts, present.scope, stamp: stamp)
        else { return }
        let named = series.texts.compactMap(Self.cancellation).map(\.instance)
        guard named.count == 1, let instance = named[0] else {
            guard let event = (own.master ?? own.overrides.first)?.event else { return }
            (item.summary, item.span) = (event.summary, event.firstSpan(in: present.scope))
            item.isRecurring = event.isRecurring
            return
        }
        guard let event = try? own.draft(of: own.point(named: instance)).event else { return }
        (item.summary, item.span) = (event.summary, event.firstSpan(in: present.scope))
    }

    /// What becomes of an event, and its new components; nil if they stay as they are.
    func result(
        _ series: IncomingCalendar.Series, _ present: EventTexts
    ) throws(AgendaError) -> (ReceivedEvents.Outcome, [[UInt8]]?) {
        if calendar.method == "CANCEL" { return try cancelled(series, present) }
        var incoming: [ComponentEdit] = []
        for text in series.texts {
            guard let part = ComponentEdit(text) else {
                throw AgendaError(.unreadableReceived, place: series.uid)
            }
            incoming.append(part)
        }
        guard incoming.count(where: { $0.event.recurrenceID == nil }) < 2 else {
            throw AgendaError(.severalWithUID, place: series.uid)
        }
        if present.texts.isEmpty { return (.added, incoming.map(\.text)) }
        if calendar.method == "ADD" {
            throw AgendaError(.addsDates, place: series.uid)
        }
        // Reads what is there; refuses several events with the UID.
        let own = try SeriesEditor(present.texts, present.scope, stamp: stamp)
        guard
            let merged = IncomingSeries(times: own.times, stamp: stamp, keeping: keeping)
                .merged(incoming, into: own.components)
        else { return (.older, nil) }
        let texts = merged.map(\.text)
        return present.isEqual(to: texts) ? (.unchanged, nil) : (.updated, texts)
    }

    private func cancelled(
        _ series: IncomingCalendar.Series, _ present: EventTexts
    ) throws(AgendaError) -> (ReceivedEvents.Outcome, [[UInt8]]?) {
        guard !present.texts.isEmpty else { return (.unknown, nil) }
        let own = try SeriesEditor(present.texts, present.scope, stamp: stamp)
        // An override of no instance would be a meeting that nobody has called.
        let incoming = series.texts.compactMap(Self.cancellation).filter { part in
            part.instance.map { own.hasInstance(own.point(named: $0)) } ?? true
        }
        guard !incoming.isEmpty else { return (.unknown, nil) }
        guard
            let result = try IncomingSeries(times: own.times, stamp: stamp)
                .cancelled(incoming, in: own)
        else { return (.older, nil) }
        if present.isEqual(to: result.texts) { return (.unchanged, nil) }
        return (.cancelled, result.texts)
    }

    /// The instance that a component cancels, and its `SEQUENCE`; it need not have anything else.
    private static func cancellation(_ text: [UInt8]) -> IncomingSeries.Cancellation? {
        if let event = ICalendarParser.event(in: text).value {
            return (event.recurrenceID, event.overridesFuture, event.sequence)
        }
        guard let lines = ComponentDocument(text) else { return nil }
        guard let line = lines.properties("RECURRENCE-ID").first else {
            return (nil, false, lines.sequence)
        }
        return CalendarTime(icalendar: line.value, tzid: line.parameter("TZID")).map {
            ($0, line.parameter("RANGE")?.uppercased() == "THISANDFUTURE", lines.sequence)
        }
    }
}
