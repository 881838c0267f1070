/// A time of day as a person says it: the hour may be on the 12-hour clock.
struct ClockWords: Hashable, Sendable {
    /// 0 to 24; more if the words are not a time.
    var hour: Int
    var minute = 0
    var second = 0
    /// Hours from 1 up to, but not including, this one may be in the morning or in the afternoon.
    var clearFrom = 0
    /// Whether the person writes the hours of the 24-hour clock, so that none alone is unclear.
    var isOf24Hours = false
    /// Whether the person wrote `am` or `pm`.
    var isOf12Hours = false
    /// `midnight`, which may be either end of the day.
    var isMidnight = false
    /// Whether the words look like a time, but are not one.
    var isImpossible = false

    /// Seconds from 00:00 if the hour is read on the 24-hour clock.
    var secondOfDay: Int { hour * 3_600 + minute * 60 + second }

    /// Whether the hour has two readings.
    var hasTwoReadings: Bool { (1..<max(clearFrom, 1)).contains(hour) }

    /// Whether nothing but words beside it could tell which is meant.
    var isUnclear: Bool { hasTwoReadings && !isOf24Hours }

    /// The time of day in seconds, up to 86,400 for `24:00`.
    ///
    /// - Parameter part: the part of the day that the person named.
    func secondOfDay(in part: WordMeaning.DayPart?) throws(Doubt) -> Int {
        guard !isImpossible, hour <= 24, minute < 60, secondOfDay <= 86_400 else {
            throw Doubt(.noSuchTime)
        }
        guard let part else {
            if isUnclear { throw Doubt(.eitherTime(secondOfDay, secondOfDay + 43_200)) }
            return secondOfDay
        }
        let isLater: Bool? =
            switch (part, hour) {
            case (.smallHours, 0...6), (.morning, 0...11), (.noon, 11...14): false
            case (.afternoon, 12...18), (.evening, 16...24), (.night, 18...24): false
            case (.smallHours, 8...11), (.noon, 1...2), (.afternoon, 1...7): true
            case (.evening, 4...11), (.night, 6...11): true
            case (.smallHours, 20...24): false
            default: nil
            }
        guard let isLater else { throw Doubt(.contradiction) }
        return secondOfDay + (isLater ? 43_200 : 0)
    }

    /// The same hour on the clock of the start's half of the day: `7pm-10:30`, `晚上8点到10点半`.
    var onTwelveHours: ClockWords {
        var clock = self
        guard (1...12).contains(hour), clearFrom > 0, !isMidnight else { return self }
        (clock.clearFrom, clock.isOf24Hours) = (13, false)
        return clock
    }

    /// The first reading after another time, for an end: `10:00-12`, `12:30-1:30`.
    func secondOfDay(after start: Int) throws(Doubt) -> Int {
        guard !isImpossible else { throw Doubt(.noSuchTime) }
        if isMidnight { return 86_400 }
        guard hasTwoReadings else { return try secondOfDay(in: nil) }
        // 12:30 is half an hour after midnight, too.
        let first = hour == 12 ? secondOfDay - 43_200 : secondOfDay
        return [first, first + 43_200].first { $0 > start } ?? first
    }
}
