internal import GRDB
internal import ICalendar

/// One row of table `component`: the raw text of a component, whole.
struct ComponentRecord: Sendable {
    var id: Int64 = 0
    var kind: ScannedComponent.Kind
    var digest: ContentDigest
    var line: Int
    var participantCount: Int
    /// The METHOD of the calendar that encloses the component.
    var method: SchedulingMethod?
    /// A slice of its file, not a copy.
    var text: ArraySlice<UInt8>
    /// The text as it is to be stored; nil if it is not known.
    var stored: ArraySlice<UInt8>?
}

/// The SQL of table `component`.
enum ComponentTable {
    /// The stored components of a resource, without their texts. An index holds number and digest, so this
    /// query does not read the texts.
    static func fetchStored(
        resourceID: Int64, _ database: Database
    ) throws -> StoredComponents {
        let reader = try RowReader(
            """
            SELECT component.id, digest, uid_key
            FROM component
            LEFT JOIN event ON event.id = component.id
            LEFT JOIN todo ON todo.id = component.id
            LEFT JOIN series ON series.id = COALESCE(event.series_id, todo.series_id)
            WHERE component.resource_id = ?
            """, database)
        var stored = StoredComponents()
        try reader.forEach(resourceID) { row in
            stored.insert(
                StoredComponents.Component(
                    id: try row.requiredInteger(0), digest: try row.digest(1),
                    uidKey: try row.optionalInteger(2).map { UInt64(bitPattern: Int64($0)) }))
        }
        return stored
    }

    /// The digests of a resource's components, in no particular order.
    static func fetchDigests(
        resourceID: Int64, _ database: Database
    ) throws -> [ContentDigest] {
        try RowReader("SELECT digest FROM component WHERE resource_id = ?", database)
            .map(resourceID) { try $0.digest(0) }
    }

    /// The components of a source, each by itself; those of a resource that defines zones together, with these.
    static func fetchGroups(
        sourceID: Int64, _ database: Database
    ) throws -> [[ComponentRecord]] {
        let isOfSource = "resource_id IN (SELECT id FROM resource WHERE source_id = ?)"
        // A literal lets SQLite use the partial index.
        let zoned = "SELECT resource_id FROM component WHERE kind = 'VTIMEZONE'"
        let alone = try fetch(
            "\(isOfSource) AND resource_id NOT IN (\(zoned))", sourceID, isChecked: false,
            database)
        let ids = try RowReader(
            "SELECT DISTINCT resource_id FROM (\(zoned) AND \(isOfSource)) ORDER BY resource_id",
            database
        ).map(sourceID) { try $0.requiredInteger(0) }
        return try alone.map { [$0] }
            + ids.flatMap { try fetchGroups(resourceID: $0, database) }
    }

    /// The components of a resource, each by itself; together if it defines zones.
    static func fetchGroups(
        resourceID: Int64, _ database: Database
    ) throws -> [[ComponentRecord]] {
        let all = try fetch("resource_id = ?", resourceID, isChecked: false, database)
        guard all.contains(where: { $0.kind == .timeZone }) else { return all.map { [$0] } }
        return [all.sorted { ($0.line, $0.id) < ($1.line, $1.id) }]
    }

    /// The texts of all components of a resource, one after the other, in the order of the file.
    ///
    /// - Parameter isChecked: Whether a text must be what was stored.
    static func fetchTexts(
        resourceID: Int64, isChecked: Bool = true, _ database: Database,
        _ text: (ComponentRecord) throws -> ArraySlice<UInt8>? = { $0.text }
    ) throws -> [UInt8] {
        let components = try fetch(
            "resource_id = ?", resourceID, isChecked: isChecked, database)
        var texts: [UInt8] = []
        for component in components.sorted(by: { ($0.line, $0.id) < ($1.line, $1.id) }) {
            guard let text = try text(component) else { continue }
            if let method = component.method {
                texts += Array("BEGIN:VCALENDAR\r\nMETHOD:\(method.rawValue)\r\n".utf8)
            }
            texts += text
            // A file may end without a line break.
            if texts.last != 0x0A { texts.append(0x0A) }
            if component.method != nil { texts += Array("END:VCALENDAR\r\n".utf8) }
        }
        return texts
    }

    /// The component with this number; nil if it is gone.
    static func fetch(id: Int64, _ database: Database) throws -> ComponentRecord? {
        try fetch("id = ?", id, database).first
    }

    /// - Parameter isChecked: Whether a text must be what was stored.
    private static func fetch(
        _ condition: String, _ argument: Int64, isChecked: Bool = true, _ database: Database
    ) throws -> [ComponentRecord] {
        let reader = try RowReader(
            """
            SELECT id, kind, digest, line, participant_count, text
            FROM component WHERE \(condition) ORDER BY id
            """, readsTexts: isChecked, database)
        return try reader.map(argument) { row in
            // The method follows the kind.
            let kind = try row.requiredText(1)
                .split(separator: ";", omittingEmptySubsequences: false)
            return ComponentRecord(
                id: try row.requiredInteger(0),
                kind: ScannedComponent.Kind(rawValue: String(kind[0])) ?? .other,
                digest: try row.digest(2), line: Int(try row.requiredInteger(3)),
                participantCount: Int(try row.requiredInteger(4)),
                method: kind.count > 1 ? SchedulingMethod(rawValue: String(kind[1])) : nil,
                text: try isChecked
                    ? row.componentText(5, digest: 2)[...] : row.uncheckedText(5)[...])
        }
    }

    /// Inserts rows of the table.
    struct Insert {
        private var row: RowInsert

        init(_ database: Database) throws {
            row = try RowInsert(
                database,
                sql: """
                    INSERT INTO component
                        (resource_id, digest, kind, line, participant_count, text)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """)
        }

        /// Stores a component and returns its number.
        mutating func run(_ record: ComponentRecord, resourceID: Int64) throws -> Int64 {
            row.bind(resourceID)
            row.bind(record.digest)
            let kind = record.kind.rawValue
            row.bind(record.method.map { kind + ";" + $0.rawValue } ?? kind)
            row.bind(record.line)
            row.bind(record.participantCount)
            return try row.run(last: record.stored ?? PackedText.stored(record.text))
        }
    }

    /// Computes the digests again under the store's key.
    static func renewDigests(_ database: Database) throws {
        let key = try IdentityTable.fetch(database).digestKey
        let renew = try database.makeStatement(
            sql: "UPDATE component SET digest = ? WHERE id = ?")
        // One by one: together the texts may exceed the memory.
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM component") {
            guard let record = try fetch("id = ?", id, isChecked: false, database).first else {
                continue
            }
            let digest = ContentDigest(record.text, key: key)
            try renew.execute(arguments: [digest.data, id])
        }
    }

    /// Whether the texts of a resource still match their digests.
    static func areSound(
        resourceID: Int64, _ key: ContentDigest.Key, _ database: Database
    ) throws -> Bool {
        try damaged("resource_id = ?", [resourceID], key, database).isEmpty
    }

    /// Whether a text is what was stored with this digest.
    static func isSound(
        _ text: [UInt8], _ stored: ContentDigest, _ key: ContentDigest.Key
    ) -> Bool {
        let digest = ContentDigest(text, key: key)
        // A message about an event has the inverted digest (`ComponentScanner`).
        return stored == digest || stored == digest.inverted
    }

    /// The components whose texts are not what was stored, and their resources.
    static func damaged(
        _ condition: String, _ arguments: [Int64], _ key: ContentDigest.Key, _ database: Database
    ) throws -> [(id: Int64, resourceID: Int64)] {
        var damaged: [(id: Int64, resourceID: Int64)] = []
        try RowReader(
            "SELECT id, resource_id, digest, text FROM component WHERE \(condition)", database
        ).forEach(arguments) { row in
            if try !isSound(row.uncheckedText(3), row.digest(2), key) {
                damaged.append((Int64(row.integer(0)), Int64(row.integer(1))))
            }
        }
        return damaged
    }

    static func setLine(_ line: Int, id: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "UPDATE component SET line = ? WHERE id = ? AND line <> ?")
        try statement.execute(arguments: [line, id, line])
    }

    static func delete(id: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: "DELETE FROM component WHERE id = ?")
        try statement.execute(arguments: [id])
    }
}
