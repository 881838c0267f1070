// Reading and writing RFC 5545's DATE, DATE-TIME and DURATION texts (3.3.4 to 3.3.6).

extension CivilDate {
    /// Reads `YYYYMMDD` (RFC 5545 3.3.4); nil for any other text, or if no such day exists.
    public init?(icalendar text: some StringProtocol) {
        guard let date = Digits.reading(text, CivilDate.init(icalendar:)) else { return nil }
        self = date
    }

    fileprivate init?(icalendar bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        guard bytes.count == 8, let number = Digits.number(bytes) else { return nil }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// Reads `YYYY-MM-DD` (ISO 8601); nil for any other text, or if no such day exists.
    public init?(iso text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = Digits.number(parts[0]), let month = Digits.number(parts[1]),
            let day = Digits.number(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `YYYYMMDD`.
    public var icalendar: String {
        let (year, month, day) = yearMonthDay
        return Digits.padded(year, 4) + Digits.padded(month, 2) + Digits.padded(day, 2)
    }

    /// The day as `YYYY-MM-DD`.
    public var iso: String {
        let (year, month, day) = yearMonthDay
        return Digits.padded(year, 4) + "-" + Digits.padded(month, 2) + "-"
            + Digits.padded(day, 2)
    }
}

extension CivilDateTime {
    /// Reads `YYYYMMDDTHHMMSS` (RFC 5545 3.3.5 form 1); nil for any other text, or if no such time
    /// exists. A leap second (`:60`) is read as `:59`, as 3.3.12 allows.
    public init?(icalendar text: some StringProtocol) {
        guard let time = Digits.reading(text, CivilDateTime.init(icalendar:)) else { return nil }
        self = time
    }

    fileprivate init?(icalendar bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        guard bytes.count == 15 else { return nil }
        let separator = bytes.startIndex + 8
        guard bytes[separator] == UInt8(ascii: "T"),
            let date = CivilDate(icalendar: bytes[..<separator]),
            let time = Digits.number(bytes[(separator + 1)...])
        else { return nil }
        let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        self.init(date, hour: hour, minute: minute, second: min(second, 59))
    }

    /// The time as `YYYYMMDDTHHMMSS`.
    public var icalendar: String { icalendar(isUTC: false) }

    /// - Parameter isUTC: whether to append a `Z`.
    fileprivate func icalendar(isUTC: Bool) -> String {
        let (year, month, day) = date.yearMonthDay
        guard 0...9_999 ~= year else {
            return date.icalendar + "T" + Digits.padded(hour, 2) + Digits.padded(minute, 2)
                + Digits.padded(second, 2) + (isUTC ? "Z" : "")
        }
        // In one piece: this runs for each instance that is stored or shown.
        return String(unsafeUninitializedCapacity: 16) { bytes in
            Digits.write(year * 10_000 + month * 100 + day, to: bytes[0..<8])
            bytes[8] = UInt8(ascii: "T")
            Digits.write(hour * 10_000 + minute * 100 + second, to: bytes[9..<15])
            bytes[15] = UInt8(ascii: "Z")
            return isUTC ? 16 : 15
        }
    }

    /// The time as `YYYY-MM-DDTHH:MM:SS`.
    public var iso: String {
        date.iso + "T" + Digits.padded(hour, 2) + ":" + Digits.padded(minute, 2) + ":"
            + Digits.padded(second, 2)
    }
}

extension CalendarTime {
    /// Reads a DATE or DATE-TIME value (RFC 5545 3.3.4, 3.3.5), or a date followed by `Z`, as
    /// Google writes birthdays: it means that day everywhere.
    ///
    /// ```swift
    /// if case .zoned(let wall, let tzid)? = CalendarTime(
    ///     icalendar: "20261120T093000", tzid: "Europe/Berlin")
    /// {
    ///     print(wall.iso, tzid)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - text: the property's value, or one element of a list.
    ///   - tzid: the `TZID` parameter, if the property has one; ignored for dates and UTC.
    /// - Returns: nil if the text is not such a value.
    public init?(icalendar text: some StringProtocol, tzid: String? = nil) {
        let time = Digits.reading(text) { CalendarTime(icalendar: $0, tzid: tzid) }
        guard let time else { return nil }
        self = time
    }

    /// The same for the value's ASCII bytes.
    public init?(icalendar bytes: UnsafeRawBufferPointer, tzid: String? = nil) {
        self.init(icalendar: bytes.assumingMemoryBound(to: UInt8.self)[...], tzid: tzid)
    }

    private init?(icalendar bytes: Slice<UnsafeBufferPointer<UInt8>>, tzid: String?) {
        if let date = CivilDate(icalendar: bytes) {
            self = .date(date)
        } else if bytes.last == UInt8(ascii: "Z") {
            if let date = CivilDate(icalendar: bytes.dropLast()) {
                self = .date(date)
                return
            }
            guard let time = CivilDateTime(icalendar: bytes.dropLast()) else { return nil }
            self = .utc(Instant(utc: time))
        } else {
            guard let time = CivilDateTime(icalendar: bytes) else { return nil }
            self = tzid.map { .zoned(time, tzid: $0) } ?? .floating(time)
        }
    }

    /// Reads a value as found in files: also accepts the separators of ISO 8601, as in
    /// `2026-11-20T10:00:00Z`.
    package init?(written text: String, tzid: String? = nil) {
        if let time = CalendarTime(icalendar: text, tzid: tzid) {
            self = time
            return
        }
        let bytes = Array(text.utf8)
        let (hyphen, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
        guard [10, 19, 20].contains(bytes.count), bytes[4] == hyphen, bytes[7] == hyphen,
            bytes.count == 10 || bytes[13] == colon && bytes[16] == colon
        else { return nil }
        let digits = bytes.filter { $0 != hyphen && $0 != colon }
        self.init(icalendar: String(decoding: digits, as: UTF8.self), tzid: tzid)
    }

    /// The value's text; for the zoned form the caller writes the `TZID` parameter.
    public var icalendar: String {
        switch self {
        case .date(let date): date.icalendar
        case .floating(let time), .zoned(let time, _): time.icalendar
        case .utc(let instant): instant.utc.icalendar(isUTC: true)
        }
    }
}

extension CalendarDuration {
    /// Reads a DURATION value such as `-P1DT2H30M` or `P2W` (RFC 5545 3.3.6); nil for any other
    /// text. Adds up units in any order, also together with weeks.
    public init?(icalendar text: some StringProtocol) {
        guard let reading = DurationText(text) else { return nil }
        self.init(days: reading.days, seconds: reading.seconds)
    }

    /// Whether a text has the form that 3.3.6 requires: weeks alone, or days before `T` and hours,
    /// minutes and seconds after it.
    package static func isStandard(_ text: some StringProtocol) -> Bool {
        DurationText(text)?.isStandard ?? false
    }

    /// The value's text. Parts of different signs cannot be written (3.3.6 has one sign): the days
    /// are then converted to hours.
    public var icalendar: String {
        if days == 0 && seconds == 0 { return "PT0S" }
        if days != 0 && seconds != 0 && (days < 0) != (seconds < 0) {
            return CalendarDuration(seconds: days * 86_400 + seconds).icalendar
        }
        var text = days < 0 || seconds < 0 ? "-P" : "P"
        let (wholeDays, rest) = (abs(days), abs(seconds))
        if wholeDays != 0 { text += "\(wholeDays)D" }
        if rest != 0 {
            text += "T"
            if rest / 3_600 != 0 { text += "\(rest / 3_600)H" }
            if rest / 60 % 60 != 0 { text += "\(rest / 60 % 60)M" }
            if rest % 60 != 0 { text += "\(rest % 60)S" }
        }
        return text
    }
}

/// A parsed DURATION.
private struct DurationText {
    private(set) var days = 0
    private(set) var seconds = 0
    /// Whether the units are in order, weeks stand alone, and at least one unit follows `T`.
    private(set) var isStandard = true

    init?(_ text: some StringProtocol) {
        var rest = Substring(text).utf8
        let sign = rest.first == UInt8(ascii: "-") ? -1 : 1
        if sign < 0 || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard rest.popFirst() == UInt8(ascii: "P") else { return nil }
        var (inTime, lastRank, hasWeeks, units, unitsBeforeTime) = (false, 0, false, 0, 0)
        while let first = rest.first {
            if first == UInt8(ascii: "T") && !inTime {
                (inTime, unitsBeforeTime) = (true, units)
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
            rest = rest[digits.endIndex...]
            // Nine digits of seconds are 31 years; the products below cannot overflow.
            guard digits.count <= 9, let number = Digits.number(digits),
                let unit = rest.popFirst()
            else { return nil }
            let rank: Int
            switch (Unicode.Scalar(unit), inTime) {
            case ("W", false): (rank, days) = (1, days + number * 7)
            case ("D", false): (rank, days) = (2, days + number)
            case ("H", true): (rank, seconds) = (3, seconds + number * 3_600)
            case ("M", true): (rank, seconds) = (4, seconds + number * 60)
            case ("S", true): (rank, seconds) = (5, seconds + number)
            default: return nil
            }
            isStandard = isStandard && rank > lastRank
            lastRank = rank
            hasWeeks = hasWeeks || rank == 1
            units += 1
        }
        guard units > 0 else { return nil }
        if hasWeeks && units > 1 || inTime && units == unitsBeforeTime { isStandard = false }
        (days, seconds) = (sign * days, sign * seconds)
    }
}

/// ASCII digits, parsed without `Int.init(_:)`, which would accept signs.
enum Digits {
    /// The number that the digits form; nil if there are none, more than 18, or other bytes.
    static func number(_ utf8: some Collection<UInt8>) -> Int? {
        var (value, count) = (0, 0)
        for byte in utf8 {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), count < 18 else {
                return nil
            }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            count += 1
        }
        return count == 0 ? nil : value
    }

    /// Applies `read` to a text's bytes.
    static func reading<Value>(
        _ text: some StringProtocol, _ read: (Slice<UnsafeBufferPointer<UInt8>>) -> Value?
    ) -> Value? {
        let found = text.utf8.withContiguousStorageIfAvailable { read($0[...]) }
        if let found { return found }
        var copy = String(text)
        return copy.withUTF8 { read($0[...]) }
    }

    /// Fills the bytes with a non-negative number, padded with leading zeros.
    static func write(_ value: Int, to bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        var (rest, bytes) = (value, bytes)
        // Not `bytes.indices`, which the standard library does not specialize.
        for index in (bytes.startIndex..<bytes.endIndex).reversed() {
            bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// At least `width` digits, with leading zeros.
    static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
        return (value < 0 ? "-" : "") + zeros + digits
    }
}
