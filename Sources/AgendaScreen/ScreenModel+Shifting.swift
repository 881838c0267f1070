import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// How far an event is moved by keys.
struct Shift: Equatable {
    /// Days keep the time of day.
    var days = 0
    /// Minutes are as long as a clock says that runs through.
    var minutes = 0

    /// When an event is afterwards; whole days are moved by days alone.
    func moved(_ span: Span, in zone: TimeZoneRules) -> Span {
        switch span {
        case .dates(let dates): return .dates((dates.lowerBound + days)..<(dates.upperBound + days))
        case .floating(let times):
            let seconds = days * 86_400 + minutes * 60
            return .floating((times.lowerBound + seconds)..<(times.upperBound + seconds))
        case .instants(let times):
            var start = times.lowerBound
            if days != 0 { start = zone.instant(of: zone.wallTime(at: start) + days * 86_400) }
            start = start + minutes * 60
            return .instants(start..<(start + (times.upperBound - times.lowerBound)))
        }
    }
}

// An event that is moved by arrows: it is shown where it would be, and one key more moves it there.
extension ScreenModel {
    /// Alt and an arrow move by so many minutes; arrows and Shift by a row.
    private static let fineMinutes = 15

    var isShifting: Bool {
        if case .shifting = mode { return true }
        return false
    }

    /// The event that is moved, and as it would be.
    var shiftedEvent: (old: AgendaEvent, new: AgendaEvent)? {
        guard case .shifting(let event, let shift, _, _) = mode else { return nil }
        var new = event
        new.span = shift.moved(event.span, in: days.zone)
        return (event, new)
    }

    /// Begins to move the selected event, at once by an arrow if there is one.
    mutating func beginShifting(_ key: Key? = nil) -> [Request] {
        guard let event = changeable() else { return [] }
        guard event.todo == nil else {
            say(style.text("Only an event can be moved by keys: e edits the to-do"))
            return []
        }
        mode = .shifting(event, Shift(), from: cursor, hours)
        return key.map { take($0, shifting: event, Shift(), cursor, hours) } ?? []
    }

    mutating func take(
        _ key: Key, shifting event: AgendaEvent, _ shift: Shift, _ cursor: Cursor,
        _ hours: HourPlace
    ) -> [Request] {
        var shift = shift
        let arrow: Key
        var minutes = showsHours ? grid.rows.minutes : 30
        switch key {
        case .shifted(let plain, let isFine):
            arrow = plain.key
            if isFine { minutes = Self.fineMinutes }
        default: arrow = key
        }
        switch arrow {
        case .up: shift.minutes -= minutes
        case .down: shift.minutes += minutes
        case .left: shift.days -= 1
        case .right: shift.days += 1
        case .enter where !event.isRecurring: return move(event, by: shift, .all)
        case .text(let answer) where event.isRecurring:
            if let scope = Self.scopes[answer.lowercased()] {
                return move(event, by: shift, scope)
            }
            return leaveShifting(cursor, hours)
        default: return leaveShifting(cursor, hours)
        }
        let moved = shift.moved(event.span, in: days.zone)
        if let first = days.outline.window.indices(of: moved).first {
            mode = .shifting(event, shift, from: cursor, hours)
            self.cursor = Cursor(date: dates.lowerBound + first, index: -1)
            if case .dates = moved {
            } else if showsHours {
                self.hours.moment = max(
                    days.zone.instants(of: moved).lowerBound, days.zone.startOfDay(self.cursor.date)
                )
            }
            keepVisible()
        }
        return []
    }

    private mutating func leaveShifting(_ cursor: Cursor, _ hours: HourPlace) -> [Request] {
        mode = .days
        self.cursor = cursor
        self.hours = hours
        keepVisible()
        return []
    }

    private mutating func move(
        _ event: AgendaEvent, by shift: Shift, _ scope: RecurrenceScope
    ) -> [Request] {
        guard case .shifting(_, _, let cursor, let hours) = mode else { return [] }
        let moved = shift.moved(event.span, in: days.zone)
        guard moved != event.span else { return leaveShifting(cursor, hours) }
        mode = .days
        self.cursor.index = -1
        expect(event.id)
        return [.move(event, to: moved, scope)]
    }

    /// What is asked while an event is moved.
    func shiftQuestion(_ event: AgendaEvent, _ shift: Shift) -> String {
        let times = TimeText(zone: days.zone, style: style)
        let when = times.when(shift.moved(event.span, in: days.zone))
        let question: Message =
            event.isRecurring
            ? "Move this (t), this and later (f), or all (a)? "
            : "Enter moves it, Esc leaves it"
        return asked(about: event, when + ": " + style.text(question))
    }
}
