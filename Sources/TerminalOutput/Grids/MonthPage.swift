package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// A month's grid as `cal` prints it, with the list of its events beside or below it.
package struct MonthPage {
    package var month: Month
    package var timeline: Timeline
    package var words: TimeWords
    package var firstWeekday: Weekday
    /// Whether ISO 8601 week numbers precede the weeks.
    package var showsWeekNumbers = false
    /// How much is on a day, where the timeline does not say it.
    package var count: ((CivilDate) -> Int)?
    /// The selected day, marked `>20`; nil for none.
    package var cursor: CivilDate?

    package init(
        month: Month, timeline: Timeline, words: TimeWords, firstWeekday: Weekday,
        showsWeekNumbers: Bool = false, count: ((CivilDate) -> Int)? = nil, cursor: CivilDate? = nil
    ) {
        self.month = month
        self.timeline = timeline
        self.words = words
        self.firstWeekday = firstWeekday
        self.showsWeekNumbers = showsWeekNumbers
        self.count = count
        self.cursor = cursor
    }

    /// From this width on the list stands beside the grid.
    private static let widthForTwo = 80
    /// Columns of a day: a bracket or space, two digits, a mark or space.
    package static let cell = 4
    /// Columns between grid and list; a bracket may extend into them.
    private static let gutter = 3

    /// How many of a day's events count for its mark: all but the cancelled ones.
    package func eventCount(_ date: CivilDate) -> Int {
        count?(date) ?? timeline.eventCount(on: date)
    }

    /// The page for people.
    ///
    /// - Parameters:
    ///   - list: the lines of the events, ``listColumns(of:)`` wide.
    ///   - columns: the columns of the terminal.
    package func text(_ list: OutputBuffer, columns: Int, style: TextStyle) -> OutputBuffer {
        var output = OutputBuffer()
        let grid = grid(style)
        var events = list.bytes.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard columns >= Self.widthForTwo else {
            for line in grid { output.append(line.text + "\n") }
            if !events.isEmpty { output.append("\n") }
            output.append(events.map { $0 + "\n" }.joined())
            return output
        }
        for line in grid {
            guard !events.isEmpty else {
                output.append(line.text + "\n")
                continue
            }
            output.append(line.text + String(repeating: " ", count: width - line.columns))
            output.append(events.removeFirst() + "\n")
        }
        for event in events {
            output.append(String(repeating: " ", count: width) + event + "\n")
        }
        return output
    }

    private var width: Int { (showsWeekNumbers ? 3 : 0) + 7 * Self.cell + Self.gutter }

    package func listColumns(of columns: Int) -> Int {
        columns >= Self.widthForTwo ? columns - width : columns
    }

    private typealias Line = (text: String, columns: Int)

    private func grid(_ style: TextStyle) -> [Line] {
        let title = words.title(ofMonth: month.firstDate)
        let titleWidth = DisplayWidth.cells(of: title)
        let indent = showsWeekNumbers ? 3 : 0
        let lead = indent + max(0, (7 * Self.cell - titleWidth) / 2)
        let days = (0..<7).map {
            words.twoCells(Weekday.allCases[(firstWeekday.rawValue + $0) % 7])
        }
        let header = String(repeating: " ", count: indent + 1) + days.joined(separator: "  ")
        return [
            (String(repeating: " ", count: lead) + style.header(title), lead + titleWidth),
            (header, indent + 7 * Self.cell - 1),
        ] + month.weeks(from: firstWeekday).map { line($0, style) }
    }

    /// A week: ` 16* 17  18  19 [20*]21  22`.
    private func line(_ week: [CivilDate?], _ style: TextStyle) -> Line {
        var text = ""
        if showsWeekNumbers {
            let number = Month.weekNumber(of: week, from: firstWeekday).map(String.init) ?? ""
            text += style.dimmed(String(repeating: " ", count: 2 - number.count) + number) + " "
        }
        var columns = showsWeekNumbers ? 3 : 0
        // The bracket that did not fit and goes into the next day's first column.
        var overhang = ""
        for date in week {
            guard let date else {
                text += overhang.isEmpty ? "    " : overhang + "   "
                overhang = ""
                columns += Self.cell
                continue
            }
            let day = date.yearMonthDay.day
            let digits = (day < 10 ? " " : "") + String(day)
            let (isToday, isMarked) = (date == timeline.today, eventCount(date) > 0)
            if style.isColored {
                let codes = (isMarked ? ["4"] : []) + (isToday ? ["7"] : [])
                text += (date == cursor ? ">" : " ") + Self.colored(digits, codes) + " "
            } else {
                let lead = date == cursor ? ">" : overhang.isEmpty ? " " : overhang
                text += isToday ? "[" : lead
                text += digits + (isMarked ? "*" : isToday ? "]" : " ")
                overhang = isToday && isMarked ? "]" : ""
            }
            columns += Self.cell
        }
        text += overhang
        columns += overhang.count
        let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
        return (String(text[..<end]), columns - text[end...].count)
    }

    /// The month with a box for each day; the boxes fit these rows if that leaves three lines for a day's
    /// events.
    package func boxes(columns: Int, rows: Int?, style: TextStyle) -> DayGrid {
        let weeks = month.weeks(from: firstWeekday)
        // Each week has a rule and the dates; around them are title, names, two rules and the prompt.
        let room = rows.map { ($0 - 5) / weeks.count - 2 } ?? 6
        return DayGrid(
            style: style, timeline: timeline, title: words.title(ofMonth: month.firstDate),
            weeks: weeks, columns: columns,
            weekNumbers: showsWeekNumbers
                ? weeks.compactMap { Month.weekNumber(of: $0, from: firstWeekday) } : [],
            height: max(3, room))
    }

    /// ECMA-48 8.3.117: 4 is underlined, 7 is reverse video.
    private static func colored(_ text: String, _ codes: [String]) -> String {
        codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
