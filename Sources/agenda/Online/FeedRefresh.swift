import AgendaActions
import AgendaKit
import AgendaSync
import ICalendar
import TerminalOutput

/// Fetches the feeds that are sources, and says how that went.
struct FeedRefresh {
    let online: OnlineAccess
    let sources: [CalendarSource]
    let bar: ProgressBar?

    /// Days for which the copy of a removed source stays, so that the removal can be undone.
    private static let graceDays = 30

    /// Asks for the feeds that are due, or for all.
    ///
    /// - Returns: the sentence of what was done, nil without feeds; and whether a copy is older than it should be.
    func run(
        all: Bool, now: Instant
    ) async throws -> (sentence: Message?, isPartial: Bool) {
        let feeds = try online.feeds(of: sources)
        try await removeOrphans(feeds, now)
        guard !feeds.isEmpty else { return (nil, false) }
        let names = Dictionary(
            uniqueKeysWithValues: sources.compactMap { source in
                feeds[source.id].map { ($0.id, source.name) }
            })
        let wanted = feeds.values.filter { all || $0.isDue(now) }
        let outcomes = try await online.feeds.refresh(.only(Set(wanted.map(\.id)))) { progress in
            bar?.show(progress, name: names[progress.outcome.feed.id] ?? "")
        }
        bar?.end()
        var counts = (new: 0, same: 0, kept: 0)
        for outcome in outcomes {
            let name = names[outcome.feed.id] ?? ""
            switch outcome.result {
            case .updated: counts.new += 1
            case .unchanged: counts.same += 1
            case .kept(let fault, let isNews):
                counts.kept += 1
                guard isNews else { continue }
                Terminal.complain("\(name): \(fault.description): its last copy is shown")
                if let grant = outcome.feed.settings.permission, fault.isOfCredentials {
                    Terminal.complain(
                        "\(name): sign in again with 'agenda source set \(name) --oauth "
                            + "\(OAuthProvider.name(of: grant))'")
                }
            case .waiting(let seconds):
                counts.kept += 1
                Terminal.complain(
                    "\(name): the server asks to wait for another \(seconds) s: its last copy is shown"
                )
            case .superseded, .cancelled: break
            }
        }
        let rest = feeds.count - outcomes.count
        let sentence: Message =
            "feeds: \(counts.new) new, \(counts.same) unchanged, \(counts.kept) not fetched, \(rest) not due"
        return (sentence, counts.kept > 0)
    }

    /// Removes the feeds whose sources have been gone for long.
    func removeOrphans(_ used: [Int64: Feed], _ now: Instant) async throws {
        let used = Set(used.values.map(\.id))
        for feed in try online.feeds.feeds() where !used.contains(feed.id) {
            guard now - feed.asked > Self.graceDays * 86_400 else { continue }
            try online.feeds.remove(feed.id)
            try? await feed.settings.permission?.refreshToken.remove()
        }
    }
}

extension ProgressBar {
    /// Draws how many feeds have been asked for.
    func show(_ progress: FeedProgress, name: String) {
        show("feeds") { _, width in
            let bar = Self.bar(Double(progress.done) / Double(max(1, progress.total)))
            let line = Message("feeds \(bar) \(progress.done) of \(progress.total): \(name)").text
            return String(DisplayWidth.prefix(of: line, cells: max(0, width - 1)))
        }
    }
}

extension FeedFault {
    fileprivate var isOfCredentials: Bool {
        switch self {
        case .refused: true
        case .noAnswer(let error): error.isOfCredentials
        default: false
        }
    }
}

extension HTTPError {
    /// Whether what proves who asks cannot be had.
    var isOfCredentials: Bool { if case .credentialsMissing = reason { true } else { false } }
}
