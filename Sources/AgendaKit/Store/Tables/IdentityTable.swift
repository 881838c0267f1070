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
    static func insert(_ database: Database) throws {
        let (name, key) = (ContentDigest.Key.random(), ContentDigest.Key.random())
        try database.execute(
            sql: "INSERT INTO identity VALUES (1, ?, 0, ?)",
            arguments: [NameDigest.hex(name.high) + NameDigest.hex(name.low), key.data])
    }

    static func fetch(_ database: Database) throws -> StoreIdentity {
        let statement = try database.cachedStatement(
            sql: "SELECT store, revision, digest_key FROM identity")
        // In a damaged row the types may differ, too.
        guard let row = try Row.fetchOne(statement), let store = String.fromDatabaseValue(row[0]),
            let revision = Int64.fromDatabaseValue(row[1]),
            let key = Data.fromDatabaseValue(row[2]).flatMap({ ContentDigest.Key(data: $0) })
        else {
            throw AgendaError(
                .storeDamaged, place: "", message: "the database has no identity row")
        }
        return StoreIdentity(
            stamp: StoreStamp(store: store, revision: revision), digestKey: key)
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
