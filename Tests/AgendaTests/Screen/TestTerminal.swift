/// A terminal as far as `agenda ui` uses one: what its rows show after some bytes (ECMA-48, xterm).
struct TestTerminal {
    /// A cell's character, empty for the second cell of a wide one, and its SGR parameters.
    struct Cell: Equatable {
        var text = " "
        var look = ""
    }

    private(set) var cells: [[Cell]]
    private(set) var isAlternate = false
    private(set) var hasCaret = true
    private(set) var place = (row: 0, column: 0)
    private var look = ""
    private var region: ClosedRange<Int>

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
        region = 0...(rows - 1)
    }

    /// The rows without spaces at their ends.
    var rows: [String] {
        cells.map { row in
            let text = row.map(\.text).joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The rows as one text, without empty ones at the end.
    var text: String {
        var rows = rows
        while rows.last == "" { rows.removeLast() }
        return rows.joined(separator: "\n")
    }

    /// The looks that a row has.
    func looks(of row: Int) -> Set<String> { Set(cells[row].map(\.look)) }

    /// The text of a row that is in reverse.
    func reversed(_ row: Int) -> String {
        cells[row].filter { $0.look.split(separator: ";").contains("7") }.map(\.text).joined()
    }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        let scalars = Array(String(decoding: Array(bytes), as: UTF8.self).unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar {
            case "\u{1B}":
                guard index < scalars.count, scalars[index] == "[" else { continue }
                var parameters = ""
                index += 1
                while index < scalars.count, !("@"..."~" ~= scalars[index]) {
                    parameters.unicodeScalars.append(scalars[index])
                    index += 1
                }
                if index < scalars.count { control(parameters, scalars[index]) }
                index += 1
            case "\n": newLine()
            default: put(scalar)
            }
        }
    }

    private mutating func newLine() {
        if place.row == cells.count - 1 { control("", "S") }
        place = (min(place.row + 1, cells.count - 1), 0)
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = Self.width(scalar)
        if width == 0 {
            if place.column > 0 {
                cells[place.row][place.column - 1].text.unicodeScalars.append(scalar)
            }
            return
        }
        if place.column + width > cells[place.row].count { newLine() }
        cells[place.row][place.column] = Cell(text: String(scalar), look: look)
        if width == 2 { cells[place.row][place.column + 1] = Cell(text: "", look: look) }
        place.column += width
    }

    /// Han, Hangul, kana and fullwidth forms take two cells, combining marks none.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F, 0x200B...0x200F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        let first = numbers.first ?? 0
        switch final {
        case "H": place = (max(first, 1) - 1, max(numbers.count > 1 ? numbers[1] : 1, 1) - 1)
        case "K":
            for column in place.column..<cells[place.row].count {
                cells[place.row][column] = Cell()
            }
        case "J": for row in cells.indices { cells[row] = cells[row].map { _ in Cell() } }
        case "m":
            look =
                first == 0
                ? parameters.split(separator: ";").dropFirst().joined(separator: ";") : parameters
        case "r":
            region =
                numbers.count == 2 ? (numbers[0] - 1)...(numbers[1] - 1) : 0...(cells.count - 1)
            place = (0, 0)
        case "S", "T":
            let blank = cells[0].map { _ in Cell() }
            for _ in 0..<max(first, 1) {
                if final == "S" {
                    cells.remove(at: region.lowerBound)
                    cells.insert(blank, at: region.upperBound)
                } else {
                    cells.remove(at: region.upperBound)
                    cells.insert(blank, at: region.lowerBound)
                }
            }
        case "h", "l":
            if parameters == "?1049" {
                isAlternate = final == "h"
                cells = cells.map { $0.map { _ in Cell() } }
                place = (0, 0)
            }
            if parameters == "?25" { hasCaret = final == "h" }
        default: break
        }
    }
}
