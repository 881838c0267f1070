/// Where a rule counts (``Rule``).
public enum RulePlace: String, CaseIterable, Sendable {
    /// Lists, the screen, the page, alarms, and what is free.
    case lists
    /// Links for others.
    case shares
    /// Copies in other calendars.
    case mirrors
}
