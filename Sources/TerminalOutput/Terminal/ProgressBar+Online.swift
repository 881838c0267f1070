import AgendaActions
package import AgendaSync

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
        let safe = SafeText.line(line.text, isUTF8: Environment.isUTF8)
        return String(DisplayWidth.prefix(of: safe, cells: max(0, width - 1)))
    }

    private static func bar(_ done: Int, of total: Int) -> String {
        bar(min(1, Double(done) / Double(max(1, total))))
    }

    /// Draws how many feeds have been asked for.
    package func show(_ progress: FeedProgress, name: String) {
        show("feeds") { _, width in
            let bar = Self.bar(Double(progress.done) / Double(max(1, progress.total)))
            let line = Message("feeds \(bar) \(progress.done) of \(progress.total): \(name)").text
            return String(DisplayWidth.prefix(of: line, cells: max(0, width - 1)))
        }
    }
}
