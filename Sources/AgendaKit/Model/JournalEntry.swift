public import ICalendar

/// What only a journal entry has: one that does not recur, or an instance of one that does. Its title, text and calendar are
/// the content's; ``EventContent/details`` has all ``descriptions``.
public struct JournalPart: Hashable, Sendable {
    /// `DTSTART`, with its zone applied; nil if it is on no day, and the span says nothing.
    public var start: OccurrencePoint?
    /// `STATUS`; nil if it says none.
    public var status: Journal.Status?
    /// Each `DESCRIPTION`.
    public var descriptions: [String]

    /// Whether it is about a day, not a time; false without either.
    public var isAllDay: Bool {
        if case .date? = start { true } else { false }
    }
}

extension AgendaEvent {
    /// The order of lists of journal entries: by start, those on no day last; then by title and `UID`.
    static func sortedJournals(_ entries: [AgendaEvent], zone: TimeZoneRules) -> [AgendaEvent] {
        func key(_ entry: AgendaEvent) -> (Int, String, String) {
            let start = entry.journal?.start.map { zone.instant(of: $0).secondsSinceEpoch }
            return (start ?? Int.max, entry.summary ?? "", entry.id.description)
        }
        return entries.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
