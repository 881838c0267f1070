package import AgendaKit
package import ICalendar

extension OmittedInstances {
    /// Says which instances of an oversized series are shown, and what to do about it.
    package var sentence: Message {
        let words = TimeWords.current
        let (first, last) = (words.text(complete.lowerBound), words.text(complete.upperBound))
        return
            "\(calendar): '\(summary ?? uid)' repeats too often; only \(first) to \(last) is "
            + "shown: ask for fewer days"
    }

    /// Whether instances may be missing on these days, whatever the series' zone.
    package func concerns(_ dates: Range<CivilDate>) -> Bool {
        complete.lowerBound.date > dates.lowerBound - 1
            || complete.upperBound.date < dates.upperBound + 1
    }
}
