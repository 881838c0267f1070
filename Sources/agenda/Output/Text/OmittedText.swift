import AgendaKit
import ICalendar

extension OmittedInstances {
    /// Says which instances of an oversized series are shown, and what to do about it.
    var sentence: Message {
        let (first, last) = (Self.text(complete.lowerBound), Self.text(complete.upperBound))
        return
            "\(calendar): '\(summary ?? uid)' repeats too often; only \(first) to \(last) is "
            + "shown: ask for fewer days"
    }

    /// Whether instances may be missing on these days, whatever the series' zone.
    func concerns(_ dates: Range<CivilDate>) -> Bool {
        complete.lowerBound.date > dates.lowerBound - 1
            || complete.upperBound.date < dates.upperBound + 1
    }

    private static func text(_ time: CivilDateTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(time.date.iso) \(two(time.hour)):\(two(time.minute))"
    }
}
