/// Something in the input that could not be taken as written. Partial success is data: the
/// neighbours of what is reported here are kept.
///
/// ```swift
/// let parsed = ICalendarParser.event(
///     in: """
///         BEGIN:VEVENT
///         UID:1
///         DTSTART:20261120T100000Z
///         EXDATE:never
///         SUMMARY:Tea
///         END:VEVENT
///         """)
/// print(parsed.value?.summary ?? "nothing")
/// for diagnostic in parsed.diagnostics {
///     print(diagnostic.severity, diagnostic.line, diagnostic.property ?? "all of it")
/// }
/// ```
public struct Diagnostic: Hashable, Sendable {
    /// How much was lost.
    public enum Severity: String, Sendable {
        /// A component was left out, or a part of it that decides when it takes place.
        case error
        /// All of it was kept, read in the way that the reason says.
        case warning
    }

    /// How much was lost.
    public var severity: Severity
    /// The line in the input, 1-based; the component's if the property's is unknown; 0 if the
    /// report is about the whole file.
    public var line: Int
    /// The component's `UID`, if it has one.
    public var uid: String?
    /// The property concerned, such as `DTSTART`, or the component, such as `VEVENT`; nil if the
    /// report is about the whole file.
    public let property: String?
    /// What is wrong.
    public var reason: Reason

    /// Creates a report on a component, or with a severity and a reason alone on a whole file.
    ///
    /// - Parameters:
    ///   - severity: whether something was left out.
    ///   - line: where the component begins, counted from 1; 0 for a whole file.
    ///   - uid: of the component.
    ///   - property: the name of the property that it is about.
    ///   - reason: what is wrong.
    public init(
        _ severity: Severity, line: Int = 0, uid: String? = nil, property: String? = nil,
        _ reason: Reason
    ) {
        self.severity = severity
        self.line = line
        self.uid = uid
        self.property = property
        self.reason = reason
    }

    /// The beginning of a value, as a message shows it.
    static func shown(_ value: some StringProtocol) -> String {
        value.utf8.count <= 80 ? String(value) : value.prefix(40) + "…"
    }
}
