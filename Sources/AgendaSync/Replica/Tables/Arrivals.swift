internal import FoundationEssentials
internal import GRDB
internal import ICalendar

/// What a synchronisation brought to one resource of a replica, noted in the transaction that put it in place until
/// somebody has it: ``FolderReplica/forgetArrivals(through:)``.
///
/// A first download, more than 500 resources at once, and what comes to a calendar that is never sent are not noted;
/// after ``TrashedText/keptDays`` days a note is forgotten.
package struct Arrival: Hashable, Sendable, Identifiable {
    /// Grows with each arrival.
    package var id: Int64
    /// A random UUID, by which whoever has it knows it again.
    package var identifier: String
    /// The resource's name.
    package var name: String
    /// The text that was there; nil for a new resource.
    package var before: [UInt8]?
    /// The text that came; nil for a resource that was removed.
    package var after: [UInt8]?

    /// Joins several arrivals of one resource, each of which begins with what the one before left. Where another program
    /// changed the resource between two, the last one counts.
    static func joined(_ arrivals: [Arrival]) -> [Arrival] {
        var result: [Arrival] = []
        var places: [String: Int] = [:]
        for var arrival in arrivals {
            if let place = places[arrival.name] {
                if result[place].after == arrival.before { arrival.before = result[place].before }
                result[place] = arrival
            } else {
                places[arrival.name] = result.count
                result.append(arrival)
            }
        }
        return result
    }
}

extension FolderReplica {
    /// What synchronisations brought and nobody has taken yet, one for each resource.
    package func arrivals() throws(ReplicaError) -> [Arrival] {
        Arrival.joined(try read { try rows.arrivals($0) })
    }

    /// Forgets arrivals that somebody has noted elsewhere.
    ///
    /// - Parameter last: the largest ``Arrival/id`` of them.
    package func forgetArrivals(through last: Arrival.ID) throws(ReplicaError) {
        try write {
            try $0.execute(
                sql: "DELETE FROM arrival WHERE mirror_id = ? AND id <= ?",
                arguments: [rows.id, last])
        }
    }
}

extension StateRows {
    /// Notes what came.
    ///
    /// - Parameter trashed: the number in the trash of what was there.
    func arrive(
        _ name: String, replacing trashed: Int64?, with after: [UInt8]?, at time: Instant,
        _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO arrival (mirror_id, identifier, name, trash_id, after, time)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, UUID().uuidString.lowercased(), name, trashed, after.map { Data($0) },
                time.secondsSinceEpoch,
            ])
    }

    /// Oldest first.
    fileprivate func arrivals(_ database: Database) throws -> [Arrival] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT arrival.id, identifier, arrival.name, text, after
                FROM arrival LEFT JOIN trash ON trash.id = trash_id
                WHERE arrival.mirror_id = ? ORDER BY arrival.id
                """, arguments: [id]
        ).map { row in
            let (before, after): (Data?, Data?) = (row[3], row[4])
            return Arrival(
                id: row[0], identifier: row[1], name: row[2], before: before.map { [UInt8]($0) },
                after: after.map { [UInt8]($0) })
        }
    }
}
