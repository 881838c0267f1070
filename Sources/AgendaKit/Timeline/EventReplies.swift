internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// The answers to invitations that a store has: in almost all stores none, which is found out once.
struct EventReplies {
    private let database: Database
    private let scopes: StoredScopes
    private var isEmpty: Bool?
    private var known: [String: [InvitationReply]] = [:]

    init(_ database: Database, zones: TimeZoneDatabase) {
        self.database = database
        scopes = StoredScopes(zones)
    }

    /// The answers to an event.
    mutating func fetch(uid: String) throws -> [InvitationReply] {
        let isEmpty = try self.isEmpty ?? ReplyTable.isEmpty(database)
        self.isEmpty = isEmpty
        if isEmpty { return [] }
        if let known = known[uid] { return known }
        let replies = try ReplyTable.fetch(uid: uid, scopes, database)
        known[uid] = replies
        return replies
    }
}
