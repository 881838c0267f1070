internal import Foundation
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
}

/// The SQL of table `component`.
enum ComponentTable {
    /// The stored components of a resource, without their texts. An index holds number and digest, so this
    /// query does not read the texts.
    static func fetchStored(
        resourceID: Int64, _ database: Database
    ) throws -> StoredComponents {
        let statement = try database.cachedStatement(
            sql: """
                SELECT component.id, digest, uid_key
                FROM component
                LEFT JOIN event ON event.id = component.id
                LEFT JOIN todo ON todo.id = component.id
                LEFT JOIN series ON series.id = COALESCE(event.series_id, todo.series_id)
                WHERE component.resource_id = ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: [resourceID])
        var stored = StoredComponents()
        while let row = try rows.next() {
            let key: Int64? = try row.value(2)
            stored.insert(
                StoredComponents.Component(
                    id: try row.value(0), digest: ContentDigest(data: try row.value(1)),
                    uidKey: key.map { UInt64(bitPattern: $0) }))
        }
        return stored
    }

    /// The digests of a resource's components, in no particular order.
    static func fetchDigests(
        resourceID: Int64, _ database: Database
    ) throws -> [ContentDigest] {
        let rows = try Row.fetchCursor(
            database, sql: "SELECT digest FROM component WHERE resource_id = ?",
            arguments: [resourceID])
        var digests: [ContentDigest] = []
        while let row = try rows.next() { digests.append(ContentDigest(data: try row.value(0))) }
        return digests
    }

    /// The components of a source.
    static func fetch(sourceID: Int64, _ database: Database) throws -> [ComponentRecord] {
        try fetch(
            database,
            condition: "resource_id IN (SELECT id FROM resource WHERE source_id = ?)",
            arguments: [sourceID])
    }

    /// The texts of all components of a resource, one after the other, in the order of the file.
    static func fetchTexts(resourceID: Int64, _ database: Database) throws -> [UInt8] {
        let components = try fetch(
            database, condition: "resource_id = ?", arguments: [resourceID])
        var texts: [UInt8] = []
        for component in components.sorted(by: { ($0.line, $0.id) < ($1.line, $1.id) }) {
            if let method = component.method {
                texts += Array("BEGIN:VCALENDAR\r\nMETHOD:\(method.rawValue)\r\n".utf8)
            }
            texts += component.text
            // A file may end without a line break.
            if texts.last != 0x0A { texts.append(0x0A) }
            if component.method != nil { texts += Array("END:VCALENDAR\r\n".utf8) }
        }
        return texts
    }

    /// The component with this number; nil if it is gone.
    static func fetch(id: Int64, _ database: Database) throws -> ComponentRecord? {
        try fetch(database, condition: "id = ?", arguments: [id]).first
    }

    private static func fetch(
        _ database: Database, condition: String, arguments: StatementArguments
    ) throws -> [ComponentRecord] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, kind, digest, line, participant_count, text
                FROM component WHERE \(condition) ORDER BY id
                """)
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            let (name, text): (String, Data) = (try row.value(1), try row.value(5))
            // The method follows the kind.
            let kind = name.split(separator: ";", omittingEmptySubsequences: false)
            return ComponentRecord(
                id: try row.value(0),
                kind: ScannedComponent.Kind(rawValue: String(kind[0])) ?? .other,
                digest: ContentDigest(data: try row.value(2)), line: try row.value(3),
                participantCount: try row.value(4),
                method: kind.count > 1 ? SchedulingMethod(rawValue: String(kind[1])) : nil,
                text: Array(text)[...])
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
            return try row.run(last: record.text)
        }
    }

    /// Computes the digests again under the store's key.
    static func renewDigests(_ database: Database) throws {
        let key = try IdentityTable.fetch(database).digestKey
        let renew = try database.makeStatement(
            sql: "UPDATE component SET digest = ? WHERE id = ?")
        // One by one: together the texts may exceed the memory.
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM component") {
            guard let record = try fetch(id: id, database) else { continue }
            let digest = ContentDigest(record.text, key: key)
            try renew.execute(arguments: [digest.data, id])
        }
    }

    /// Whether the texts of a resource still match their digests.
    static func areSound(
        resourceID: Int64, _ key: ContentDigest.Key, _ database: Database
    ) throws -> Bool {
        var isSound = true
        try RowReader("SELECT digest, text FROM component WHERE resource_id = ?", database)
            .forEach(resourceID) { row in
                let digest = row.withBytes(1) { ContentDigest($0, key: key) }
                let stored = row.withBytes(0) { ContentDigest(blob: $0) }
                // A message about an event has the inverted digest (`ComponentScanner`).
                if stored != digest, stored != digest.inverted { isSound = false }
            }
        return isSound
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
