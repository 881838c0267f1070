package import AgendaJSON

/// Redraws text in place on a terminal, with ECMA-48 control sequences.
package enum Screen {
    /// The text drawn from the terminal's first line, over its previous contents. Cuts each line at
    /// the right edge and the last lines at the bottom.
    ///
    /// - Parameters:
    ///   - footer: an additional last line, which is always shown; empty for none.
    ///   - rest: the text for the number of lines cut off.
    package static func drawn(
        _ text: OutputBuffer, footer: String, rest: (Int) -> String
    ) -> OutputBuffer {
        var lines = text.bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let end = footer.isEmpty ? [] : ["", footer]
        // A terminal without a size gets the VT100's; the cursor needs the last row.
        let room = max(1, (Terminal.size?.rows ?? 24) - 1 - end.count)
        let cut = lines.count - room
        let more = cut > 0 ? [rest(cut + 1)] : []
        var output = OutputBuffer()
        // Disable line wrapping while drawing (DECAWM).
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
