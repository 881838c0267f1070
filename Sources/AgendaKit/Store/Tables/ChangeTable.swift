internal import GRDB

/// What one or several commits changed for readers.
enum StoreChange: Equatable {
    /// Nothing: the revision stays.
    case nothing
    /// The copies of these events, by ``OccurrenceID/key(uid:_:)``; empty if only notes about the sources
    /// changed.
    case events(Set<UInt64>)
    /// More than is worth listing: a source's name, the stored days, a large import.
    case everything
}

/// What one commit changed and who did it: each that raises the revision says both.
struct CommittedChange {
    let change: StoreChange
    let origins: CommitOrigins

    static var nothing: CommittedChange { .init(change: .nothing, origins: CommitOrigins()) }
}

/// Who made the changes of one commit.
struct CommitOrigins {
    /// Of each event, as long as they are few enough to be listed.
    private var ofEvents: [UInt64: ChangeOrigin] = [:]
    private var all: Set<ChangeOrigin> = []

    /// - Parameter origin: of all that changes; nil if it is not known, or is noted.
    init(_ origin: ChangeOrigin? = nil) { if let origin { all = [origin] } }

    /// Notes that events changed; nothing if nobody knows by whom.
    mutating func note(_ keys: some Collection<UInt64>, by origin: ChangeOrigin?) {
        guard let origin, !keys.isEmpty else { return }
        all.insert(origin)
        guard ofEvents.count + keys.count <= ChangeTable.maximalEvents else { return }
        for key in keys { ofEvents[key] = origin }
    }

    /// Of one event; nil for that of all together, if they have one.
    subscript(key: UInt64?) -> ChangeOrigin? {
        key.map { ofEvents[$0] } ?? (all.count == 1 ? all.first : nil)
    }
}

/// The SQL of table `change`: what the latest commits changed, so that a reader who knows an earlier revision
/// need not read all days again.
enum ChangeTable {
    /// How many commits are remembered. A reader who missed more reads everything.
    private static let remembered = 256
    /// The most events to list for one commit; reading more one by one takes longer than reading all.
    static let maximalEvents = 1_000
    /// Stand for "no event" and "all events". Real keys are not negative.
    private static let (none, all): (Int64, Int64) = (-2, -1)

    static func insert(_ committed: CommittedChange, revision: Int64, _ database: Database) throws {
        var keys = [all]
        if case .events(let events) = committed.change, events.count <= maximalEvents {
            keys = events.isEmpty ? [none] : events.map { Int64(bitPattern: $0) }
        }
        var row = try RowInsert(
            database,
            sql: "INSERT INTO change (revision, uid_key, origin, edit_id) VALUES (?, ?, ?, ?)")
        for key in keys {
            let origin = committed.origins[key < 0 ? nil : UInt64(bitPattern: key)]
            row.bind(revision)
            row.bind(key)
            row.bind(origin?.kind.rawValue)
            row.bind(origin?.number)
            _ = try row.run()
        }
        try database.cachedStatement(sql: "DELETE FROM change WHERE revision <= ?")
            .execute(arguments: [revision - Int64(remembered)])
    }

    /// What changed after `revision`, up to `present`.
    static func fetch(
        after revision: Int64, present: Int64, _ database: Database
    ) throws -> StoreChange {
        guard revision != present else { return .nothing }
        let statement = try database.cachedStatement(
            sql: "SELECT revision, uid_key FROM change WHERE revision > ?")
        var revisions: Set<Int64> = []
        var keys: Set<Int64> = []
        let rows = try Row.fetchCursor(statement, arguments: [revision])
        while let row = try rows.next() {
            revisions.insert(try row.value(0))
            keys.insert(try row.value(1))
        }
        // Also if another store replaced this one.
        guard revisions.count == present - revision, !keys.contains(all) else { return .everything }
        return .events(Set(keys.subtracting([none]).map { UInt64(bitPattern: $0) }))
    }

    /// Who made what changed after `revision`, up to `present`: tells it of an event, as far as it is known. Older commits are
    /// not remembered, and those of earlier versions did not say.
    static func fetchOrigins(
        after revision: Int64, through present: Int64, _ database: Database
    ) throws -> (UInt64) -> ChangeOrigin? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT revision, uid_key, origin, edit_id,
                    (SELECT device FROM edit WHERE id = edit_id)
                FROM change
                WHERE revision > ? AND revision <= ? ORDER BY revision
                """)
        var revisions: Set<Int64> = []
        var (found, unlisted): ([UInt64: ChangeOrigin], ChangeOrigin?) = ([:], nil)
        let rows = try Row.fetchCursor(statement, arguments: [revision, present])
        while let row = try rows.next() {
            revisions.insert(try row.value(0))
            let (number, name): (Int64, String?) = (try row.value(1), try row.value(2))
            let edit: Int64? = try row.value(3)
            guard let kind = name.flatMap({ ChangeOrigin.Kind(rawValue: $0) }) else { continue }
            let origin = ChangeOrigin(kind, number: edit, device: try row.value(4))
            let key = UInt64(bitPattern: number)
            if number == all {
                found = found.compactMapValues { ChangeOrigin.joined($0, origin) }
                unlisted = ChangeOrigin.joined(unlisted, origin)
            } else {
                found[key] = ChangeOrigin.joined(found[key] ?? unlisted, origin)
            }
        }
        guard revisions.count == present - revision else { return { _ in nil } }
        return { [found, unlisted] in found[$0] ?? unlisted }
    }
}
