package import ICalendar

/// A cancellation that does not say when the event is: a component without `DTSTART` in a calendar with the
/// method `CANCEL` (RFC 5546 3.2.5). It is not a version of the event: it changes its status.
package struct EventCancellation: Sendable {
    /// The event's `UID`.
    package let uid: String
    /// The cancelled instance; nil for the whole event.
    package let recurrenceID: OccurrencePoint?
    private let sequence: Int

    /// Reads a component; nil if it does not say what it cancels.
    package init?(_ text: some Collection<UInt8>, in scope: TimeZoneScope) {
        guard let lines = ComponentDocument(text), lines.properties("DTSTART").isEmpty,
            let uid = lines.properties("UID").first?.fields.joined(separator: ";")
        else { return nil }
        let instance = lines.properties("RECURRENCE-ID")
        recurrenceID = lines.time("RECURRENCE-ID").map { scope.point(of: $0) }
        // A cancellation of an unreadable instance must not cancel the whole event.
        if recurrenceID == nil, !instance.isEmpty { return nil }
        self.uid = uid
        sequence = lines.sequence
    }

    /// Whether it cancels an instance that a component of this revision describes. A newer component
    /// reinstates the instance (RFC 5546 2.1.4).
    ///
    /// - Parameter instance: the instance's original start; nil for an event that does not recur.
    package func cancels(_ instance: OccurrencePoint?, of revision: ComponentRevision) -> Bool {
        sequence >= revision.sequence && (recurrenceID == nil || recurrenceID == instance)
    }
}
