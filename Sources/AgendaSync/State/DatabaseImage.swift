internal import GRDBSQLite
internal import ICalendar

/// The content of a SQLite file as one file, whatever is in its log: a copy of a moment, taken while others write.
package enum DatabaseImage {
    /// Why there is no image.
    package enum Fault: Error, Hashable, Sendable {
        /// The file is no database, or a damaged one.
        case damaged
        /// It is not there, somebody else holds it, or it cannot be read now.
        case unreadable
    }

    /// The bytes that the file would have without its log.
    package static func read(_ path: String) throws(Fault) -> [UInt8] {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw .unreadable
        }
        sqlite3_busy_timeout(connection, 5_000)
        var size: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(connection, "main", &size, 0) else {
            // A log that is shorter than its index says is damaged, too (SQLITE_IOERR_SHORT_READ).
            let code = sqlite3_extended_errcode(connection)
            let isDamaged =
                [SQLITE_NOTADB, SQLITE_CORRUPT].contains(code & 0xFF)
                || code == SQLITE_IOERR | 2 << 8
            throw isDamaged ? .damaged : .unreadable
        }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// The image of a database in whose texts one path stands for another one, also where JSON writes its slashes with backslashes.
    ///
    /// - Returns: the same bytes where no text has it; nil for what is no database.
    package static func replacing(
        _ path: String, with other: String, in image: [UInt8]
    ) -> [UInt8]? {
        let pairs = [("/", "/"), ("/", "\\/")].map { slash, written in
            (path.replacing(slash, with: written), other.replacing(slash, with: written))
        }
        guard pairs.contains(where: { has($0.0, image) }) else { return image }
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard image.count > 100, sqlite3_open(":memory:", &connection) == SQLITE_OK,
            let memory = sqlite3_malloc64(UInt64(image.count))
        else { return nil }
        // Where the version of the format says that there is a log, SQLite looks for one.
        let versions = 18..<20
        var plain = image
        plain.replaceSubrange(versions, with: [1, 1])
        plain.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress {
                memory.copyMemory(from: start, byteCount: bytes.count)
            }
        }
        let size = sqlite3_int64(plain.count)
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        guard
            sqlite3_deserialize(
                connection, "main", memory.assumingMemoryBound(to: UInt8.self), size, size, flags)
                == SQLITE_OK
        else { return nil }
        let columns = """
            SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
            """
        guard let places = rows(connection, columns, []) else { return nil }
        for place in places {
            let (table, column) = (place[0], place[1])
            for (old, new) in pairs {
                let update = """
                    UPDATE "\(table)" SET "\(column)" = replace("\(column)", ?1, ?2)
                    WHERE typeof("\(column)") = 'text' AND instr("\(column)", ?1) > 0
                    """
                guard rows(connection, update, [old, new]) != nil else { return nil }
            }
        }
        var length: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(connection, "main", &length, 0) else { return nil }
        defer { sqlite3_free(bytes) }
        var result = Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
        result.replaceSubrange(versions, with: image[versions])
        return result
    }

    /// `firstRange(of:)` takes 18 ms for the 60 kB of a new database.
    private static func has(_ text: String, _ image: [UInt8]) -> Bool {
        Array(text.utf8).withUnsafeBytes { text in
            image.withUnsafeBytes { image in
                var from = 0
                while let place = image.offset(of: text[0], from: from),
                    let end = image.index(place, offsetBy: text.count, limitedBy: image.count)
                {
                    if text.equals(UnsafeRawBufferPointer(rebasing: image[place..<end])) {
                        return true
                    }
                    from = place + 1
                }
                return false
            }
        }
    }

    /// What a statement answers, as texts; nil where it fails.
    private static func rows(
        _ connection: OpaquePointer?, _ sql: String, _ values: [String]
    ) -> [[String]]? {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
            return nil
        }
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            sqlite3_bind_text(statement, Int32(index + 1), value, -1, copies)
        }
        var rows: [[String]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                    })
            case SQLITE_DONE: return rows
            default: return nil
            }
        }
    }
}
