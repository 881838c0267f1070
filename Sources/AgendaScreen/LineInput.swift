import AgendaActions
import TerminalOutput

/// One line that a person types.
struct LineInput: Hashable {
    /// The text before and after the caret.
    private(set) var before = ""
    private(set) var after = ""

    init(_ text: String = "") { before = text }

    /// A line with the caret in it.
    init(before: String, after: String) { (self.before, self.after) = (before, after) }

    var text: String { before + after }

    /// The whole text without spaces at its ends.
    var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Takes a key; false if it means nothing in a line.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .text(let text): before += text
        // A pasted paragraph becomes one line; other control characters are left out.
        case .paste(let text):
            before += text.map { $0.isWhitespace ? " " : String($0) }.joined().filter {
                !$0.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
            }
        case .backspace: _ = before.popLast()
        case .delete: after = String(after.dropFirst())
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home, .control("a"): (before, after) = ("", text)
        case .end, .control("e"): (before, after) = (text, "")
        case .control("u"): before = ""
        case .control("k"): after = ""
        case .control("w"):
            while before.last?.isWhitespace == true { before.removeLast() }
            while let last = before.last, !last.isWhitespace { before.removeLast() }
        default: return false
        }
        return true
    }

    /// The line as shown in this many cells, with the caret's cell; a long text is shown around the caret.
    func shown(cells: Int, style: TextStyle) -> (text: String, caret: Int) {
        var head = style.safe(before)
        while DisplayWidth.cells(of: head) >= max(cells, 1), !head.isEmpty { head.removeFirst() }
        let caret = DisplayWidth.cells(of: head)
        let tail = DisplayWidth.prefix(of: style.safe(after), cells: max(0, cells - caret))
        return (head + tail, caret)
    }
}
