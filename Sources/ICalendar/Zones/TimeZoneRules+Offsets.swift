extension TimeZoneRules {
    /// Whether clocks in both zones agree at every instant of the years 1 to 9999, whatever the
    /// names of the zones and their periods.
    package func hasSameOffsets(as other: TimeZoneRules) -> Bool {
        table == other.table || offsets == other.offsets
    }

    /// The offset at the start of the year 1, and each later change of it.
    private var offsets: [Offset] {
        let start = Instant(utc: CivilDateTime(CivilDate(uncheckedYear: 1, month: 1, day: 1)))
        let end = Instant(utc: CivilDateTime(CivilDate(uncheckedYear: 10_000, month: 1, day: 1)))
        return [Offset(at: start, seconds: offset(at: start))]
            + transitions(in: (start + 1)..<end).filter { $0.offsetBefore != $0.offsetAfter }
            .map { Offset(at: $0.at, seconds: $0.offsetAfter) }
    }

    /// Seconds east of UTC from an instant on.
    private struct Offset: Equatable {
        var at: Instant
        var seconds: Int
    }
}
