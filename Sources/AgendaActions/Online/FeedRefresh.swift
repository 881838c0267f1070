package import AgendaKit
package import AgendaSync
package import ICalendar

/// Fetches the feeds that are sources, and says how that went.
package struct FeedRefresh {
    package let online: OnlineAccess
    package let sources: [CalendarSource]
    package let person: Person
    /// Shows how far it is.
    package let bar: (any ProgressReport)?

    package init(
        online: OnlineAccess, sources: [CalendarSource], person: Person,
        bar: (any ProgressReport)? = nil
    ) {
        (self.online, self.sources, self.person, self.bar) = (online, sources, person, bar)
    }

    /// Days for which the copy of a removed source stays, so that the removal can be undone.
    private static let graceDays = 30

    /// Asks for the feeds that are due, or for all.
    ///
    /// - Returns: the sentence of what was done, nil without feeds; and whether a copy is older than it should be.
    package func run(
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
        let outcomes = try await online.feeds.refresh(Set(wanted.map(\.id))) { progress in
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
                person.report.say("\(name): \(fault.description): its last copy is shown")
                if let grant = outcome.feed.settings.permission, fault.isOfCredentials {
                    person.report.say(
                        "\(name): sign in again with 'agenda source set \(name) --oauth "
                            + "\(OAuthProvider.name(of: grant, for: person))'")
                }
            case .waiting(let seconds):
                counts.kept += 1
                person.report.say(
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
    package func removeOrphans(_ used: [Int64: Feed], _ now: Instant) async throws {
        let used = Set(used.values.map(\.id))
        for feed in try online.feeds.feeds() where !used.contains(feed.id) {
            guard now - feed.asked > Self.graceDays * 86_400 else { continue }
            try online.feeds.remove(feed.id)
            try? await feed.settings.permission?.refreshToken.remove()
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
    package var isOfCredentials: Bool {
        if case .credentialsMissing = reason { true } else { false }
    }
}

extension FeedSettings {
    /// The permission that the user gave elsewhere.
    package var permission: OAuthGrant? {
        if case .oauth(let grant)? = credentials { grant } else { nil }
    }
}
