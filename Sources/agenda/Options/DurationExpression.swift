import ICalendar

extension CalendarDuration {
    /// Reads a duration as a person writes it: `45m`, `1h30m`, `2d`, `1w`, or RFC 5545's `PT45M`.
    /// Nil when it is anything else or negative.
    init?(words text: String) {
        let upper = text.uppercased()
        if upper.hasPrefix("P") {
            self.init(icalendar: upper)
            if days < 0 || seconds < 0 { return nil }
            return
        }
        var (days, seconds, digits, units) = (0, 0, "", 0)
        for character in upper {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            // Nine digits of weeks are far from overflow.
            guard digits.utf8.count <= 9, let number = Int(digits) else { return nil }
            switch character {
            case "W": days += number * 7
            case "D": days += number
            case "H": seconds += number * 3_600
            case "M": seconds += number * 60
            case "S": seconds += number
            default: return nil
            }
            digits = ""
            units += 1
        }
        guard units > 0, digits.isEmpty else { return nil }
        self.init(days: days, seconds: seconds)
    }

    /// A longer event than a hundred years, or one that would leave the supported years, is a slip.
    var isReasonable: Bool { days <= 36_525 && seconds <= 36_525 * 86_400 }
}
