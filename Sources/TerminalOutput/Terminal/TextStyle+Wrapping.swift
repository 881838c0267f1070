import AgendaActions

extension TextStyle {
    /// Wraps a line to the terminal's width without cutting it: a difference in an event may be at
    /// the end of a value.
    ///
    /// - Parameter indent: the spaces before each line except the first.
    package func wrapped(_ line: String, indent: Int) -> [String] {
        guard let width = width.map({ max($0, LineFit.narrowest) }) else { return [line] }
        var lines: [String] = []
        var rest = line[...]
        while true {
            let (lead, room) = lines.isEmpty ? (0, width) : (indent, width - indent)
            let margin = String(repeating: " ", count: lead)
            let head = DisplayWidth.prefix(of: rest, cells: room)
            if head.endIndex == rest.endIndex { return lines + [margin + rest] }
            // A character may be wider than a line: Indic letters can join without limit.
            var end = head.isEmpty ? rest.index(after: rest.startIndex) : head.endIndex
            // Break at the end of a word, unless that leaves half of the line empty, as in Chinese.
            if end != rest.endIndex, rest[end] != " ", let space = head.lastIndex(of: " "),
                DisplayWidth.cells(of: head[space...]) <= room / 2
            {
                end = space
            }
            lines.append(margin + rest[..<end])
            rest = rest[end...].drop { $0 == " " }
        }
    }
}
