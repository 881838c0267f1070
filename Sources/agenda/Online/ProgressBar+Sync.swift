import AgendaActions
import AgendaSync
import TerminalOutput

extension ProgressBar {
    /// Draws how far a calendar's synchronisation is.
    func show(_ progress: SyncProgress, of calendar: String) {
        // One key: accounts are synchronised at the same time.
        show("sync") { _, width in Self.line(progress, of: calendar, width: width) }
    }

    /// `work/Home [#####---------------] 2500 of 10000 fetched`.
    static func line(_ progress: SyncProgress, of calendar: String, width: Int) -> String {
        let line: Message =
            switch progress {
            case .fetching(let done, let total):
                "\(calendar) \(bar(done, of: total)) \(done) of \(total) fetched"
            case .sending(let done, let total):
                "\(calendar) \(bar(done, of: total)) \(done) of \(total) sent"
            }
        let safe = SafeText.line(line.text, isUTF8: Environment.isUTF8)
        return String(DisplayWidth.prefix(of: safe, cells: max(0, width - 1)))
    }

    private static func bar(_ done: Int, of total: Int) -> String {
        bar(min(1, Double(done) / Double(max(1, total))))
    }
}
