/// Something that is run again and again.
struct Case {
    /// What to call it, unique in its experiment.
    let name: String
    /// What is measured, in a few words.
    let what: String
    /// What its values are.
    var unit = Unit.seconds
    /// What its median is compared with.
    var comparisons: [Comparison] = []
    /// Runs it once, and tells the value: seconds or bytes.
    let run: () async throws -> Double
}

/// How a value is shown.
enum Unit: Equatable {
    /// A time.
    case seconds
    /// Seconds for so many bytes, shown as bytes a second.
    case secondsPer(bytes: Int)
    /// A size.
    case bytes
}

/// What a case's median is judged by.
struct Comparison {
    /// `P1` to `P8` of the project's goals, or `-`.
    var goal = "-"
    /// The case, run by turns with this one, by whose median it is divided; nil to judge the median
    /// itself.
    var with: String?
    /// The largest value that meets the goal; nil where there is none to meet.
    var limit: Double?
}
