/// Says why a text is not a recurrence rule that can be followed.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with a part.
    public enum Reason: Hashable, Sendable {
        /// A fault that says all by itself.
        case fault(Fault)
        /// A number outside of this range, or 0 in a range with negative numbers: positions count from 1 or
        /// from -1.
        case outside(ClosedRange<Int>)
    }

    /// The faults that say all by themselves.
    public enum Fault: String, Sendable {
        /// The part appears twice with different values, or is missing.
        case repeated, missing
        /// RFC 5545 3.3.10 and RFC 7529 have no such part, or the part no such value.
        case unknown, unreadable
        /// The value is not a number, or not a weekday.
        case notANumber, notAWeekday
        /// `RSCALE` names another calendar.
        case notGregorian
    }

    /// The part at fault, such as `BYDAY`.
    public var part: String
    /// Its value as written.
    public var value: String
    /// What is wrong with it.
    public var reason: Reason

    /// Creates an error about one part of a rule.
    ///
    /// - Parameters:
    ///   - part: its name, such as `BYDAY`.
    ///   - value: what stands there.
    ///   - reason: what is wrong with it.
    public init(part: String, value: String, reason: Reason) {
        self.part = part
        self.value = value
        self.reason = reason
    }

    /// One line for people.
    public var description: String { wording.description }

    var wording: Wording { "\(part)=\(value): \(reason.wording)" }
}

extension RecurrenceRuleError.Reason {
    /// What is wrong, as the end of a sentence.
    var wording: Wording {
        switch self {
        case .fault(.repeated): "stands twice"
        case .fault(.missing): "is missing"
        case .fault(.unknown): "is no part of a rule"
        case .fault(.unreadable): "cannot be read"
        case .fault(.notANumber): "is no number"
        case .fault(.notAWeekday): "is no weekday"
        case .fault(.notGregorian): "is not the Gregorian calendar"
        case .outside(let range) where range.lowerBound < 0:
            "lies outside \(range.lowerBound) to \(range.upperBound) or is 0"
        case .outside(let range): "lies outside \(range.lowerBound) to \(range.upperBound)"
        }
    }
}
