internal import CalendarMerge
internal import GRDB
public import ICalendar

extension EventStore {
    /// Everything known about one occurrence, its participants included.
    ///
    /// - Parameters:
    ///   - text: an ``OccurrenceID`` as written, or beginnings of its key and its instance, as
    ///     ``abbreviations(of:)`` gives them. Without an instance, a recurring event gives the running or next one.
    ///   - clock: decides which instance is next.
    ///   - zone: the reader's zone.
    ///   - filter: which calendars are looked at.
    ///   - zones: the zones of recurring events, for days that are not stored.
    /// - Throws: `notFound`, or `invalid` if several events or instances begin so.
    public func details(
        of text: String, clock: any AgendaClock, zone: TimeZoneRules,
        filter: EventFilter = EventFilter(), zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> EventDetails {
        let name = OccurrenceAbbreviation(text)
        let present = Present(now: clock.now, zone: zone)
        let found = try read { database -> EventDetails? in
            guard let name else { return nil }
            func read(_ filter: EventFilter) throws -> EventDetails? {
                var occurrences = try Occurrences(database, zones: zones)
                let assembler = try OccurrenceAssembler(&occurrences, filter: filter)
                var reader = DetailsReader(
                    text: text, name: name, present: present, database: database,
                    occurrences: occurrences, assembler: assembler)
                return try reader.details()
            }
            if let details = try read(filter) { return details }
            // What a rule hides can be asked for by its name.
            var filter = filter
            filter.keepsHidden = true
            guard try StoredRulings(database, filter.rules).exist() else { return nil }
            var details = try read(filter)
            details?.isHidden = true
            return details
        }
        guard let found else { throw AgendaError(.noSuchEvent, place: text) }
        return found
    }
}

/// Finds one occurrence and reads its component's text.
private struct DetailsReader {
    /// The occurrence's id or its beginning, as written and as read.
    let text: String
    let name: OccurrenceAbbreviation
    let present: Present
    let database: Database
    var occurrences: Occurrences
    var assembler: OccurrenceAssembler

    /// The details of the running or next occurrence with the name; nil if there is none.
    mutating func details() throws -> EventDetails? {
        let series = try SeriesTable.fetch(keys: name.keys, database)
        if let found = try details(of: series) { return found }
        // An event that is one with others, or a block of one, is shown by another one.
        guard let uid = series.first?.uid,
            let first = try assembler.same(uid: uid, at: nil)?.uids.first
                ?? assembler.origin(ofPart: uid), first != uid
        else { return nil }
        let key = OccurrenceID.key(uid: first)
        return try details(
            of: SeriesTable.fetch(keys: key...key, database).filter { $0.uid == first })
    }

    private mutating func details(of series: [SeriesRecord]) throws -> EventDetails? {
        let uids = Set(series.map(\.uid))
        try requireOne(
            uids.map { OccurrenceID(uid: $0, recurrenceID: nil) }, { .severalEvents($0) })
        guard let uid = uids.first else { return nil }
        var found: [StoredOccurrence] = []
        for record in series {
            found += try occurrences.find(
                seriesID: record.id, on: name.date, nearestTo: present
            ) { [name] in name.mayName($0) }
        }
        // What is written whole is not the beginning of another one.
        let exact = found.filter { name.names($0.recurrenceID) }
        if !exact.isEmpty { found = exact }
        if name.instance != nil {
            try requireOne(
                Set(found.map(\.recurrenceID)).map { OccurrenceID(uid: uid, recurrenceID: $0) },
                { .severalInstances($0) })
        }
        let events = EventOrder.sorted(try assembler.events(found), zone: present.zone)
            .filter { name.mayName(start: $0.id.start) }
        let ids = events.map { event in
            var id = event.id
            id.recurrenceID = nil
            return id
        }
        try requireOne(Array(Set(ids)), { .severalEvents($0) })
        guard let event = events.first(where: { !present.isOver($0.span) }) ?? events.last else {
            return nil
        }
        for stored in found
        where stored.recurrenceID == event.recurrenceID && stored.span == event.span
            && assembler.isFrom(stored, calendar: event.calendar)
        {
            // Events that share a UID may take place at the same time.
            let group = try assembler.copies(of: stored).group(of: stored.series.id)
            if let group, group.start == event.id.start {
                return try details(event, stored, group.decision)
            }
        }
        return nil
    }

    /// Refuses a beginning that several events or instances share.
    private func requireOne(
        _ ids: [OccurrenceID], _ reason: ([String]) -> AgendaError.Reason
    ) throws {
        guard ids.count > 1 else { return }
        throw AgendaError(reason(ids.map(\.description).sorted()), place: text)
    }

    private mutating func details(
        _ event: AgendaEvent, _ stored: StoredOccurrence, _ decision: CopyChoice
    ) throws -> EventDetails? {
        guard let component = try ComponentTable.fetch(id: stored.event.id, database),
            var parsed = component.event,
            let source = try SourceTable.fetchBrief(database).first(where: {
                $0.id == stored.series.sourceID
            })
        else { return nil }
        var participants = component.participants
        let same = try assembler.same(uid: stored.series.uid, at: stored.recurrenceID)
        let fillers =
            decision.fillers(for: stored.series.id, recurrenceID: stored.recurrenceID)
            + (same?.fillers(for: stored.recurrenceID) ?? [])
        for id in fillers where participants.isEmpty {
            participants = try ComponentTable.fetch(id: id, database)?.participants ?? []
        }
        participants = participants.with(statuses: try assembler.statuses(of: stored))
        // What cancels an event need not be a copy of it.
        parsed.status = event.status
        let copies =
            decision.ranking.compactMap { copy -> EventDetails.Copy? in
                decision.reason(for: copy, recurrenceID: stored.recurrenceID).map {
                    EventDetails.Copy(calendar: copy.calendar, href: copy.href, wording: $0)
                }
            }
            + (same?.members.dropFirst() ?? []).flatMap { member in
                member.choice.ranking.map {
                    EventDetails.Copy(
                        calendar: $0.calendar, href: $0.href,
                        wording: member.isBlock
                            ? "it is a mirror's block" : "you said that it is the same")
                }
            }
            + (try assembler.hiddenCopies(of: stored)).map {
                EventDetails.Copy(calendar: $0.calendar, href: $0.href, wording: "a rule hides it")
            }
        let href = decision.ranking.first { $0.seriesID == stored.series.id }?.href
        let rules = try assembler.rulings.applied(
            componentID: stored.event.id,
            .init(
                span: stored.span, timeZone: event.content.timeZone,
                isDeclined: try assembler.isDeclinedForRules(stored))
        ).map { EventDetails.Applied(number: $0.index + 1, pairs: $0.rule.effectPairs) }
        return EventDetails(
            occurrence: event, event: parsed, participants: participants,
            rawText: Array(component.text), source: source, href: href ?? "", copies: copies,
            rules: rules)
    }
}
