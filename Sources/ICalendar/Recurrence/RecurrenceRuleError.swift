/// Why a text is no recurrence rule that can be followed.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule part concerned, such as `BYDAY`.
    public var part: String
    /// Its value as written.
    public var value: String
    /// What is wrong with it, in words that end without a full stop.
    public var reason: String

    /// A report on one part of a rule.
    public init(part: String, value: String, reason: String) {
        self.part = part
        self.value = value
        self.reason = reason
    }

    /// One line for people.
    public var description: String { "\(part)=\(value): \(reason)" }
}
