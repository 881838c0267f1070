import AgendaActions
package import AgendaKit
package import ICalendar

/// Days side by side with their hours: events as blocks between the times at which they begin and end, those of whole days above.
package struct HourGrid {
    /// Where the cursor is.
    package struct Cursor: Equatable {
        package var date: CivilDate
        /// Nil for the band of whole days.
        package var row: Int?
        /// The selected event among those of the day; nil between events.
        package var index: Int?

        package init(date: CivilDate, row: Int?, index: Int?) {
            (self.date, self.row, self.index) = (date, row, index)
        }
    }

    /// Whose days, and how they look.
    package struct Setting {
        package var style: TextStyle
        package var zone: TimeZoneRules
        package var today: CivilDate
        /// The cells and rows of the grid.
        package var size: (columns: Int, rows: Int)
        /// What keeps columns for who shows the same days again.
        package var drawn: DrawnRows?

        package init(
            style: TextStyle, zone: TimeZoneRules, today: CivilDate,
            size: (columns: Int, rows: Int), drawn: DrawnRows? = nil
        ) {
            (self.style, self.zone, self.today) = (style, zone, today)
            (self.size, self.drawn) = (size, drawn)
        }
    }

    package let dates: [CivilDate]
    package let rows: HourRows
    private let setting: Setting
    private let columns: [HourColumn]
    private let band: HourBand
    /// The cells of a day.
    private let cells: Int

    /// - Parameters:
    ///   - events: what is on a day, in the order of the timeline.
    ///   - isNew: whether a day has other events than before.
    package init(
        _ dates: [CivilDate], _ setting: Setting, events: (CivilDate) -> [AgendaEvent],
        isNew: (CivilDate) -> Bool = { _ in false }
    ) {
        (self.dates, self.setting) = (dates, setting)
        let rows = HourRows(
            of: dates, minutes: Self.minutes(rows: setting.size.rows), zone: setting.zone)
        let room = setting.size.columns - Self.axis(setting.style)
        let cells = max(4, room / max(1, dates.count) - 1)
        let days = dates.map(events)
        let measures = [cells, rows.minutes, rows.rows.count]
        columns = zip(dates, days).map { date, events in
            func make() -> HourColumn {
                HourColumn(date, events, rows: rows, cells: cells, style: setting.style)
            }
            guard let drawn = setting.drawn, !isNew(date) else { return make() }
            return drawn.part(date, measures, make)
        }
        band = HourBand(dates, days, columns, zone: setting.zone, style: setting.style)
        (self.rows, self.cells) = (rows, cells)
    }

    // MARK: Sizes

    /// A column of a day has at least so many cells: enough to recognize a title.
    private static let leastCells = 9
    /// With fewer days than these it shows one.
    private static let leastDays = 4

    /// How many days of a week fit beside each other.
    package static func days(in columns: Int, _ style: TextStyle) -> Int {
        let count = min(7, (columns - axis(style)) / (leastCells + 1))
        return count < leastDays ? 1 : count
    }

    /// The cells in front of the days: a time and a mark.
    private static func axis(_ style: TextStyle) -> Int { style.words.clock == .hours24 ? 6 : 8 }

    /// The minutes of a row: as few as show half of a day, and of a few rows an hour.
    private static func minutes(rows: Int) -> Int { rows < 16 ? 60 : rows < 104 ? 30 : 15 }

    /// Whether there is room for lines above and below the hours.
    private var hasRules: Bool { setting.size.rows >= 8 }

    /// The rows of the band; one also without events, for a new one of whole days.
    private var bandRows: Int {
        let free = setting.size.rows - 3 - rows.rows.count
        guard hasRules else { return setting.size.rows >= 5 ? 1 : 0 }
        return max(1, min(band.lanes, max(free, setting.size.rows / 8)))
    }

    /// How many rows of hours are shown.
    package var height: Int {
        max(1, min(rows.rows.count, setting.size.rows - 1 - bandRows - (hasRules ? 2 : 0)))
    }

    /// The column of a shown day.
    package func column(_ date: CivilDate) -> HourColumn? {
        dates.firstIndex(of: date).map { columns[$0] }
    }

    // MARK: Places

    /// What stands at a cell of the screen.
    package enum Place: Equatable {
        case head(CivilDate)
        /// The band, or the hours; with the event of the day that is there.
        case cursor(Cursor)
    }

    /// - Parameter top: the first shown row of hours.
    package func place(column: Int, row: Int, top: Int) -> Place? {
        let (day, cell) = (column - Self.axis(setting.style)).quotientAndRemainder(
            dividingBy: cells + 1)
        guard column >= Self.axis(setting.style), dates.indices.contains(day) else { return nil }
        let date = dates[day]
        if row == 0 { return .head(date) }
        if row <= bandRows {
            return .cursor(Cursor(date: date, row: nil, index: band.index(of: row - 1, on: day)))
        }
        let line = row - 1 - bandRows - (hasRules ? 1 : 0)
        guard (0..<height).contains(line), rows.times(of: top + line, on: date) != nil else {
            return nil
        }
        // The bar of the column is in front of its cells.
        let block = columns[day].blocks(at: top + line).first {
            $0.cells?.contains(cell - 1) ?? (cell > cells - 3)
        }
        return .cursor(Cursor(date: date, row: top + line, index: block?.index))
    }

    // MARK: Drawing

    /// The lines of the grid.
    ///
    /// - Parameter top: the first shown row of hours.
    package func lines(_ cursor: Cursor, top: Int, now: Instant?) -> [String] {
        let style = setting.style
        let bar = style.isUTF8 ? "│" : "|"
        let nowRow = now.flatMap { now in
            dates.contains(setting.today) ? rows.row(of: now, on: setting.today) : nil
        }
        let shown = top..<(top + height)
        var lines = [head(cursor, bar)]
        for row in 0..<bandRows {
            let selected = cursor.row == nil ? dates.firstIndex(of: cursor.date) : nil
            let texts = band.texts(
                row, of: bandRows, cells: cells, days: dates.count,
                selected: selected.map { ($0, cursor.index) }, style)
            lines.append(
                String(repeating: " ", count: Self.axis(style))
                    + texts.map { $0.map { bar + $0 } ?? "" }.joined())
        }
        if hasRules {
            lines.append(
                rule(style.isUTF8 ? "┼" : "+", style.symbols.above) {
                    $0.counts(above: shown.lowerBound, below: .max).above
                })
        }
        for row in shown {
            var line = axis(row, cursor, isNow: row == nowRow)
            for (date, column) in zip(dates, columns) {
                line +=
                    bar + text(row, date, column, cursor, isFirst: row == top, isNow: row == nowRow)
            }
            lines.append(line)
        }
        if hasRules {
            lines.append(
                rule(style.isUTF8 ? "┴" : "+", style.symbols.below) {
                    $0.counts(above: 0, below: shown.upperBound).below
                })
        }
        return lines
    }

    private func text(
        _ row: Int, _ date: CivilDate, _ column: HourColumn, _ cursor: Cursor, isFirst: Bool,
        isNow: Bool
    ) -> String {
        let style = setting.style
        let isHere = cursor.date == date
        if isHere, cursor.row == row, cursor.index == nil {
            let text = ">" + style.cut(clock(row), to: cells - 1)
            return HourColumn.reversed(text + DisplayWidth.padding(text, to: cells))
        }
        var filling = (text: " ", look: "")
        if rows.times(of: row, on: date) == nil {
            filling = (style.symbols.noTime, style.isColored ? "2" : "")
        } else if isNow, date == setting.today {
            filling = (style.symbols.now.line, style.isColored ? "31" : "")
        }
        return column.text(
            row, selected: isHere ? cursor.index : nil, isFirst: isFirst, filling: filling,
            style: style)
    }

    private func clock(_ row: Int) -> String {
        setting.style.words.clock.text(
            CivilDateTime(setting.today, secondOfDay: rows.rows[row].minute * 60))
    }

    /// The time in front of a row: of whole hours, and where the cursor is.
    private func axis(_ row: Int, _ cursor: Cursor, isNow: Bool) -> String {
        let style = setting.style
        let isHere = row == cursor.row
        let own = rows.rows[row]
        let text = isHere || own.minute % 60 == 0 ? clock(row) : ""
        let mark =
            isNow
            ? style.symbols.now.mark : own.isSecond && !text.isEmpty ? style.symbols.second : " "
        let lead = DisplayWidth.padding(text, to: Self.axis(style) - 1)
        let colored = isNow && style.isColored ? "\u{1B}[31m\(mark)\u{1B}[0m" : mark
        return lead + (isHere ? style.header(text) : text) + colored
    }

    /// The dates, in full where all of them fit: `Fri 2026-11-20`, `>[Fri 20]`.
    private func head(_ cursor: Cursor, _ bar: String) -> String {
        let style = setting.style
        func marked(_ date: CivilDate, _ text: String) -> String {
            (date == cursor.date ? ">" : " ")
                + (date == setting.today && !style.isColored ? "[\(text)]" : text)
        }
        let long =
            dates.count == 1
            ? dates.map { style.words.header($0, today: setting.today) }
            : dates.map(style.words.day)
        let isLong = long.allSatisfy { DisplayWidth.cells(of: $0) + 3 <= cells }
        let month = style.words.months[cursor.date.yearMonthDay.month - 1].prefix(3)
        let corner =
            isLong
            ? "" : String(DisplayWidth.prefix(of: String(month), cells: Self.axis(style) - 1))
        var line = style.header(corner) + DisplayWidth.padding(corner, to: Self.axis(style))
        for (date, text) in zip(dates, long) {
            let weekday = style.words.shortWeekdays[date.weekday.rawValue]
            let own = marked(date, isLong ? text : "\(weekday) \(date.yearMonthDay.day)")
            let fitting = style.cut(own, to: cells)
            let isReversed = date == setting.today && style.isColored
            line +=
                bar + (isReversed ? HourColumn.reversed(fitting) : fitting)
                + DisplayWidth.padding(fitting, to: cells)
        }
        return line
    }

    /// A line across, with how many events of each day are beyond it.
    private func rule(
        _ joint: String, _ mark: String, _ count: (HourColumn) -> Int
    ) -> String {
        let line = setting.style.isUTF8 ? "─" : "-"
        return String(repeating: line, count: Self.axis(setting.style))
            + columns.map { column in
                let count = count(column)
                let text = count > 0 ? mark + "\(count)" : ""
                return joint + String(repeating: line, count: max(0, cells - text.count)) + text
            }.joined()
    }
}
