/// Something in the input that could not be taken as written. Partial success is data: the
/// neighbours of what is reported here are kept.
public struct Diagnostic: Hashable, Sendable {
    /// How much was lost.
    public enum Severity: String, Sendable {
        /// A component was left out, or a part of it that decides when it takes place.
        case error
        /// All of it was kept, read in the way that the message says.
        case warning
    }

    /// How much was lost.
    public var severity: Severity
    /// The line in the input, 1-based; of the component when the property's is not known.
    public var line: Int
    /// The component's `UID`, when it has one.
    public var uid: String?
    /// The property concerned, such as `DTSTART`, or the component, such as `VEVENT`, where it is
    /// about all of it; nil where it is about the file as a whole.
    public let property: String?
    /// What is wrong, in words that end without a full stop.
    public var message: String
    /// What to do about it.
    public var remedy: String

    /// A report on one component.
    public init(
        _ severity: Severity, line: Int, uid: String? = nil, property: String, message: String,
        remedy: String
    ) {
        self.init(
            stored: severity, line: line, uid: uid, property: property, message: message,
            remedy: remedy)
    }

    /// A report on a file as a whole, which names neither line nor property.
    public init(file severity: Severity, message: String, remedy: String) {
        self.init(
            stored: severity, line: 0, uid: nil, property: nil, message: message, remedy: remedy)
    }

    /// A report read back from where it was stored.
    package init(
        stored severity: Severity, line: Int, uid: String?, property: String?, message: String,
        remedy: String
    ) {
        self.severity = severity
        self.line = line
        self.uid = uid
        self.property = property
        self.message = message
        self.remedy = remedy
    }
}
