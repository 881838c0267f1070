import AgendaKit
import ICalendar

/// Where each day's lines are in the list of the whole timeline, without making the lines.
struct ListLines {
    /// The first line of each day, and the number of all lines.
    private var starts: [Int]

    /// - Parameter shown: a day that is listed even without events, as today is.
    init(_ timeline: Timeline, shown: CivilDate) {
        starts = [0]
        starts.reserveCapacity(timeline.nodes.count + 1)
        for node in timeline.nodes {
            let isShown = !node.events.isEmpty || node.date == shown || node.date == timeline.today
            // The header, and at least a line that says that there are no events.
            starts.append(starts[starts.count - 1] + (isShown ? 1 + max(1, node.events.count) : 0))
        }
    }

    var count: Int { starts[starts.count - 1] }

    /// A line of a day, its header being 0; of a day that is not listed, where it would be.
    func line(of date: CivilDate, _ index: Int, in timeline: Timeline) -> Int {
        guard let node = timeline.index(of: date) else {
            return date < timeline.window.firstDate ? 0 : count
        }
        return min(starts[node] + index, starts[node + 1])
    }

    /// The day that has a line, and the line's index in it.
    func place(of line: Int, in timeline: Timeline) -> ScreenModel.Cursor {
        // The last day that begins at or before the line, past those without lines.
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle + 1] > line { high = middle } else { low = middle + 1 }
        }
        let node = min(low, timeline.nodes.count - 1)
        return ScreenModel.Cursor(date: timeline.nodes[node].date, index: line - starts[node])
    }

    /// The days that have lines in a range, with these lines, the header being 0.
    func parts(of range: Range<Int>) -> [(node: Int, lines: Range<Int>)] {
        (0..<(starts.count - 1)).compactMap { node in
            let own = (starts[node]..<starts[node + 1]).clamped(to: range)
            return own.isEmpty
                ? nil : (node, (own.lowerBound - starts[node])..<(own.upperBound - starts[node]))
        }
    }
}
