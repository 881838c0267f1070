package import AgendaBank
package import AgendaService
package import AgendaSync
internal import ICalendar
internal import Synchronization

/// Whom the nodes of a bank serve, in PostgreSQL: the tables of `people.db` in a schema of their own.
///
/// It blocks the thread that asks.
package final class BankPeople: PeopleDatabase {
    private let pool: PostgresPool
    /// Whether tables are made where they are missing, which their owner alone may.
    private let isOwner: Bool

    /// - Parameter place: as ``PostgresBank/init(_:connections:patience:)``.
    package init(_ place: String, isOwner: Bool = false) {
        pool = PostgresPool(place, connections: 8, begin: "SET search_path TO people, pg_temp")
        self.isOwner = isOwner
    }

    package func rows(
        _ sql: String, _ values: [PeopleValue]
    ) throws(RoomDatabaseError) -> [PeopleRow] {
        try again(2, isRead: true) { try Session(connection: $0).rows(sql, values) }
    }

    package func read<T>(_ body: (any PeopleSession) throws -> T) throws(RoomDatabaseError) -> T {
        try transaction("READ ONLY", tries: 2, body)
    }

    /// Of two that have read what the other writes, one is done again.
    package func write<T>(_ body: (any PeopleSession) throws -> T) throws(RoomDatabaseError) -> T {
        try transaction("READ WRITE", tries: 10, body)
    }

    private func transaction<T>(
        _ kind: String, tries: Int, _ body: (any PeopleSession) throws -> T
    ) throws(RoomDatabaseError) -> T {
        try again(tries, isRead: kind == "READ ONLY") { connection in
            try connection.script("BEGIN ISOLATION LEVEL SERIALIZABLE \(kind)")
            do {
                let result = try body(Session(connection: connection))
                try connection.script("COMMIT")
                return result
            } catch {
                if !connection.isBroken { _ = try? connection.script("ROLLBACK") }
                throw error
            }
        }
    }

    /// Does something again, so often in all, where others were faster (40), or where a connection was lost on which nothing
    /// was committed.
    private func again<T>(
        _ tries: Int, isRead: Bool, _ body: (PostgresConnection) throws -> T
    ) throws(RoomDatabaseError) -> T {
        BlockingThreads.shared.blocks()
        var left = tries
        while true {
            left -= 1
            do { return try pool.lend(body) } catch {
                let fault = error as? PostgresFault
                let isAgain =
                    fault?.state.hasPrefix("40") == true || fault?.reason == .unsettled && isRead
                guard isAgain, left > 0 else { throw Self.error(error) }
            }
        }
    }

    private static func error(_ error: any Error) -> RoomDatabaseError {
        if let error = error as? RoomDatabaseError { return error }
        let cause = (error as? PostgresFault)?.message ?? "\(error)"
        let isAway = (error as? PostgresFault).map { [.away, .unsettled].contains($0.reason) }
        return RoomDatabaseError(
            isAway == true ? .busy(cause: cause) : .failed(cause: cause), path: "the bank",
            kind: .people)
    }

    // MARK: Tables

    package func prepare(_ room: SchemaRoom) throws(RoomDatabaseError) {
        let count = room.steps.count
        let found = try read { session in
            let isThere = try session.rows("SELECT to_regclass('people.room')::text", [])
            guard isThere.first?.isNull(0) == false else { return 0 }
            return try session.rows(
                "SELECT version FROM room WHERE name = ?", [.text(room.name)]
            ).first.map { Int($0.integer(0)) } ?? 0
        }
        if found == count, !isOwner { return }
        guard found <= count else {
            throw RoomDatabaseError(
                .newerVersion(room: room.name, found: found, known: count), path: "the bank",
                kind: .people)
        }
        guard isOwner else {
            throw RoomDatabaseError(
                .failed(
                    cause:
                        "the bank is of an earlier version: upgrade it with 'agenda-server bank upgrade'"
                ), path: "the bank", kind: .people)
        }
        do {
            try pool.lend { connection in
                let steps = room.steps.dropFirst(found).map(Self.translated)
                try connection.script(
                    """
                    BEGIN;
                    SET LOCAL ROLE agenda_owner;
                    SET LOCAL search_path TO people, pg_temp;
                    CREATE TABLE IF NOT EXISTS room (name text PRIMARY KEY, version bigint NOT NULL);
                    \(steps.joined(separator: "\n"))
                    INSERT INTO room VALUES ('\(room.name)', \(count))
                        ON CONFLICT (name) DO UPDATE SET version = excluded.version;
                    \(room.name == "people" ? Self.follower : "")
                    COMMIT
                    """)
            }
        } catch { throw Self.error(error) }
    }

    /// SQLite's words for tables as PostgreSQL's.
    static func translated(_ step: String) -> String {
        var text = step
        for (own, theirs) in [
            (
                "INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL",
                "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
            ),
            ("INTEGER PRIMARY KEY NOT NULL", "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
            ("INTEGER PRIMARY KEY", "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
            ("INTEGER", "bigint"), ("BLOB", "bytea"), (") STRICT, WITHOUT ROWID", ")"),
            (") STRICT", ")"), (") WITHOUT ROWID", ")"),
        ] {
            text = text.replacing(own, with: theirs)
        }
        return text
    }

    /// What happens to a user here happens to their calendars.
    private static let follower = """
        CREATE OR REPLACE TRIGGER follow AFTER INSERT OR DELETE OR UPDATE OF state, name ON users
            FOR EACH ROW EXECUTE FUNCTION \(BankSchema.ownAPI).follow_user();
        REVOKE INSERT, DELETE ON users FROM agenda_node;
        """

    private struct Session: PeopleSession {
        let connection: PostgresConnection

        func rows(_ sql: String, _ values: [PeopleValue]) throws -> [PeopleRow] {
            let values = values.map(Self.value)
            let statement = Self.statement(sql, values.map(\.type))
            let found = try connection.rows(statement, of: nil, values)
            return (found?.rows ?? []).map { row in
                PeopleRow(
                    row.types.enumerated().map { column, type in
                        let isNull = row.isNull(column)
                        return switch type {
                        case .bigint, .integer:
                            .integer(isNull ? nil : row.integer(column) as Int64)
                        case .bytea: .bytes(isNull ? nil : row.bytes(column))
                        default: .text(isNull ? nil : row.text(column))
                        }
                    })
            }
        }

        /// Counts what a statement changes, which it does not say itself.
        func run(_ sql: String, _ values: [PeopleValue]) throws -> Int {
            let counted = "WITH done AS (\(sql) RETURNING 1) SELECT count(*) FROM done"
            return Int(try rows(counted, values).first?.integer(0) ?? 0)
        }

        /// A statement, which each connection prepares once by a name that says what it is.
        private static func statement(_ sql: String, _ types: [PostgresType]) -> PostgresStatement {
            let name = (sql + types.map { " \($0.rawValue)" }.joined()).utf8.fnv1a
            return PostgresStatement(
                "people-" + String(name, radix: 16), types, isOfUser: false, isWrite: true,
                numbered(sql))
        }

        /// `?` and `?1` as `$1`.
        static func numbered(_ sql: String) -> String {
            var (text, count) = ("", 0)
            var rest = sql[...]
            while let mark = rest.firstIndex(of: "?") {
                text += rest[..<mark] + "$"
                rest = rest[rest.index(after: mark)...]
                if rest.first?.isNumber != true {
                    count += 1
                    text += String(count)
                }
            }
            return text + rest
        }

        private static func value(_ value: PeopleValue) -> PostgresValue {
            switch value {
            case .integer(let value): .bigint(value)
            case .text(let value): .text(value)
            case .bytes(let value): .bytea(value)
            }
        }
    }
}
