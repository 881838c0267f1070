import AgendaJSON
import TerminalOutput

/// Writes frames to a terminal: only what differs from the frame before.
struct FrameWriter {
    /// What the terminal shows; nil if that is unknown.
    private var shown: Frame?

    /// So many equal cells cost less to repeat than to skip.
    private static let gap = 6

    /// Forgets what the terminal shows, as after a change of its size.
    mutating func forget() { shown = nil }

    /// The bytes that turn what is shown into a frame.
    ///
    /// - Parameter scrolled: by how many rows all but the last have moved up, if that is likely.
    mutating func bytes(for frame: Frame, scrolled: Int = 0) -> [UInt8] {
        var output = OutputBuffer()
        var old: [FrameRow]
        if let shown, shown.rows.count == frame.rows.count {
            old = shown.rows
            scroll(&old, to: frame, by: scrolled, &output)
        } else {
            output.append("\u{1B}[?25l\u{1B}[m\u{1B}[H\u{1B}[2J")
            old = frame.rows.map { _ in FrameRow("", columns: 0) }
            shown?.caret = nil
        }
        for (row, (before, after)) in zip(old, frame.rows).enumerated() where before != after {
            write(after, over: before, row: row, to: &output)
        }
        if let caret = frame.caret {
            if caret != shown?.caret || !output.bytes.isEmpty {
                place(caret.row, caret.column, &output)
            }
            if shown?.caret == nil { output.append("\u{1B}[?25h") }
        } else if shown?.caret != nil {
            output.append("\u{1B}[?25l")
        }
        shown = frame
        return output.bytes
    }

    /// Lets the terminal move its rows (SU, SD within DECSTBM) if less is left to write then.
    private func scroll(
        _ old: inout [FrameRow], to frame: Frame, by distance: Int, _ output: inout OutputBuffer
    ) {
        let count = old.count - 1
        guard distance != 0, abs(distance) < count else { return }
        let blank = FrameRow("", columns: 0)
        var moved = (0..<count).map { row in
            (0..<count).contains(row + distance) ? old[row + distance] : blank
        }
        moved.append(old[count])
        func cost(_ rows: [FrameRow]) -> Int {
            zip(rows, frame.rows).reduce(0) { $0 + $1.0.differences(from: $1.1) }
        }
        guard cost(moved) + 20 < cost(old) else { return }
        output.append(
            "\u{1B}[m\u{1B}[1;\(count)r\u{1B}[\(abs(distance))\(distance > 0 ? "S" : "T")\u{1B}[r")
        old = moved
    }

    private func place(_ row: Int, _ column: Int, _ output: inout OutputBuffer) {
        output.append(column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H")
    }

    private func write(
        _ row: FrameRow, over old: FrameRow, row number: Int, to output: inout OutputBuffer
    ) {
        var column = 0
        // A terminal may take another width for a sign of several characters: what follows it is unsure.
        let isWhole = !row.isEven || !old.isEven
        if isWhole {
            place(number, 0, &output)
            output.append("\u{1B}[K")
        }
        while column < row.cells.count {
            guard isWhole || row[column] != old[column] else {
                column += 1
                continue
            }
            var end = column + 1
            var equal = 0
            for next in end..<max(end, row.cells.count) {
                equal = isWhole || row[next] != old[next] || row[next].text.isEmpty ? 0 : equal + 1
                if equal > Self.gap { break }
                if equal == 0 { end = next + 1 }
            }
            // The second cell of a wide character cannot be written alone.
            while column > 0, row[column].text.isEmpty { column -= 1 }
            place(number, column, &output)
            var look: String?
            for cell in row.cells[column..<end] {
                if cell.look != look {
                    output.append(cell.look.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(cell.look)m")
                }
                look = cell.look
                output.append(cell.text)
            }
            if look != "" { output.append("\u{1B}[m") }
            column = end
        }
        if old.cells.count > row.cells.count, !isWhole {
            place(number, row.cells.count, &output)
            output.append("\u{1B}[K")
        }
    }
}
