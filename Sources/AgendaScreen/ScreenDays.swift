import AgendaKit
import ICalendar

/// The days that the screen can show: how much is on each, and the events of those near what is shown.
///
/// Events take most of the memory, and a person sees some 50 of them at a time.
struct ScreenDays {
    private(set) var outline: TimelineOutline
    private var heads: DayHeads {
        didSet { knownWindow = heads.timeline.window }
    }
    private var knownWindow: NodeWindow
    let items: ScreenItems

    /// - Parameter known: some days with their events; nil for none.
    init(_ outline: TimelineOutline, known: DayHeads? = nil, items: ScreenItems) {
        (self.outline, self.items) = (outline, items)
        heads = known ?? DayHeads(outline.emptyTimeline.days(outline.today..<outline.today))
        heads.timeline = items.added(to: heads.timeline)
        knownWindow = heads.timeline.window
    }

    /// The days whose events are known, with to-dos and journal entries among them; of some only the first events.
    var known: Timeline { heads.timeline }

    /// Takes the events of other days, and keeps of all as much as is wanted.
    ///
    /// Forgets what was known before of days that are neither among the new ones nor next to them.
    mutating func know(_ new: DayHeads, wish: DayHeads.Wish) {
        var new = new
        new.timeline = items.added(to: new.timeline)
        let (old, dates) = (heads, new.timeline.dates)
        let kept = old.timeline.dates.clamped(to: wish.dates)
        if old.timeline.revision == new.timeline.revision, !kept.isEmpty,
            kept.lowerBound <= dates.upperBound, dates.lowerBound <= kept.upperBound
        {
            let before = kept.lowerBound..<max(kept.lowerBound, dates.lowerBound)
            let after = min(kept.upperBound, dates.upperBound)..<kept.upperBound
            let nodes =
                old.timeline.days(before).nodes + new.timeline.nodes
                + old.timeline.days(after).nodes
            new.timeline.nodes = nodes.enumerated().map { index, node in
                Node(index: index, date: node.date, events: node.events)
            }
            new.cut.formUnion(old.cut.filter { before.contains($0) || after.contains($0) })
        }
        new.cut(to: wish)
        heads = new
    }

    var today: CivilDate { outline.today }
    var zone: TimeZoneRules { outline.window.zone }
    /// The days that can be selected.
    var dates: Range<CivilDate> { outline.window.dates }

    /// The days of which events are known.
    var knownDates: Range<CivilDate> { known.dates }

    /// Whether as much is known of all these days as is wanted.
    func knows(_ wish: DayHeads.Wish) -> Bool { unknown(of: wish) == nil }

    /// The first days of which less is known than is wanted; nil if there are none.
    func unknown(of wish: DayHeads.Wish) -> Range<CivilDate>? {
        func isKnown(_ date: CivilDate) -> Bool {
            guard let node = known[date] else { return false }
            return !heads.cut.contains(date)
                || !wish.whole.contains(date) && node.events.count >= wish.count
        }
        guard let first = wish.dates.first(where: { !isKnown($0) }) else { return nil }
        let rest = first..<wish.dates.upperBound
        return first..<(rest.first(where: isKnown) ?? rest.upperBound)
    }

    /// Whether all events with this span are known on one of its days.
    func isOnKnownDay(_ span: Span) -> Bool {
        !known.nodes.isEmpty
            && knownWindow.indices(of: span).contains { !heads.cut.contains(known.nodes[$0].date) }
    }

    /// The lines that a day has; 0 outside.
    func count(on date: CivilDate) -> Int {
        if let node = known[date], !heads.cut.contains(date) { return node.events.count }
        return outline.count(on: date) + items.count(on: date)
    }

    /// How much is on a day that is not cancelled.
    func countOfHeld(on date: CivilDate) -> Int {
        outline.countOfHeld(on: date) + items.count(on: date)
    }

    /// The events of a day, as far as they are known.
    func events(on date: CivilDate) -> [AgendaEvent] { known[date]?.events ?? [] }

    /// The known ones of some days.
    func timeline(of dates: Range<CivilDate>) -> Timeline { known.days(dates) }

    /// These days and those around them, until there are so many events on each side.
    func surroundings(of dates: Range<CivilDate>, events: Int) -> Range<CivilDate> {
        var (first, end) = (dates.lowerBound, dates.upperBound)
        var (before, after) = (0, 0)
        while first > self.dates.lowerBound, before < events {
            first = first - 1
            before += count(on: first)
        }
        while end < self.dates.upperBound, after < events {
            after += count(on: end)
            end = end + 1
        }
        return first..<end
    }
}

extension Timeline {
    fileprivate var dates: Range<CivilDate> {
        let first = nodes.first?.date ?? today
        return first..<(first + nodes.count)
    }
}

/// To-dos and journal entries, on the days on which `agenda list` shows them.
struct ScreenItems: Sendable {
    private let items: [AgendaEvent]
    private var counts: [CivilDate: Int] = [:]
    private var isClosed: [OccurrenceID: Bool] = [:]

    init(_ items: [AgendaEvent], _ outline: TimelineOutline) {
        self.items = items
        guard !items.isEmpty else { return }
        let days = outline.emptyTimeline
        for item in items {
            for index in days.indices(of: item) { counts[days.nodes[index].date, default: 0] += 1 }
            if let todo = item.todo { isClosed[item.id] = todo.isClosed }
        }
    }

    /// Whether a to-do is done or cancelled; nil if there is none with this id.
    func isClosed(_ id: OccurrenceID) -> Bool? { isClosed[id] }

    func count(on date: CivilDate) -> Int { counts[date] ?? 0 }

    fileprivate func added(to timeline: Timeline) -> Timeline {
        timeline.adding(items)
    }
}
