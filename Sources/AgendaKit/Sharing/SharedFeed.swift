internal import CalendarMerge
public import ICalendar

/// What a link shows, as an iCalendar text that programs subscribe to.
public struct SharedFeed: Sendable {
    private let link: SharedLink
    private let isBusyOnly: Bool

    /// How often readers should ask again: a question for what has not changed costs them 300 bytes.
    private static let refreshInterval = CalendarDuration(seconds: 3_600)

    /// Creates the feed of a link.
    ///
    /// - Parameters:
    ///   - link: which calendars and days.
    ///   - isBusyOnly: whether to show busy times alone, even where the link shows more.
    public init(_ link: SharedLink, isBusyOnly: Bool = false) {
        (self.link, self.isBusyOnly) = (link, isBusyOnly || link.isBusyOnly)
    }

    /// Writes the feed.
    ///
    /// The events are whole series, merged as in every list; private ones stay out unless the link includes them. A
    /// private instance of a public series becomes an exception of its rule. Busy times count private events, of which
    /// they tell nothing. Rules change what others see (``RuleSet``), and hide no time. What another user shares is not shown on.
    ///
    /// - Parameters:
    ///   - store: the calendars.
    ///   - clock: tells which day is today.
    ///   - zone: the zone of the days and of floating times.
    ///   - me: the addresses of the calendars' owner: what they have declined leaves its time free.
    /// - Returns: a `VCALENDAR` in UTF-8.
    /// - Throws: what reading the store throws.
    public func text(
        of store: EventStore, clock: any AgendaClock, zone: TimeZoneRules, me: Set<String> = []
    ) async throws -> [UInt8] {
        var filter = EventFilter()
        filter.calendars = Set(link.calendars)
        let foreign = try store.sources(counting: false).filter(\.isShared).map(\.name)
        filter.hiddenCalendars.formUnion(foreign)
        (filter.rules, filter.me, filter.keepsHidden) = (.shares, me, isBusyOnly)
        let provider = EventProvider(store: store, clock: clock, zone: zone, filter: filter)
        let today = zone.wallTime(at: clock.now).date
        let timeline: Timeline? =
            if let days = link.days {
                try await provider.days(today..<today + days)
            } else if isBusyOnly {
                try await provider.timeline()
            } else { nil }
        if isBusyOnly, let timeline {
            let text = BusyCalendar(timeline)
                .calendar(name: link.name, refreshInterval: Self.refreshInterval)
            return Array(text.utf8)
        }
        var options = CalendarMerge.Options()
        options.name = link.name
        options.includesPrivate = link.includesPrivate
        options.refreshInterval = Self.refreshInterval
        options.uids = timeline.map { Set($0.nodes.flatMap(\.events).map(\.uid)) }
        return try store.mergeForOthers(filter, options).merge.bytes
    }
}
