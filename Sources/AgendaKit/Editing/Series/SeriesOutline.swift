internal import CalendarMerge
package import ICalendar

/// How a series goes on, for whoever is about to change it.
package struct SeriesOutline: Sendable {
    /// The next instances, at most ``most``.
    package let next: [Span]
    /// How many instances there are in all; nil if they do not end, or are more than an edit examines.
    package let count: Int?
    /// The last of them; nil as `count` is.
    package let last: Span?

    /// As many as a person looks at.
    package static let most = 5
    /// For how many days after the present one the next instances are looked for: a leap day's five.
    private static let days = 30 * 366

    /// - Parameters:
    ///   - components: of one UID: the master, and the overrides of its instances; the system's zones are theirs.
    ///   - now: what has begun before is none of the next ones.
    ///   - zone: the reader's, for whole days.
    package init(_ components: [Event], from now: Instant, zone: TimeZoneRules) {
        let master = components.first { $0.recurrenceID == nil }
        let overrides = components.filter { $0.recurrenceID != nil }
        let set = RecurrenceSet(master: master, overrides: overrides)
        let scope = TimeZoneScope(database: SystemZones.database)
        func kept(_ days: Range<CivilDate>, limit: Int) -> (spans: [Span], isWhole: Bool) {
            let found = set.instances(overlapping: days, limit: limit, in: scope)
            let shown = found.instances.filter { instance in
                instance.override.map { overrides[$0].status != .cancelled } ?? true
            }
            return (shown.map(\.span), found.complete == nil)
        }
        let today = zone.wallTime(at: now).date
        // Those that began before and go on are listed, too.
        let soon = kept(today..<(today + Self.days), limit: 8 * Self.most).spans
        next = Array(
            soon.lazy.filter { $0.instants(in: zone).lowerBound >= now }.prefix(Self.most))
        let starts = components.flatMap { [$0.start] + $0.recurrenceDates.map(\.start) }
        let isEndless =
            master?.recurrenceRules.contains { $0.count == nil && $0.until == nil } ?? false
        guard !isEndless, let first = starts.map(\.wallTime.date).min() else {
            (count, last) = (nil, nil)
            return
        }
        let end = CivilDate(uncheckedYear: 9_999, month: 1, day: 1)
        let all = kept((first - 1)..<end, limit: SeriesEditor.examinedInstances)
        (count, last) = all.isWhole ? (all.spans.count, all.spans.last) : (nil, nil)
    }
}

extension EventChange {
    /// The series that the change leaves: of one that is divided the later part. Nil if none is left.
    ///
    /// - Parameters:
    ///   - now: from when instances are the next ones.
    ///   - zone: the reader's.
    package func outline(from now: Instant, zone: TimeZoneRules) -> SeriesOutline? {
        let changed = operations.first { $0.before == nil && $0.after != nil } ?? operations.last
        guard let text = changed?.after,
            let components = try? SeriesEditor.components(EventTexts.divided(text))
        else { return nil }
        return SeriesOutline(components.map(\.event), from: now, zone: zone)
    }
}
