internal import FoundationEssentials
internal import GRDB
internal import ICalendar

extension StateRows {
    /// Makes a change in the tables, exactly as ``SyncState/apply(_:)`` makes it in a value.
    func apply(_ change: StateChange, _ database: Database) throws {
        func run(_ sql: String, _ arguments: (any DatabaseValueConvertible)?...) throws {
            let statement = try database.cachedStatement(sql: sql)
            try statement.execute(arguments: StatementArguments([id] + arguments))
        }
        switch change {
        case .forget(let generation): try forget(generation, database)
        case .plan(let fetch, let gone, let pending):
            var next = try Int.fetchOne(
                database,
                sql: "SELECT IFNULL(MAX(position), 0) + 1 FROM to_fetch WHERE mirror_id = ?",
                arguments: [id])
            for href in fetch {
                try run("INSERT OR IGNORE INTO to_fetch VALUES (?, ?, ?)", href.description, next)
                if database.changesCount > 0 { next? += 1 }
            }
            for href in gone {
                try run("INSERT OR IGNORE INTO gone VALUES (?, ?)", href.description)
            }
            try run(
                """
                UPDATE mirror SET has_pending = 1, pending_token = ?2, pending_ctag = ?3, pending_listed = ?4
                WHERE id = ?1
                """, pending.token, pending.ctag, pending.listed?.secondsSinceEpoch)
        case .crossOff(let href):
            try run("DELETE FROM to_fetch WHERE mirror_id = ? AND href = ?", href.description)
        case .isBack(let href):
            try run("DELETE FROM gone WHERE mirror_id = ? AND href = ?", href.description)
        case .setBase(let base, let text):
            try run(
                """
                INSERT INTO base VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT DO UPDATE SET name = ?3, etag = ?4, digest = ?5, version = ?6
                """, base.href.description, base.name, base.etag?.text, base.digest.data,
                base.version?.text)
            try run(
                "INSERT OR REPLACE INTO base_text VALUES (?, ?, ?)", base.href.description,
                Data(text))
        case .removeBase(let href):
            try run("DELETE FROM base WHERE mirror_id = ? AND href = ?", href.description)
            try run("DELETE FROM gone WHERE mirror_id = ? AND href = ?", href.description)
        case .finishPull:
            try run(
                """
                UPDATE mirror SET has_pending = 0, token = pending_token, ctag = pending_ctag,
                    listed = IFNULL(pending_listed, listed),
                    pending_token = NULL, pending_ctag = NULL, pending_listed = NULL
                WHERE id = ? AND has_pending
                """)
        case .note(let operation):
            try run(
                "INSERT OR REPLACE INTO operation VALUES (?, ?, ?, ?, ?, ?, ?)", operation.id,
                operation.kind.rawValue, operation.href.description, operation.name,
                Data(operation.text), operation.etag?.text)
            try raise(operation.id, database)
        case .settle(let id): try run("DELETE FROM operation WHERE mirror_id = ? AND id = ?", id)
        case .setApart(let item):
            let (isFetched, subject) = Self.columns(of: item.subject)
            let reason = item.reason.columns
            try run(
                "INSERT OR REPLACE INTO set_apart VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", isFetched,
                subject, reason.name, reason.number, reason.words, item.failures,
                item.retry.secondsSinceEpoch, item.digest?.data)
        case .takeBack(let subject):
            let (isFetched, subject) = Self.columns(of: subject)
            try run(
                "DELETE FROM set_apart WHERE mirror_id = ? AND is_fetched = ? AND subject = ?",
                isFetched, subject)
        case .hold(let hold):
            try run(
                "INSERT OR REPLACE INTO hold VALUES (?, ?, ?, ?, ?)", hold.direction == .fromServer,
                StringList.text(hold.hrefs.map(\.description)), hold.since.secondsSinceEpoch,
                hold.isAllowed)
        case .release(let direction):
            try run(
                "DELETE FROM hold WHERE mirror_id = ? AND is_from_server = ?",
                direction == .fromServer)
        case .record(let conflict):
            try run(
                "INSERT OR REPLACE INTO conflict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                conflict.id,
                conflict.href.description, conflict.name, conflict.time.secondsSinceEpoch,
                conflict.base.map { Data($0) }, Data(conflict.mine), Data(conflict.theirs),
                StringList.text(conflict.properties), conflict.isOpen)
            try raise(conflict.id, database)
        case .resolve(let id): try run("DELETE FROM conflict WHERE mirror_id = ? AND id = ?", id)
        case .tell(let note):
            let kind = note.kind.columns
            try run(
                "INSERT OR REPLACE INTO note VALUES (?, ?, ?, ?, ?, ?)", note.id, note.name,
                note.time.secondsSinceEpoch, kind.name, kind.words)
            try raise(note.id, database)
        case .forgetNote(let id): try run("DELETE FROM note WHERE mirror_id = ? AND id = ?", id)
        }
    }

    private func forget(_ generation: Int, _ database: Database) throws {
        for table in ["to_fetch", "gone", "base", "set_apart", "hold"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE mirror_id = ?", arguments: [id])
        }
        try database.execute(
            sql: """
                UPDATE mirror SET generation = ?, token = NULL, ctag = NULL, listed = NULL, has_pending = 0,
                    pending_token = NULL, pending_ctag = NULL, pending_listed = NULL
                WHERE id = ?
                """, arguments: [generation, id])
    }

    private func raise(_ number: Int, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE mirror SET next_id = MAX(next_id, ?) WHERE id = ?",
            arguments: [number + 1, id])
    }

    private static func columns(of subject: SetApart.Subject) -> (isFetched: Bool, text: String) {
        switch subject {
        case .fetching(let href): (true, href.description)
        case .sending(let name): (false, name)
        }
    }
}
