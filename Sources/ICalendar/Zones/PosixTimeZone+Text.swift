extension PosixTimeZone {
    /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3` or `<-03>3`; nil if the text is not a
    /// rule. Rejects daylight saving time without its two days: POSIX leaves them undefined.
    init?(_ text: ArraySlice<UInt8>) {
        var reader = Reader(rest: text)
        guard let name = reader.name(), let west = reader.time(hours: 24) else { return nil }
        standard = .init(offset: -west, abbreviation: name)
        if reader.rest.isEmpty { return }
        guard let daylightName = reader.name() else { return nil }
        var offset = standard.offset + 3_600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.time(hours: 24) else { return nil }
            offset = -west
        }
        guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
            return nil
        }
        daylight = Daylight(
            period: .init(offset: offset, isDaylight: true, abbreviation: daylightName),
            start: start, end: end)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard let first = rest.first, first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// `CEST` or `<+0330>`.
        mutating func name() -> String? {
            let isQuoted = skip("<")
            let name = rest.prefix { byte in
                let letter = byte | 0x20
                let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
                return isQuoted ? byte != UInt8(ascii: ">") : isLetter
            }
            rest = rest.dropFirst(name.count)
            guard name.count >= 3, !isQuoted || skip(">") else { return nil }
            return String(decoding: name, as: UTF8.self)
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            rest = rest.dropFirst(digits.count)
            guard let value = Digits.number(digits), range.contains(value) else { return nil }
            return value
        }

        /// `[+-]h[:mm[:ss]]` in seconds.
        mutating func time(hours limit: Int) -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard let hours = number(0...limit) else { return nil }
            var seconds = hours * 3_600
            if skip(":") {
                guard let minutes = number(0...59) else { return nil }
                seconds += minutes * 60
                if skip(":") {
                    guard let rest = number(0...59) else { return nil }
                    seconds += rest
                }
            }
            return isNegative ? -seconds : seconds
        }

        /// `,date[/time]`; the time defaults to 02:00.
        mutating func change() -> Change? {
            guard skip(","), let day = day() else { return nil }
            if !skip("/") { return Change(day: day, time: 7_200) }
            guard let time = time(hours: 167) else { return nil }
            return Change(day: day, time: time)
        }

        private mutating func day() -> Day? {
            if skip("J") { return number(1...365).map(Day.julian) }
            if !skip("M") { return number(0...365).map(Day.zeroBased) }
            guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
                let day = number(0...6)
            else { return nil }
            return .weekday(month: month, week: week, day: day)
        }
    }
}
