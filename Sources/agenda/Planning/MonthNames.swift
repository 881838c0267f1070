import ICalendar

/// What a month's grid needs of a language and a country.
struct MonthNames: Hashable {
    /// January to December.
    var months: [String]
    /// Monday to Sunday, two cells of a terminal each.
    var weekdays: [String]
    /// The first day of a week.
    var firstWeekday: Weekday

    /// English names; weeks begin on Monday (ISO 8601).
    static let english = MonthNames(
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ],
        weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], firstWeekday: .monday)
}
