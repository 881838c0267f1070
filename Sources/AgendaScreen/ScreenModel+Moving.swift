import ICalendar

// Where the cursor goes, and what is scrolled to.
extension ScreenModel {
    /// Selects a day of the timeline, or the nearest one.
    mutating func go(to date: CivilDate) {
        let dates = dates
        let date = min(max(date, dates.lowerBound), dates.upperBound - 1)
        if showsHours { return goInHours(to: date) }
        cursor = Cursor(date: date)
        keepVisible()
    }

    /// Selects the next event, or an earlier one if negative; days without events are passed over.
    mutating func move(byEvents count: Int) {
        for _ in 0..<abs(count) {
            guard let next = count > 0 ? following : preceding else { break }
            cursor = next
        }
        selectedMoment()
        keepVisible()
    }

    private var following: Cursor? {
        if let index = eventInHours(after: true) { return Cursor(date: cursor.date, index: index) }
        if cursor.index >= 0, cursor.index + 1 < days.count(on: cursor.date) {
            return Cursor(date: cursor.date, index: cursor.index + 1)
        }
        let later = (cursor.date + 1)..<max(cursor.date + 1, dates.upperBound)
        return later.first { days.count(on: $0) > 0 }.map { Cursor(date: $0) }
    }

    private var preceding: Cursor? {
        if let index = eventInHours(after: false) { return Cursor(date: cursor.date, index: index) }
        if cursor.index > 0 { return Cursor(date: cursor.date, index: cursor.index - 1) }
        let earlier = min(dates.lowerBound, cursor.date)..<cursor.date
        return earlier.last { days.count(on: $0) > 0 }.map {
            Cursor(date: $0, index: days.count(on: $0) - 1)
        }
    }

    /// The rows of the list: all but the last one of the screen.
    var listRows: Int { max(1, size.rows - 1) }

    /// The index of the list's first shown line.
    var topLine: Int {
        let line = lines.line(of: top.date, top.index)
        return max(0, min(line, lines.count - listRows))
    }

    /// Scrolls so that the selected line is shown, and the header of its day if there is room.
    mutating func keepVisible() {
        if showsHours { return keepHoursVisible() }
        let header = lines.line(of: cursor.date, 0)
        let line = header + 1 + cursor.index
        var first = topLine
        let begin = cursor.index == 0 ? header : line
        if line >= first + listRows {
            // A step scrolls by one line; a leap shows the day from its header on.
            first = line - (first + listRows) < 3 ? line - listRows + 1 : begin
        } else if begin < first {
            first = begin
        }
        top = lines.place(of: max(0, min(first, lines.count - listRows)))
    }
}
