/// A line of the table.
struct Row {
    let measured: Case
    let values: Values
    var comparison: Comparison?
    /// The values of the case with which it is compared.
    var reference: Values?

    /// The quotient of the medians; nil without a case to compare with.
    var ratio: Double? { reference.map { values.median / $0.median } }

    /// `met` or `missed`; nil without a limit.
    var verdict: String? {
        guard let limit = comparison?.limit else { return nil }
        return (ratio ?? values.median) <= limit ? "met" : "missed"
    }

    /// A row for each of the case's comparisons, or one row if it has none.
    static func rows(_ measured: Case, _ values: [String: Values]) -> [Row] {
        guard let own = values[measured.name] else { return [] }
        if measured.comparisons.isEmpty { return [Row(measured: measured, values: own)] }
        return measured.comparisons.map { comparison in
            Row(
                measured: measured, values: own, comparison: comparison,
                reference: comparison.with.flatMap { values[$0] })
        }
    }
}

/// The values from the runs of a case.
struct Values {
    private let sorted: [Double]

    /// - Parameter values: at least one value, in any order.
    init(_ values: [Double]) { sorted = values.sorted() }

    var count: Int { sorted.count }
    var best: Double { sorted.first ?? .nan }
    var worst: Double { sorted.last ?? .nan }

    /// The middle value, or the mean of the two middle ones.
    var median: Double {
        sorted.isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
