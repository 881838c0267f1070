package import ICalendar

/// A cancellation that does not say when the event is: a component without `DTSTART` of a calendar whose
/// method is `CANCEL` (RFC 5546 3.2.5). It is no version of the event, and changes its status.
package struct EventCancellation: Sendable {
    /// `UID` of the event.
    package let uid: String
    /// The instance that is cancelled; nil for the event as a whole.
    package let recurrenceID: OccurrencePoint?
    private let sequence: Int

    /// Reads a component; nil when it does not say what it cancels.
    package init?(_ text: some Collection<UInt8>, in scope: TimeZoneScope) {
        guard let lines = ComponentDocument(text), lines.properties("DTSTART").isEmpty,
            let uid = lines.properties("UID").first?.fields.joined(separator: ";")
        else { return nil }
        let instance = lines.properties("RECURRENCE-ID")
        recurrenceID = lines.time("RECURRENCE-ID").map { scope.point(of: $0) }
        // An instance that cannot be read is not the whole event.
        if recurrenceID == nil, !instance.isEmpty { return nil }
        self.uid = uid
        sequence = lines.properties("SEQUENCE").first.flatMap { Int($0.value) } ?? 0
    }

    /// Whether it cancels an instance as a component of this version describes it: one that is newer
    /// takes place again (RFC 5546 2.1.4).
    ///
    /// - Parameter instance: its original start; nil for an event that does not recur.
    package func cancels(_ instance: OccurrencePoint?, of revision: ComponentRevision) -> Bool {
        sequence >= revision.sequence && (recurrenceID == nil || recurrenceID == instance)
    }
}
