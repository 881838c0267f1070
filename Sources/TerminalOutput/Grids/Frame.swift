import AgendaActions

/// One cell of a terminal: a character and its look.
package struct Cell: Equatable {
    /// The character with its combining marks; empty for the second cell of a wide one.
    package var text: String
    /// The parameters of the control sequence SGR (ECMA-48 8.3.117), such as `1` or `38;5;33`; empty for none.
    package var look: String

    package static let blank = Cell(text: " ", look: "")
}

/// One row of a terminal's cells; blank ones at its end are left out.
package struct FrameRow: Equatable {
    package private(set) var cells: [Cell] = []

    /// Whether each character is surely as wide on all terminals as it is here: signs that several
    /// characters form are not.
    package private(set) var isEven = true

    /// The cells of a text with SGR sequences, cut at the right edge.
    ///
    /// - Parameter highlight: from which cell on it is shown in reverse; nil for none.
    package init(_ text: String, columns: Int, highlight: Int? = nil) {
        var look = ""
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            if first == "\u{1B}" {
                let end = rest.dropFirst(2).firstIndex { "@"..."~" ~= $0 }
                guard let end else { break }
                let sequence = rest[..<end]
                rest = rest[end...].dropFirst()
                let codes = String(Substring(sequence).dropFirst(2))
                look =
                    codes.isEmpty || codes == "0" ? "" : look.isEmpty ? codes : "\(look);\(codes)"
                continue
            }
            let end = rest.firstIndex(of: "\u{1B}") ?? rest.endIndex
            append(Substring(rest[..<end]), look, columns: columns)
            rest = rest[end...]
        }
        while cells.last == .blank { cells.removeLast() }
        guard let highlight, highlight < cells.count else { return }
        for index in highlight..<cells.count {
            cells[index].look = Self.reversed(cells[index].look)
        }
    }

    private static func reversed(_ look: String) -> String { look.isEmpty ? "7" : look + ";7" }

    /// The printable characters of ASCII, and nothing for others.
    private static let printable = (UInt8(0)..<0x7F).map { byte in
        byte < 0x20 ? "" : String(Unicode.Scalar(byte))
    }

    private mutating func append(_ text: Substring, _ look: String, columns: Int) {
        // Most lines: each byte is a cell.
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            for byte in text.utf8.prefix(max(0, columns - cells.count)) {
                cells.append(Cell(text: Self.printable[Int(byte)], look: look))
            }
            return
        }
        for character in text {
            let width = DisplayWidth.cells(of: character)
            guard cells.count + width <= columns else { return }
            if character.unicodeScalars.dropFirst().first != nil { isEven = false }
            if width == 0 {
                if !cells.isEmpty { cells[cells.count - 1].text.append(character) }
                isEven = false
                continue
            }
            cells.append(Cell(text: String(character), look: look))
            for _ in 1..<width { cells.append(Cell(text: "", look: look)) }
        }
    }

    /// The cell at a column, also beyond the end.
    package subscript(column: Int) -> Cell { column < cells.count ? cells[column] : .blank }

    /// How many cells differ.
    package func differences(from other: FrameRow) -> Int {
        if self == other { return 0 }
        return (0..<max(cells.count, other.cells.count)).count { self[$0] != other[$0] }
    }
}

/// A whole screen.
package struct Frame: Equatable {
    package var rows: [FrameRow]
    /// Where the caret is shown; nil for nowhere.
    package var caret: Caret?

    package init(rows: [FrameRow], caret: Caret? = nil) {
        (self.rows, self.caret) = (rows, caret)
    }

    package struct Caret: Equatable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            (self.row, self.column) = (row, column)
        }
    }
}
