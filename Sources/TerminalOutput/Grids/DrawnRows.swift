package import ICalendar

/// What was made for the last frame, for the next one: between two keys most of a screen stays the same.
///
/// Used by the screen's own thread alone.
package final class DrawnRows {
    private struct RowKey: Hashable {
        var text: String
        var columns: Int
        var highlight: Int?
    }

    private var rows: [RowKey: FrameRow] = [:]
    /// The rows of the frame that is being made.
    private var new: [RowKey: FrameRow] = [:]
    private var boxes: [CivilDate: [DayGrid.Line]] = [:]
    /// What boxes are made for: their cells, their lines, and the lines of an event.
    private var measures = [0, 0, 0]

    package init() {}

    /// A row of the terminal.
    package func row(_ text: String, columns: Int, highlight: Int?) -> FrameRow {
        let key = RowKey(text: text, columns: columns, highlight: highlight)
        let row =
            new[key] ?? rows[key] ?? FrameRow(text, columns: columns, highlight: highlight)
        new[key] = row
        return row
    }

    /// Forgets the rows that the frame does not have.
    package func endFrame() { (rows, new) = (new, [:]) }

    /// The lines of a day's events in a grid.
    package func box(_ date: CivilDate, _ measures: [Int], _ make: () -> [DayGrid.Line]) -> [DayGrid
        .Line]
    {
        if measures != self.measures { (self.measures, boxes) = (measures, [:]) }
        if let known = boxes[date] { return known }
        let lines = make()
        boxes[date] = lines
        return lines
    }
}
