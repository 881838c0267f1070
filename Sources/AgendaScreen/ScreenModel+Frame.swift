import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

// What the screen shows, by the functions that print lists, grids and details.
extension ScreenModel {
    /// The cells beside the list that a month takes; 0 on a narrow terminal.
    var sideColumns: Int {
        size.columns - page(Month(of: cursor.date)).listColumns(of: size.columns)
    }

    /// The whole screen.
    func frame() -> Frame {
        var rows: [FrameRow]
        var caret: Frame.Caret?
        switch mode {
        case .details(_, let lines, let top): rows = plain(detailLines(lines).dropFirst(top))
        case .help(let top): rows = plain(helpLines.dropFirst(top))
        case .searching(_, let found): rows = results(found)
        default:
            switch view {
            case _ where showsList: rows = listFrame()
            case .list, .week, .day: rows = plain(hourLines())
            case .month: rows = hasGrid ? plain(lines(of: month())) : narrowMonth()
            }
        }
        defer { drawn.endFrame() }
        rows = Array(rows.prefix(size.rows - 1))
        while rows.count < size.rows - 1 { rows.append(row("")) }
        let (above, last, column) = bottom()
        if let above, !rows.isEmpty { rows[rows.count - 1] = row(above) }
        if let column { caret = Frame.Caret(row: size.rows - 1, column: column) }
        return Frame(rows: rows + [row(last)], caret: caret)
    }

    private func row(_ text: String, highlight: Int? = nil) -> FrameRow {
        drawn.row(text, columns: size.columns, highlight: highlight)
    }

    private func plain(_ lines: some Sequence<String>) -> [FrameRow] {
        lines.prefix(size.rows).map { row($0) }
    }

    private func lines(of output: OutputBuffer) -> [String] {
        output.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: The list

    private func listFrame() -> [FrameRow] {
        var list = list
        let side = sideColumns
        list.style.width = size.columns - side
        let first = topLine
        var texts: [String] = []
        for part in lines.parts(of: first..<(first + listRows)) {
            texts += self.texts(of: part.date, part.lines, list)
        }
        let chosen = lines.line(of: cursor.date, 1 + cursor.index) - first
        if texts.indices.contains(chosen) { texts[chosen] = Self.marked(texts[chosen]) }
        if side > 0 {
            let list = OutputBuffer(texts.map { $0 + "\n" }.joined())
            texts = lines(
                of: page(Month(of: cursor.date)).text(list, columns: size.columns, style: style))
        }
        return texts.prefix(listRows).enumerated().map { index, text in
            row(text, highlight: index == chosen ? side : nil)
        }
    }

    /// `> 09:30-09:45  Stand-up`: the mark also shows without colours.
    private static func marked(_ line: String) -> String { ">" + line.dropFirst() }

    /// Some lines of a day, its header being 0.
    private func texts(of date: CivilDate, _ range: Range<Int>, _ list: TextList) -> [String] {
        let header = style.header(style.words.header(date, today: days.today))
        guard days.count(on: date) > 0 else {
            return Array([header, "  " + style.dimmed(style.text("no events"))][range])
        }
        let shown = (max(range.lowerBound, 1) - 1)..<(range.upperBound - 1)
        var day = days.timeline(of: date..<(date + 1))
        // Until its events are known, and when only the header is wanted.
        guard !day.nodes.isEmpty, !shown.isEmpty else {
            return (range.lowerBound == 0 ? [header] : []) + shown.map { _ in " " }
        }
        day.nodes[0].events = Array(
            day.nodes[0].events[shown.clamped(to: day.nodes[0].events.indices)])
        let texts = lines(of: list.text(day)).dropLast()
        // Of a day that was shown in a box, the last events may not be known yet.
        let rest = Array(repeating: " ", count: shown.count - day.nodes[0].events.count)
        return Array(range.lowerBound == 0 ? texts : texts.dropFirst()) + rest
    }

    private func page(_ month: Month) -> MonthPage {
        MonthPage(
            month: month, timeline: days.timeline(of: cursor.date..<(cursor.date + 1)),
            words: style.words, firstWeekday: firstWeekday, count: days.countOfHeld,
            cursor: cursor.date)
    }

    // MARK: Grids

    /// The selected month, as `agenda month` shows it; on few rows with less in each box, and then fewer weeks.
    private func month() -> OutputBuffer {
        var page = page(Month(of: cursor.date))
        page.timeline = days.timeline(of: shownDates)
        var grid = page.boxes(columns: size.columns, rows: size.rows, style: style)
        grid.height = max(1, (size.rows - 5) / grid.weeks.count - 2)
        grid.weeks = grid.weeks.map {
            $0.map { date in date.flatMap { dates.contains($0) ? $0 : nil } }
        }
        (grid.count, grid.drawn, grid.cursor) = (days.count, drawn, cursor.date)
        while true {
            let text = grid.text()
            let isWhole = text.bytes.count { $0 == UInt8(ascii: "\n") } <= listRows
            if isWhole || grid.weeks.count < 2 { return text }
            let isAtEnd = grid.weeks[grid.weeks.count - 1].contains(cursor.date)
            grid.weeks.remove(at: isAtEnd ? 0 : grid.weeks.count - 1)
        }
    }

    /// The month above the list of the selected day, which scrolls to the selected event.
    private func narrowMonth() -> [FrameRow] {
        let page = page(Month(of: cursor.date))
        let grid = plain(
            lines(of: page.text(OutputBuffer(), columns: size.columns, style: style)))
        var list = list
        list.style.width = size.columns
        let room = max(1, listRows - grid.count)
        let (chosen, count) = (1 + cursor.index, 1 + max(1, days.count(on: cursor.date)))
        let first = max(0, chosen + 1 - room)
        let texts = texts(of: cursor.date, first..<min(count, first + room), list)
        return grid
            + texts.enumerated().map { index, text in
                first + index == chosen
                    ? row(Self.marked(text), highlight: 0) : row(text)
            }
    }

    // MARK: Details, search and help

    /// The details of an event on as many lines as they need; they have no colours.
    func detailLines(_ lines: [String]) -> [String] {
        let title = wrapped(lines.first ?? "", indent: 0).map { style.header($0) }
        // Two spaces, and the column of names.
        return title + lines.dropFirst().flatMap { wrapped($0, indent: 15) }
    }

    private func wrapped(_ line: String, indent: Int) -> [String] {
        var style = style
        style.width = size.columns
        return style.wrapped(line, indent: indent)
    }

    private func results(_ found: Search) -> [FrameRow] {
        var list = list
        list.style.width = size.columns - 2
        // Each result takes one line, or two with its day above: each is made alone.
        var texts: [(text: String, isChosen: Bool)] = []
        var chosen = 0
        for (index, event) in found.events.enumerated() {
            let own = lines(of: list.text(found: [event], zone: days.zone)).dropLast()
            if index == found.chosen { chosen = texts.count + own.count - 1 }
            for (place, line) in own.enumerated() {
                texts.append((line, index == found.chosen && place == own.count - 1))
            }
        }
        let top = max(0, chosen - listRows + 2)
        return texts.dropFirst(top).prefix(listRows).map { line in
            row((line.isChosen ? "> " : "  ") + line.text, highlight: line.isChosen ? 0 : nil)
        }
    }

    /// The last row, what is shown above it, and the caret's column.
    private func bottom() -> (above: String?, last: String, caret: Int?) {
        func asked(_ prompt: Message, _ input: LineInput) -> (String, Int) {
            let prompt = style.text(prompt)
            let width = DisplayWidth.cells(of: prompt)
            let line = input.shown(cells: size.columns - width - 1, style: style)
            return (style.dimmed(prompt) + line.text, width + line.caret)
        }
        switch mode {
        case .adding(let input, let understood, let isTodo, let date):
            let (line, caret) = asked(isTodo ? "Add to-do: " : "Add: ", input)
            let above = understood?.text ?? addHint(isTodo: isTodo, on: date)
            return (style.cut(above, to: size.columns), line, caret)
        case .going(let input):
            let (line, caret) = asked("Go to: ", input)
            return (message.isEmpty ? nil : cut(message), line, caret)
        case .searching(let input, let found):
            let (line, caret) = asked("Search: ", input)
            let isKnown = !input.words.isEmpty && found.text == input.words
            let nothing = isKnown && found.events.isEmpty
            let above =
                nothing ? style.text("No event matches '\(style.safe(input.words))'") : message
            return (above.isEmpty ? nil : cut(above), line, caret)
        case .deleting(let event):
            let question: Message =
                event.isRecurring
                ? "Delete this one (t), this and all after it (f), or all (a)? "
                : "Delete it? [y/N] "
            return (nil, self.asked(about: event, style.text(question)), nil)
        case .shifting(let event, let shift, _, _): return (nil, shiftQuestion(event, shift), nil)
        case .details, .help: return (nil, message.isEmpty ? hint : cut(message), nil)
        case .days:
            if !message.isEmpty { return (nil, cut(message), nil) }
            guard showsHours || view == .month && hasGrid, let selected else {
                return (nil, hint, nil)
            }
            return (nil, cut(list.line(found: selected, zone: days.zone)), nil)
        }
    }

    /// A question, with the item's title in front of it where there is room.
    func asked(about event: AgendaEvent, _ question: String) -> String {
        let room = size.columns - DisplayWidth.cells(of: question) - 2
        let start = room > 12 ? style.cut(style.markedTitle(event), to: room) + ": " : ""
        return cut(start + question)
    }

    private func cut(_ text: String) -> String {
        text.contains("\u{1B}") ? text : style.cut(text, to: size.columns)
    }

    private func addHint(isTodo: Bool, on date: CivilDate?) -> String {
        guard let date else {
            return style.text(
                isTodo
                    ? "Words say what, and when it is due; Tab: an event; Esc leaves"
                    : "Words say what, when, @ where; Tab: a to-do; Esc leaves")
        }
        let day = style.words.date(date)
        return style.text(
            isTodo
                ? "Due \(day), unless the words say when; Tab: an event; Esc leaves"
                : "On \(day), unless the words say when; Tab: a to-do; Esc leaves")
    }

    private var hint: String {
        let texts: [Message] =
            switch mode {
            case .days where isReadOnly:
                ["j/k day  n/p event  / search  l/w/d/m view  ? help  q quit"]
            case .days where showsHours:
                ["arrows hours  n/p event  c add here  M move  l/w/d/m view  ? help  q quit"]
            case .days: ["j/k day  n/p event  c add  e edit  x delete  / search  ? help  q quit"]
            default: ["Esc back  Space on"]
            }
        let short: Message = "/ search  ? help  q quit"
        let text = texts.lazy.map(style.text).first { DisplayWidth.cells(of: $0) <= size.columns }
        return style.dimmed(style.cut(text ?? style.text(short), to: size.columns))
    }

    /// All keys.
    var helpLines: [String] {
        let body = ScreenKey.all.filter { !isReadOnly || !$0.changes }.flatMap { line in
            let key = line.actions.map(\.key).joined(separator: "  ")
            return wrapped(
                "  " + key + DisplayWidth.padding(key, to: 12) + style.text(line.help), indent: 14)
        }
        let mouse = style.text("Arrows, Page Up, Page Down, Home, End and the mouse work too.")
        return [style.header(style.text("Keys"))] + body + [""] + wrapped(mouse, indent: 0)
    }
}
