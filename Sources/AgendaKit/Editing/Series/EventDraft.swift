public import ICalendar

/// The values of an event or to-do to be changed.
///
/// The draft of one instance has the instance's own values. The draft of a whole series, or of an instance and all
/// later ones, has the series' values with the start and end of the given instance: moving that one moves all. If that
/// instance has values of its own, it takes what changes, too: use ``change(_:)`` to change those and the series' alike.
///
/// ```swift
/// if let item = try await provider.todos().first {
///     var draft = try await editor.draft(of: item.occurrence, scope: .all)
///     draft.event.location = "The bank"
///     try await editor.edit(draft)
/// }
/// ```
public struct EventDraft: Sendable {
    /// The values. The editor ignores changes of `uid`, `recurrenceID` and the revision.
    public var event: Event
    /// `ATTENDEE`.
    public var participants: [Participant]
    /// The name of the source that has this copy; empty for an event that is in none yet.
    public let calendar: String

    /// The rules of a TZID that its times name; nil if the zone is unknown.
    public let zone: @Sendable (_ tzid: String) -> TimeZoneRules?

    /// What it was read from; nil for a draft that does not come from an editor.
    var origin: DraftOrigin?

    /// The draft of the instance at which a series is seen, if it has values of its own: one, or none.
    var selected: [EventDraft] = []
    /// Whether ``selected`` was changed beside the series.
    private(set) var isSelectedChanged = false

    /// Creates a draft that does not come from an editor.
    ///
    /// - Parameters:
    ///   - event: its values.
    ///   - participants: who takes part.
    ///   - calendar: the name of the source that has this copy.
    ///   - zone: the rules of a TZID in its file; by default the system's tz data.
    public init(
        event: Event, participants: [Participant] = [], calendar: String = "",
        zone: @escaping @Sendable (String) -> TimeZoneRules? = {
            SystemZones.database.rules(named: $0)
        }
    ) {
        self.event = event
        self.participants = participants
        self.calendar = calendar
        self.zone = zone
    }

    /// Makes the same changes to the series and to the instance at which it is seen, if that has values of its own: a new
    /// place replaces the instance's own one, a new time of day counts on the instance's own day.
    ///
    /// - Parameter change: makes the changes, first to the series.
    /// - Returns: what `change` returns for the series.
    /// - Throws: what `change` throws for the series.
    @discardableResult
    public mutating func change<Result, Failure: Error>(
        _ change: (inout EventDraft) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = event
        let result = try change(&self)
        if var own = selected.first {
            let old = own.event
            // What the instance cannot take, such as an end of the repetition before its own day, the series can.
            do throws(Failure) {
                _ = try change(&own)
                (selected, isSelectedChanged) = ([own], true)
            } catch { selected = [] }
            if own.event.start == old.start, own.event.end != old.end {
                takeLength(of: own.event, startingAt: before.start)
            }
        }
        return result
    }

    /// A new end of the instance at which a series is seen is a new length for the series.
    private mutating func takeLength(of own: Event, startingAt start: CalendarTime) {
        // A length that was asked for is the series' already.
        if case .duration = event.end { return }
        guard start.isDate == own.start.isDate else { return }
        let length = EventLength(own.end, of: own.start, zone: zone)
        event.end = length.end(at: start, repeats: event.isRecurring, zone: zone)
        event.start = start
    }
}
