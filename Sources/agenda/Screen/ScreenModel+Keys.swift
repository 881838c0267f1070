import AgendaKit
import ICalendar

// What each key does. The letters are those of the web page (Sources/AgendaService/Page/keys.js).
extension ScreenModel {
    /// Takes a key; returns what must be done besides.
    mutating func take(_ key: Key) -> [Request] {
        switch key {
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: break
        }
        clearMessage()
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
        case .adding(let input, let understood): return take(key, adding: input, understood)
        case .going(let input): return take(key, going: input)
        case .searching(let input, let found): return take(key, searching: input, found)
        case .deleting(let event): return take(key, deleting: event)
        }
    }

    private mutating func takeInDays(_ key: Key) -> [Request] {
        switch key {
        case .text(let letter): return take(letter: letter)
        case .enter: return selected.map { open($0) } ?? []
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

    private mutating func take(letter: String) -> [Request] {
        switch letter {
        case "q": return [.quit]
        case "j": go(to: cursor.date + 1)
        case "k": go(to: cursor.date - 1)
        case "n": move(byEvents: 1)
        case "p": move(byEvents: -1)
        case "t": go(to: timeline.today)
        case "g": mode = .going(LineInput())
        case "/": mode = .searching(LineInput(), Found())
        case "l": view = .list
        case "w": view = .week
        case "m": view = .month
        case "?": mode = .help(top: 0)
        case "c", "e", "d", "u", "U": return change(letter)
        default: break
        }
        return []
    }

    /// The keys that change something.
    private mutating func change(_ letter: String) -> [Request] {
        guard !isReadOnly else {
            say(style.text("Only for reading: nothing can be changed here"))
            return []
        }
        switch (letter, selected) {
        case ("c", _):
            // Words are read as on today; another selected day is therefore written out.
            let day = cursor.date == timeline.today ? "" : cursor.date.iso + " "
            mode = .adding(LineInput(day), nil)
        case ("e", let event?): return [.edit(event)]
        case ("d", let event?): mode = .deleting(event)
        case ("u", _): return [.undo]
        case ("U", _): return [.redo]
        default: break
        }
        return []
    }

    private mutating func open(_ event: AgendaEvent) -> [Request] {
        mode = .details(event, lines: [], top: 0)
        return [.details(event)]
    }

    private mutating func turnPage(_ direction: Int) {
        switch view {
        case .week: go(to: cursor.date + 7 * direction)
        case .month:
            let month = Month(of: cursor.date).dates
            go(to: direction > 0 ? month.upperBound : Month(of: month.lowerBound - 1).firstDate)
        case .list:
            let line = lines.line(of: cursor.date, 1 + cursor.index, in: timeline)
            let target = line + direction * max(1, listRows - 1)
            select(line: max(0, min(target, lines.count - 1)))
        }
    }

    /// Selects the event of a line of the list; of a header, the day's first.
    private mutating func select(line: Int) {
        let place = lines.place(of: line, in: timeline)
        let count = timeline[place.date]?.events.count ?? 0
        cursor = Cursor(date: place.date, index: max(0, min(place.index - 1, count - 1)))
        keepVisible()
    }

    private mutating func click(_ column: Int, _ row: Int) {
        guard view == .list, row < listRows else { return }
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
        case .text("e"), .text("d"), .text("u"), .text("U"), .text("?"): return takeInDays(key)
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

    private mutating func take(_ key: Key, deleting event: AgendaEvent) -> [Request] {
        mode = .days
        guard case .text(let answer) = key else { return [] }
        if !event.isRecurring {
            return Terminal.isYes(answer) == true ? [.delete(event, .all)] : []
        }
        let scopes: [String: RecurrenceScope] = ["t": .this, "f": .future, "a": .all]
        return scopes[answer.lowercased()].map { [.delete(event, $0)] } ?? []
    }

    // MARK: Lines

    private mutating func take(
        _ key: Key, adding input: LineInput, _ understood: Understood?
    ) -> [Request] {
        var input = input
        switch key {
        case .escape: mode = .days
        case .enter:
            guard let understood, let event = understood.event else { return [] }
            if understood.isDoubtful {
                var certain = understood
                certain.isDoubtful = false
                certain.text = style.text("Enter adds it like this: \(understood.text)")
                mode = .adding(input, certain)
                return []
            }
            mode = .days
            return [.add(event)]
        default:
            if input.take(key) {
                mode = .adding(input, input.words.isEmpty ? nil : understand(input.words))
            }
        }
        return []
    }

    private mutating func take(_ key: Key, going input: LineInput) -> [Request] {
        var input = input
        switch key {
        case .escape: mode = .days
        case .enter:
            guard !input.words.isEmpty else {
                mode = .days
                return []
            }
            do throws(DayArgument.Failure) {
                let date = try day(input.words)
                guard dates.contains(date) else {
                    say(outside(date))
                    return []
                }
                mode = .days
                go(to: date)
            } catch {
                say(error.reason.text(in: style.language))
            }
        default: if input.take(key) { mode = .going(input) }
        }
        return []
    }

    private func outside(_ date: CivilDate) -> String {
        let (words, last) = (style.words, dates.upperBound - 1)
        return style.text(
            "\(words.date(date)): only \(words.date(dates.lowerBound)) to \(words.date(last)) can be shown"
        )
    }

    private mutating func take(_ key: Key, searching input: LineInput, _ found: Found) -> [Request]
    {
        var (input, found) = (input, found)
        let last = max(0, found.events.count - 1)
        switch key {
        case .escape: mode = .days
        case .down: found.chosen = min(found.chosen + 1, last)
        case .up: found.chosen = max(found.chosen - 1, 0)
        case .pageDown: found.chosen = min(found.chosen + listRows - 1, last)
        case .pageUp: found.chosen = max(found.chosen - listRows + 1, 0)
        case .wheel(let lines): found.chosen = max(0, min(found.chosen + lines, last))
        case .enter:
            if found.text != input.words {
                found.jumps = true
            } else if found.events.indices.contains(found.chosen) {
                jump(to: found.events[found.chosen])
                return []
            }
        default:
            guard input.take(key) else { return [] }
            found.jumps = false
            if input.words.isEmpty { found = Found() }
            mode = .searching(input, found)
            return input.words.isEmpty ? [] : [.search(input.words)]
        }
        if case .searching = mode { mode = .searching(input, found) }
        return []
    }

    /// Selects an event that was found, unless it is outside of the timeline.
    mutating func jump(to event: AgendaEvent) {
        let date = DayPart.first(of: event.span, zone: timeline.zone).date
        let days = timeline.window.indices(of: event.span)
        guard let first = days.first else {
            say(outside(date))
            return
        }
        mode = .days
        go(to: dates.lowerBound + first)
        let events = timeline[cursor.date]?.events ?? []
        cursor.index = events.firstIndex { $0.id == event.id } ?? 0
        keepVisible()
    }
}
