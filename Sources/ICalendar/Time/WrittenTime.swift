extension CalendarTime {
    /// Reads a time in a form that RFC 5545 does not have and whose meaning is clear: without seconds, with fractions of
    /// them, with an offset (`20261126T120000-0500`), with the signs of ISO 8601, with 24:00.
    ///
    /// - Parameters:
    ///   - text: the value, or one element of a list.
    ///   - tzid: the `TZID` parameter; ignored if the text says its offset.
    /// - Returns: nil if nobody can say what is meant.
    init?(loose text: String, tzid: String?) {
        var bytes = Array(text.utf8)[...]
        guard let date = Self.date(&bytes), let separator = bytes.popFirst(),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), 0x20].contains(separator),
            let second = Self.secondOfDay(&bytes)
        else { return nil }
        let wall = CivilDateTime(date, secondOfDay: second)
        if bytes.isEmpty {
            self = tzid.map { .zoned(wall, tzid: $0) } ?? .floating(wall)
        } else if let offset = UTCOffset.seconds(named: String(decoding: bytes, as: UTF8.self)),
            [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "Z"), UInt8(ascii: "z")].contains(
                bytes[bytes.startIndex])
        {
            self = .utc(Instant(utc: wall) - offset)
        } else {
            return nil
        }
    }

    /// `YYYYMMDD` or `YYYY-MM-DD`.
    private static func date(_ bytes: inout ArraySlice<UInt8>) -> CivilDate? {
        let isDivided = bytes.dropFirst(4).first == UInt8(ascii: "-")
        let text = String(decoding: bytes.prefix(isDivided ? 10 : 8), as: UTF8.self)
        bytes = bytes.dropFirst(isDivided ? 10 : 8)
        return isDivided ? CivilDate(iso: text) : CivilDate(icalendar: text)
    }

    /// `HHMM`, `HHMMSS`, or these with colons; fractions of a second do not count. 24:00 is the end of the day.
    private static func secondOfDay(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        let end = bytes.firstIndex { !(isDigit($0) || $0 == UInt8(ascii: ":")) } ?? bytes.endIndex
        let text = bytes[..<end]
        bytes = bytes[end...]
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let digits = parts.flatMap { $0 }
        guard parts.count == 1 || parts.allSatisfy({ $0.count == 2 }),
            [4, 6].contains(digits.count),
            let number = Digits.number(digits)
        else { return nil }
        if digits.count == 6, let point = bytes.first, point == UInt8(ascii: ".") || point == 0x2C {
            bytes = bytes.dropFirst().drop(while: isDigit)
        }
        let time = digits.count == 4 ? number * 100 : number
        let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100)
        guard minute < 60, second <= 60, hour < 24 || time == 240_000 else { return nil }
        return hour * 3_600 + minute * 60 + min(second, 59)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
