internal import ICalendar

extension CalendarEditor {
    /// Stores the events and to-dos of a calendar that came by mail or download in one's own calendar, as one change.
    ///
    /// Each keeps its `UID`. A component replaces the existing one if it is as new or newer (RFC 5546 2.1.4:
    /// `SEQUENCE`, then `LAST-MODIFIED`, then `DTSTAMP`), so that nothing goes back to an earlier state.
    /// `METHOD:CANCEL` cancels existing events. A message, which has a `METHOD`, changes no event that its organizer does not
    /// organize, and none of the reader's own. Zones that only the
    /// incoming calendar defines come along.
    ///
    /// - Parameters:
    ///   - incoming: what came.
    ///   - name: a writable source; nil for the local calendar.
    ///   - me: the reader's addresses.
    ///   - sender: who sent it. Unless trusted, one who does not organize a stored event changes nothing of it.
    ///   - followsEvents: whether to update an event in the only other writable calendar that has it; an event that
    ///     several others have is refused then.
    ///   - commits: false to learn what would change.
    /// - Throws: `invalid` for a calendar that answers an invitation and brings no events, or a read-only source;
    ///   `notFound`; else the store's errors.
    public func receive(
        _ incoming: IncomingCalendar, into name: String? = nil,
        as me: CalendarAddresses = CalendarAddresses([]),
        from sender: MessageSender = MessageSender(), followsEvents: Bool = false,
        commits: Bool = true
    ) async throws(AgendaError) -> ReceivedEvents {
        if let method = incoming.method, Self.answers.contains(method) {
            throw AgendaError(.answersInvitation, place: "METHOD:\(method)")
        }
        let target = try writable(name)
        let places = followsEvents ? try await holders(of: incoming, besides: target) : [:]
        let others = places.values.filter { $0.count == 1 }.compactMap(\.first)
        let isElsewhere = incoming.series.allSatisfy { places[$0.name]?.count == 1 }
        let sources = Dictionary(
            ((isElsewhere && !others.isEmpty ? [] : [target]) + others).map { ($0.id, $0) }
        ) { first, _ in first }.values.sorted {
            $1.id != target.id && ($0.id == target.id || $0.id < $1.id)
        }
        var calendars = sources.map { calendar($0) }
        var change = EventChange(.add, at: clock.now, calendar: sources[0].name)
        var items: [ReceivedEvents.Item] = []
        var titles: [String] = []
        for series in incoming.series {
            let source = places[series.name]?.first ?? target
            let reception = Reception(
                calendar: incoming, isLocal: source.isOnlyInStore, zones: zones,
                stamp: clock.now)
            if let several = places[series.name], several.count > 1 {
                items.append(reception.item(series, in: target, among: several))
                continue
            }
            guard let index = sources.firstIndex(where: { $0.id == source.id }) else { continue }
            let (item, operations) = try await receive(
                series, reception, me, sender, &calendars[index])
            items.append(item)
            guard !operations.isEmpty else { continue }
            change.operations += operations
            if let title = item.summary, !title.isEmpty { titles.append(title) }
        }
        if change.operations.contains(where: { $0.before != nil }) { change.kind = .edit }
        if let first = change.operations.first { change.calendar = first.calendar }
        change.summary =
            titles.isEmpty ? nil : titles.prefix(Self.namedTitles).joined(separator: ", ")
        if titles.count > Self.namedTitles { change.summary? += ", …" }
        change = try await commit(change, to: calendars, commits: commits)
        return ReceivedEvents(items: items, calendar: target.name, change: change)
    }

    /// The writable calendars that have each event or to-do, as their files are now; none for one that the target has,
    /// too.
    func holders(
        of incoming: IncomingCalendar, besides target: CalendarSource
    ) async throws(AgendaError) -> [SeriesName: [CalendarSource]] {
        let files = try store.sources(counting: false).filter { $0.isWritable && !$0.isOnlyInStore }
        guard !files.isEmpty else { return [:] }
        _ = try await importer.refresh(only: Set(files.map(\.id)))
        var holders: [SeriesName: [CalendarSource]] = [:]
        for series in incoming.series {
            let own = try store.sources(holding: series.uid, series.name.kind)
                .filter(\.isWritable)
            if own.isEmpty || own.contains(where: { $0.id == target.id }) { continue }
            holders[series.name] = own
        }
        return holders
    }

    /// Methods of attendees who write to organizers, and of organizers who decline a proposal (RFC 5546 1.4).
    private static let answers: Set<String> = ["REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH"]
    /// How many titles the change names: enough to recognise an import.
    private static let namedTitles = 3

    /// Refuses a message of somebody who does not organize the stored event, here or in another calendar (of two copies the
    /// newer is shown), or that came by mail from somebody else.
    private func requireOwner(
        _ series: IncomingCalendar.Series, of incoming: IncomingCalendar, _ present: EventTexts,
        _ source: CalendarSource, _ me: CalendarAddresses, _ sender: MessageSender
    ) async throws(AgendaError) {
        guard incoming.method != nil else { return }
        let organizers = series.texts.compactMap { ComponentDocument($0)?.organizer }
        let own = try SeriesEditor.components(present.texts)
        let others = try await components(of: series.name, besides: source)
        for stored in [own, others] {
            let owner = EventOwner(of: stored, me)
            if let fault = owner.fault(of: organizers, imported: incoming.method, by: me) {
                throw AgendaError(.invitation(fault), place: series.uid)
            }
            // What is published without an organizer is what some program has exported.
            if !sender.isTrusted, !stored.isEmpty, !organizers.isEmpty,
                let stranger = sender.stranger(among: organizers)
            {
                throw AgendaError(
                    .invitation(.unnamedSender(stranger, isNew: false)), place: series.uid)
            }
        }
        if own.isEmpty, others.isEmpty { try await requireShown(series, of: incoming, as: me) }
    }

    /// The components of an event or to-do in the writable calendars besides one.
    func components(
        of name: SeriesName, besides source: CalendarSource
    ) async throws(AgendaError) -> [ComponentEdit] {
        var components: [ComponentEdit] = []
        for other in try store.sources(holding: name.uid, name.kind)
        where other.isWritable && other.id != source.id {
            var calendar = calendar(other)
            guard let present = try? await calendar.read(name, href: nil) else { continue }
            components += (try? SeriesEditor.components(present.texts)) ?? []
        }
        return components
    }

    /// Works out what becomes of one event.
    private func receive(
        _ series: IncomingCalendar.Series, _ reception: Reception, _ me: CalendarAddresses,
        _ sender: MessageSender, _ calendar: inout any WritableCalendar
    ) async throws(AgendaError) -> (ReceivedEvents.Item, [EventOperation]) {
        var item = reception.item(series, in: calendar.source)
        do throws(AgendaError) {
            let present = try await calendar.read(
                series.name, href: nil)
            reception.show(present, in: &item, series)
            let (outcome, texts) = try reception.result(series, present)
            item.outcome = outcome
            guard let texts, !present.isEqual(to: texts) else { return (item, []) }
            try await requireOwner(
                series, of: reception.calendar, present, calendar.source, me, sender)
            try check(texts, reception.scope(among: present), uid: series.uid)
            let operations = try reception.operations(
                texts, of: series, in: calendar.source, among: present)
            return (item, operations)
        } catch {
            // An event that is refused does not keep the others out.
            guard error.code == .invalid || error.code == .notFound else { throw error }
            item.outcome = .refused(error)
            return (item, [])
        }
    }
}
