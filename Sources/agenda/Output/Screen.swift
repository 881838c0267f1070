import Glibc

/// Draws text in place on a terminal, by ECMA-48 control sequences.
enum Screen {
    /// The text from the terminal's first line on, in place of what stands there. What does not
    /// fit is cut: each line at the right edge, and the last lines at the bottom.
    static func drawn(_ text: OutputBuffer) -> OutputBuffer {
        // What a terminal without a size has, by the VT100.
        let rows = rows ?? 24
        var lines = text.bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        // The cursor needs the last row.
        let cut = lines.count - (rows - 1)
        if cut > 0 { lines.removeLast(cut + 1) }
        var output = OutputBuffer()
        // No line wraps while it is drawn (DECAWM).
        output.append("\u{1B}[?7l\u{1B}[H")
        for line in lines {
            output.bytes += line
            output.append("\u{1B}[K\n")
        }
        if cut > 0 { output.append("… \(cut + 1) more lines\u{1B}[K\n") }
        output.append("\u{1B}[J\u{1B}[?7h")
        return output
    }

    private static var rows: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1 else {
            return nil
        }
        return Int(size.ws_row)
    }
}
