import AgendaActions
import AgendaJSON
import AgendaKit
import ICalendar
import TerminalOutput

// The week and the day with their hours: what is shown, and where the cursor goes.
extension ScreenModel {
    /// Where the cursor is in a grid of hours besides its day, and what is shown of it.
    struct HourPlace {
        /// When the row begins that the cursor is on; nil for the band of whole days.
        var moment: Instant?
        /// The first shown row.
        var top = 0
    }

    /// Whether hours are shown.
    var showsHours: Bool { view == .week || view == .day }

    /// The days beside each other: of a week as many as fit, and always as many.
    var hourDates: [CivilDate] {
        let count = view == .day ? 1 : HourGrid.days(in: size.columns, style)
        guard count > 1 else { return [cursor.date] }
        let place = firstWeekday.days(to: cursor.date.weekday)
        let first = cursor.date - place + min(place / count * count, 7 - count)
        return (0..<count).map { first + $0 }
    }

    var grid: HourGrid {
        let shifted = shiftedEvent
        let window = days.outline.window
        func touches(_ span: Span, _ date: CivilDate) -> Bool {
            window.indices(of: span).contains(date - dates.lowerBound)
        }
        return HourGrid(
            hourDates,
            HourGrid.Setting(
                style: style, zone: days.zone, today: days.today,
                size: (size.columns, size.rows - 1), drawn: drawn)
        ) { date in
            let events = days.events(on: date)
            guard let shifted else { return events }
            return events.filter { $0.id != shifted.new.id }
                + (touches(shifted.new.span, date) ? [shifted.new] : [])
        } isNew: { date in
            shifted.map { touches($0.old.span, date) || touches($0.new.span, date) } ?? false
        }
    }

    /// The lines of the grid.
    func hourLines() -> [String] {
        let grid = grid
        return grid.lines(gridCursor(grid), top: hours.top, now: now)
    }

    private func gridCursor(_ grid: HourGrid) -> HourGrid.Cursor {
        let row = hours.moment.map { grid.rows.row(of: $0, on: cursor.date) }
        var index = cursor.index < 0 ? nil : cursor.index
        if let shifted = shiftedEvent {
            // It stands behind the others of its day.
            index = days.events(on: cursor.date).count { $0.id != shifted.new.id }
        }
        return HourGrid.Cursor(date: cursor.date, row: row, index: index)
    }

    // MARK: Cursor and events

    /// Shows hours: the selected event, and today, unless another one than the first was selected, the time that it is.
    mutating func enterHours() {
        hours = HourPlace()
        let grid = grid
        hours.top = grid.rows.row(ofMinute: workStart)
        var row = hours.top
        if let now, cursor.date == days.today {
            row = grid.rows.row(of: now, on: cursor.date)
            if row >= hours.top + grid.height { hours.top = row - grid.height / 2 }
        }
        hours.moment = grid.rows.times(of: row, on: cursor.date)?.lowerBound
        if now != nil, cursor.date == days.today, cursor.index == 0 {
            cursor.index = -1
            selectAtMoment()
        } else {
            selectedMoment()
        }
    }

    /// Brings the cursor to the selected event.
    ///
    /// - Parameter leaps: false to stay in the event if the cursor is there.
    mutating func selectedMoment(leaps: Bool = true) {
        guard showsHours, selected != nil, !isShifting else { return }
        let grid = grid
        guard let column = grid.column(cursor.date) else { return }
        guard let block = column.block(of: cursor.index) else { return hours.moment = nil }
        let row = hours.moment.map { grid.rows.row(of: $0, on: cursor.date) }
        if !leaps, let row, block.rows.contains(row) { return }
        hours.moment = grid.rows.times(of: block.rows.lowerBound, on: cursor.date)?.lowerBound
    }

    /// Selects what is at the cursor, unless it is selected.
    mutating func selectAtMoment() {
        guard showsHours, !isShifting else { return }
        let grid = grid
        guard let column = grid.column(cursor.date) else { return }
        guard let moment = hours.moment else {
            if !column.band.contains(cursor.index) { cursor.index = column.band.first ?? -1 }
            return
        }
        let row = grid.rows.row(of: moment, on: cursor.date)
        let blocks = column.blocks(at: row)
        if blocks.contains(where: { $0.index == cursor.index }) { return }
        // What begins last is nearest.
        let start = blocks.map(\.rows.lowerBound).max()
        cursor.index = blocks.first { $0.rows.lowerBound == start }?.index ?? -1
    }

    /// Goes to a row of the selected day.
    private mutating func land(on row: Int, _ grid: HourGrid) {
        hours.moment = grid.rows.times(of: row, on: cursor.date)?.lowerBound
        cursor.index = -1
        selectAtMoment()
        keepVisible()
    }

    /// Goes to the same time of another day.
    mutating func goInHours(to date: CivilDate) {
        let wall = hours.moment.map { days.zone.wallTime(at: $0) }
        cursor = Cursor(date: date, index: -1)
        if let wall {
            let moment = days.zone.instant(
                of: CivilDateTime(date, secondOfDay: wall.secondOfDay))
            let rows = grid.rows
            hours.moment =
                rows.times(of: rows.row(of: moment, on: date), on: date)?.lowerBound ?? moment
        }
        selectAtMoment()
        keepVisible()
    }

    /// Goes to the time that it is.
    mutating func goToNow() {
        if let now, showsHours { hours.moment = now }
        go(to: days.today)
    }

    /// Goes down to what comes next, the next row of an empty time or the next event beside a long one, or up.
    mutating func move(byRows step: Int) {
        let grid = grid
        guard let column = grid.column(cursor.date) else { return }
        let exists = { [date = cursor.date] (row: Int) in
            grid.rows.rows.indices.contains(row) && grid.rows.times(of: row, on: date) != nil
        }
        guard let moment = hours.moment else {
            let place = column.band.firstIndex(of: cursor.index)
            if let next = place.map({ $0 + step }), column.band.indices.contains(next) {
                cursor.index = column.band[next]
            } else if step > 0, let first = grid.rows.rows.indices.first(where: exists) {
                land(on: first, grid)
            }
            return
        }
        let row = grid.rows.row(of: moment, on: cursor.date)
        var target = row + step
        if let own = column.block(of: cursor.index) {
            let inside = column.blocks.map(\.rows.lowerBound)
                .filter { row < $0 && $0 < own.rows.upperBound }
            target = step > 0 ? inside.min() ?? own.rows.upperBound : own.rows.lowerBound - 1
        }
        while grid.rows.rows.indices.contains(target), !exists(target) { target += step }
        if exists(target) { return land(on: target, grid) }
        guard step < 0 else { return }
        hours.moment = nil
        cursor.index = column.band.last ?? -1
    }

    /// Goes to the event beside the selected one, or to the next day, or back.
    mutating func move(byColumns step: Int) {
        func beside() -> [HourColumn.Block] {
            let grid = grid
            guard let moment = hours.moment else { return [] }
            return grid.column(cursor.date)?.blocks(
                at: grid.rows.row(of: moment, on: cursor.date)) ?? []
        }
        let blocks = beside()
        if let place = blocks.firstIndex(where: { $0.index == cursor.index }),
            blocks.indices.contains(place + step)
        {
            cursor.index = blocks[place + step].index
            return
        }
        let date = cursor.date
        go(to: date + step)
        // It enters the day from its side.
        let found = step > 0 ? beside().first : beside().last
        if let found, cursor.date != date { cursor.index = found.index }
    }

    /// The first event of the day at or after the cursor, or the last one before it; nil where an event is selected.
    func eventInHours(after isAfter: Bool) -> Int? {
        guard showsHours, cursor.index < 0 else { return nil }
        let grid = grid
        guard let column = grid.column(cursor.date) else { return nil }
        let row = hours.moment.map { grid.rows.row(of: $0, on: cursor.date) } ?? -1
        return isAfter
            ? column.blocks.first { $0.rows.lowerBound >= row }?.index
            : column.blocks.last { $0.rows.lowerBound < row }?.index
                ?? (row < 0 ? nil : column.band.last)
    }

    /// When the line of the time that it is moves on; nil where it is not shown.
    var secondsToNextRow: Int? {
        guard let now, showsHours, hourDates.contains(days.today) else { return nil }
        let rows = grid.rows
        return rows.times(of: rows.row(of: now, on: days.today), on: days.today)
            .map { max(1, $0.upperBound - now) }
    }

    // MARK: Scrolling and the mouse

    /// Scrolls so that the cursor's row is shown, and the selected event below it as far as there is room.
    mutating func keepHoursVisible() {
        let grid = grid
        if let moment = hours.moment {
            let row = grid.rows.row(of: moment, on: cursor.date)
            let block = grid.column(cursor.date)?.block(of: cursor.index)
            let end = min(block?.rows.upperBound ?? 0, row + grid.height)
            hours.top = max(min(hours.top, row), max(end, row + 1) - grid.height)
        }
        scroll(byRows: 0)
    }

    mutating func scroll(byRows rows: Int) {
        let grid = grid
        hours.top = max(0, min(hours.top + rows, grid.rows.rows.count - grid.height))
    }

    mutating func clickInHours(_ column: Int, _ row: Int) {
        let grid = grid
        switch grid.place(column: column, row: row, top: hours.top) {
        case .head(let date): go(to: date)
        case .cursor(let place):
            cursor = Cursor(date: place.date, index: place.index ?? -1)
            hours.moment = place.row.flatMap { grid.rows.times(of: $0, on: place.date)?.lowerBound }
            keepVisible()
        case nil: break
        }
    }

    // MARK: Adding

    /// The cursor's day and time as words of a new event: ` 2026-11-23 14:00`.
    var wordsOfCursor: String {
        let date = cursor.date.iso
        guard let moment = hours.moment else { return " " + date }
        let wall = days.zone.wallTime(at: moment)
        let clock = ClockFormat.hours24.text(wall)
        // A time that clocks show again needs its offset.
        return days.zone.instant(of: wall) == moment
            ? " \(date) \(clock)"
            : " " + OutputBuffer.text { $0.append(moment, in: days.zone) }
    }
}
