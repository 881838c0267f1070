import AgendaKit
import ICalendar

/// The days that the screen can show: how much is on each, and the events of those near what is shown.
///
/// Events take most of the memory, and a person sees some 50 of them at a time.
struct ScreenDays {
    private(set) var outline: TimelineOutline
    /// The days whose events are known, with to-dos and journal entries among them.
    private(set) var known: Timeline {
        didSet { knownWindow = known.window }
    }
    private var knownWindow: NodeWindow
    let items: ScreenItems

    /// - Parameter known: some days with their events; nil for none.
    init(_ outline: TimelineOutline, known: Timeline? = nil, items: ScreenItems) {
        (self.outline, self.items) = (outline, items)
        let nothing = outline.today..<outline.today
        self.known = items.added(to: known ?? outline.emptyTimeline.days(nothing))
        knownWindow = self.known.window
    }

    /// Takes the events of other days.
    mutating func know(_ known: Timeline) { self.known = items.added(to: known) }

    var today: CivilDate { outline.today }
    var zone: TimeZoneRules { outline.window.zone }
    /// The days that can be selected.
    var dates: Range<CivilDate> { outline.window.dates }

    /// The days whose events are known.
    var knownDates: Range<CivilDate> {
        let first = known.nodes.first?.date ?? today
        return first..<(first + known.nodes.count)
    }

    func knows(_ dates: Range<CivilDate>) -> Bool {
        dates.isEmpty
            || knownDates.lowerBound <= dates.lowerBound
                && dates.upperBound <= knownDates.upperBound
    }

    /// Whether an event with this span is on one of the days whose events are known.
    func isOnKnownDay(_ span: Span) -> Bool {
        !known.nodes.isEmpty && !knownWindow.indices(of: span).isEmpty
    }

    /// The lines that a day has; 0 outside.
    func count(on date: CivilDate) -> Int {
        known[date]?.events.count ?? outline.count(on: date) + items.count(on: date)
    }

    /// How much is on a day that is not cancelled.
    func countOfHeld(on date: CivilDate) -> Int {
        outline.countOfHeld(on: date) + items.count(on: date)
    }

    /// The events of a day; none if they are not known.
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

/// To-dos and journal entries, on the days on which `agenda list` shows them.
struct ScreenItems: Sendable {
    private let items: [DayItem]
    /// Each item as lists show it, once for each of its days.
    private var entries: [OccurrenceID: [AgendaEvent]] = [:]
    private var counts: [CivilDate: Int] = [:]
    private var isClosed: [OccurrenceID: Bool] = [:]

    init() { items = [] }

    init(_ items: [DayItem], _ outline: TimelineOutline, style: TextStyle) {
        self.items = items
        guard !items.isEmpty else { return }
        let days = outline.emptyTimeline
        for item in items {
            entries[item.occurrence.id] = days.entries(of: item, style: style)
            for index in days.indices(of: item) { counts[days.nodes[index].date, default: 0] += 1 }
            if let todo = item.todo { isClosed[todo.occurrence.id] = todo.isClosed }
        }
    }

    /// Whether a to-do is done or cancelled; nil if there is none with this id.
    func isClosed(_ id: OccurrenceID) -> Bool? { isClosed[id] }

    func count(on date: CivilDate) -> Int { counts[date] ?? 0 }

    fileprivate func added(to timeline: Timeline) -> Timeline {
        timeline.adding(items) { entries[$0.occurrence.id] ?? [] }
    }
}
