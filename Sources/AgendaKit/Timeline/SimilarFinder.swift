internal import CalendarMerge
internal import ICalendar

/// Finds events of different UIDs that are likely the same, and of which nothing was said yet.
///
/// Besides what ``EventLikeness`` says of two events, their calendars must agree on the title: if one has events of this title
/// at other times, too, and the other has not, they share an hour and nothing else. And each has exactly one partner there.
struct SimilarFinder {
    private let timeline: Timeline
    /// What is noted of pairs.
    private let noted: [EventPair: Bool]
    private let sides: [EventLikeness.Side]
    private let events: [AgendaEvent]
    private var commonness = EventLikeness.Commonness()
    /// When the events of a title take place, by calendar and title.
    private var times: [TitleOfCalendar: Set<Span>] = [:]
    /// Which events a calendar has of a title at one time.
    private var rivals: [TitleAtTime: Set<String>] = [:]

    /// Which calendars have events of a title.
    private var calendars: [[String]: Set<String>] = [:]

    private struct TitleOfCalendar: Hashable {
        var calendar: String
        var words: [String]
    }

    private struct TitleAtTime: Hashable {
        var title: TitleOfCalendar
        var span: Span
    }

    /// Of so many events at one time in one calendar none is compared: they are slots of a programme.
    private static let mostAtOnce = 12
    /// How much of what two calendars have of a title must be at the same times, in percent.
    private static let agreeing = 80

    init(_ timeline: Timeline, noted: [EventPair: Bool]) {
        (self.timeline, self.noted) = (timeline, noted)
        events = timeline.occurrences.filter { $0.status != .cancelled && $0.summary != nil }
        sides = events.map { EventLikeness.Side($0) }
        for (event, side) in zip(events, sides) {
            commonness.note(side)
            for calendar in [event.calendar] + event.alsoIn {
                let title = TitleOfCalendar(calendar: calendar, words: Self.words(event))
                times[title, default: []].insert(event.span)
                calendars[title.words, default: []].insert(calendar)
                rivals[TitleAtTime(title: title, span: event.span), default: []].insert(event.uid)
            }
        }
    }

    private static func words(_ event: AgendaEvent) -> [String] {
        EventLikeness.words(event.summary)
    }

    /// Two UIDs, and what was found of them.
    private struct Found {
        var pair: SimilarPair
        var isOver: Bool
    }

    /// The pairs, the surest first, then by time.
    ///
    /// - Parameter now: of a series the next occurrence after it is shown.
    func pairs(now: Instant) -> [SimilarPair] {
        var found: [EventPair: Found] = [:]
        var refused: Set<EventPair> = []
        let groups = Dictionary(grouping: events.indices, by: { events[$0].span }).values
            .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
        for places in groups {
            let crowded = Dictionary(grouping: places) { events[$0].calendar }
                .filter { $0.value.count > Self.mostAtOnce }
            let places = places.filter { crowded[events[$0].calendar] == nil }.sorted()
            for (index, left) in places.enumerated() {
                for right in places[(index + 1)...] {
                    let (one, other) = (events[left], events[right])
                    guard let pair = EventPair(one.uid, other.uid), noted[pair] == nil,
                        !refused.contains(pair)
                    else { continue }
                    let isOver = timeline.zone.instant(of: one.span.end) <= now
                    if var known = found[pair] {
                        known.pair.count += 1
                        if known.isOver {
                            (known.pair.first, known.pair.second, known.isOver) = (
                                one, other, isOver
                            )
                        }
                        found[pair] = known
                    } else if let reasons = reasons(left, right) {
                        found[pair] = Found(
                            pair: SimilarPair(
                                first: one, second: other, reasons: reasons, count: 1),
                            isOver: isOver)
                    } else {
                        refused.insert(pair)
                    }
                }
            }
        }
        return found.values.map(\.pair).sorted {
            Self.key($0, timeline.zone) < Self.key($1, timeline.zone)
        }
    }

    private static func key(
        _ pair: SimilarPair, _ zone: TimeZoneRules
    ) -> (Int, Instant, String, String) {
        let isLike = pair.reasons.contains(.likeTitle)
        return (
            (isLike ? 10 : 0) - pair.reasons.count, zone.instant(of: pair.first.span.start),
            pair.first.uid, pair.second.uid
        )
    }

    /// Why two events at one time are likely the same; nil if they are not.
    private func reasons(_ left: Int, _ right: Int) -> [SimilarPair.Reason]? {
        let (one, other) = (events[left], events[right])
        // A calendar that has both tells them apart.
        guard Set([one.calendar] + one.alsoIn).isDisjoint(with: [other.calendar] + other.alsoIn),
            one.isRecurring == other.isRecurring
        else { return nil }
        let found = EventLikeness.reasons(sides[left], sides[right], commonness: commonness)
        guard !found.isEmpty else { return nil }
        let titles = [one, other].map {
            TitleOfCalendar(calendar: $0.calendar, words: Self.words($0))
        }
        guard titles.allSatisfy({ rivals[TitleAtTime(title: $0, span: one.span)]?.count == 1 }),
            agree(titles[0], titles[1])
        else { return nil }
        if found.count == 1, isUsual(titles[0], besides: titles[1]) { return nil }
        return found.map { SimilarPair.Reason($0) }
    }

    /// Whether a third calendar has events of a title, too, all at other times: it is one that many events have here, and needs
    /// a link.
    private func isUsual(_ title: TitleOfCalendar, besides other: TitleOfCalendar) -> Bool {
        (calendars[title.words] ?? []).contains { name in
            guard name != title.calendar, name != other.calendar else { return false }
            let third = TitleOfCalendar(calendar: name, words: title.words)
            return (times[title] ?? []).isDisjoint(with: times[third] ?? [])
        }
    }

    /// Whether two calendars have events of a title at the same times, as far as both have any.
    private func agree(_ one: TitleOfCalendar, _ other: TitleOfCalendar) -> Bool {
        let (left, right) = (times[one] ?? [], times[other] ?? [])
        guard left.count > 1 || right.count > 1 else { return true }
        func range(_ spans: Set<Span>) -> ClosedRange<Instant>? {
            let starts = spans.map { timeline.zone.instant(of: $0.start) }
            guard let first = starts.min(), let last = starts.max() else { return nil }
            return first...last
        }
        guard let first = range(left), let second = range(right), first.overlaps(second) else {
            return false
        }
        let both = first.clamped(to: second)
        func within(_ spans: Set<Span>) -> Set<Span> {
            spans.filter { both.contains(timeline.zone.instant(of: $0.start)) }
        }
        let (mine, its) = (within(left), within(right))
        return mine.intersection(its).count * 100
            >= max(mine.count, its.count) * Self.agreeing
    }
}

extension EventLikeness.Side {
    fileprivate init(_ event: AgendaEvent) {
        self.init(title: event.summary)
        (place, organizer, url, text) = (event.location, event.organizer, event.url, event.details)
        isAllDay = event.isAllDay
    }
}

extension EventProvider {
    /// The events of different UIDs and calendars that are likely the same and of which nothing was noted
    /// (``CalendarEditor/note(_:isSame:title:)``), within the days of the whole timeline: the surest first.
    ///
    /// They take place at the same times, so that they are one as soon as it is noted.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func similar() async throws(AgendaError) -> [SimilarPair] {
        let timeline = try await timeline()
        let finder = SimilarFinder(timeline, noted: try store.pairs())
        var pairs: [SimilarPair] = []
        for found in finder.pairs(now: clock.now) {
            guard let pair = EventPair(found.first.uid, found.second.uid),
                try store.canBeOne(pair)
            else { continue }
            pairs.append(found)
        }
        return pairs
    }
}
