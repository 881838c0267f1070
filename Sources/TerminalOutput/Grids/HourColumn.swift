import AgendaActions
package import AgendaKit
package import ICalendar

/// A day in a grid of hours: its events as blocks, side by side where they overlap, and those of whole days.
package struct HourColumn {
    /// An event between the rows of its times.
    package struct Block {
        /// The event among those of the day.
        package var index: Int
        package var rows: Range<Int>
        /// Its cells within the column; nil where so many overlap that there is no room for it.
        package var cells: Range<Int>?
        /// Its text, a line each row, as wide as ``cells``; with its colour, and without.
        fileprivate(set) var lines: [(shown: String, plain: String)] = []
    }

    package let blocks: [Block]
    /// Events of whole days, and those that take all of this day, among those of the day.
    package let band: [Int]
    /// The blocks that each row has.
    private let atRow: [[Int]]
    private let cells: Int

    /// No event in a column has fewer cells than this, unless it is alone.
    private static let leastCells = 5
    /// What counts events without room takes.
    private static let counter = 3
    /// From this width on a block says when its event begins and ends.
    private static let cellsForTimes = 24

    /// - Parameter cells: the column's width.
    init(_ date: CivilDate, _ events: [AgendaEvent], rows: HourRows, cells: Int, style: TextStyle) {
        let day =
            rows.zone.startOfDay(
                date)..<max(rows.zone.startOfDay(date), rows.zone.startOfDay(date + 1))
        var (band, places): ([Int], [(index: Int, part: DayPart, rows: Range<Int>)]) = ([], [])
        for (index, event) in events.enumerated() {
            let part = DayPart(of: event.span, on: date, day: day, zone: rows.zone)
            switch part {
            case .allDay, .firstDay, .middleDay, .lastDay: band.append(index)
            case .times, .begins, .ends:
                let times = rows.zone.instants(of: event.span)
                let first = max(day.lowerBound, times.lowerBound)
                let part = (
                    index, part,
                    rows.rows(
                        of: first..<max(first, min(day.upperBound, times.upperBound)), on: date)
                )
                places.append(part)
            }
        }
        let beside = SideBySide(places.map(\.rows)).places
        (self.band, self.cells) = (band, cells)
        blocks = zip(places, beside).map { place, beside in
            var block = Block(
                index: place.index, rows: place.rows, cells: Self.cells(beside, of: cells))
            if let width = block.cells?.count {
                block.lines = Self.lines(
                    events[place.index], place.part, place.rows.count, cells: width, rows: rows,
                    style)
            }
            return block
        }
        var atRow = rows.rows.map { _ in [Int]() }
        for (number, block) in blocks.enumerated() {
            for row in block.rows { atRow[row].append(number) }
        }
        for row in atRow.indices {
            atRow[row].sort { [blocks] in Self.order(blocks[$0]) < Self.order(blocks[$1]) }
        }
        self.atRow = atRow
    }

    private static func order(_ block: Block) -> (Int, Int) {
        (block.cells?.lowerBound ?? .max, block.index)
    }

    private static func cells(_ place: SideBySide.Place, of width: Int) -> Range<Int>? {
        let least = max(leastCells, min(12, width / 4))
        var (lanes, width) = (place.lanes, width)
        if lanes > max(1, width / least) {
            width -= counter
            lanes = max(1, width / least)
        }
        guard place.lane < lanes else { return nil }
        let end = min(place.lane + place.reach, lanes)
        return (width * place.lane / lanes)..<(width * end / lanes)
    }

    private static func lines(
        _ event: AgendaEvent, _ part: DayPart, _ count: Int, cells: Int, rows: HourRows,
        _ style: TextStyle
    ) -> [(shown: String, plain: String)] {
        // The bar takes one.
        let room = max(1, cells - 1)
        let isWide = room >= cellsForTimes
        let recurs = isWide && event.isRecurring ? " " + style.symbols.recurs : ""
        let title = Self.times(part, room, rows, style) + style.markedTitle(event) + recurs
        let place = event.todo == nil ? event.location.map { "@ " + style.safe($0) } : nil
        var texts: [String]
        if let place, DisplayWidth.cells(of: title) + 1 + DisplayWidth.cells(of: place) <= room {
            texts = [title + " " + place]
        } else {
            texts = style.folded(title, to: room, atMost: max(1, place == nil ? count : count - 1))
            if let place, texts.count < count {
                let lines = style.folded(place, to: room, atMost: count - texts.count)
                // The sign does not stand alone.
                texts +=
                    lines.first == "@"
                    ? style.folded(String(place.dropFirst(2)), to: room, atMost: lines.count)
                    : lines
            }
        }
        while texts.count < count { texts.append("") }
        return texts.map { text in
            let bare = text + DisplayWidth.padding(text, to: room)
            let line = style.symbols.bar + bare
            return (
                style.dims(event)
                    ? style.dimmed(line) : style.calendar(line, event.color, of: event.calendar),
                bare
            )
        }
    }

    /// What stands before a title: all times where there is room, and else what the rows do not say.
    private static func times(
        _ part: DayPart, _ room: Int, _ rows: HourRows, _ style: TextStyle
    ) -> String {
        if room >= cellsForTimes {
            return part.text(style.symbols, clock: style.words.clock) + "  "
        }
        switch part {
        case .times(let start, _, _), .begins(let start):
            let isOnRow = start.secondOfDay % (rows.minutes * 60) == 0
            let clock = isOnRow || room < 12 ? "" : style.words.clock.text(start) + " "
            if case .begins = part { return clock + style.symbols.begins + " " }
            return clock
        default: return style.symbols.ends + " "
        }
    }

    // MARK: Looking

    /// The block of an event of the day.
    package func block(of index: Int) -> Block? { blocks.first { $0.index == index } }

    /// The blocks of a row from left to right, and behind them those without room.
    package func blocks(at row: Int) -> [Block] {
        atRow.indices.contains(row) ? atRow[row].map { blocks[$0] } : []
    }

    /// How many events end above a row, and how many begin below another.
    func counts(above first: Int, below end: Int) -> (above: Int, below: Int) {
        (blocks.count { $0.rows.upperBound <= first }, blocks.count { $0.rows.lowerBound >= end })
    }

    // MARK: Drawing

    /// A row's text, ``cells`` wide.
    ///
    /// - Parameters:
    ///   - selected: an event that is shown in reverse.
    ///   - isFirst: whether no row of the day is shown above.
    ///   - filling: what free cells show, and in which look.
    func text(
        _ row: Int, selected: Int?, isFirst: Bool, filling: (text: String, look: String),
        style: TextStyle
    ) -> String {
        var (text, end) = ("", 0)
        func fill(_ count: Int) {
            guard count > 0 else { return }
            let cells = String(repeating: filling.text, count: count)
            text += filling.look.isEmpty ? cells : "\u{1B}[\(filling.look)m\(cells)\u{1B}[0m"
        }
        var hidden: [Int] = []
        for block in blocks(at: row) {
            guard let own = block.cells else {
                hidden.append(block.index)
                continue
            }
            fill(own.lowerBound - end)
            let line = block.lines[row - block.rows.lowerBound]
            text += block.index == selected ? Self.reversed(">" + line.plain) : line.shown
            end = own.upperBound
        }
        let isSelected = selected.map(hidden.contains) ?? false
        let above = blocks(at: row - 1).filter { $0.cells == nil }.map(\.index)
        guard !hidden.isEmpty, isFirst || isSelected || hidden != above else {
            fill(cells - end)
            return text
        }
        let count = "+\(min(hidden.count, 99))"
        fill(cells - Self.counter - end)
        let padded = count + DisplayWidth.padding(count, to: Self.counter)
        return text + (isSelected ? Self.reversed(padded) : style.dimmed(padded))
    }

    /// Reverse video (ECMA-48 8.3.117), also without colours, as the selected line of the list has it.
    static func reversed(_ text: String) -> String { "\u{1B}[7m\(text)\u{1B}[0m" }
}

extension TimeZoneRules {
    /// From when to when a span is, whole days from midnight on.
    package func instants(of span: Span) -> Range<Instant> {
        let start = instant(of: span.start)
        return start..<max(start, instant(of: span.end))
    }
}
