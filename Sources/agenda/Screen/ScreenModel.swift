import AgendaKit
import ICalendar

/// What `agenda ui` shows and what keys do to it: pure, without a terminal, a store or a clock.
struct ScreenModel {
    /// How the days are shown.
    enum View {
        case list, week, month
    }

    /// What has the keys.
    enum Mode {
        case days
        /// Everything about one event, from a line on.
        case details(AgendaEvent, lines: [String], top: Int)
        case help(top: Int)
        case adding(LineInput, Understood?)
        case going(LineInput)
        case searching(LineInput, Found)
        case deleting(AgendaEvent)
    }

    /// What the words of a new event mean.
    struct Understood {
        /// What is shown above the words.
        var text: String
        /// Nil if no event can be made of them.
        var event: NewEvent?
        /// Whether something is unclear, so that one more Enter is needed.
        var isDoubtful = false
    }

    /// The results of a search as far as they are known.
    struct Found {
        /// What was searched for.
        var text = ""
        var events: [AgendaEvent] = []
        var chosen = 0
        /// Whether Enter was pressed before the search had ended.
        var jumps = false
    }

    /// Something that takes longer than a key may, or needs more than the model.
    enum Request {
        case details(AgendaEvent), search(String), add(NewEvent)
        case delete(AgendaEvent, RecurrenceScope), edit(AgendaEvent)
        case undo, redo, redraw, suspend, quit
    }

    /// The selected day, and its selected event by index; 0 on an empty day.
    struct Cursor: Equatable {
        var date: CivilDate
        var index = 0
    }

    /// Reads the words of a new event.
    let understand: (String) -> Understood?
    /// Reads a day.
    let day: (String) throws(DayArgument.Failure) -> CivilDate
    /// Whether nothing may be changed.
    let isReadOnly: Bool
    let firstWeekday: Weekday

    var style: TextStyle
    var size: (columns: Int, rows: Int)
    var view = View.list
    var mode = Mode.days
    private(set) var timeline: Timeline
    private(set) var lines: ListLines
    var namesCalendars = false
    var cursor: Cursor {
        didSet {
            if cursor.date != oldValue.date { lines = ListLines(timeline, shown: cursor.date) }
        }
    }
    /// The first line of the list, as a day and a line of it, so that it stays where it is when others change.
    var top: Cursor
    /// The last line of the screen, until the next key.
    private(set) var message = ""
    /// Whether the message tells what a key did: changes that arrive do not replace it.
    private var keepsMessage = false
    /// An event that was just added, to be selected once it is in the timeline.
    private var awaited: OccurrenceID?

    init(
        _ timeline: Timeline, style: TextStyle, size: (columns: Int, rows: Int),
        isReadOnly: Bool, firstWeekday: Weekday,
        understand: @escaping (String) -> Understood?,
        day: @escaping (String) throws(DayArgument.Failure) -> CivilDate
    ) {
        (self.timeline, self.style, self.size) = (timeline, style, size)
        (self.isReadOnly, self.firstWeekday) = (isReadOnly, firstWeekday)
        (self.understand, self.day) = (understand, day)
        cursor = Cursor(date: timeline.today)
        top = cursor
        lines = ListLines(timeline, shown: cursor.date)
    }

    /// The days that can be selected.
    var dates: Range<CivilDate> {
        let first = timeline.nodes.first?.date ?? timeline.today
        return first..<(first + max(1, timeline.nodes.count))
    }

    /// The selected event; nil on an empty day.
    var selected: AgendaEvent? {
        guard let events = timeline[cursor.date]?.events, events.indices.contains(cursor.index)
        else {
            return nil
        }
        return events[cursor.index]
    }

    var list: TextList {
        TextList(style: style, namesCalendars: namesCalendars, showsEmptyToday: true)
    }

    /// Takes a new state of the timeline; the selected event stays selected, wherever it went.
    mutating func take(_ update: TimelineUpdate) -> [Request] {
        let old = selected
        timeline = update.timeline
        let dates = dates
        var place = cursor
        place.date = min(max(place.date, dates.lowerBound), dates.upperBound - 1)
        if let old {
            let moved = update.changes.last { $0.event.id == old.id && $0.kind == .changed }
            let days = (moved?.nodes).map { nodes in
                (dates.lowerBound + nodes.lowerBound)..<(dates.lowerBound + nodes.upperBound)
            }
            if let days, !days.isEmpty, !days.contains(place.date) { place.date = days.lowerBound }
        }
        let events = timeline[place.date]?.events ?? []
        place.index = events.firstIndex { $0.id == old?.id } ?? min(place.index, events.count - 1)
        place.index = max(place.index, 0)
        cursor = place
        lines = ListLines(timeline, shown: cursor.date)
        if let awaited { select(awaited) }
        keepVisible()
        if !keepsMessage {
            message = TextChanges(list: list, timeline: timeline).newest(update.changes) ?? message
        }
        return follow(update)
    }

    /// Says something on the last line.
    ///
    /// - Parameter answers: whether it tells what a key did.
    mutating func say(_ text: String, answers: Bool = true) {
        message = style.safe(text)
        keepsMessage = answers
    }

    mutating func clearMessage() { say("", answers: false) }

    /// Brings what is shown of a single event in line with a new timeline.
    private mutating func follow(_ update: TimelineUpdate) -> [Request] {
        switch mode {
        case .details(let event, _, _), .deleting(let event):
            guard let change = update.changes.last(where: { $0.event.id == event.id }) else {
                return []
            }
            if change.kind == .removed {
                mode = .days
                say(style.text("\(style.title(event)): is no longer there"))
                return []
            }
            if case .deleting = mode { mode = .deleting(change.event) }
            return [.details(change.event)]
        case .searching(let input, _) where !input.words.isEmpty: return [.search(input.words)]
        default: return []
        }
    }

    /// Selects an event that was added, now or as soon as the timeline has it.
    mutating func expect(_ id: OccurrenceID, on date: CivilDate) {
        awaited = id
        go(to: date)
        select(id)
    }

    /// Selects an event of the selected day.
    private mutating func select(_ id: OccurrenceID) {
        let events = timeline[cursor.date]?.events ?? []
        // Instances have the key of their series.
        guard let index = events.firstIndex(where: { $0.id.key == id.key }) else { return }
        cursor.index = index
        awaited = nil
        keepVisible()
    }

    /// Shows what was found about an event, if it is still asked for.
    mutating func show(_ details: [String], of event: AgendaEvent) {
        guard case .details(let shown, _, let top) = mode, shown.id == event.id else { return }
        mode = .details(event, lines: details, top: top)
    }

    /// Shows the results of a search, if they are still wanted.
    mutating func show(found events: [AgendaEvent], of text: String) {
        guard case .searching(let input, let found) = mode, input.words == text else { return }
        let chosen = found.text == text ? min(found.chosen, max(0, events.count - 1)) : 0
        mode = .searching(input, Found(text: text, events: events, chosen: chosen))
        if found.jumps, let first = events.first { jump(to: first) }
    }

    // MARK: Moving

    /// Selects a day of the timeline, or the nearest one.
    mutating func go(to date: CivilDate) {
        let dates = dates
        let date = min(max(date, dates.lowerBound), dates.upperBound - 1)
        cursor = Cursor(date: date)
        keepVisible()
    }

    /// Selects the next event, or an earlier one if negative; days without events are passed over.
    mutating func move(byEvents count: Int) {
        for _ in 0..<abs(count) {
            guard let next = count > 0 ? following : preceding else { break }
            cursor = next
        }
        keepVisible()
    }

    private var following: Cursor? {
        guard let node = timeline.index(of: cursor.date) else { return nil }
        if cursor.index + 1 < timeline.nodes[node].events.count {
            return Cursor(date: cursor.date, index: cursor.index + 1)
        }
        return timeline.nodes[(node + 1)...].first { !$0.events.isEmpty }.map {
            Cursor(date: $0.date)
        }
    }

    private var preceding: Cursor? {
        if cursor.index > 0 { return Cursor(date: cursor.date, index: cursor.index - 1) }
        guard let node = timeline.index(of: cursor.date) else { return nil }
        return timeline.nodes[..<node].last { !$0.events.isEmpty }.map {
            Cursor(date: $0.date, index: $0.events.count - 1)
        }
    }

    /// The rows of the list: all but the last one of the screen.
    var listRows: Int { max(1, size.rows - 1) }

    /// The index of the list's first shown line.
    var topLine: Int {
        let line = lines.line(of: top.date, top.index, in: timeline)
        return max(0, min(line, lines.count - listRows))
    }

    /// Scrolls so that the selected line is shown, and the header of its day if there is room.
    mutating func keepVisible() {
        let header = lines.line(of: cursor.date, 0, in: timeline)
        let line = header + 1 + cursor.index
        var first = topLine
        let begin = cursor.index == 0 ? header : line
        if line >= first + listRows {
            // A step scrolls by one line; a leap shows the day from its header on.
            first = line - (first + listRows) < 3 ? line - listRows + 1 : begin
        } else if begin < first {
            first = begin
        }
        top = lines.place(of: max(0, min(first, lines.count - listRows)), in: timeline)
    }
}
