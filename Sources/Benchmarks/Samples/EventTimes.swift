import ICalendar

extension LineWriter {
    /// Writes DTSTART and DTEND.
    mutating func writeTimes(_ event: Event, _ random: inout SplitMix64) throws(Failure) {
        switch event.times {
        case .hours(let zone):
            let length = random.pick(Self.lengths)
            let start = Self.dayStart + random.below(Self.dayLength - length + 1)
            try writeTime("DTSTART", event.day, quarter: start, zone)
            try writeTime("DTEND", event.day, quarter: start + length, zone)
        case .nights(let zone, let count):
            try writeTime("DTSTART", event.day, quarter: Self.dayStart + random.below(16), zone)
            try writeTime("DTEND", event.day + count, quarter: 48 + random.below(24), zone)
        case .days(let count):
            try writeDate("DTSTART;VALUE=DATE:", event.day)
            try writeDate("DTEND;VALUE=DATE:", event.day + count)
        }
    }

    /// Appends a time as in `20261120T093000`, from seconds since midnight.
    mutating func append(_ day: Day, second: Int) {
        append(day)
        append(UInt8(ascii: "T"))
        append(second / 3_600 * 10_000 + second / 60 % 60 * 100 + second % 60, digits: 6)
    }

    private mutating func append(_ day: Day) {
        let (year, month, day) = day.yearMonthDay
        append(year * 10_000 + month * 100 + day, digits: 8)
    }

    /// Writes a time in a zone or in UTC, from quarters of an hour since midnight.
    private mutating func writeTime(
        _ name: StaticString, _ day: Day, quarter: Int, _ zone: Zone?
    ) throws(Failure) {
        append(name)
        if let zone {
            append(";TZID=")
            append(zone.name)
        }
        append(UInt8(ascii: ":"))
        append(day, second: quarter * 900)
        if zone == nil { append(UInt8(ascii: "Z")) }
        try endLine()
    }

    private mutating func writeDate(_ name: StaticString, _ day: Day) throws(Failure) {
        append(name)
        append(day)
        try endLine()
    }

    // In quarters of an hour: no event begins before 7:00 or ends after 18:00. An event in UTC
    // therefore ends by 20:00 in Berlin, and one in Berlin begins at 5:00 UTC or later.
    private static let (dayStart, dayLength) = (28, 44)
    /// From 15 minutes to 3 hours; repeated values are more frequent.
    private static let lengths = [1, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 6, 6, 8, 8, 12]
}
