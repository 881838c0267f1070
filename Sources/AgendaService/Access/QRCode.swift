package import AgendaActions
internal import CQRencode

/// A text as a QR code (ISO/IEC 18004), by libqrencode.
package struct QRCode: Sendable {
    /// Modules of a side, with the quiet zone around them.
    package let width: Int
    private let modules: [Bool]

    /// Light modules around all, without which readers do not find the code (ISO/IEC 18004 section 6.3.8).
    private static let quietZone = 4

    /// - Throws: where libqrencode is not installed, or the text is longer than a code may be.
    package init(_ text: String) throws(CommandFailure) {
        guard cqrencode_load() == nil else {
            throw .failure(
                "a QR code needs libqrencode: install the package libqrencode4 or qrencode")
        }
        let bytes = Array(text.utf8)
        guard let symbol = cqrencode_encode(Int32(bytes.count), bytes) else {
            throw .failure("the link is too long for a QR code: open it without one")
        }
        defer { cqrencode_free(symbol) }
        let side = Int(symbol.pointee.width)
        modules = (0..<side * side).map { symbol.pointee.data[$0] & 1 == 1 }
        width = side + 2 * Self.quietZone
    }

    /// Whether a module is dark; all outside are light.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        let side = width - 2 * Self.quietZone
        let (column, row) = (column - Self.quietZone, row - Self.quietZone)
        return (0..<side).contains(column) && (0..<side).contains(row)
            && modules[row * side + column]
    }

    /// Lines of half blocks, two modules a character. The light ones are drawn: on a dark terminal as they are, and with
    /// colours on any.
    ///
    /// - Parameter isColored: whether the terminal takes colours: white on black, of the 256 that all but a few have.
    package func lines(isColored: Bool) -> [String] {
        let (before, after) = isColored ? ("\u{1B}[38;5;231;48;5;16m", "\u{1B}[0m") : ("", "")
        return stride(from: 0, to: width, by: 2).map { row in
            before
                + (0..<width).map { column in
                    switch (isDark(column, row), row + 1 == width || isDark(column, row + 1)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                }.joined() + after
        }
    }

    /// A picture of it, a unit a module.
    package var svg: String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let end = (column...width).first { $0 == width || !isDark($0, row) } ?? width
                if end > column { path += "M\(column) \(row)h\(end - column)v1H\(column)z" }
                column = end + 1
            }
        }
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(width)\" shape-rendering=\"crispEdges\">"
            + "<path fill=\"#fff\" d=\"M0 0h\(width)v\(width)H0z\"/><path d=\"\(path)\"/></svg>"
    }
}
