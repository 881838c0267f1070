internal import GRDB
internal import ICalendar

/// One row of table `series`: a resource's copy of an event.
struct SeriesRecord: Hashable, Sendable {
    var id: Int64
    var resourceID: Int64
    var uid: String
}

/// Which occurrences of a series are stored, as column `is_recurring` says.
enum SeriesStorage: Int {
    /// All: the series does not recur.
    case all = 0
    /// Those in the horizon.
    case horizon = 1
    /// None: there are too many.
    case none = 2

    init(_ expansion: OccurrenceExpander.Expansion) {
        self = !expansion.isRecurring ? .all : expansion.complete == nil ? .horizon : .none
    }
}

extension OccurrenceExpander.Expansion {
    /// The occurrences to store.
    var storedOccurrences: [ExpandedOccurrence] { complete == nil ? occurrences : [] }
}

/// The SQL of table `series`.
enum SeriesTable {
    /// How many events and to-dos a resource has.
    ///
    /// - Parameter most: as many are counted.
    static func count(
        resourceID: Int64, upTo most: Int, _ database: Database
    ) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT COUNT(*) FROM (SELECT 1 FROM series WHERE resource_id = ? LIMIT ?)")
        return try Int.fetchOne(statement, arguments: [resourceID, most]) ?? 0
    }

    /// Inserts rows of the table.
    struct Insert {
        private var row: RowInsert

        init(_ database: Database) throws {
            row = try RowInsert(
                database,
                sql: """
                    INSERT INTO series (resource_id, uid, uid_key, is_recurring, start, is_several,
                        first_day, last_day, seasons)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
        }

        /// Stores a resource's copy of an event and returns its number.
        ///
        /// - Parameters:
        ///   - key: ``OccurrenceID/key(uid:_:)``, which tells events and to-dos of one UID apart.
        ///   - start: the master's `DTSTART`.
        ///   - isSeveral: whether the resource has other events with this UID.
        ///   - reach: where it may have instances; nil if it does not recur.
        mutating func run(
            uid: String, key: UInt64, start: OccurrencePoint?, isSeveral: Bool,
            storage: SeriesStorage, reach: SeriesReach?, resourceID: Int64
        ) throws -> Int64 {
            row.bind(resourceID)
            row.bind(uid)
            row.bind(Int64(bitPattern: key))
            row.bind(storage.rawValue)
            row.bind(start?.icalendar)
            row.bind(isSeveral)
            row.bind(reach?.firstDay ?? 0)
            row.bind(reach?.lastDay ?? 0)
            row.bind(reach?.seasons ?? 0)
            return try row.run()
        }
    }

    /// Deletes a resource's copy of an event, with its event rows and occurrences. Also deletes events whose
    /// UIDs have the same key.
    ///
    /// - Returns: how many.
    static func delete(key: UInt64, resourceID: Int64, _ database: Database) throws -> Int {
        // The plus keeps SQLite from scanning all series of the resource.
        let statement = try database.cachedStatement(
            sql: "DELETE FROM series WHERE +resource_id = ? AND uid_key = ?")
        try statement.execute(arguments: [resourceID, Int64(bitPattern: key)])
        return database.changesCount
    }

    static func fetchKeys(resourceID: Int64, _ database: Database) throws -> [UInt64] {
        try Int64.fetchAll(
            database, sql: "SELECT uid_key FROM series WHERE resource_id = ?",
            arguments: [resourceID]
        ).map { UInt64(bitPattern: $0) }
    }

    /// The series with keys in this range.
    static func fetch(
        keys: ClosedRange<UInt64>, _ database: Database
    ) throws -> [SeriesRecord] {
        let reader = try RowReader(
            "SELECT id, resource_id, uid FROM series WHERE uid_key BETWEEN ? AND ?", database)
        return try reader.map(Int64(keys.lowerBound), Int64(keys.upperBound)) { row in
            SeriesRecord(
                id: try row.requiredInteger(0), resourceID: try row.requiredInteger(1),
                uid: try row.requiredText(2))
        }
    }

    /// The nearest keys of the same kind below and above `key`.
    static func neighbours(of key: UInt64, _ database: Database) throws -> [UInt64] {
        let kind = OccurrenceID.keys(of: OccurrenceID(key: key, recurrenceID: nil).kind)
        let statement = try database.cachedStatement(
            sql: """
                SELECT (SELECT MAX(uid_key) FROM series WHERE uid_key < ?1 AND uid_key >= ?2),
                    (SELECT MIN(uid_key) FROM series WHERE uid_key > ?1 AND uid_key <= ?3)
                """)
        let row = try Row.fetchOne(
            statement,
            arguments: [
                Int64(bitPattern: key), Int64(kind.lowerBound), Int64(kind.upperBound),
            ])
        let keys: [Int64?] = try row.map { [try $0.value(0), try $0.value(1)] } ?? []
        return keys.compactMap { $0 }.map { UInt64(bitPattern: $0) }
    }

    /// All recurring series of a kind, and whether they are of a copy that is never shown.
    static func fetchRecurring(
        _ kind: Event.Kind, _ database: Database
    ) throws -> [(id: Int64, isHidden: Bool)] {
        try RowReader(
            "SELECT id, is_shared FROM series WHERE is_recurring AND \(condition(kind))", database
        ).map { (Int64($0.integer(0)), $0.integer(1) == CopyRole.hidden.rawValue) }
    }

    /// Whether there are series of a kind of which no instance is stored.
    static func hasDense(_ kind: Event.Kind, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM series WHERE is_recurring = 2 AND \(condition(kind)) LIMIT 1")
        return try Int.fetchOne(statement) != nil
    }

    /// What is true of a kind's series. The plus keeps SQLite from scanning all keys of the kind.
    private static func condition(_ kind: Event.Kind) -> String {
        let keys = OccurrenceID.keys(of: kind)
        return "+uid_key BETWEEN \(keys.lowerBound) AND \(keys.upperBound)"
    }

    /// Stores which occurrences of a recurring series are stored, and where it may have some.
    static func set(
        _ storage: SeriesStorage, _ reach: SeriesReach, id: Int64, _ database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE series SET is_recurring = ?2, first_day = ?3, last_day = ?4, seasons = ?5
                WHERE id = ?1
                    AND (is_recurring, first_day, last_day, seasons) <> (?2, ?3, ?4, ?5)
                """)
        try statement.execute(arguments: [
            id, storage.rawValue, reach.firstDay, reach.lastDay, reach.seasons,
        ])
    }

    /// The events of which several resources may have a copy.
    ///
    /// - Parameters:
    ///   - changed: events whose copies changed.
    ///   - added: those of `changed` whose copies here are all new.
    static func mayBeShared(
        changed: Set<UInt64>, added: Set<UInt64>, _ database: Database
    ) throws -> Set<UInt64> {
        let last = try Int.fetchOne(database, sql: "SELECT MAX(id) FROM series") ?? 0
        guard added.count > last / keysOfOneSearch else { return changed }
        // With this many keys, one scan of an index is cheaper than a lookup of each key.
        let repeated = try Int64.fetchSet(
            database, sql: "SELECT uid_key FROM series GROUP BY uid_key HAVING COUNT(*) > 1")
        return changed.filter {
            !added.contains($0) || repeated.contains(Int64(bitPattern: $0))
        }
    }

    /// Scanning this many index keys costs about as much as one lookup with its row.
    private static let keysOfOneSearch = 50
}
