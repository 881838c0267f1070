/// What people see of a calendar. What is nil is left as it is.
public struct CalendarProperties: Hashable, Sendable {
    /// The name for people.
    public var name: String?
    /// `#RRGGBB` or `#RRGGBBAA`.
    public var color: String?

    /// Properties of a calendar.
    public init(name: String? = nil, color: String? = nil) {
        (self.name, self.color) = (name, color)
    }
}
