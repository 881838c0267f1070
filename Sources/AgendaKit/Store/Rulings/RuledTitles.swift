internal import GRDB
internal import ICalendar

/// The titles that rules give to events in lists, for the index of search: an event is found by these as by its own.
struct RuledTitles {
    private let database: Database
    private let rulings: StoredRulings
    private let calendars: [Int64: String]
    /// Whether a rule gives a title at all.
    let exist: Bool

    init(_ database: Database) throws {
        self.database = database
        rulings = StoredRulings(database, .lists)
        exist = try rulings.haveTitles()
        calendars =
            exist
            ? Dictionary(try SourceTable.fetchBrief(database).map { ($0.id, $0.name) }) { $1 } : [:]
    }

    /// The titles that an event's component may have, in whichever instance.
    func titles(componentID: Int64) throws -> [String] {
        guard exist, case let effects = try rulings.titled(componentID: componentID),
            !effects.isEmpty,
            var content = try EventTable.fetch(id: componentID, .event, database)?.content
        else { return [] }
        try RowReader(
            """
            SELECT source_id FROM event JOIN series ON series.id = series_id
            JOIN resource ON resource.id = resource_id WHERE event.id = ?
            """, database
        ).forEach(componentID) { content.calendar = calendars[Int64($0.integer(0))] ?? "" }
        return effects.compactMap { $0.title(of: content) }
    }

    /// The digest of a component with such titles: another one than without.
    static func digest(_ digest: ContentDigest, _ titles: [String]) -> ContentDigest {
        guard !titles.isEmpty else { return digest }
        let name = NameDigest(Array(titles.joined(separator: "\u{1F}").utf8))
        return ContentDigest(high: digest.high ^ name.high, low: digest.low ^ name.low)
    }
}
