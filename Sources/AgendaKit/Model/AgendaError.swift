/// What AgendaKit throws: one line for a person, and a code for a program.
public struct AgendaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable {
        /// There is no such file, folder, source or event.
        case notFound
        /// It is there, but cannot be read.
        case unreadable
        /// It holds no calendar.
        case notACalendar
        /// A folder holds very many files that are not calendars, but may still be the right one.
        case tooManyFiles
        /// The request contradicts itself or what is stored.
        case invalid
        /// A newer program has written the store.
        case storeTooNew
        /// Another program has held the store's lock for too long.
        case storeBusy
        /// The disk is full or read-only.
        case storeUnwritable
        /// The store is not a database, or a damaged one.
        case storeDamaged
        /// The store is older than its backup: its log was lost, or an earlier file was put back.
        case storeOutdated
        /// Another file has taken the store's place, or the store is gone; nothing is guaranteed about what
        /// was written. Open it again.
        case storeReplaced
        /// Anything else that the database reports.
        case storeFailed
    }

    /// The kind of failure.
    public var code: Code
    /// The place: a path, a source's name or an event's id.
    public var place: String
    /// What is wrong.
    public var message: String
    /// What the user can do about it.
    public var remedy: String?
    /// What the layer below reported.
    public var cause: String?

    /// Creates an error.
    public init(
        _ code: Code, place: String, message: String, remedy: String? = nil, cause: String? = nil
    ) {
        self.code = code
        self.place = place
        self.message = message
        self.remedy = remedy
        self.cause = cause
    }

    /// `place: message (cause): remedy`, on one line.
    public var description: String {
        var text = place.isEmpty ? message : "\(place): \(message)"
        if let cause { text += " (\(cause))" }
        if let remedy { text += ": \(remedy)" }
        return text
    }
}
