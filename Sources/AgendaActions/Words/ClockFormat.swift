package import AgendaJSON
package import ICalendar

/// How times of day are shown to people.
package enum ClockFormat: String, Sendable {
    /// `09:30`, `24:00`.
    case hours24 = "24h"
    /// `9:30am`, `12:00am`.
    case hours12 = "12h"

    /// The cells of the longest range, such as `09:30-09:45`.
    package var rangeWidth: Int { self == .hours24 ? 11 : 15 }

    /// Appends the time of day.
    package func write(_ time: CivilDateTime, to output: inout OutputBuffer) {
        guard self == .hours12 else { return output.append(clockOf: time) }
        let (hour, minute) = (time.secondOfDay / 3_600, time.secondOfDay / 60 % 60)
        output.append((hour + 11) % 12 + 1)
        output.append(":")
        output.append(minute, width: 2)
        output.append(hour < 12 ? "am" : "pm")
    }

    /// Appends the end of a day's part: midnight at its end is 24:00 (ISO 8601:2004).
    package func write(end time: CivilDateTime, to output: inout OutputBuffer) {
        if self == .hours24, time.secondOfDay == 0 { return output.append("24:00") }
        write(time, to: &output)
    }

    /// The time of day.
    package func text(_ time: CivilDateTime) -> String {
        OutputBuffer.text { write(time, to: &$0) }
    }
}
