/// UTC offsets as text.
enum UTCOffset {
    /// The seconds east of UTC that a zone name states: `UTC`, `Z`, `UTC+02:00`, `GMT-5`, `+0530`,
    /// `(UTC+01:00)`; nil for any other text.
    ///
    /// Signs follow ISO 8601: plus is east. Names with reversed signs (`Etc/GMT+5`) are tz data
    /// names, which the caller looks up first.
    static func seconds(named name: some StringProtocol) -> Int? {
        var text = name.uppercased().filter { $0 != " " }[...]
        if text.first == "(", text.last == ")" { text = text.dropFirst().dropLast() }
        if text == "Z" { return 0 }
        if text.hasPrefix("UTC") || text.hasPrefix("GMT") {
            text = text.dropFirst(3)
            if text.isEmpty { return 0 }
        }
        guard let sign = text.first, "+-−".contains(sign) else { return nil }
        let parts = text.dropFirst().utf8.split(
            separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count <= 3, let first = parts.first, first.count <= 2 || parts.count == 1,
            parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { return nil }
        let numbers = parts.compactMap { Digits.number($0) }
        guard numbers.count == parts.count else { return nil }
        return seconds(numbers, digits: first.count).map { sign == "+" ? $0 : -$0 }
    }

    /// `5`, `05`, `530`, `0530`, `053000`, or these parts separately.
    private static func seconds(_ parts: [Int], digits: Int) -> Int? {
        var (hours, minutes, seconds) = (parts[0], 0, 0)
        if parts.count > 1 {
            minutes = parts[1]
            seconds = parts.count > 2 ? parts[2] : 0
        } else if digits == 3 || digits == 4 {
            (hours, minutes) = (hours / 100, hours % 100)
        } else if digits == 6 {
            (hours, minutes, seconds) = (hours / 10_000, hours / 100 % 100, hours % 100)
        } else if digits > 2 {
            return nil
        }
        let total = hours * 3_600 + minutes * 60 + seconds
        return minutes < 60 && seconds < 60 && total <= 18 * 3_600 ? total : nil
    }

    /// `+0530`, or `+053015` if there are seconds, as in `TZOFFSETTO` (RFC 5545 3.3.14).
    static func text(_ seconds: Int) -> String {
        let size = abs(seconds)
        let text = Digits.padded(size / 3_600, 2) + Digits.padded(size / 60 % 60, 2)
        let rest = size % 60 == 0 ? "" : Digits.padded(size % 60, 2)
        return (seconds < 0 ? "-" : "+") + text + rest
    }
}
