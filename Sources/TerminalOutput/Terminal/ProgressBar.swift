import AgendaActions
import AgendaJSON
package import AgendaKit
package import AgendaSync
package import AgendaWords
import Glibc
import Synchronization

/// Shows the progress of a long import on standard error: redrawn in place, only on a terminal.
package final class ProgressBar: ProgressReport {
    /// A short import ends before anyone could read a bar.
    private static let delay = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)

    private struct State {
        var path = ""
        var begin = ContinuousClock.now
        var drawn: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// Whether the data imported so far is stored.
    private let isStored: Bool

    /// Creates a bar; nil if nobody can see it.
    package init?(quiet: Bool, isStored: Bool = true) {
        guard !quiet, isatty(STDERR_FILENO) == 1 else { return nil }
        self.isStored = isStored
    }

    /// Draws the progress of an import, at most ten times a second.
    package func show(_ progress: ImportProgress) {
        show(progress.path) {
            Self.line(progress, after: $0, width: $1, language: .current)
        }
    }

    package func show(_ progress: SearchProgress) {
        let (done, all) = (progress.eventsDone, max(1, progress.eventCount))
        show("") { _, width in
            Self.cut("search index \(Self.bar(done, of: all)) \(done) of \(all) events", to: width)
        }
    }

    /// One line that leaves the terminal's last column free.
    static func cut(_ message: Message, to width: Int) -> String {
        let line = SafeText.line(message.text, isUTF8: Environment.isUTF8)
        return String(DisplayWidth.prefix(of: line, cells: max(0, width - 1)))
    }

    /// The bar of a number of all.
    static func bar(_ done: Int, of total: Int) -> String {
        bar(min(1, Double(done) / Double(max(1, total))))
    }

    package func show(_ path: String, _ line: (_ after: Duration, _ width: Int) -> String) {
        let now = ContinuousClock.now
        let elapsed: Duration? = state.withLock { state in
            if state.path != path { state = State(path: path, begin: now) }
            guard now - state.begin > Self.delay,
                state.drawn.map({ now - $0 > Self.interval }) ?? true
            else { return nil }
            if state.drawn == nil, isStored { Self.explainInterruption() }
            state.drawn = now
            return now - state.begin
        }
        guard let elapsed else { return }
        Self.draw(line(elapsed, Terminal.size(of: STDERR_FILENO)?.columns ?? 80))
    }

    package func end() {
        let wasDrawn = state.withLock { state in
            defer { state = State() }
            return state.drawn != nil
        }
        guard wasDrawn else { return }
        if isStored { signal(SIGINT, SIG_DFL) }
        Self.draw("")
    }

    /// `team.ics [########--------] 52 %, 410 of 800 MB, 95 MB/s, 4 s left`, as many parts as fit.
    package static func line(
        _ progress: ImportProgress, after elapsed: Duration, width: Int, language: Language
    ) -> String {
        let done = min(progress.bytesDone, progress.byteCount)
        let share = progress.byteCount > 0 ? Double(done) / Double(progress.byteCount) : 1
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        let left =
            rate > 0 ? Int((Double(max(0, progress.byteCount - done)) / rate).rounded(.up)) : 0
        let name = SafeText.line(
            progress.path.split(separator: "/").last.map(String.init) ?? progress.path,
            isUTF8: Environment.isUTF8)
        let (doneMB, allMB) = (done / 1_000_000, progress.byteCount / 1_000_000)
        let parts = [
            " \(Int(share * 100)) %", Message(", \(doneMB) of \(allMB) MB").text(in: language),
            ", \(Int(rate / 1_000_000)) MB/s", Message(", \(time(left)) left").text(in: language),
        ]
        var line = "\(DisplayWidth.prefix(of: name, cells: 30)) \(bar(share))"
        for part in parts {
            guard DisplayWidth.cells(of: line + part) < width else { break }
            line += part
        }
        return line
    }

    /// `[########------------]`.
    package static func bar(_ share: Double) -> String {
        let marks = Int(share * 20)
        let rest = String(repeating: "-", count: 20 - marks)
        return "[" + String(repeating: "#", count: marks) + rest + "]"
    }

    private static func time(_ seconds: Int) -> String {
        seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    private static func draw(_ line: String) {
        _ = OutputBuffer.write(Array("\r\(line)\u{1B}[K".utf8), to: STDERR_FILENO)
    }

    /// Explains on SIGINT that the stored data is kept.
    private static func explainInterruption() {
        let words: Message =
            "agenda: interrupted: 'agenda refresh' goes on where this stopped"
        // A signal handler must not allocate memory.
        farewell = strdup("\r\u{1B}[K\(words.text)\n")
        signal(SIGINT) { number in
            if let farewell { _ = write(STDERR_FILENO, farewell, strlen(farewell)) }
            _exit(128 + number)
        }
    }
}

/// What is written when the process is interrupted; only set before the handler is.
private nonisolated(unsafe) var farewell: UnsafeMutablePointer<CChar>?

extension ProgressBar {
    /// Draws how far a calendar's synchronisation is.
    package func show(_ progress: SyncProgress, of calendar: String) {
        // One key: accounts are synchronised at the same time.
        show("sync") { _, width in Self.line(progress, of: calendar, width: width) }
    }

    /// `work/Home [#####---------------] 2500 of 10000 fetched`.
    package static func line(_ progress: SyncProgress, of calendar: String, width: Int) -> String {
        let line: Message =
            switch progress {
            case .fetching(let done, let total):
                "\(calendar) \(bar(done, of: total)) \(done) of \(total) fetched"
            case .sending(let done, let total):
                "\(calendar) \(bar(done, of: total)) \(done) of \(total) sent"
            }
        return cut(line, to: width)
    }

    /// Draws how many feeds have been asked for.
    package func show(_ progress: FeedProgress, name: String) {
        let (done, all) = (progress.done, progress.total)
        show("feeds") { _, width in
            Self.cut("feeds \(Self.bar(done, of: all)) \(done) of \(all): \(name)", to: width)
        }
    }
}
