import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// What `agenda ui` shows and what keys do to it: pure, without a terminal, a store or a clock.
///
/// It knows the events of the days near those that are shown, and asks for others (``missing()``).
struct ScreenModel {
    /// How the days are shown.
    enum View {
        case list, week, day, month
    }

    /// What has the keys.
    enum Mode {
        case days
        /// Everything about one event, from a line on.
        case details(AgendaEvent, lines: [String], top: Int)
        case help(top: Int)
        /// A new event, or a new to-do, on a day unless its words name another one; nil for today.
        case adding(LineInput, Understood?, isTodo: Bool, on: CivilDate?)
        case going(LineInput)
        case searching(LineInput, Search)
        case deleting(AgendaEvent)
        /// An event that is moved by keys, and where the cursor was before.
        case shifting(AgendaEvent, Shift, from: Cursor, HourPlace)
    }

    /// What the words of a new event mean.
    struct Understood {
        /// What is shown above the words.
        var text: String
        /// Nil if nothing can be made of them.
        var new: NewItem?
        /// Whether something is unclear, so that one more Enter is needed.
        var isDoubtful = false
    }

    /// The results of a search as far as they are known.
    struct Search {
        /// What was searched for.
        var text = ""
        var events: [AgendaEvent] = []
        var chosen = 0
        /// Whether Enter was pressed before the search had ended.
        var jumps = false
    }

    /// Something that takes longer than a key may, or needs more than the model.
    enum Request {
        case details(AgendaEvent), search(String), add(NewItem)
        case delete(AgendaEvent, RecurrenceScope), edit(AgendaEvent)
        /// Lets an event take place at another time, as long as before.
        case move(AgendaEvent, to: Span, RecurrenceScope)
        /// Says that a to-do is done, or opens it again.
        case setStatus(Todo.Status, AgendaEvent)
        case undo, redo, redraw, suspend, quit
    }

    /// The selected day, and its selected event by index; 0 on an empty day, and negative between the events of a grid of
    /// hours.
    struct Cursor: Equatable {
        var date: CivilDate
        var index = 0
    }

    /// Reads the words of a new event or to-do.
    let understand: (_ words: String, _ isTodo: Bool, _ day: CivilDate?) -> Understood?
    /// Reads a day.
    let day: (String) throws(DayArgument.Failure) -> CivilDate
    /// Whether nothing may be changed.
    let isReadOnly: Bool
    let firstWeekday: Weekday

    /// When people begin to work, in minutes after midnight.
    var workStart = 9 * 60
    /// The time that it is; nil to show none.
    var now: Instant?

    var style: TextStyle
    var size: (columns: Int, rows: Int)
    var view = View.list
    var mode = Mode.days
    private(set) var days: ScreenDays
    private(set) var lines: ListLines
    var namesCalendars = false
    var cursor: Cursor {
        didSet {
            if cursor.date != oldValue.date { lines = ListLines(days, shown: cursor.date) }
        }
    }
    /// The first line of the list, as a day and a line of it, so that it stays where it is when others change.
    var top: Cursor
    var hours = HourPlace()
    /// Whether it was said that d, which once deleted, shows the day.
    var hasToldOfDay = false
    /// The last line of the screen, until the next key.
    private(set) var message = ""
    /// Whether the message tells what a key did: changes that arrive do not replace it.
    private(set) var keepsMessage = false
    /// An event that was just added, to be selected once it is in the timeline.
    private(set) var awaited: OccurrenceID?
    /// What was asked for and has not come yet.
    private var requested: DayHeads.Wish?
    /// What frames have in common; renewed with the days.
    private(set) var drawn = DrawnRows()

    init(
        _ days: ScreenDays, style: TextStyle, size: (columns: Int, rows: Int),
        isReadOnly: Bool, firstWeekday: Weekday,
        understand: @escaping (_ words: String, _ isTodo: Bool, _ day: CivilDate?) -> Understood?,
        day: @escaping (String) throws(DayArgument.Failure) -> CivilDate
    ) {
        (self.days, self.style, self.size) = (days, style, size)
        (self.isReadOnly, self.firstWeekday) = (isReadOnly, firstWeekday)
        (self.understand, self.day) = (understand, day)
        cursor = Cursor(date: days.today)
        top = cursor
        lines = ListLines(days, shown: cursor.date)
    }

    /// The days that can be selected.
    var dates: Range<CivilDate> { days.dates }

    /// The selected event or to-do; nil on an empty day, and as long as it is not known.
    var selected: AgendaEvent? {
        let events = days.events(on: cursor.date)
        return events.indices.contains(cursor.index) ? events[cursor.index] : nil
    }

    var list: TextList {
        TextList(style: style, namesCalendars: namesCalendars, showsEmptyToday: true)
    }

    /// Says something on the last line.
    ///
    /// - Parameter answers: whether it tells what a key did.
    mutating func say(_ text: String, answers: Bool = true) {
        message = style.safe(text)
        keepsMessage = answers
    }

    /// Forgets what the last key led to, for there is another one.
    mutating func forgetLastKey() {
        say("", answers: false)
        awaited = nil
    }

    // MARK: Days

    /// So many events are known on each side of what is shown: some 40 screens of them, in 2 MB.
    static let ahead = 1_000

    /// The days that are shown, or of which something is.
    var shownDates: Range<CivilDate> {
        switch view {
        case _ where showsList:
            let first = topLine
            let parts = lines.parts(of: first..<(first + listRows))
            let shown = parts.first.map { $0.date..<((parts.last?.date ?? $0.date) + 1) }
            let own = cursor.date..<(cursor.date + 1)
            guard let shown else { return own }
            let lower = min(shown.lowerBound, own.lowerBound)
            return lower..<max(shown.upperBound, own.upperBound)
        case .list, .week, .day:
            let shown = hourDates
            return (shown[0]..<(shown[shown.count - 1] + 1)).clamped(to: dates)
        case .month:
            let shown = hasGrid ? Month(of: cursor.date).dates : cursor.date..<(cursor.date + 1)
            return shown.clamped(to: dates)
        }
    }

    /// Whether there is room for boxes.
    var hasGrid: Bool { size.columns >= DayGrid.leastColumns }

    var showsList: Bool { view == .list }

    /// The days that the next page shows, and the one before, where a page has that many days.
    private var pages: Range<CivilDate> {
        switch view {
        case .list: return shownDates
        case .week, .day:
            let (shown, count) = (shownDates, hourDates.count)
            return ((shown.lowerBound - count)..<(shown.upperBound + count)).clamped(to: dates)
        case .month where !hasGrid: return shownDates
        case .month:
            let month = Month(of: cursor.date).dates
            let (before, after) = (Month(of: month.lowerBound - 1), Month(of: month.upperBound))
            return (before.firstDate..<after.dates.upperBound).clamped(to: dates)
        }
    }

    /// No box of a grid shows more of a day than a screen has rows.
    private var headCount: Int { max(64, size.rows) }

    /// What is shown: all events of the days in a list, and the first ones of those in boxes.
    private var shownDays: DayHeads.Wish {
        let (shown, nothing) = (shownDates, cursor.date..<cursor.date)
        let hasBoxes = hasGrid && view == .month
        return DayHeads.Wish(dates: shown, whole: hasBoxes ? nothing : shown, count: headCount)
    }

    /// What is shown, and what the next keys will show.
    ///
    /// - Parameter count: so many events on each side are known whole.
    private func wish(around count: Int) -> DayHeads.Wish {
        var wish = shownDays
        wish.whole = days.surroundings(of: wish.whole, events: count)
        let pages = pages
        let first = min(pages.lowerBound, wish.whole.lowerBound)
        wish.dates = first..<max(pages.upperBound, wish.whole.upperBound)
        return wish
    }

    /// Whether something is shown that is not known yet.
    var awaitsDays: Bool {
        switch mode {
        case .details, .help, .searching: false
        default: !days.knows(shownDays)
        }
    }

    /// What should be known from now on, and the days to be read for it, because too little around what is shown is known; nil
    /// if there is nothing to read.
    mutating func missing() -> (wish: DayHeads.Wish, read: Range<CivilDate>)? {
        let needed = wish(around: Self.ahead / 3)
        if days.knows(needed) { return nil }
        if let requested, requested.includes(needed) { return nil }
        let wanted = wish(around: Self.ahead)
        guard let read = days.unknown(of: shownDays) ?? days.unknown(of: wanted) else {
            return nil
        }
        requested = wanted
        return (wanted, read)
    }

    /// Takes days that were read; not those of an earlier state, which are asked for again.
    mutating func know(_ known: DayHeads, wish: DayHeads.Wish) {
        requested = nil
        guard known.timeline.zone == days.zone,
            known.timeline.revision >= days.outline.revision
        else { return }
        // An event that was selected before it was known has the cursor.
        let isFound = selected == nil && cursor.index >= 0
        days.know(known, wish: wish)
        settle()
        if isFound { selectedMoment() } else { selectAtMoment() }
        keepVisible()
    }

    /// Takes a new state of all days.
    mutating func replace(_ days: ScreenDays) {
        requested = nil
        self.days = days
        let date = min(max(cursor.date, dates.lowerBound), dates.upperBound - 1)
        if date != cursor.date { cursor = Cursor(date: date) }
        settle()
        selectAtMoment()
    }

    /// Brings cursor and lines in line with the days.
    private mutating func settle() {
        drawn = DrawnRows()
        cursor.index = min(cursor.index, max(0, days.count(on: cursor.date) - 1))
        lines = ListLines(days, shown: cursor.date)
        if let awaited { select(awaited) }
        keepVisible()
    }

    /// Selects an event that was added, now or as soon as it is known.
    mutating func expect(_ id: OccurrenceID, on date: CivilDate) {
        awaited = id
        go(to: date)
        select(id)
    }

    /// Selects an event as soon as it is on the selected day.
    mutating func expect(_ id: OccurrenceID) { awaited = id }

    /// Selects an event of the selected day.
    private mutating func select(_ id: OccurrenceID) {
        let events = days.events(on: cursor.date)
        // Instances have the key of their series.
        guard
            let index = events.firstIndex(where: { $0.id == id })
                ?? events.firstIndex(where: { $0.id.key == id.key })
        else { return }
        cursor.index = index
        awaited = nil
        selectedMoment()
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
        mode = .searching(input, Search(text: text, events: events, chosen: chosen))
        if found.jumps, let first = events.first { jump(to: first) }
    }
}
