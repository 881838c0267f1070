package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import AgendaWords
import ICalendar

/// The appearance of text for people: its words, marks, character set, colours and width.
package struct TextStyle {
    /// Whether characters beyond ASCII may be shown.
    package var isUTF8: Bool
    package var isColored: Bool
    /// Whether the terminal shows 24-bit colours, not only 256.
    package var hasTrueColor = false
    /// Whether the terminal shows only the 16 usual colours.
    package var hasFewColors = false
    package var language = Language.english
    package var words = TimeWords.english
    /// The cells available to a line; nil for no limit.
    package var width: Int?
    /// The colours that the reader has assigned to calendars, by names in lower case.
    package var colors: [String: String] = [:]

    /// Creates the style that the environment and `--color` request.
    package init(color: ColorChoice) {
        self.init(
            isUTF8: Environment.isUTF8, isColored: color.isOn,
            hasTrueColor: Environment.hasTrueColor)
        (language, words, width) = (.current, .current, Terminal.width)
        colors = Configuration.current.colors
    }

    /// The environment's style without colours, for lines on standard error.
    package static var plain: TextStyle { TextStyle(color: .never) }

    /// Creates a style independent of the environment: English, without a width limit.
    package init(isUTF8: Bool, isColored: Bool, hasTrueColor: Bool = false) {
        self.isUTF8 = isUTF8
        self.isColored = isColored
        self.hasTrueColor = hasTrueColor
    }

    package var symbols: Symbols { isUTF8 ? .unicode : .ascii }

    package func text(_ message: Message) -> String { message.text(in: language) }

    /// The mark of a cut; one cell in UTF-8, otherwise three.
    var ellipsis: String { isUTF8 ? "…" : "..." }

    /// A text cut to this many cells between characters, with ``ellipsis``; unchanged if it fits.
    package func cut(_ text: String, to cells: Int) -> String {
        if DisplayWidth.cells(of: text) <= cells { return text }
        let room = max(0, cells - ellipsis.utf8.count(where: { $0 & 0xC0 != 0x80 }))
        var kept = DisplayWidth.prefix(of: text, cells: room)
        while kept.last == " " { kept.removeLast() }
        return kept + ellipsis
    }

    /// The separator between the lines of an address, which become one line.
    package static let lineBreak = ", "

    /// A text on so many lines of so many cells, broken between words or between characters two cells wide; its end is cut off.
    func folded(_ text: String, to width: Int, atMost count: Int) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while lines.count < count - 1, DisplayWidth.cells(of: rest) > width {
            let head = DisplayWidth.prefix(of: rest, cells: width)
            // A character wider than a line: leave it to the cut below.
            guard !head.isEmpty else { break }
            var end = head.endIndex
            if rest[end] != " ", DisplayWidth.cells(of: rest[end]) < 2,
                let space = head.lastIndex(of: " ")
            {
                end = space
            }
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return rest.isEmpty ? lines : lines + [cut(String(rest), to: width)]
    }

    /// One safe line; the lines of an address become one.
    package func safe(_ text: String) -> String {
        SafeText.line(text, isUTF8: isUTF8, lineBreak: Self.lineBreak)
    }

    /// `CANCELLED Stand-up`; `(no title)` if the event has none.
    package func title(_ event: AgendaEvent) -> String {
        OutputBuffer.text { write(titleOf: event, to: &$0) }
    }

    package func write(titleOf event: AgendaEvent, to output: inout OutputBuffer) {
        switch event.status {
        case .confirmed: break
        case .tentative: output.append("TENTATIVE ")
        case .cancelled: output.append("CANCELLED ")
        }
        let start = output.bytes.count
        let translated = language == .english ? nil : event.occasionTitle.map { text(Message($0)) }
        output.append(safe: translated ?? event.summary ?? "", isUTF8: isUTF8)
        // Some programs leave a space at the end.
        while output.bytes.count > start, output.bytes.last == UInt8(ascii: " ") {
            output.bytes.removeLast()
        }
        if output.bytes.count == start { output.append(text("(no title)")) }
    }

    /// The title as it stands among others: `☐ Pay rent (due Sun 2026-11-01)` of a to-do that is late, `✎ Diary` of a journal
    /// entry.
    package func markedTitle(_ item: AgendaEvent) -> String {
        OutputBuffer.text { write(markedTitleOf: item, to: &$0) }
    }

    func write(markedTitleOf item: AgendaEvent, to output: inout OutputBuffer) {
        switch item.part {
        case nil: write(titleOf: item, to: &output)
        case .todo(let todo)?:
            let title = symbols.box(todo.status) + " " + self.title(item)
            output.append(todo.lateSince.map { text("\(title) (due \(words.day($0)))") } ?? title)
        case .journal?: output.append(symbols.journal + " " + title(item))
        }
    }

    /// Whether an item is dimmed; of a to-do the box says that it is cancelled.
    func dims(_ item: AgendaEvent) -> Bool { item.status == .cancelled && item.todo == nil }

    package func header(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// Dims less important text.
    package func dimmed(_ text: String) -> String { dimming.begin + text + dimming.end }

    /// The escape sequences around dimmed text.
    var dimming: (begin: String, end: String) {
        isColored ? ("\u{1B}[2m", "\u{1B}[0m") : ("", "")
    }

    /// Colours the text: in the colour that the reader has assigned to the calendar, otherwise in
    /// the event's or calendar's own, otherwise in one derived from the name.
    package func calendar(_ text: String, _ color: String?, of name: String) -> String {
        guard isColored else { return text }
        let chosen = colors.isEmpty ? nil : colors[name.lowercased()]
        let color = (chosen ?? color).flatMap(TextColor.init(css:)) ?? TextColor(name: name)
        let code = hasFewColors ? color.basicCode : color.code(isTrueColor: hasTrueColor)
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

extension ColorChoice {
    package var isOn: Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: Terminal.isOutput && !Environment.forbidsColor
        }
    }
}

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

/// The marks on a line.
package enum Symbols: Hashable {
    case unicode
    case ascii

    package var begins: String { self == .unicode ? "↦" : "->" }
    package var goesOn: String { self == .unicode ? "↔" : "<->" }
    package var ends: String { self == .unicode ? "⇥" : "->|" }
    package var recurs: String { self == .unicode ? "⟳" : "(R)" }
    /// In front of each line of an event in a grid of hours.
    var bar: String { self == .unicode ? "▌" : "[" }
    /// The time that it is, beside a grid of hours and across its day.
    var now: (mark: String, line: String) { self == .unicode ? ("▸", "─") : (">", "-") }
    /// A time that a day does not have.
    var noTime: String { self == .unicode ? "╱" : "/" }
    /// How many events are above and below what is shown.
    var above: String { self == .unicode ? "↑" : "^" }
    var below: String { self == .unicode ? "↓" : "v" }
    /// The second time that clocks show a time.
    var second: String { self == .unicode ? "²" : "'" }
}
