/// Says why a text is not a recurrence rule that can be followed.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part at fault, such as `BYDAY`.
    public var part: String
    /// Its value as written.
    public var value: String
    /// What is wrong with it, without a full stop at the end.
    public var reason: String

    /// Creates an error about one part of a rule.
    public init(part: String, value: String, reason: String) {
        self.part = part
        self.value = value
        self.reason = reason
    }

    /// One line for people.
    public var description: String { "\(part)=\(value): \(reason)" }
}
