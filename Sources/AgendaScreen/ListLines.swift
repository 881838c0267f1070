import ICalendar

/// Where each day's lines are in the list of the whole timeline, without making the lines.
struct ListLines {
    private let dates: Range<CivilDate>
    /// The first line of each day, and the number of all lines.
    private var starts: [Int]

    /// - Parameter shown: a day that is listed even without events, as today is.
    init(_ days: ScreenDays, shown: CivilDate) {
        dates = days.dates
        starts = [0]
        starts.reserveCapacity(dates.count + 1)
        for date in dates {
            let count = days.count(on: date)
            let isShown = count > 0 || date == shown || date == days.today
            // The header, and at least a line that says that there are no events.
            starts.append(starts[starts.count - 1] + (isShown ? 1 + max(1, count) : 0))
        }
    }

    var count: Int { starts[starts.count - 1] }

    /// A line of a day, its header being 0; of a day that is not listed, where it would be.
    func line(of date: CivilDate, _ index: Int) -> Int {
        guard dates.contains(date) else { return date < dates.lowerBound ? 0 : count }
        let day = date - dates.lowerBound
        return min(starts[day] + index, starts[day + 1])
    }

    /// The day that has a line, and the line's index in it.
    func place(of line: Int) -> ScreenModel.Cursor {
        // The last day that begins at or before the line, past those without lines.
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle + 1] > line { high = middle } else { low = middle + 1 }
        }
        let day = min(low, dates.count - 1)
        return ScreenModel.Cursor(date: dates.lowerBound + day, index: line - starts[day])
    }

    /// The days that have lines in a range, with these lines, the header being 0.
    func parts(of range: Range<Int>) -> [(date: CivilDate, lines: Range<Int>)] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        let (first, last) = (place(of: range.lowerBound).date, place(of: range.upperBound - 1).date)
        return (first..<(last + 1)).compactMap { date in
            let day = date - dates.lowerBound
            let own = (starts[day]..<starts[day + 1]).clamped(to: range)
            return own.isEmpty
                ? nil : (date, (own.lowerBound - starts[day])..<(own.upperBound - starts[day]))
        }
    }
}
