internal import ICalendar

/// Finds likely duplicates among whole series: different UIDs, but the same start, end, rule and normalised
/// summary. Stricter than lists, because a merge drops what it folds.
struct SimilarSeries: Hashable {
    private let shape: SeriesShape
    private let words: [String]
    private let exceptions: Set<OccurrencePoint>

    /// Nil for a series that is never folded: one without a summary, with dates besides its rule, or with
    /// overrides.
    init?(_ series: MergedSeries, _ resources: [MergeResource]) {
        guard let (event, scope) = series.only(resources), let shape = SeriesShape(event, in: scope)
        else { return nil }
        words = SummaryWords.of(event.summary).map(String.init)
        guard !words.isEmpty else { return nil }
        self.shape = shape
        exceptions = Set(event.exceptionDates.map { scope.point(of: $0) })
    }

    /// Keeps the first of the series that look the same, and fills it from the others.
    static func fold(
        _ series: [MergedSeries], _ resources: [MergeResource], _ sources: [MergeSource]
    ) -> [MergedSeries] {
        MergedSeries.fold(
            series, resources, sources, wording: "it has the same time and title",
            keys: series.map { SimilarSeries($0, resources) })
    }
}

/// Finds the series that a person said are the same, as far as they take place at the same times.
struct SameSeries: Hashable {
    private let event: Int
    private let shape: SeriesShape
    private let exceptions: Set<OccurrencePoint>
    private let isCancelled: Bool

    /// - Parameter event: which event it is said to be; nil if nothing is said of it.
    private init?(_ series: MergedSeries, _ event: Int?, _ resources: [MergeResource]) {
        guard series.key.name == "VEVENT", let event, let (master, scope) = series.only(resources),
            let shape = SeriesShape(master, in: scope)
        else { return nil }
        (self.event, self.shape) = (event, shape)
        exceptions = Set(master.exceptionDates.map { scope.point(of: $0) })
        isCancelled = master.status == .cancelled
    }

    /// Keeps one of the series that are the same, a writable calendar's before others, and fills it from the others.
    ///
    /// - Parameter same: the UIDs of each event that has several.
    static func fold(
        _ series: [MergedSeries], same: [Set<String>], _ resources: [MergeResource],
        _ sources: [MergeSource]
    ) -> [MergedSeries] {
        var events: [String: Int] = [:]
        for (number, uids) in same.enumerated() {
            for uid in uids { events[uid] = number }
        }
        return MergedSeries.fold(
            series, resources, sources, wording: "you said that it is the same",
            prefersWritable: true,
            keys: series.map { SameSeries($0, events[$0.key.uid], resources) })
    }
}

extension MergedSeries {
    /// The only component, and its file's zones; nil for a series with overrides, or that has no master.
    fileprivate func only(_ resources: [MergeResource]) -> (Event, TimeZoneScope)? {
        guard parts.count == 1, let component = master?.component, let event = component.event
        else { return nil }
        return (event, resources[component.resource].scope)
    }

    /// Keeps one of the series that have the same key, and fills it from the others.
    ///
    /// - Parameters:
    ///   - wording: why the others are not kept.
    ///   - prefersWritable: whether a writable calendar's is kept before an earlier one of another calendar.
    ///   - keys: of each series; nil for one that stays.
    fileprivate static func fold<Key: Hashable>(
        _ series: [MergedSeries], _ resources: [MergeResource], _ sources: [MergeSource],
        wording: Wording, prefersWritable: Bool = false, keys: [Key?]
    ) -> [MergedSeries] {
        func source(_ series: MergedSeries) -> MergeSource {
            sources[resources[series.parts[0].component.resource].source]
        }
        var places: [Key: Int] = [:]
        for (index, key) in keys.enumerated() {
            guard let key else { continue }
            guard let known = places[key] else {
                places[key] = index
                continue
            }
            if prefersWritable, source(series[index]).isWritable, !source(series[known]).isWritable
            {
                places[key] = index
            }
        }
        var kept = series
        for (index, key) in keys.enumerated() {
            guard let place = key.flatMap({ places[$0] }), place != index else { continue }
            let (one, twin) = (series[index], series[index].parts[0].component)
            let winner = kept[place].parts[0].component
            var report =
                kept[place].folded
                ?? MergeReport.FoldedEvent(
                    uid: winner.uid, summary: winner.event?.summary,
                    calendar: source(series[place]).name)
            report.losers.append(
                MergeReport.FoldedEvent.Copy(
                    calendar: source(one).name, path: resources[twin.resource].path,
                    wording: wording))
            report.losers += one.folded?.losers ?? []
            report.filled += PropertyFilling.fill(&kept[place].parts[0], from: [twin]).map {
                MergeReport.FoldedEvent.Filling(
                    property: $0.property, calendar: source(one).name)
            }
            kept[place].folded = report
        }
        return kept.indices.filter { index in
            keys[index].flatMap { places[$0] }.map { $0 == index } ?? true
        }.map { kept[$0] }
    }
}
