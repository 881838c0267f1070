import AgendaKit
import ICalendar

/// How text for people looks: its marks, its character set and its colours.
struct TextStyle {
    /// Whether characters beyond ASCII may be shown.
    var isUTF8: Bool
    /// Whether colours are shown.
    var isColored: Bool
    /// Whether the terminal shows 24-bit colours; else 256.
    var hasTrueColor = false

    /// What the environment and `--color` ask for.
    init(color: ColorChoice) {
        self.init(
            isUTF8: Environment.isUTF8, isColored: color.isOn,
            hasTrueColor: Environment.hasTrueColor)
    }

    /// A style that does not ask the environment.
    init(isUTF8: Bool, isColored: Bool, hasTrueColor: Bool = false) {
        self.isUTF8 = isUTF8
        self.isColored = isColored
        self.hasTrueColor = hasTrueColor
    }

    /// The marks of a line.
    var symbols: Symbols { isUTF8 ? .unicode : .ascii }

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
        if output.bytes.count == start { output.append("(no title)") }
    }

    /// A day's header.
    func header(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    /// What matters less.
    func dimmed(_ text: String) -> String { dimming.begin + text + dimming.end }

    /// What stands around dimmed text.
    var dimming: (begin: String, end: String) {
        isColored ? ("\u{1B}[2m", "\u{1B}[0m") : ("", "")
    }

    /// In the calendar's colour.
    func calendar(_ text: String, _ color: String?) -> String {
        guard isColored else { return text }
        guard let color = color.flatMap(TextColor.init(css:)) else { return dimmed(text) }
        return "\u{1B}[\(color.code(isTrueColor: hasTrueColor))m\(text)\u{1B}[0m"
    }
}
