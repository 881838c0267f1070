package import ICalendar

extension Instant {
    /// Reads `2026-11-20T12:00:00+01:00` or `…Z` (RFC 3339 5.6); seconds may be missing, and a fraction is
    /// dropped. Nil for any other text.
    package init?(rfc3339 text: String) {
        let upper = text.uppercased()
        let digits = upper.prefix { $0 != "Z" && $0 != "+" }
        // A date has two hyphens of its own; the hyphen of an offset follows the colon of the time.
        guard let colon = digits.firstIndex(of: ":") else { return nil }
        let wallEnd = digits[colon...].firstIndex(of: "-") ?? digits.endIndex
        guard let wall = CivilDateTime(iso: upper[..<wallEnd]),
            let offset = Self.offset(upper[wallEnd...])
        else { return nil }
        self.init(utc: wall + -offset)
    }

    /// Reads `Z`, `+01:00`, `-0530` as seconds east of UTC.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number / 100 < 24, number % 100 < 60
        else { return nil }
        let seconds = number / 100 * 3_600 + number % 100 * 60
        return sign == "-" ? -seconds : seconds
    }
}

extension CivilDateTime {
    /// Reads `2026-11-20T12:00` with `T` or a space; seconds are optional, and a fraction is dropped. Nil for
    /// any other text, and for a time that does not exist.
    package init?(iso text: some StringProtocol) {
        let parts = text.uppercased().split(omittingEmptySubsequences: false) {
            $0 == "T" || $0 == " "
        }
        guard parts.count == 2, let date = CivilDate(iso: parts[0]),
            let time = ClockTime(parts[1]), time.secondOfDay < 86_400
        else { return nil }
        self.init(date, secondOfDay: time.secondOfDay)
    }
}

/// A time of day as a person writes it: `9:30`, `09:30`, `09:30:15`, `24:00`.
package struct ClockTime: Hashable, Sendable {
    /// Seconds since 00:00, up to 86,400 for `24:00`.
    package var secondOfDay: Int

    /// A time this many seconds after 00:00.
    package init(secondOfDay: Int) {
        self.secondOfDay = secondOfDay
    }

    /// Reads a time of day; nil for any other text.
    package init?(_ text: some StringProtocol) {
        // A fraction of a second has no meaning in a calendar.
        let whole = text.prefix { $0 != "." }
        let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        let second = numbers.count == 3 ? min(numbers[2], 59) : 0
        guard numbers[1] < 60, numbers.count == 2 || numbers[2] <= 60 else { return nil }
        secondOfDay = numbers[0] * 3_600 + numbers[1] * 60 + second
        guard secondOfDay <= 86_400 else { return nil }
    }
}
