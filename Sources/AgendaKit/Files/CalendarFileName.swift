/// Tells calendars from other files by their names.
enum CalendarFileName {
    /// Whether a file of this name counts as a calendar.
    static func isOfCalendar(_ name: String) -> Bool {
        if name.hasSuffix(".ics") { return true }
        let lowercased = name.lowercased()
        return [".ics", ".ical", ".icalendar"].contains { lowercased.hasSuffix($0) }
    }
}
