/// What the store has noted of the choice among the copies of an event, as column `is_shared` of a series says.
///
/// The roles hold for readers of all calendars. Whoever hides a calendar chooses again.
enum CopyRole: Int {
    /// No other resource has a copy.
    case only = 0
    /// Nothing is noted: readers choose for each instance. Copies may share the instances, or fill each other's empty
    /// properties.
    case open = 1
    /// Another copy is shown at all times. The occurrences are where readers of all calendars do not look
    /// (``SpanColumns/hidden``).
    case hidden = 2
    /// This copy is shown at all times, as it is.
    case shown = 3
}
