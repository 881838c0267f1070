internal import ICalendar

/// What one of several people is told by the others, and may ask of them, for their devices (RFC 6638).
protocol UserInbox: Sendable {
    /// `calendar-user-type` (RFC 6638 section 2.4.2).
    var userType: String { get }

    /// The messages, the oldest first.
    func messages() throws -> [InboxMessage]

    /// Removes a message; false if there is none.
    func remove(_ name: String) throws -> Bool

    /// The schedule tag of a resource with an entity tag (RFC 6638 section 3.2.10).
    func scheduleTag(of tag: String) throws -> String

    /// The users whom words name: a whole address, or a user's name.
    func users(named words: Set<String>) throws -> [KnownUser]

    /// When others are busy, by their addresses.
    func busy(_ addresses: Set<String>, _ range: Range<Instant>) async -> [String: BusyAnswer]
}

/// A message as its user finds it.
struct InboxMessage: Hashable, Sendable {
    var id: Int64
    var name: String
    var body: [UInt8]
    /// In seconds since 1970-01-01T00:00:00Z.
    var made: Int

    /// What names its text.
    var tag: String { "\"\(NameDigest(body).hex)\"" }
}

/// Another user of a service, as who knows them finds them.
struct KnownUser: Hashable, Sendable {
    var name: String
    /// The address by which they were found, else their first; nil if they have none.
    var address: String?
    /// As ``UserInbox/userType``.
    var type: String
}

/// What is said of when somebody is busy.
struct BusyAnswer: Sendable {
    /// `request-status` (RFC 5546 section 3.6).
    var status: String
    /// Nil where nothing may be said.
    var periods: [FreeBusy.Period]?
}
