/// What became of asking for a feed.
package struct FeedOutcome: Hashable, Sendable {
    /// What it was.
    package enum Result: Hashable, Sendable {
        /// There is a new copy.
        case updated
        /// The copy is what the server has: it said so, or sent the same bytes.
        case unchanged
        /// The copy stays as it was. `isNews` is false where that was said at the last attempt already.
        case kept(FeedFault, isNews: Bool)
        /// The server asked to be left alone for another while, and was not asked.
        case waiting(seconds: Int)
        /// Another process asked at the same time, or the feed was removed or changed meanwhile: what came was dropped.
        case superseded
        /// The task was cancelled.
        case cancelled
    }

    /// The feed as it is now.
    package var feed: Feed
    /// What it was.
    package var result: Result
}

/// How far a refresh is: told after each feed.
package struct FeedProgress: Hashable, Sendable {
    /// Feeds that are done, this one included.
    package var done: Int
    /// All that are asked for.
    package var total: Int
    /// This one.
    package var outcome: FeedOutcome
}
