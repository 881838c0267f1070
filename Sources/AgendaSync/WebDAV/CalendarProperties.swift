/// What people see of a calendar. What is nil is left as it is.
package struct CalendarProperties: Hashable, Sendable {
    /// The name for people.
    package var name: String?
    /// `#RRGGBB` or `#RRGGBBAA`.
    package var color: String?

    /// Properties of a calendar.
    package init(name: String? = nil, color: String? = nil) {
        (self.name, self.color) = (name, color)
    }
}
