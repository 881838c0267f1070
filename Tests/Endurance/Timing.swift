import Glibc

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}

/// The durations of repeated runs.
struct Timings: CustomStringConvertible {
    /// In milliseconds.
    private(set) var values: [Double] = []

    mutating func append(_ duration: Duration) { values.append(max(0, duration.milliseconds)) }

    var median: Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    var best: Double { values.min() ?? .nan }
    var worst: Double { values.max() ?? .nan }

    var description: String {
        "\(values.count) runs, median \(decimal(median)) ms, best \(decimal(best)) ms, "
            + "worst \(decimal(worst)) ms"
    }
}

/// Sleeps for this long, and little longer.
func sleep(_ duration: Duration) {
    usleep(UInt32(max(0, duration.milliseconds * 1_000)))
}
