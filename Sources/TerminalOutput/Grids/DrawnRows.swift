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
    /// What grids hold of days: lines of a box, or a column of hours.
    private var parts: [CivilDate: Any] = [:]
    /// What the parts are made for, such as their cells and lines.
    private var measures: [Int] = []

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

    /// A day's part of a grid, made for these measures.
    func part<Part>(_ date: CivilDate, _ measures: [Int], _ make: () -> Part) -> Part {
        if measures != self.measures { (self.measures, parts) = (measures, [:]) }
        if let known = parts[date] as? Part { return known }
        let part = make()
        parts[date] = part
        return part
    }
}
