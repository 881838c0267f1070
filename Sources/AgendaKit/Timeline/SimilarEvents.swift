internal import CalendarMerge

/// Folds likely duplicates: events with different UIDs, but the same start, end and normalised summary. Only on
/// request, because two different meetings may look the same.
enum SimilarEvents {
    /// Keeps the first of the events that look the same, and adds the others' calendars to it.
    static func fold(_ events: inout [AgendaEvent]) {
        var kept: [AgendaEvent] = []
        for event in events {
            guard let twin = kept.firstIndex(where: { isSimilar($0, event) }) else {
                kept.append(event)
                continue
            }
            for name in [event.calendar] + event.alsoIn
            where name != kept[twin].calendar && !kept[twin].alsoIn.contains(name) {
                kept[twin].content.alsoIn.append(name)
            }
        }
        events = kept
    }

    private static func isSimilar(_ lhs: AgendaEvent, _ rhs: AgendaEvent) -> Bool {
        lhs.span == rhs.span && SummaryWords.of(lhs.summary) == SummaryWords.of(rhs.summary)
    }
}
