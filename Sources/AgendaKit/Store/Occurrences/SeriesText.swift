internal import GRDB
internal import ICalendar

/// The components of a series, and the file whose zones they name.
struct SeriesText: Sendable {
    var id: Int64
    var resourceID: Int64
    var components: [ComponentRecord] = []

    /// Parses and expands the series for some days.
    ///
    /// - Parameters:
    ///   - wish: which instances to return of a series that exceeds the limit.
    ///   - limit: how many instances the rules may yield.
    /// - Returns: the expansion, and the numbers of the components that it refers to.
    func expanded(
        days: Range<CivilDate>, scope: TimeZoneScope, wish: ExpansionWish? = nil,
        limit: Int = OccurrenceExpander.storedInstances
    ) -> (expansion: OccurrenceExpander.Expansion, eventIDs: [Int64]) {
        let (events, ids) = parsed
        let expansion = OccurrenceExpander(scope: scope)
            .expand(events, days: days, wish: wish, limit: limit)
        return (expansion, ids)
    }

    /// The events of those components that can be read, and the components' numbers.
    var parsed: (events: [Event], ids: [Int64]) {
        let events = components.map(\.event)
        return (
            events.compactMap { $0 }, zip(components, events).compactMap { $1 == nil ? nil : $0.id }
        )
    }

    /// The events that are not overrides.
    var masters: [Event] { components.compactMap(\.event).filter { $0.recurrenceID == nil } }
}

extension ComponentRecord {
    /// The event that the text describes.
    var event: Event? {
        ICalendarParser.event(in: text, line: line, participantCount: participantCount).value
    }

    /// The participants that the text names.
    var participants: [Participant] { ICalendarParser.participants(in: text) }
}

/// Which series to read.
enum SeriesChoice: Hashable {
    /// All recurring series.
    case recurring
    /// Series with too many instances to store any.
    case dense
    /// The series with this number.
    case one(Int64)

    private var condition: String {
        switch self {
        // Literals let SQLite use the partial indexes.
        case .recurring: "is_recurring AND \(Self.reach)"
        case .dense: "is_recurring = 2 AND \(Self.reach)"
        case .one: "id = ?"
        }
    }

    private static let reach = "last_day >= ? AND first_day < ? AND seasons & ?"

    /// Calls `body` with the texts of the chosen series of a kind, some hundred series at a time.
    ///
    /// - Parameter days: of several series, only those that may have instances on these days; nil for all.
    func forEachBatch(
        _ kind: Event.Kind, on days: Range<CivilDate>? = nil, _ database: Database,
        _ body: ([SeriesText]) throws -> Void
    ) throws {
        // LIMIT makes SQLite choose first, from an index alone; CROSS keeps that order.
        let reader = try RowReader(
            """
            SELECT series.id, series.resource_id, component.id, component.digest, component.line,
                component.participant_count, component.text
            FROM (SELECT id FROM series WHERE \(condition) ORDER BY +id LIMIT -1) AS chosen
            CROSS JOIN series ON series.id = chosen.id
            CROSS JOIN \(EventTable.name(kind)) AS event ON event.series_id = series.id
            CROSS JOIN component ON component.id = event.id
            """, readsTexts: true, database)
        var batch: [SeriesText] = []
        let arguments: [Int]
        if case .one(let id) = self {
            arguments = [Int(id)]
        } else if let days {
            let (first, end) = (days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch)
            arguments = [first, end, SeriesReach.seasons(of: days)]
        } else {
            let any = SeriesReach.everywhere
            arguments = [any.firstDay, any.lastDay, any.seasons]
        }
        try reader.forEach(arguments.map { Int64($0) }) { row in
            let id = Int64(row.integer(0))
            if batch.last?.id != id {
                if batch.count == Self.batch {
                    try body(batch)
                    batch.removeAll(keepingCapacity: true)
                }
                batch.append(SeriesText(id: id, resourceID: Int64(row.integer(1))))
            }
            batch[batch.count - 1].components.append(
                ComponentRecord(
                    id: Int64(row.integer(2)), kind: kind == .event ? .event : .todo,
                    digest: row.withBytes(3) { ContentDigest(blob: $0) }, line: row.integer(4),
                    participantCount: row.integer(5), text: try row.componentText(6, digest: 3)[...]
                ))
        }
        try body(batch)
    }

    private static let batch = 512
}
