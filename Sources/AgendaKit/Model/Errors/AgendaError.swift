/// What AgendaKit throws: what happened as a value, and where.
///
/// A program decides by `code` or `reason`, and makes its own sentences of the reason's values;
/// `description` is one line of English that names no program's commands.
///
/// A comment says what its function throws for its own reasons. Besides,
///
/// - the *errors of reading* are what any look into a store may end with: `storeBusy`, `storeDamaged`, `storeReplaced`,
///   `storeFailed`, and `unreadable` if libical or the system's time zone data is missing;
/// - the *errors of writing* are these and `storeUnwritable`; nothing has changed then. Together they are the store's errors.
///
/// ```swift
/// do {
///     _ = try await editor.undo(99)
/// } catch {
///     guard error.code == .notFound else { throw error }
///     print(error)
/// }
/// ```
public struct AgendaError: Error, Hashable, Sendable {
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

    /// What happened, with the values that matter.
    public var reason: Reason
    /// Where: a path, a source's name or an event's id; empty where there is no such place.
    public var place: String

    /// The kind of failure.
    public var code: Code { reason.code }

    /// A failure.
    public init(_ reason: Reason, place: String = "") {
        self.reason = reason
        self.place = place
    }
}
