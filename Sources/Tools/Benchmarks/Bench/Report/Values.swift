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
