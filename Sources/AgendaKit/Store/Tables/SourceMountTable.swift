internal import GRDB

/// The SQL of table `source_mount`. The mount's number stands before its name, which begins with a slash.
enum SourceMountTable {
    /// All rows by their source.
    static func fetchAll(_ database: Database) throws -> [Int64: [SourceMount]] {
        var mounts: [Int64: [SourceMount]] = [:]
        let reader = try RowReader(
            "SELECT source_id, prefix, device, mount FROM source_mount", database)
        try reader.forEach {
            let text = try $0.optionalText(3)
            let name = text.map { $0.drop { $0 != "/" } }
            mounts[try $0.requiredInteger(0), default: []].append(
                SourceMount(
                    prefix: try $0.requiredText(1),
                    device: UInt64(bitPattern: try $0.requiredInteger(2)),
                    id: text.flatMap { UInt64($0.prefix { $0 != " " }) },
                    mount: name.map { String($0) }))
        }
        return mounts
    }

    /// Whether something is noted of a source.
    static func isKnown(sourceID: Int64, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM source_mount WHERE source_id = ? LIMIT 1")
        return try Int.fetchOne(statement, arguments: [sourceID]) != nil
    }

    /// Replaces the stored mounts of a source.
    static func replace(
        _ mounts: [SourceMount], sourceID: Int64, _ database: Database
    ) throws {
        try database.cachedStatement(sql: "DELETE FROM source_mount WHERE source_id = ?")
            .execute(arguments: [sourceID])
        for mount in mounts {
            try database.cachedStatement(sql: "INSERT INTO source_mount VALUES (?, ?, ?, ?)")
                .execute(arguments: [
                    sourceID, mount.prefix, Int64(bitPattern: mount.device),
                    mount.mount.map { name in (mount.id.map { "\($0) " } ?? "") + name },
                ])
        }
    }
}
