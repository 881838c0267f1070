internal import FoundationEssentials
internal import GRDB
internal import ICalendar

/// The rows of one replica in the tables of ``ReplicaSchema``.
struct StateRows {
    /// `mirror.id`.
    let id: Int64
    /// Under which digests are computed.
    let digestKey: ContentDigest.Key

    /// The rows of the replica with this key; makes them, with a new secret, where there are none.
    static func ofReplica(_ key: String, _ database: Database) throws -> StateRows {
        if let found = try find(key, database) { return found }
        let secret = ContentDigest.Key.random()
        let digest = ContentDigest(high: secret.high, low: secret.low)
        try database.execute(
            sql: "INSERT INTO mirror (key, digest_key) VALUES (?, ?)",
            arguments: [key, digest.data])
        return StateRows(id: database.lastInsertedRowID, digestKey: secret)
    }

    static func find(_ key: String, _ database: Database) throws -> StateRows? {
        try Row.fetchOne(
            database, sql: "SELECT id, digest_key FROM mirror WHERE key = ?", arguments: [key]
        ).map { row in
            let secret = ContentDigest(columns: row[1])
            return StateRows(
                id: row[0], digestKey: ContentDigest.Key(low: secret.low, high: secret.high))
        }
    }

    /// The whole state.
    func state(_ database: Database) throws -> SyncState {
        var state = SyncState(digestKey: digestKey)
        try each(
            "generation, token, ctag, listed, has_pending, pending_token, pending_ctag, pending_listed, next_id FROM mirror WHERE id = ?",
            database
        ) { row in
            (state.generation, state.token, state.ctag) = (row[0], row[1], row[2])
            (state.listed, state.nextID) = (row.instant(3), row[8])
            guard row[4] else { return }
            state.pending = SyncState.Pending(token: row[5], ctag: row[6], listed: row.instant(7))
        }
        state.bases = try bases(database)
        try each("href, position FROM to_fetch", database) { state.toFetch[$0.href(0)] = $0[1] }
        try each("href FROM gone", database) { state.gone.insert($0.href(0)) }
        try each("is_from_server, hrefs, since, is_allowed FROM hold", database) { row in
            let direction: Hold.Direction = row[0] ? .fromServer : .fromReplica
            state.holds[direction] = Hold(
                direction, Set(StringList.strings(row[1]).map(Href.init(normal:))),
                since: Instant(secondsSinceEpoch: row[2]), isAllowed: row[3])
        }
        try attention(&state, database)
        return state
    }

    /// The resources whose deletion from the replica a person has allowed.
    func allowedDeletions(_ database: Database) throws -> Set<Href> {
        var hrefs: Set<Href> = []
        try each("is_from_server, hrefs, is_allowed FROM hold", database) { row in
            guard !row[0], row[2] else { return }
            hrefs.formUnion(StringList.strings(row[1]).map(Href.init(normal:)))
        }
        return hrefs
    }

    private func attention(_ state: inout SyncState, _ database: Database) throws {
        try each("id, kind, href, name, text, etag FROM operation", database) { row in
            guard let kind = Operation.Kind(rawValue: row[1]) else {
                throw Self.unknown("operation")
            }
            state.operations[row[0]] = Operation(
                id: row[0], kind, href: row.href(2), name: row[3], text: row.bytes(4),
                etag: row.etag(5))
        }
        try each(
            "is_fetched, subject, reason, number, words, failures, retry, digest FROM set_apart",
            database
        ) { row in
            let subject: SetApart.Subject =
                row[0] ? .fetching(row.href(1)) : .sending(name: row[1])
            guard let reason = SetApart.Reason(row[2], row[3], row[4]) else {
                throw Self.unknown("set_apart")
            }
            state.setApart[subject] = SetApart(
                subject, reason, failures: row[5], retry: Instant(secondsSinceEpoch: row[6]),
                digest: row.digest(7))
        }
        try each(
            "id, href, name, time, base, mine, theirs, properties, is_open FROM conflict", database
        ) { row in
            state.conflicts[row[0]] = SyncConflict(
                id: row[0], href: row.href(1), name: row[2],
                time: Instant(secondsSinceEpoch: row[3]),
                base: (row[4] as Data?).map { [UInt8]($0) }, mine: row.bytes(5),
                theirs: row.bytes(6), properties: StringList.strings(row[7]), isOpen: row[8])
        }
        try each("id, name, time, kind, words FROM note", database) { row in
            guard let kind = SyncNote.Kind(row[3], row[4]) else { throw Self.unknown("note") }
            state.notes[row[0]] = SyncNote(
                id: row[0], name: row[1], time: Instant(secondsSinceEpoch: row[2]), kind)
        }
    }

    /// Runs a query over this replica's rows.
    private func each(
        _ query: String, _ database: Database, _ body: (Row) throws -> Void
    ) throws {
        let condition = query.contains(" WHERE ") ? "" : " WHERE mirror_id = ?"
        let rows = try Row.fetchCursor(
            database.cachedStatement(sql: "SELECT " + query + condition), arguments: [id])
        while let row = try rows.next() { try body(row) }
    }

    /// A row that a version of this program wrote which should have raised the version of the tables.
    private static func unknown(_ table: String) -> DatabaseError {
        DatabaseError(
            resultCode: .SQLITE_CORRUPT, message: "table \(table) has a value that is not known")
    }
}
