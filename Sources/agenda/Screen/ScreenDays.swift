import AgendaKit
import ICalendar

/// The days that the screen can show: how much is on each, and the events of those near what is shown.
///
/// Events take most of the memory, and a person sees some 50 of them at a time.
struct ScreenDays {
    private(set) var outline: TimelineOutline
    /// The days whose events are known, with to-dos among them.
    private(set) var known: Timeline {
        didSet { knownWindow = known.window }
    }
    private var knownWindow: NodeWindow
    let todos: ScreenTodos

    /// - Parameter known: some days with their events; nil for none.
    init(_ outline: TimelineOutline, known: Timeline? = nil, todos: ScreenTodos) {
        (self.outline, self.todos) = (outline, todos)
        let nothing = outline.today..<outline.today
        self.known = todos.added(to: known ?? outline.emptyTimeline.days(nothing))
        knownWindow = self.known.window
    }

    /// Takes the events of other days.
    mutating func know(_ known: Timeline) { self.known = todos.added(to: known) }

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
        known[date]?.events.count ?? outline.count(on: date) + todos.count(on: date)
    }

    /// How much is on a day that is not cancelled.
    func countOfHeld(on date: CivilDate) -> Int {
        outline.countOfHeld(on: date) + todos.count(on: date)
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

/// What is to be done, on the days on which `agenda list` shows it.
struct ScreenTodos: Sendable {
    private var days: [CivilDate: [AgendaEvent]] = [:]
    private var isClosed: [OccurrenceID: Bool] = [:]

    init() {}

    init(_ items: [TodoItem], _ outline: TimelineOutline, style: TextStyle) {
        guard !items.isEmpty else { return }
        for node in outline.emptyTimeline.adding(items, style: style).nodes
        where !node.events.isEmpty {
            days[node.date] = node.events
        }
        for item in items { isClosed[item.occurrence.id] = item.isClosed }
    }

    /// Whether a to-do is done or cancelled; nil if there is none with this id.
    func isClosed(_ id: OccurrenceID) -> Bool? { isClosed[id] }

    func count(on date: CivilDate) -> Int { days[date]?.count ?? 0 }

    fileprivate func added(to timeline: Timeline) -> Timeline {
        days.isEmpty
            ? timeline : timeline.adding(timeline.nodes.flatMap { days[$0.date] ?? [] })
    }
}
