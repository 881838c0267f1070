internal import Foundation
internal import GRDB
internal import ICalendar

/// The one row of table `identity`: which store this is, how often its precious content has changed, and its
/// secret.
struct StoreIdentity: Sendable {
    /// Which state of which store this is.
    var stamp: StoreStamp
    /// The key of the stored digests.
    var digestKey: ContentDigest.Key
}

/// The SQL of table `identity`.
enum IdentityTable {
    /// Inserts the row of a new store.
    ///
    /// - Parameter key: of the digests that it will hold.
    static func insert(_ key: ContentDigest.Key, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO identity VALUES (1, ?, 0, ?)",
            arguments: [SecretToken.random(), key.data])
    }

    static func fetch(_ database: Database) throws -> StoreIdentity {
        var identity: StoreIdentity?
        try RowReader("SELECT store, revision, digest_key FROM identity", database).forEach { row in
            let stamp = StoreStamp(
                store: try row.requiredText(0), revision: try row.requiredInteger(1))
            let key = ContentDigest.Key(data: row.withBytes(2) { Data($0) })
            identity = key.map { StoreIdentity(stamp: stamp, digestKey: $0) }
        }
        guard let identity else {
            throw AgendaError(.rowMissing(table: "identity"))
        }
        return identity
    }

    /// Call this in each transaction that changes precious content.
    static func raiseRevision(_ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE identity SET revision = revision + 1").execute()
    }

    static func setDigestKey(_ key: ContentDigest.Key, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE identity SET digest_key = ?", arguments: [key.data])
    }

    /// Makes this store the one that a backup belongs to, in the backup's state.
    static func adopt(_ stamp: StoreStamp, _ database: Database) throws {
        try database.execute(
            literal: "UPDATE identity SET store = \(stamp.store), revision = \(stamp.revision)")
    }
}
