import AgendaKit
import ICalendar

/// The requested changes to a to-do, as typed. Nil leaves a value unchanged; an empty text or `none` removes it.
struct TodoEdits: Equatable {
    var due, start, priority: String?
    var percent: Int?
    /// The `UID` of the new parent; empty for none.
    var parent: String?
    /// What to-dos have in common with events.
    var event = EventEdits()

    var isEmpty: Bool { self == TodoEdits() }

    /// Makes the changes.
    func apply(to draft: inout EventDraft, settings: Settings) throws(CommandFailure) {
        if due != nil || start != nil { try changeTimes(&draft, settings) }
        if let priority { draft.event.priority = try Self.priority(priority) }
        if let percent { try change(percent, &draft, settings) }
        if let parent { draft.event.todo?.parent = parent.isEmpty ? nil : parent }
        if event.every != nil, draft.event.todo?.anchor == .undated {
            throw .usage("--every needs a day: add one with --due")
        }
        // DTSTART is required beside RRULE (RFC 5545 3.8.2.4).
        let times = draft.event.todoTimes
        if event.every != nil, !Self.isNone(event.every ?? ""), times.start == nil {
            draft.event.setTodoTimes(start: times.due, due: times.due)
        }
        try event.apply(to: &draft, settings: settings, shown: nil)
    }

    /// Whether a text removes a value.
    static func isNone(_ text: String) -> Bool {
        ["", "none", "never"].contains(text.lowercased())
    }

    /// The value of `--priority`.
    static func priority(_ text: String) throws(CommandFailure) -> Int {
        if isNone(text) { return 0 }
        // RFC 5545 3.8.1.9: 1 to 4 are high, 5 is medium, 6 to 9 are low.
        let names = ["high": 1, "medium": 5, "low": 9]
        guard let level = names[text.lowercased()] ?? Int(text), (0...9).contains(level) else {
            throw .usage("--priority must be 1 to 9, high, medium, low or none, not '\(text)'")
        }
        return level
    }

    private func change(
        _ percent: Int, _ draft: inout EventDraft, _ settings: Settings
    ) throws(CommandFailure) {
        guard (0...100).contains(percent) else {
            throw .usage("--percent must be from 0 to 100, not \(percent)")
        }
        guard var todo = draft.event.todo else { return }
        todo.percent = percent == 0 ? nil : percent
        if percent == 100 {
            todo.status = .completed
            todo.completed = todo.completed ?? settings.clock.now
        } else {
            (todo.status, todo.completed) = (percent == 0 ? .needsAction : .inProcess, nil)
        }
        draft.event.todo = todo
    }

    private func changeTimes(
        _ draft: inout EventDraft, _ settings: Settings
    ) throws(CommandFailure) {
        let old = draft.event.todoTimes
        var (start, due) = old
        if let text = self.due {
            due = try time(text, option: "--due", like: old.due ?? old.start, draft, settings)
        }
        if let text = self.start {
            start = try time(text, option: "--start", like: old.start ?? old.due, draft, settings)
        } else if start == old.due, due != nil || !draft.event.isRecurring {
            // The start of a recurring to-do is when it is due.
            start = due
        }
        if let from = start, let due, from.isDate != due.isDate {
            let day = CivilDateTime(from.wallTime.date)
            start = due.isDate ? .date(from.wallTime.date) : due.with(wallTime: day)
        }
        if let start, let due,
            draft.wall(start, in: settings.zone) > draft.wall(due, in: settings.zone)
        {
            throw .usage("it would be due before it starts: give --start and --due")
        }
        guard start != nil || due != nil || !draft.event.isRecurring else {
            throw .usage("a to-do that repeats needs a day: add --every never")
        }
        draft.event.setTodoTimes(start: start, due: due)
    }

    /// A time as typed, in the form of the present one: in its zone, in UTC or floating.
    private func time(
        _ text: String, option: String, like old: CalendarTime?, _ draft: EventDraft,
        _ settings: Settings
    ) throws(CommandFailure) -> CalendarTime? {
        if Self.isNone(text) { return nil }
        var moment = try Moment(text, option: option, settings: settings, zone: settings.zone)
        if moment.day == nil, let old { moment.day = draft.wall(old, in: settings.zone).date }
        let time = try Self.time(moment, settings)
        guard let old, !old.isDate, !time.isDate else { return time }
        let instant =
            if case .utc(let instant) = time { instant } else {
                settings.zone.instant(of: time.wallTime)
            }
        switch old {
        case .utc: return .utc(instant)
        case .floating: return .floating(settings.zone.wallTime(at: instant))
        case .zoned(_, let tzid):
            return draft.zone(tzid).map { .zoned($0.wallTime(at: instant), tzid: tzid) } ?? time
        case .date: return time
        }
    }

    /// A day, or a time in the reader's zone.
    private static func time(
        _ moment: Moment, _ settings: Settings
    ) throws(CommandFailure) -> CalendarTime {
        do throws(Doubt) {
            return try NewEventTimes(
                NewEventTimes.Request(start: moment), today: settings.today, zone: settings.zone
            ).start
        } catch {
            throw .usage(error.sentence)
        }
    }
}
