internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// The cancellations without a start that a store has: in almost all stores none, which is found out once.
struct EventCancellations {
    private let database: Database
    private let scopes: StoredScopes
    private var keys: Set<UInt64>?
    private var known: [UInt64: [EventCancellation]] = [:]

    init(_ database: Database, zones: TimeZoneDatabase) {
        self.database = database
        scopes = StoredScopes(zones)
    }

    /// Whether an occurrence does not take place.
    mutating func cancel(_ occurrence: StoredOccurrence) throws -> Bool {
        let keys = try self.keys ?? ReplyTable.fetchCancelledKeys(database)
        self.keys = keys
        guard keys.contains(occurrence.series.key) else { return false }
        let (uid, key) = (occurrence.series.uid, occurrence.series.key)
        let cancellations =
            try known[key] ?? ReplyTable.fetchCancellations(key: key, scopes, database)
        known[key] = cancellations
        return cancellations.contains {
            $0.uid == uid
                && $0.cancels(occurrence.recurrenceID, of: occurrence.event.revision)
        }
    }
}
