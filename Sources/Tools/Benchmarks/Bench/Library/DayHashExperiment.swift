import AgendaKit
import ICalendar

/// Finding the days of an occurrence: the date-offset hash compared with a binary search.
struct DayHashExperiment: Experiment {
    let name = "hash"

    func cases(_ place: Place) -> [Case] {
        let window = NodeWindow(timelineAround: Setting.today, zone: Setting.zone)
        // Three hours each, all over the window: some span two days.
        let spans = (0..<(window.count * 8)).map { number in
            let start = window.bounds[0] + number * 10_799
            return start..<(start + 10_800)
        }.filter { $0.upperBound < window.instants.upperBound }
        return [
            .library(
                "hash-search", "the days of an occurrence by binary search", operations: spans.count
            ) {
                spans.reduce(0) { sum, span in
                    sum + Self.index(of: span.lowerBound, window.bounds)
                        + Self.index(of: span.upperBound - 1, window.bounds)
                }
            },
            .library(
                "hash", "the days of an occurrence by the date-offset hash",
                operations: spans.count, comparedWith: "hash-search"
            ) {
                spans.reduce(0) { sum, span in
                    let indices = window.indices(of: .instants(span))
                    return sum + indices.lowerBound + indices.upperBound
                }
            },
        ]
    }

    /// The index of the last bound at or before `instant`.
    private static func index(of instant: Instant, _ bounds: [Instant]) -> Int {
        var (low, high) = (0, bounds.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if bounds[middle] <= instant { low = middle } else { high = middle }
        }
        return low
    }
}
