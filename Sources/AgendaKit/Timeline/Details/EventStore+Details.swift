internal import CalendarMerge
internal import GRDB
public import ICalendar

extension EventStore {
    /// Everything known about one occurrence, its participants included.
    ///
    /// - Parameters:
    ///   - text: an ``OccurrenceID`` as written, or beginnings of its key and its instance, as
    ///     ``abbreviations(of:)`` gives them. Without an instance, a recurring event gives the running
    ///     or next one.
    ///   - clock: decides which instance is next.
    ///   - zone: the reader's zone.
    ///   - filter: which calendars are looked at.
    ///   - zones: where the zones of recurring events are read.
    /// - Throws: `notFound`, or `invalid` when several events or instances begin so.
    public func details(
        of text: String, clock: any AgendaClock, zone: TimeZoneRules,
        filter: EventFilter = EventFilter(), zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> EventDetails {
        guard let name = OccurrenceAbbreviation(text) else { throw Self.notFound(text) }
        let now = clock.now
        return try read { database in
            let series = try SeriesTable.fetch(keys: name.keys, database)
            let uids = Set(series.map(\.uid))
            guard uids.count < 2 else {
                let ids = uids.map { OccurrenceID(uid: $0, recurrenceID: nil).description }
                throw Self.ambiguous(text, ids)
            }
            var reader = DetailsReader(
                database: database, assembler: try OccurrenceAssembler(database, filter: filter),
                zones: zones)
            let events = try reader.events(series, name, text, now: now, zone: zone)
            let ids = Set(
                events.map { event in
                    var id = event.id
                    id.recurrenceID = nil
                    return id.description
                })
            guard ids.count < 2 else { throw Self.ambiguous(text, ids) }
            guard let details = try reader.details(events, now: now, zone: zone) else {
                throw Self.notFound(text)
            }
            return details
        }
    }

    /// Several events may be meant; some of them are named.
    private static func ambiguous(_ text: String, _ ids: some Collection<String>) -> AgendaError {
        let named = ids.sorted().prefix(8).joined(separator: ", ") + (ids.count > 8 ? ", …" : "")
        return AgendaError(.severalEvents(ids.sorted()), place: text)
    }

    private static func notFound(_ id: String) -> AgendaError {
        AgendaError(.noSuchEvent, place: id)
    }
}

/// Finds one occurrence and reads its component's text.
private struct DetailsReader {
    let database: Database
    var assembler: OccurrenceAssembler
    let zones: TimeZoneDatabase

    /// What was read of the series, in no order.
    private var occurrences: [StoredOccurrence] = []

    init(database: Database, assembler: OccurrenceAssembler, zones: TimeZoneDatabase) {
        (self.database, self.assembler, self.zones) = (database, assembler, zones)
    }

    /// The occurrences that are shown of some series, as far as the text may name them, by time.
    mutating func events(
        _ series: [SeriesRecord], _ name: OccurrenceAbbreviation, _ text: String, now: Instant,
        zone: TimeZoneRules
    ) throws -> [AgendaEvent] {
        guard let uid = series.first?.uid else { return [] }
        for record in series {
            var query = OccurrenceQuery(database)
            var own = try query.fetch(seriesID: record.id)
            if let date = name.date, !own.contains(where: { name.mayName($0.recurrenceID) }) {
                let window = NodeWindow(firstDate: date - 1, count: 3, zone: zone)
                own += try SeriesExpansion(database, zones: zones).fetch(
                    .one(record.id), days: window.dates, wish: ExpansionWish(window, around: date),
                    &query
                ).occurrences
            } else if own.isEmpty {
                let nearest = NearestOccurrence(
                    database, horizon: try StateTable.fetch(database).horizon, now: now, zone: zone,
                    zones: zones)
                for described in try query.fetchEvents(seriesID: record.id) {
                    own += try [nearest.fetch(described, &query)].compactMap { $0 }
                }
            }
            occurrences += own
        }
        occurrences = occurrences.filter { name.mayName($0.recurrenceID) }
        // What is written whole is not the beginning of another one.
        let exact = occurrences.filter { name.names($0.recurrenceID) }
        if !exact.isEmpty { occurrences = exact }
        if name.instance != nil { try requireOne(occurrences, uid: uid, text) }
        return EventOrder.sorted(try assembler.events(occurrences), zone: zone)
            .filter { name.mayName(start: $0.id.start) }
    }

    /// The details of the running or next of some occurrences.
    mutating func details(
        _ events: [AgendaEvent], now: Instant, zone: TimeZoneRules
    ) throws -> EventDetails? {
        guard let event = events.first(where: { !$0.hasEnded(at: now, zone) }) ?? events.last else {
            return nil
        }
        var stored: StoredOccurrence?
        for candidate in occurrences
        where candidate.recurrenceID == event.recurrenceID && candidate.span == event.span
            && assembler.isFrom(candidate, calendar: event.calendar)
        {
            // Events that share a UID may take place at the same time.
            let group = try assembler.copies(uid: event.uid).group(of: candidate.series.id)
            if group?.start == event.id.start {
                stored = candidate
                break
            }
        }
        guard let stored else { return nil }
        return try details(event, stored, uid: event.uid)
    }

    /// Refuses a beginning that several instances share.
    private func requireOne(
        _ occurrences: [StoredOccurrence], uid: String, _ text: String
    ) throws {
        let ids = Set(
            occurrences.map { OccurrenceID(uid: uid, recurrenceID: $0.recurrenceID).description })
        guard ids.count < 2 else {
            throw AgendaError(.severalInstances(ids.sorted()), place: text)
        }
    }

    private mutating func details(
        _ event: AgendaEvent, _ stored: StoredOccurrence, uid: String
    ) throws -> EventDetails? {
        guard let component = try ComponentTable.fetch(id: stored.event.id, database),
            var parsed = component.event,
            let source = try SourceTable.fetchAll(database).first(where: {
                $0.id == stored.series.sourceID
            })
        else { return nil }
        guard let decision = try assembler.copies(uid: uid).group(of: stored.series.id)?.decision
        else { return nil }
        var participants = Self.participants(component)
        for id in decision.fillers(for: stored.series.id, recurrenceID: stored.recurrenceID)
        where participants.isEmpty {
            participants = try ComponentTable.fetch(id: id, database).map(Self.participants) ?? []
        }
        participants = participants.with(statuses: try assembler.statuses(of: stored))
        // What cancels an event need not be a copy of it.
        parsed.status = event.status
        let copies = decision.ranking.compactMap { copy -> EventDetails.Copy? in
            decision.reason(for: copy, recurrenceID: stored.recurrenceID).map {
                EventDetails.Copy(calendar: copy.calendar, href: copy.href, wording: $0)
            }
        }
        let href = decision.ranking.first { $0.seriesID == stored.series.id }?.href
        return EventDetails(
            occurrence: event, event: parsed, participants: participants,
            rawText: Array(component.text), source: source, href: href ?? "", copies: copies)
    }

    private static func participants(_ component: ComponentRecord) -> [Participant] {
        ICalendarParser.participants(in: component.text)
    }
}

extension AgendaEvent {
    /// Whether it is over at `now` for a reader in `zone`.
    fileprivate func hasEnded(at now: Instant, _ zone: TimeZoneRules) -> Bool {
        switch span {
        case .instants(let range): range.upperBound <= now && range.lowerBound < now
        case .floating(let range): zone.instant(of: range.upperBound) <= now
        case .dates(let range): zone.startOfDay(range.upperBound) <= now
        }
    }
}
