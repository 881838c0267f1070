package import ICalendar

extension WorkingHours {
    /// Reads `9:00-17:00`, `9-17` or, over midnight, `22:00-2:00`; nil for any other text or no time.
    package init?(words text: String, weekdays: Set<Weekday>) {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
            .compactMap { ClockTime($0) ?? ClockTime($0 + ":00") }
        guard parts.count == 2, text.count(where: { $0 == "-" || $0 == "–" }) == 1,
            parts[0].secondOfDay < 86_400, parts[0] != parts[1]
        else { return nil }
        self.init(
            start: parts[0].secondOfDay, end: parts[1].secondOfDay, weekdays: weekdays)
    }
}
