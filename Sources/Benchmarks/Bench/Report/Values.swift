/// What the runs of a case gave.
struct Values {
    private let sorted: [Double]

    /// In any order; at least one.
    init(_ values: [Double]) { sorted = values.sorted() }

    var count: Int { sorted.count }
    var best: Double { sorted.first ?? .nan }
    var worst: Double { sorted.last ?? .nan }

    /// The middle one, or halfway between the two middle ones.
    var median: Double {
        sorted.isEmpty ? .nan : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
