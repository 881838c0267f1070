internal import CalendarMerge
internal import GRDB

/// The scheduling messages that a store has besides its events: answers to invitations, and cancellations without a
/// start. Almost all stores have none, which is found out once.
struct SchedulingMessages {
    private let database: Database
    private let scopes: StoredScopes
    private var hasReplies: Bool?
    private var replies: [String: [InvitationReply]] = [:]
    /// The keys of the events with cancellations.
    private var cancelledKeys: Set<UInt64>?
    private var cancellations: [UInt64: [EventCancellation]] = [:]

    init(_ database: Database, _ scopes: StoredScopes) {
        (self.database, self.scopes) = (database, scopes)
    }

    /// The answers to an event.
    mutating func replies(uid: String) throws -> [InvitationReply] {
        let hasReplies = try self.hasReplies ?? !ReplyTable.isEmpty(database)
        self.hasReplies = hasReplies
        guard hasReplies else { return [] }
        let found = try replies[uid] ?? ReplyTable.fetch(uid: uid, scopes, database)
        replies[uid] = found
        return found
    }

    /// Whether an occurrence does not take place.
    mutating func cancel(_ occurrence: StoredOccurrence) throws -> Bool {
        let keys = try cancelledKeys ?? ReplyTable.fetchCancelledKeys(database)
        cancelledKeys = keys
        let (uid, key) = (occurrence.series.uid, occurrence.series.key)
        guard keys.contains(key) else { return false }
        let found =
            try cancellations[key] ?? ReplyTable.fetchCancellations(key: key, scopes, database)
        cancellations[key] = found
        return found.contains {
            $0.uid == uid
                && $0.cancels(occurrence.recurrenceID, of: occurrence.event.revision)
        }
    }
}
