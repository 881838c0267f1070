import AgendaKit
import ICalendar

/// How text for people looks: its words, its marks, its character set, its colours and its width.
struct TextStyle {
    /// Whether characters beyond ASCII may be shown.
    var isUTF8: Bool
    /// Whether colours are shown.
    var isColored: Bool
    /// Whether the terminal shows 24-bit colours; else 256.
    var hasTrueColor = false
    /// The language of its words.
    var language = Language.english
    /// The words for days.
    var words = TimeWords.english
    /// The cells that a line may take; nil when nothing is to be cut.
    var width: Int?
    /// The colours that the reader has given to calendars, by names in lower case.
    var colors: [String: String] = [:]

    /// What the environment and `--color` ask for.
    init(color: ColorChoice) {
        self.init(
            isUTF8: Environment.isUTF8, isColored: color.isOn,
            hasTrueColor: Environment.hasTrueColor)
        (language, words, width) = (.current, .current, Terminal.width)
        colors = Configuration.current.colors
    }

    /// A style that does not ask the environment: English, as wide as it takes.
    init(isUTF8: Bool, isColored: Bool, hasTrueColor: Bool = false) {
        self.isUTF8 = isUTF8
        self.isColored = isColored
        self.hasTrueColor = hasTrueColor
    }

    /// The marks of a line.
    var symbols: Symbols { isUTF8 ? .unicode : .ascii }

    /// A word or sentence in the style's language.
    func text(_ message: Message) -> String { message.text(in: language) }

    /// What tells that something was cut off; one cell in UTF-8, else three.
    var ellipsis: String { isUTF8 ? "…" : "..." }

    /// A text cut to so many cells at the end of a sign, with ``ellipsis``; as it is when it fits.
    func cut(_ text: String, to cells: Int) -> String {
        if DisplayWidth.cells(of: text) <= cells { return text }
        let room = max(0, cells - ellipsis.utf8.count(where: { $0 & 0xC0 != 0x80 }))
        var kept = DisplayWidth.prefix(of: text, cells: room)
        while kept.last == " " { kept.removeLast() }
        return kept + ellipsis
    }

    /// What stands between the lines of an address, which become one.
    static let lineBreak = ", "

    /// One harmless line; the lines of an address become one.
    func safe(_ text: String) -> String {
        SafeText.line(text, isUTF8: isUTF8, lineBreak: Self.lineBreak)
    }

    /// `CANCELLED Stand-up`; `(no title)` where there is none.
    func title(_ event: AgendaEvent) -> String {
        OutputBuffer.text { write(titleOf: event, to: &$0) }
    }

    /// Appends ``title(_:)``.
    func write(titleOf event: AgendaEvent, to output: inout OutputBuffer) {
        switch event.status {
        case .confirmed: break
        case .tentative: output.append("TENTATIVE ")
        case .cancelled: output.append("CANCELLED ")
        }
        let start = output.bytes.count
        output.append(safe: event.summary ?? "", isUTF8: isUTF8)
        if output.bytes.count == start { output.append(text("(no title)")) }
    }

    /// A day's header.
    func header(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// What matters less.
    func dimmed(_ text: String) -> String { dimming.begin + text + dimming.end }

    /// What stands around dimmed text.
    var dimming: (begin: String, end: String) {
        isColored ? ("\u{1B}[2m", "\u{1B}[0m") : ("", "")
    }

    /// In the colour that the reader has given to the calendar, else in the event's or calendar's own,
    /// else in one that the name chooses.
    func calendar(_ text: String, _ color: String?, of name: String) -> String {
        guard isColored else { return text }
        let chosen = colors.isEmpty ? nil : colors[name.lowercased()]
        let color = (chosen ?? color).flatMap(TextColor.init(css:)) ?? TextColor(name: name)
        return "\u{1B}[\(color.code(isTrueColor: hasTrueColor))m\(text)\u{1B}[0m"
    }
}
