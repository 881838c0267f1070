package import ICalendar

/// Dates of header fields.
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads a date in any of the three forms that must be understood (RFC 9110 section 5.6.7), nil for anything else.
    ///
    ///     Sun, 06 Nov 1994 08:49:37 GMT
    ///     Sunday, 06-Nov-94 08:49:37 GMT
    ///     Sun Nov  6 08:49:37 1994
    ///
    /// - Parameter now: Tells the century of a year of two digits, which is at most 50 years ahead.
    package static func instant(_ text: String, now: Instant) -> Instant? {
        let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        // The day of the week is not needed; without it the second form has a month in the middle, too.
        guard words.count >= 5, let clock = words.first(where: { $0.contains(":") }),
            let month = words.firstIndex(where: { months.contains($0) }), month >= 1, month <= 2,
            let number = months.firstIndex(of: words[month])
        else { return nil }
        let isOfC = month == 1
        if !isOfC, words.count > 5, words[5] != "gmt" && words[5] != "utc" { return nil }
        guard let day = Int(isOfC ? words[2] : words[1]),
            var year = Int(isOfC ? words[4] : words[3])
        else { return nil }
        if year < 100 {
            let thisYear = now.utc.date.year
            year += thisYear / 100 * 100
            if year > thisYear + 50 { year -= 100 }
        }
        let time = clock.split(separator: ":").map { Int($0) ?? -1 }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]),
            (0...60).contains(time[2]),
            let date = CivilDate(year: year, month: number + 1, day: day)
        else { return nil }
        return Instant(
            secondsSinceEpoch: date.daysSinceEpoch * 86_400 + time[0] * 3_600 + time[1] * 60
                + time[2])
    }

    /// Writes a date in the form that is to be sent (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(_ instant: Instant) -> String {
        let time = instant.utc
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let (year, place, _) = time.date.yearMonthDay
        let month = months[place - 1].prefix(1).uppercased() + months[place - 1].dropFirst()
        return "\(days[time.date.weekday.rawValue]), \(time.date.iso.suffix(2)) \(month) \(year) "
            + "\(time.iso.suffix(8)) GMT"
    }
}
