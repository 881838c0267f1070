import AgendaJSON
import ICalendar
import Testing
@testable import AgendaScreen
@testable import AgendaActions
@testable import TerminalOutput

@testable import AgendaKit
@testable import agenda

/// A model of the screen over days that a test fills, without a store: 80 columns, 24 rows, Friday, 2026-11-20 in Berlin.
///
/// Today has One, Two and Three, the 22nd a cancelled event, the 23rd Stand-up, which repeats, and Tea.
final class ScreenBench {
    let today: CivilDate
    let zone: TimeZoneRules
    private let window: NodeWindow
    private let style = TextStyle(isUTF8: true, isColored: false)
    private var events: [AgendaEvent] = []
    private var revision: Int64 = 1

    init() throws {
        today = try #require(CivilDate(iso: "2026-11-20"))
        zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        window = NodeWindow(timelineAround: today, zone: zone)
        events = [
            try event("one", "One", 0, 10), try event("two", "Two", 0, 11),
            try event("three", "Three", 0, 12), try event("off", "Off", 2, 8),
            try event("standup", "Stand-up", 3, 9, instance: true), try event("tea", "Tea", 3, 16),
        ]
        events[3].content.status = .cancelled
    }

    /// An event of 15 minutes on a day counted from today, at half past an hour if it is an instance of a series.
    func event(
        _ uid: String, _ summary: String, _ day: Int, _ hour: Int, instance: Bool = false
    ) throws -> AgendaEvent {
        let wall = CivilDateTime(today + day) + (hour * 3_600 + (instance ? 1_800 : 0))
        let start = zone.instant(of: wall)
        let id = OccurrenceID(uid: uid, recurrenceID: instance ? .instant(start) : nil)
        var event = AgendaEvent(
            id: id, uid: uid, span: .instants(start..<(start + 900)), calendar: "own")
        event.content.summary = summary
        event.isRecurring = instance
        return event
    }

    /// One more event, from the next state on.
    func add(_ event: AgendaEvent) { events.append(event) }

    /// A to-do that is due on a day counted from today.
    func todo(_ uid: String, _ summary: String, due: Int) throws -> TodoItem {
        let date = today + due
        var event = AgendaEvent(
            id: OccurrenceID(uid: uid, kind: .todo, recurrenceID: nil), uid: uid,
            span: .dates(date..<(date + 1)), calendar: "own")
        event.content.summary = summary
        return TodoItem(event, TodoPart(due: .date(date), status: .needsAction, priority: 0))
    }

    /// What a wish gets: the events of some days, as the store would give them, as many as are wanted.
    func heads(_ wish: DayHeads.Wish, _ dates: Range<CivilDate>) -> DayHeads {
        var heads = DayHeads(timeline(dates))
        heads.cut(to: wish)
        return heads
    }

    /// The events of some days, as the store would give them.
    func timeline(_ dates: Range<CivilDate>) -> Timeline {
        let nodes = window.dates.enumerated().map { Node(index: $0, date: $1) }
        return Timeline(revision: revision, zone: zone, today: today, nodes: nodes)
            .adding(events)
            .days(dates.clamped(to: window.dates))
    }

    private var outline: TimelineOutline {
        var outline = TimelineOutline(revision: revision, window: window, today: today)
        for event in events {
            for index in window.indices(of: event.span) {
                outline.days[index].append(TimelineOutline.Entry(event))
            }
        }
        return outline
    }

    /// - Parameter known: the days whose events are known at first, counted from today; nil for all.
    func model(
        isReadOnly: Bool = false, todos: [TodoItem] = [], known: Range<Int>? = nil
    ) throws -> ScreenModel {
        let dates = known.map { (today + $0.lowerBound)..<(today + $0.upperBound) }
        let days = ScreenDays(
            outline, known: DayHeads(timeline(dates ?? window.dates)),
            items: ScreenItems(todos.map(\.occurrence), outline))
        return ScreenModel(
            days, style: style, size: (80, 24), isReadOnly: isReadOnly, firstWeekday: .monday,
            understand: { words, isTodo, date in
                let words = date.map { "\(words) on \($0.iso)" } ?? words
                var event = Event(uid: words, start: .date(CivilDate(daysSinceEpoch: 0)))
                if isTodo { event.todo = Todo() }
                return ScreenModel.Understood(
                    text: (isTodo ? "to-do " : "event ") + words, new: NewItem(event),
                    isDoubtful: words == "?")
            },
            day: { text throws(DayArgument.Failure) in
                try DayArgument(text).day(today: self.today, from: nil)
            })
    }

    /// Brings a change of some events to the model: those with the same UID are replaced.
    ///
    /// - Parameter isWhole: whether all days are read anew, and nothing says what is different.
    @discardableResult
    func change(
        _ model: inout ScreenModel, _ new: [AgendaEvent], gone: [String] = [],
        todos: [TodoItem] = [], isWhole: Bool = false
    ) -> [ScreenModel.Request] {
        revision += 1
        let uids = Set(gone + new.map(\.uid))
        events = events.filter { !uids.contains($0.uid) } + new
        let changes = OutlineUpdate.Changes(
            keys: Set(uids.map { OccurrenceID.key(uid: $0) }), events: new)
        return model.take(
            OutlineUpdate(outline: outline, changes: isWhole ? nil : changes),
            known: DayHeads(timeline(model.days.knownDates)),
            items: ScreenItems(todos.map(\.occurrence), outline))
    }

    /// The rows of the model's frame, without spaces at their ends.
    func rows(_ model: ScreenModel) -> [String] {
        model.frame().rows.map { row in row.cells.map(\.text).joined() }
    }

    func mode(_ model: ScreenModel) -> String {
        switch model.mode {
        case .days: "days"
        case .details: "details"
        case .help: "help"
        case .adding: "adding"
        case .going: "going"
        case .searching: "searching"
        case .deleting: "deleting"
        case .shifting: "shifting"
        }
    }

    func name(_ request: ScreenModel.Request) -> String {
        func title(_ event: AgendaEvent) -> String { event.summary ?? "" }
        return switch request {
        case .details(let event): "details \(title(event))"
        case .search(let text): "search \(text)"
        case .add(let new): "add \(new.event.todo == nil ? "event" : "to-do") \(new.event.uid)"
        case .delete(let event, let scope): "delete \(title(event)) \(scope.rawValue)"
        case .edit(let event): "edit \(title(event))"
        case .move(let event, let span, let scope):
            "move \(title(event)) \(TimeText(zone: zone, style: style).when(span)) \(scope.rawValue)"
        case .setStatus(let status, let event): "\(status.rawValue) \(title(event))"
        case .undo: "undo"
        case .redo: "redo"
        case .redraw: "redraw"
        case .suspend: "suspend"
        case .quit: "quit"
        }
    }
}
