internal import GRDB
internal import ICalendar

/// The time zones of the stored files; reads each file's zones once, and parses equal ones once for all
/// files.
final class StoredScopes {
    private let zones: TimeZoneDatabase
    private var byResource: [Int64: TimeZoneScope] = [:]
    private var byDigests: [[ContentDigest]: TimeZoneScope] = [:]

    init(_ zones: TimeZoneDatabase) { self.zones = zones }

    /// The scope of a file.
    func scope(resourceID: Int64, _ database: Database) throws -> TimeZoneScope {
        if let known = byResource[resourceID] { return known }
        // A literal lets SQLite use the partial index.
        let reader = try RowReader(
            """
            SELECT digest, text FROM component
            WHERE resource_id = ? AND kind = 'VTIMEZONE' ORDER BY id
            """, readsTexts: true, database)
        var digests: [ContentDigest] = []
        var texts: [[UInt8]] = []
        try reader.forEach(resourceID) { row in
            digests.append(row.withBytes(0) { ContentDigest(blob: $0) })
            texts.append(try row.componentText(1, digest: 0))
        }
        let scope = byDigests[digests] ?? parsed(texts)
        byDigests[digests] = scope
        byResource[resourceID] = scope
        return scope
    }

    private func parsed(_ texts: [[UInt8]]) -> TimeZoneScope {
        let definitions = texts.compactMap { text in
            ICalendarParser.timeZone(in: text).value
        }
        return TimeZoneScope(database: zones, definitions: definitions)
    }
}
