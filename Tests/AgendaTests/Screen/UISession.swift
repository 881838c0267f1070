import Testing

/// `agenda ui` on a pseudo terminal, and what a person sees there.
final class UISession {
    let session: TerminalSession
    private var size: (columns: Int, rows: Int)
    /// Where the bytes for the present size begin.
    private var start = 0

    init(
        _ arguments: [String] = [], environment: [String: String], columns: Int = 80, rows: Int = 24
    ) throws {
        size = (columns, rows)
        session = try TerminalSession(["ui"] + arguments, environment: environment, size: size)
    }

    var screen: TestTerminal {
        var terminal = TestTerminal(columns: size.columns, rows: size.rows)
        terminal.take(session.bytes[start...])
        return terminal
    }

    /// The screen when nothing has come to it for half a second: a terminal takes a large frame in parts.
    var calmScreen: TestTerminal {
        var (count, rounds) = (0, 0)
        while rounds < 50 {
            session.read(most: 65_536)
            rounds = session.bytes.count == count ? rounds + 1 : 0
            count = session.bytes.count
        }
        return screen
    }

    func resize(columns: Int, rows: Int) {
        start = session.bytes.count
        size = (columns, rows)
        session.resize(columns: columns, rows: rows)
    }

    func type(_ keys: String) { session.type(keys) }

    /// Waits until the screen is as wanted.
    func wait(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ isWanted: (TestTerminal) -> Bool
    ) throws {
        if session.read(until: { _ in isWanted(screen) }) { return }
        Issue.record("\(what) is not shown:\n\(screen.text)", sourceLocation: sourceLocation)
        throw CancellationError()
    }

    /// Waits until a text stands on the screen.
    func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try wait(for: text, sourceLocation: sourceLocation) {
            // The last row is drawn last, and never empty.
            $0.text.contains(text) && $0.rows.last != ""
        }
    }

    /// Waits until a text is gone from the screen.
    func wait(without text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try wait(for: "a screen without \(text)", sourceLocation: sourceLocation) {
            !$0.text.contains(text)
        }
    }

    /// Checks that the list shows what `agenda timeline` prints in the same locale.
    ///
    /// - Parameter count: how many lines that must be.
    func expectTimeline(
        of agenda: StoreProcess, locale: String, count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // The month and its margin take 31 columns, from 80 on.
        let side = size.columns < 80 ? 0 : 31
        var plain = agenda.process
        plain.environment["LC_ALL"] = locale
        plain.environment["COLUMNS"] = "\(size.columns - side)"
        let printed = try plain.run("timeline").output.split(separator: "\n").map(String.init)
        #expect(printed.count == count, sourceLocation: sourceLocation)
        let shown = screen.cells.prefix(printed.count).map { row in
            let text = row[side...].map(\.text).joined().replacing(
                ">", with: " ", maxReplacements: 1)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
        #expect(shown == printed, sourceLocation: sourceLocation)
    }

    /// Leaves with q and checks that the terminal is as before.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) {
        type("q")
        #expect(session.end() == 0, sourceLocation: sourceLocation)
        #expect(!screen.isAlternate && screen.hasCaret, sourceLocation: sourceLocation)
    }
}
