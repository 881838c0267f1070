internal import ICalendar

/// Finds likely duplicates among whole series: different UIDs, but the same start, end, rule and normalised
/// summary. Stricter than lists, because a merge drops what it folds.
struct SimilarSeries: Hashable {
    private let span: Span
    private let words: [String]
    private let rules: [RecurrenceRule]
    private let exceptionRules: [RecurrenceRule]
    private let exceptions: Set<OccurrencePoint>
    /// The clock by which it recurs; nil if it does not.
    private let zone: TimeZoneRules?

    /// Nil for a series that is never folded: one without a summary, with dates besides its rule, or with
    /// overrides.
    init?(_ series: MergedSeries, _ resources: [MergeResource]) {
        guard series.parts.count == 1, let component = series.master?.component,
            let event = component.event, event.recurrenceDates.isEmpty
        else { return nil }
        words = SummaryWords.of(event.summary).map(String.init)
        guard !words.isEmpty else { return nil }
        let scope = resources[component.resource].scope
        guard let span = event.firstSpan(in: scope) else { return nil }
        self.span = span
        (rules, exceptionRules) = (event.recurrenceRules, event.exceptionRules)
        exceptions = Set(event.exceptionDates.map { scope.point(of: $0) })
        zone = event.isRecurring ? event.start.tzid.flatMap { scope.rules(for: $0) } : nil
    }

    /// Keeps the first of the series that look the same, and fills it from the others.
    static func fold(
        _ series: [MergedSeries], _ resources: [MergeResource], _ sources: [MergeSource]
    ) -> [MergedSeries] {
        var kept: [MergedSeries] = []
        var places: [SimilarSeries: Int] = [:]
        func calendar(_ component: MergeComponent) -> String {
            sources[resources[component.resource].source].name
        }
        for one in series {
            guard let key = SimilarSeries(one, resources), let twin = one.parts.first?.component
            else {
                kept.append(one)
                continue
            }
            guard let place = places[key] else {
                places[key] = kept.count
                kept.append(one)
                continue
            }
            let winner = kept[place].parts[0].component
            var report =
                kept[place].folded
                ?? MergeReport.FoldedEvent(
                    uid: winner.uid, summary: winner.event?.summary, calendar: calendar(winner))
            report.losers.append(
                MergeReport.FoldedEvent.Copy(
                    calendar: calendar(twin), path: resources[twin.resource].path,
                    wording: "it has the same time and title"))
            report.losers += one.folded?.losers ?? []
            report.filled += PropertyFilling.fill(&kept[place].parts[0], from: [twin]).map {
                MergeReport.FoldedEvent.Filling(
                    property: $0.property, calendar: calendar($0.filler))
            }
            kept[place].folded = report
        }
        return kept
    }
}
