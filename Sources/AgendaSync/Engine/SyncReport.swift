/// What a synchronisation did, and why it ended before its end.
public struct SyncReport: Hashable, Sendable {
    /// Resources that came from the server.
    public package(set) var fetched = 0
    /// Resources that the server took.
    public package(set) var sent = 0
    /// Resources that were deleted on the server.
    public package(set) var deletedThere = 0
    /// Resources that were moved to the trash here.
    public package(set) var deletedHere = 0
    /// Resources in which changes of both sides were brought together.
    public package(set) var merged = 0
    /// Clashes, of which the replica keeps both texts.
    public package(set) var conflicts = 0
    /// Deletions that wait for a person, in both directions.
    public package(set) var held = 0
    /// Resources that fail alone.
    public package(set) var setApart = 0
    /// Conflicts that wait for a person.
    public package(set) var openConflicts = 0
    /// Resources that cannot be sent until somebody mends them.
    public package(set) var unsendable = 0
    /// Whether the whole collection was listed.
    package var listed = false
    /// Whether the replica was absent and everything was fetched again.
    package var restored = false
    /// Whether this device has changes of a calendar that the account may not change, or is not to.
    public package(set) var isReadOnly = false
    /// Whether the server has no room left.
    public package(set) var isFull = false
    /// What would be done; of a dry run alone.
    package var planned: [PlannedStep] = []
    /// Why it ended before its end; nil where it did not.
    package var stop: SyncStop?

    /// Whether something came or went.
    public var hasChanges: Bool {
        fetched + sent + deletedThere + deletedHere + merged > 0
    }

    /// Whether no resource was put in place or removed, here or on the server.
    package var isIdle: Bool { !hasChanges && !restored }

    /// Whether something waits for a person.
    public var needsPerson: Bool {
        held > 0 || setApart > 0 || openConflicts > 0 || unsendable > 0 || isReadOnly || isFull
    }
}

/// What a synchronisation would do to one resource.
package enum PlannedStep: Hashable, Sendable {
    /// Fetch it.
    case fetch(Href)
    /// Move it to the trash, since the server no longer has it.
    case remove(name: String)
    /// Make it on the server.
    case create(name: String)
    /// Replace it on the server.
    case update(name: String)
    /// Delete it on the server.
    case delete(Href)
    /// Look at what became of an operation.
    case settle(Href)
    /// Ask a person whether so many may be deleted.
    case ask(Hold.Direction, count: Int)
}

/// Why a synchronisation ends before its end. Everything is as if it had not begun what it could not finish.
package enum SyncStop: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process synchronises this replica.
    case busy
    /// The server wants other credentials: nothing more may be asked of this account.
    case unauthorized(DAVError)
    /// The server cannot be reached, wants to be left alone, or fails.
    case server(DAVError)
    /// The calendar is no longer at its address.
    case calendarGone(Href)
    /// The replica or its state cannot be used.
    case replica(ReplicaError)
    /// The task was cancelled.
    case cancelled

    /// One line of neutral English.
    package var description: String {
        switch self {
        case .busy: "another process synchronises this calendar"
        case .unauthorized(let error): "the server does not accept the credentials: \(error)"
        case .server(let error): "\(error)"
        case .calendarGone(let href): "\(href): the server no longer has this calendar"
        case .replica(let error): "\(error)"
        case .cancelled: "cancelled"
        }
    }
}
