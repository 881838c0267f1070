/// Tells which users' calendars have changed, by whomever.
///
/// It asks again and again for what is not older than the oldest transaction that was at work when it asked last. Neither a
/// sequence nor a time would do: whoever takes 8 may be done before whoever took 7, and 7 would never be seen. Not `NOTIFY`: it puts
/// all commits of a database into one line, which takes two thirds of its writes a second.
///
/// It is used by one thread at a time, which it blocks.
package final class BankFeed {
    /// What has changed.
    package enum News: Hashable, Sendable {
        /// Nobody knows: each user's state has to be asked for. So it begins, and goes on after the connection was lost, because
        /// another server or a restored backup counts anew.
        case all
        /// The users with the numbers of their last changes. What was told before may come again.
        case users([Int64: Int64])
    }

    private let place: String
    private let patience: PostgresConnection.Patience
    private var connection: PostgresConnection?
    /// The oldest transaction that was at work at the last look.
    private var horizon = "0"
    /// What was told of those that come again because their transaction is not old enough.
    private var told: [Int64: Int64] = [:]

    package init(
        _ place: String, patience: PostgresConnection.Patience = PostgresConnection.Patience()
    ) {
        (self.place, self.patience) = (place, patience)
    }

    /// Looks once.
    ///
    /// - Throws: `away` while the database is away. Begins anew then.
    package func look() throws(PostgresFault) -> News {
        do throws(PostgresFault) {
            if let connection {
                let seen = try look(connection, since: horizon)
                let new = seen.filter { told[$0.key] != $0.value }
                told = seen
                return .users(new)
            }
            let connection = try PostgresConnection(place, patience: patience)
            // No user has a greater one: only the horizon is asked for.
            _ = try look(connection, since: String(UInt64.max))
            (self.connection, told) = (connection, [:])
            return .all
        } catch {
            connection = nil
            throw PostgresFault(.away, error.message)
        }
    }

    private func look(
        _ connection: PostgresConnection, since start: String
    ) throws(PostgresFault) -> [Int64: Int64] {
        let rows = try connection.rows(BankStatements.changed, of: nil, [.text(start)])?.rows ?? []
        guard let first = rows.first else { throw PostgresFault(.schema, "no feed") }
        horizon = first.text(0)
        return Dictionary(
            rows.filter { !$0.isNull(1) }.map { ($0.integer(1), $0.integer(2)) }
        ) { first, _ in first }
    }
}
