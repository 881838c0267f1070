/// Draws text in place on a terminal, by ECMA-48 control sequences.
enum Screen {
    /// The text from the terminal's first line on, in place of what stands there. What does not
    /// fit is cut: each line at the right edge, and the text's last lines at the bottom.
    ///
    /// - Parameters:
    ///   - footer: one more line, which is never cut off; empty for none.
    ///   - rest: what is said of so many lines that are cut off.
    static func drawn(
        _ text: OutputBuffer, footer: String, rest: (Int) -> String
    ) -> OutputBuffer {
        var lines = text.bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let end = footer.isEmpty ? [] : ["", footer]
        // What a terminal without a size has is the VT100's; the cursor needs the last row.
        let room = max(1, (Terminal.size?.rows ?? 24) - 1 - end.count)
        let cut = lines.count - room
        let more = cut > 0 ? [rest(cut + 1)] : []
        var output = OutputBuffer()
        // No line wraps while it is drawn (DECAWM).
        output.append("\u{1B}[?7l\u{1B}[H")
        let shown =
            lines.prefix(room - more.count).map { Array($0) } + (more + end).map { Array($0.utf8) }
        for line in shown {
            output.bytes += line
            output.append("\u{1B}[K\n")
        }
        output.append("\u{1B}[J\u{1B}[?7h")
        return output
    }

}
