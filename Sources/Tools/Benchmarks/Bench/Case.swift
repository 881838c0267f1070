/// Something to run repeatedly.
struct Case {
    /// Its name, unique in its experiment.
    let name: String
    /// What is measured, in a few words.
    let what: String
    /// The unit of its values.
    var unit = Unit.seconds
    /// The comparisons of its median.
    var comparisons: [Comparison] = []
    /// Runs it once and returns the value: seconds or bytes.
    let run: () async throws -> Double
}

/// How values are shown.
enum Unit: Equatable {
    /// A time.
    case seconds
    /// Seconds for this many bytes, shown as bytes per second.
    case secondsPer(bytes: Int)
    /// A size.
    case bytes
}

/// How to judge a case's median.
struct Comparison {
    /// One of the project's goals, `P1` to `P14`, or `-`.
    var goal = "-"
    /// The case, run in turn with this one, whose median is the divisor; nil to judge the median
    /// itself.
    var with: String?
    /// The largest value that meets the goal; nil if there is no limit.
    var limit: Double?
}
