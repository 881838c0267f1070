package import AgendaKit
package import AgendaSync

/// Hears what happens while something is done for a person: a terminal prints it, a service may log it.
package protocol Report: Sendable {
    /// Hears a line that a person should know.
    func hear(_ line: String)
    /// Begins to show how far something long has got; nil if nobody looks.
    ///
    /// - Parameter isStored: whether what is done so far stays done where it is interrupted.
    func progress(isStored: Bool) -> (any ProgressReport)?
}

extension Report {
    /// Hears a message.
    package func say(_ message: Message) { hear(message.text) }
}

/// How far something long has got.
package protocol ProgressReport: Sendable {
    /// Shows an import's progress.
    func show(_ progress: ImportProgress)
    /// Shows the progress of making the search index.
    func show(_ progress: SearchProgress)
    /// Shows how many feeds have been asked for, and the name of the last.
    func show(_ progress: FeedProgress, name: String)
    /// Takes away what is shown.
    func end()
}

/// Nobody listens.
package struct NoReport: Report {
    package init() {}
    package func hear(_ line: String) {}
    package func progress(isStored: Bool) -> (any ProgressReport)? { nil }
}
