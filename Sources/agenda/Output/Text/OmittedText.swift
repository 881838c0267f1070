import AgendaJSON
import AgendaKit
import ICalendar

extension OmittedInstances {
    /// Says which instances of an oversized series are shown, and what to do about it.
    var sentence: Message {
        let (first, last) = (complete.lowerBound.minuteText, complete.upperBound.minuteText)
        return
            "\(calendar): '\(summary ?? uid)' repeats too often; only \(first) to \(last) is "
            + "shown: ask for fewer days"
    }

    /// Whether instances may be missing on these days, whatever the series' zone.
    func concerns(_ dates: Range<CivilDate>) -> Bool {
        complete.lowerBound.date > dates.lowerBound - 1
            || complete.upperBound.date < dates.upperBound + 1
    }
}
