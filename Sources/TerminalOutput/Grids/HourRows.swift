package import ICalendar

/// The rows of a grid whose columns are days and whose rows are times of day: so many minutes of a clock each.
///
/// An hour that clocks show twice on one of the days has its rows twice, and days without the second one have no time there; nor has a
/// day in the hour that its clocks skip.
package struct HourRows {
    /// A row's time of day.
    package struct Row: Hashable {
        /// Minutes after 00:00 on the clock.
        package var minute: Int
        /// Whether it is the second time that clocks show it.
        package var isSecond = false
    }

    /// From 00:00 on.
    package let rows: [Row]
    /// The minutes of a row, a part of an hour.
    package let minutes: Int
    package let zone: TimeZoneRules
    private let places: [Row: Int]
    /// The rows of the days on which clocks change, in their order.
    private var changed: [CivilDate: [(row: Row, times: Range<Instant>)]] = [:]

    /// - Parameter minutes: how many a row has; an hour is some of them.
    package init(of dates: some Sequence<CivilDate>, minutes: Int, zone: TimeZoneRules) {
        (self.minutes, self.zone) = (minutes, zone)
        var rows = stride(from: 0, to: 1_440, by: minutes).map { Row(minute: $0) }
        for date in dates {
            let times =
                zone.startOfDay(date)..<max(zone.startOfDay(date), zone.startOfDay(date + 1))
            if zone.transitions(in: times).isEmpty, times.upperBound - times.lowerBound == 86_400 {
                continue
            }
            let steps = Self.steps(times, minutes, zone)
            changed[date] = steps
            var place = 0
            for step in steps {
                if let known = rows.firstIndex(of: step.row) {
                    place = known + 1
                } else {
                    rows.insert(step.row, at: place)
                    place += 1
                }
            }
        }
        self.rows = rows
        places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, $0) })
    }

    private static func steps(
        _ day: Range<Instant>, _ minutes: Int, _ zone: TimeZoneRules
    ) -> [(row: Row, times: Range<Instant>)] {
        var steps: [(row: Row, times: Range<Instant>)] = []
        let length = minutes * 60
        var cuts = zone.transitions(in: day).map(\.at)
        var start = day.lowerBound
        while start < day.upperBound {
            let second = zone.wallTime(at: start).secondOfDay
            let next = start + (length - second % length)
            while let cut = cuts.first, cut <= start { cuts.removeFirst() }
            let end = min(next, day.upperBound, cuts.first ?? day.upperBound)
            var row = Row(minute: second / length * minutes)
            if let known = steps.firstIndex(where: { $0.row == row }) {
                let times = steps[known].times
                // Clocks change within a row, and it goes on.
                if times.upperBound == start, end - times.lowerBound <= length {
                    steps[known].times = times.lowerBound..<end
                    start = end
                    continue
                }
                row.isSecond = true
            }
            if let last = steps.last, last.row == row {
                steps[steps.count - 1].times = last.times.lowerBound..<end
            } else if !steps.contains(where: { $0.row == row }) {
                steps.append((row, start..<end))
            }
            start = end
        }
        return steps
    }

    /// The time of a day that a row stands for; nil where the day has none.
    package func times(of row: Int, on date: CivilDate) -> Range<Instant>? {
        let wanted = rows[row]
        if let steps = changed[date] { return steps.first { $0.row == wanted }?.times }
        if wanted.isSecond { return nil }
        let start = zone.startOfDay(date) + wanted.minute * 60
        return start..<(start + minutes * 60)
    }

    /// The row of an instant; of one outside of the day, the nearest.
    package func row(of instant: Instant, on date: CivilDate) -> Int {
        if let steps = changed[date] {
            let step = steps.last { $0.times.lowerBound <= instant } ?? steps.first
            return step.flatMap { places[$0.row] } ?? 0
        }
        let minute = max(0, min(instant - zone.startOfDay(date), 86_399)) / 60
        return places[Row(minute: minute / minutes * minutes)] ?? 0
    }

    /// The rows that a time of a day touches; at least one.
    package func rows(of times: Range<Instant>, on date: CivilDate) -> Range<Int> {
        let first = row(of: times.lowerBound, on: date)
        let last = row(of: max(times.lowerBound, times.upperBound - 1), on: date)
        return first..<(max(first, last) + 1)
    }

    /// The row of a time of day.
    package func row(ofMinute minute: Int) -> Int {
        places[Row(minute: min(max(0, minute), 1_439) / minutes * minutes)] ?? 0
    }
}
