extension TextStyle {
    /// A line as the lines that the terminal has room for, of which none is cut: what is different about
    /// an event may stand at a value's end.
    ///
    /// - Parameter indent: the spaces before each line but the first.
    func wrapped(_ line: String, indent: Int) -> [String] {
        guard let width = width.map({ max($0, LineFit.narrowest) }) else { return [line] }
        var lines: [String] = []
        var rest = line[...]
        while true {
            let (lead, room) = lines.isEmpty ? (0, width) : (indent, width - indent)
            let margin = String(repeating: " ", count: lead)
            let head = DisplayWidth.prefix(of: rest, cells: room)
            if head.endIndex == rest.endIndex { return lines + [margin + rest] }
            // A sign may be wider than a line: letters of Indic scripts joined without end.
            var end = head.isEmpty ? rest.index(after: rest.startIndex) : head.endIndex
            // A break at a word's end, unless half of the line would be empty, as in Chinese.
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
