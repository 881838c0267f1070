public import ICalendar

/// A journal entry as lists show it: one that does not recur, or an instance of one that does.
public struct JournalEntry: Hashable, Sendable {
    /// Its title, text and calendar; ``EventContent/details`` has all ``descriptions``. The span says when it is only if
    /// ``start`` is set.
    public var occurrence: AgendaEvent
    /// `DTSTART`, with its zone applied; nil if it is on no day.
    public var start: OccurrencePoint?
    /// `STATUS`; nil if it says none.
    public var status: Journal.Status?
    /// Each `DESCRIPTION`.
    public var descriptions: [String]

    /// Whether it is about a day, not a time; false without either.
    public var isAllDay: Bool {
        if case .date? = start { true } else { false }
    }

    /// The day on which it is for a reader in a zone; nil if it is on none.
    public func date(in zone: TimeZoneRules) -> CivilDate? {
        switch start {
        case .date(let date)?: date
        case let point?: zone.wallTime(at: zone.instant(of: point)).date
        case nil: nil
        }
    }

    /// The order of lists: by start, those on no day last; then by title and `UID`.
    static func sorted(_ entries: [JournalEntry], zone: TimeZoneRules) -> [JournalEntry] {
        func key(_ entry: JournalEntry) -> (Int, String, String) {
            let start = entry.start.map { zone.instant(of: $0).secondsSinceEpoch }
            let event = entry.occurrence
            return (start ?? Int.max, event.summary ?? "", event.id.description)
        }
        return entries.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
