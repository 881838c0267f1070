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
