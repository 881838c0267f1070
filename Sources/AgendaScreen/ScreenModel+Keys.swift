import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What each key does where; `ScreenKey` has the letters.
extension ScreenModel {
    /// Takes a key; returns what must be done besides.
    mutating func take(_ key: Key) -> [Request] {
        switch key {
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: break
        }
        forgetLastKey()
        var key = key
        if case .shifted(let arrow, _) = key {
            switch mode {
            case .days, .shifting: break
            default: key = arrow.key
            }
        }
        switch mode {
        case .days: return takeInDays(key)
        case .details(let event, let lines, let top): return take(key, details: event, lines, top)
        case .help(let top):
            guard let next = scrolled(key, top, of: helpLines.count) else {
                mode = .days
                return []
            }
            mode = .help(top: next)
            return []
        case .adding(let input, let understood, let isTodo, let date):
            return take(key, adding: input, understood, isTodo, on: date)
        case .going(let input): return take(key, going: input)
        case .searching(let input, let found): return take(key, searching: input, found)
        case .deleting(let event): return take(key, deleting: event)
        case .shifting(let event, let shift, let cursor, let hours):
            return take(key, shifting: event, shift, cursor, hours)
        }
    }

    private mutating func takeInDays(_ key: Key) -> [Request] {
        switch key {
        case .text(let letter): return take(letter: letter)
        case .enter: return take(letter: "Enter")
        case .delete, .backspace: return take(letter: "Delete")
        case .shifted where isReadOnly: return take(letter: "M")
        case .shifted: return beginShifting(key)
        case .down where showsHours: move(byRows: 1)
        case .up where showsHours: move(byRows: -1)
        case .right where showsHours: move(byColumns: 1)
        case .left where showsHours: move(byColumns: -1)
        case .wheel(let lines) where showsHours: scroll(byRows: lines)
        case .down where view == .month: go(to: cursor.date + 7)
        case .up where view == .month: go(to: cursor.date - 7)
        case .down: move(byEvents: 1)
        case .up: move(byEvents: -1)
        case .right: go(to: cursor.date + 1)
        case .left: go(to: cursor.date - 1)
        case .wheel(let lines): move(byEvents: lines)
        case .pageDown: turnPage(1)
        case .pageUp: turnPage(-1)
        case .home: go(to: dates.lowerBound)
        case .end: go(to: dates.upperBound - 1)
        case .click(let column, let row): click(column, row)
        default: break
        }
        return []
    }

    mutating func open(_ event: AgendaEvent) -> [Request] {
        mode = .details(event, lines: [], top: 0)
        return [.details(event)]
    }

    private mutating func turnPage(_ direction: Int) {
        switch view {
        case .week, .day: go(to: cursor.date + hourDates.count * direction)
        case .month:
            let month = Month(of: cursor.date).dates
            go(to: direction > 0 ? month.upperBound : Month(of: month.lowerBound - 1).firstDate)
        case .list:
            let line = lines.line(of: cursor.date, 1 + cursor.index)
            let target = line + direction * max(1, listRows - 1)
            select(line: max(0, min(target, lines.count - 1)))
        }
    }

    /// Selects the event of a line of the list; of a header, the day's first.
    private mutating func select(line: Int) {
        let place = lines.place(of: line)
        let count = days.count(on: place.date)
        cursor = Cursor(date: place.date, index: max(0, min(place.index - 1, count - 1)))
        keepVisible()
    }

    private mutating func click(_ column: Int, _ row: Int) {
        if showsHours { return clickInHours(column, row) }
        guard showsList, row < listRows else { return }
        let side = sideColumns
        if column >= side {
            guard topLine + row < lines.count else { return }
            return select(line: topLine + row)
        }
        // Two rows above the weeks: the title, and the names of the days.
        let weeks = Month(of: cursor.date).weeks(from: firstWeekday)
        let (week, weekday) = (row - 2, column / MonthPage.cell)
        guard weeks.indices.contains(week), weekday < 7, let date = weeks[week][weekday] else {
            return
        }
        go(to: date)
    }

    // MARK: Details, help and questions

    private mutating func take(
        _ key: Key, details event: AgendaEvent, _ lines: [String], _ top: Int
    ) -> [Request] {
        if let next = scrolled(key, top, of: detailLines(lines).count) {
            mode = .details(event, lines: lines, top: next)
            return []
        }
        mode = .days
        switch key {
        case .text("e"), .text("d"), .delete, .backspace, .text("u"), .text("U"), .text("?"):
            return takeInDays(key)
        case .text("x"):
            mode = .details(event, lines: lines, top: top)
            return takeInDays(key)
        case .text("n"), .text("p"), .text("j"), .text("k"), .left, .right:
            _ = takeInDays(key)
            return selected.map { open($0) } ?? []
        default: return []
        }
    }

    /// The first shown line after a key that scrolls; nil for any other key.
    private func scrolled(_ key: Key, _ top: Int, of count: Int) -> Int? {
        let step: Int
        switch key {
        case .down: step = 1
        case .up: step = -1
        case .wheel(let lines): step = lines
        case .pageDown, .text(" "): step = listRows - 1
        case .pageUp: step = 1 - listRows
        default: return nil
        }
        return max(0, min(top + step, count - listRows))
    }

    /// How much of a series a letter means.
    static let scopes: [String: RecurrenceScope] = ["t": .this, "f": .future, "a": .all]

    private mutating func take(_ key: Key, deleting event: AgendaEvent) -> [Request] {
        mode = .days
        guard case .text(let answer) = key else { return [] }
        if !event.isRecurring {
            return Terminal.isYes(answer) == true ? [.delete(event, .all)] : []
        }
        return Self.scopes[answer.lowercased()].map { [.delete(event, $0)] } ?? []
    }
}
