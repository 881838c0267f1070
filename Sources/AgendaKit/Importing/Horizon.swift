internal import ICalendar

/// The days for which recurrence sets are expanded and stored. A read of other days expands as it goes, so
/// the horizon only affects speed.
enum Horizon {
    /// Days stored beyond the timeline on each side: two slices, so that the horizon moves three
    /// times a year and not every day.
    static let margin = 122

    /// The days to store when `today` is today: the timeline and the margin on each side.
    static func days(around today: CivilDate) -> Range<CivilDate> {
        let first = today - NodeWindow.todayIndex - margin
        return first..<(first + count)
    }

    /// How many days are stored.
    static let count = NodeWindow.timelineCount + 2 * margin

    /// Whether the stored days still cover the whole timeline, with a day to spare for other zones. More days
    /// than are ever stored are damage: they would pass as days without events.
    static func covers(_ stored: Range<CivilDate>, today: CivilDate) -> Bool {
        let first = today - NodeWindow.todayIndex - 1
        return stored.count <= count && stored.lowerBound <= first
            && stored.upperBound >= first + NodeWindow.timelineCount + 2
    }
}
