/// An operation of this library that could not be done at all.
///
/// A bad part of the input is no error but a ``Diagnostic``: its neighbours are kept.
public struct ICalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; decide by this, never by the words.
    public enum Code: String, Hashable, Sendable {
        /// The input is not iCalendar text.
        case notICalendar
        /// The input is larger than this library reads.
        case tooLarge
        /// Memory ran out.
        case outOfMemory
        /// A value cannot be written as iCalendar text.
        case unwritableValue
        /// libical is needed and not installed.
        case libraryMissing
        /// Time zone data that breaks its own format.
        case malformedZoneData
        /// Time zone data that is well-formed, but of a kind that is not read here.
        case unsupportedZoneData
    }

    /// What kind of fault it is.
    public var code: Code
    /// What is wrong and where, in words that end without a full stop.
    public var message: String
    /// What to do about it.
    public var remedy: String?
    /// What the layer below said.
    public var cause: String?

    /// An error with its code, what and where, what to do, and what the layer below said.
    public init(_ code: Code, _ message: String, remedy: String? = nil, cause: String? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.cause = cause
    }

    /// One line: what, the cause, and what to do.
    public var description: String {
        message + (cause.map { " (\($0))" } ?? "") + (remedy.map { "; \($0)" } ?? "")
    }
}
