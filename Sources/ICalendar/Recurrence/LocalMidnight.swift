/// The day that is meant by a time in UTC in a series of whole days.
///
/// Such a series has no clock (RFC 5545 3.8.2.4, 3.3.10), and yet Outlook writes its `UNTIL` as the last day's midnight where
/// it was written, `20261019T230000Z` for 20 October in London, and others write `EXDATE` so: by its date in UTC the last day
/// of every such series east of Greenwich would be lost. So it is the day of the nearest midnight. Noon may be any
/// day's middle, and stays on its date; 11:00 is midnight in New Zealand's summer rather than in Samoa.
enum LocalMidnight {
    /// - Parameter seconds: since 1970-01-01T00:00Z.
    /// - Returns: days since then.
    static func day(of seconds: Int) -> Int {
        let day = CivilDateTime.floorDivide(seconds, 86_400)
        let second = seconds - day * 86_400
        // Offsets are whole quarters of an hour.
        let isMidnight = second % 900 == 0 && second >= 11 * 3_600 && second != 12 * 3_600
        return isMidnight ? day + 1 : day
    }

    /// The last day of a rule that ends at this time, which may also be the last second of a day, as Google writes it.
    static func lastDay(until seconds: Int) -> Int {
        seconds % 60 == 59 ? day(of: seconds + 1) - 1 : day(of: seconds)
    }
}
