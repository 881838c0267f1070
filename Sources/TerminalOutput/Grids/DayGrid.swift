import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// Weeks as a table for people: a column for each day of the week, and the titles of a day's events
/// in its box.
package struct DayGrid {
    package var style: TextStyle
    package var timeline: Timeline
    package var title: String
    /// The weeks, seven days each; nil for a box that stays empty.
    package var weeks: [[CivilDate?]]
    package var columns: Int
    /// Whether a box begins with the whole date, not the day of the month.
    var showsDates = false
    /// The numbers in front of the weeks; empty for none.
    package var weekNumbers: [Int] = []
    /// The maximum number of event lines in a box; the rest are only counted.
    package var height = Int.max
    /// The maximum number of lines for one event.
    var eventHeight = 2
    /// The selected day, marked `>20`; nil for none.
    package var cursor: CivilDate?
    /// How much is on a day, where the timeline has only the first events.
    package var count: ((CivilDate) -> Int)?
    /// Keeps what boxes hold, for who shows the same days again.
    package var drawn: DrawnRows?

    /// From this width on a box has ten cells, enough to recognize a title.
    package static let leastColumns = 80

    /// A week; nil for a day that stays empty.
    package static func week(
        _ days: [CivilDate?], timeline: Timeline, style: TextStyle, columns: Int
    ) -> DayGrid {
        let known = days.compactMap { $0 }
        let title = [known.first, known.last].compactMap { $0 }.map(style.words.date)
        return DayGrid(
            style: style, timeline: timeline, title: title.joined(separator: " - "), weeks: [days],
            columns: columns, showsDates: true, eventHeight: 3)
    }

    /// One line of a box: the text as sent, and the cells it occupies.
    package typealias Line = (text: String, cells: Int)

    private var numberWidth: Int { weekNumbers.isEmpty ? 0 : 3 }
    /// The cells of a box between two vertical lines.
    private var width: Int { max(9, (columns - numberWidth - 1) / 7 - 1) }

    package func text() -> OutputBuffer {
        var output = OutputBuffer()
        let total = numberWidth + 1 + 7 * (width + 1)
        let lead = max(0, (total - DisplayWidth.cells(of: title)) / 2)
        output.append(String(repeating: " ", count: lead) + style.header(title) + "\n")
        output.append(rule(.top))
        write(weekdays.map { [$0] }, number: "", to: &output)
        for (index, week) in weeks.enumerated() {
            output.append(rule(.middle))
            let number = weekNumbers.indices.contains(index) ? "\(weekNumbers[index])" : ""
            write(week.map { $0.map(box) ?? [] }, number: number, to: &output)
        }
        output.append(rule(.bottom))
        return output
    }

    private enum Edge: Int {
        case top, middle, bottom
    }

    private func rule(_ edge: Edge) -> String {
        let ends = style.isUTF8 ? ["┌┬┐", "├┼┤", "└┴┘"][edge.rawValue] : "+++"
        let (left, middle, right) = (ends.prefix(1), ends.dropFirst().prefix(1), ends.suffix(1))
        let line = String(repeating: style.isUTF8 ? "─" : "-", count: width)
        return String(repeating: " ", count: numberWidth) + left
            + Array(repeating: line, count: 7).joined(separator: String(middle)) + right + "\n"
    }

    /// Writes boxes side by side, all as high as the highest.
    private func write(_ boxes: [[Line]], number: String, to output: inout OutputBuffer) {
        let bar = style.isUTF8 ? "│" : "|"
        for row in 0..<max(1, boxes.map(\.count).max() ?? 0) {
            if numberWidth > 0 {
                let digits = row == 0 ? number : ""
                output.append(String(repeating: " ", count: max(0, 2 - digits.utf8.count)))
                output.append(style.dimmed(digits) + " ")
            }
            for box in boxes {
                let line = row < box.count ? box[row] : (text: "", cells: 0)
                output.append(bar + line.text)
                output.append(String(repeating: " ", count: max(0, width - line.cells)))
            }
            output.append(bar + "\n")
        }
    }

    /// The names of the days, in full if all of them fit.
    private var weekdays: [Line] {
        let days = (weeks.first ?? []).indices.map { index in
            let known = weeks.lazy.compactMap { $0[index] }.first
            return known?.weekday.rawValue ?? index
        }
        let isWide = style.words.weekdays.allSatisfy { DisplayWidth.cells(of: $0) <= width }
        let names = isWide ? style.words.weekdays : style.words.shortWeekdays
        return days.map { day in
            let name = String(DisplayWidth.prefix(of: names[day], cells: width))
            return (name, DisplayWidth.cells(of: name))
        }
    }

    private func box(_ date: CivilDate) -> [Line] {
        let known = drawn?.part(date, [width, height, eventHeight]) { lines(of: date) }
        return [head(date)] + (known ?? lines(of: date))
    }

    /// The lines below a date.
    private func lines(of date: CivilDate) -> [Line] {
        // Lines are made only for what has room: a day may have hundreds of events.
        let events = timeline[date]?.events ?? []
        var lines: [Line] = []
        var left = count?(date) ?? events.count
        for event in events {
            // Reserve the last line for the count of what does not fit, unless everything fits.
            let room = height - (left == 1 ? 0 : 1) - lines.count
            guard room > 0 else { break }
            lines += eventLines(event, on: date, atMost: min(room, eventHeight))
            left -= 1
        }
        if left > 0 {
            let more = style.cut(style.text("+\(left) more"), to: width)
            lines.append((style.dimmed(more), DisplayWidth.cells(of: more)))
        }
        // An empty day still gets a box.
        return lines.isEmpty ? [("", 0)] : lines
    }

    private func head(_ date: CivilDate) -> Line {
        let isToday = date == timeline.today
        let day = String(date.yearMonthDay.day)
        func marked(_ text: String) -> String {
            (date == cursor ? ">" : "") + (isToday && !style.isColored ? "[\(text)]" : text)
        }
        let long = marked(style.words.date(date))
        let text = showsDates && DisplayWidth.cells(of: long) <= width ? long : marked(day)
        let isReversed = isToday && style.isColored
        return (
            isReversed ? "\u{1B}[7m\(text)\u{1B}[0m" : text, DisplayWidth.cells(of: text)
        )
    }

    /// `09:30 Stand-up`, on as many lines as an event may take.
    private func eventLines(
        _ event: AgendaEvent, on date: CivilDate, atMost count: Int
    ) -> [Line] {
        let part = DayPart(of: event.span, on: date, zone: timeline.zone)
        let text = part.mark(style) + style.markedTitle(event)
        return style.folded(text, to: width, atMost: count).map { line in
            let shown =
                style.dims(event)
                ? style.dimmed(line) : style.calendar(line, event.color, of: event.calendar)
            return (shown, DisplayWidth.cells(of: line))
        }
    }
}

extension DayPart {
    /// The mark before a title in a day's box: `09:30 `, `↦ `, `⇥ 06:00 `.
    func mark(_ style: TextStyle) -> String {
        let clock = style.words.clock
        return switch self {
        case .allDay: ""
        case .firstDay: style.symbols.begins + " "
        case .middleDay: style.symbols.goesOn + " "
        case .lastDay: style.symbols.ends + " "
        case .times(let start, _, _): clock.text(start) + " "
        case .begins(let start): clock.text(start) + " " + style.symbols.begins + " "
        case .ends(let end):
            style.symbols.ends + " " + OutputBuffer.text { clock.write(end: end, to: &$0) } + " "
        }
    }
}
