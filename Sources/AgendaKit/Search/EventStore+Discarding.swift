internal import GRDB

extension EventStore {
    /// Discards the search index; the next search builds a new one.
    ///
    /// - Throws: the errors of writing (``AgendaError``).
    public func discardSearchIndex() throws(AgendaError) {
        try write { (try SearchIndex.stored.discard($0), .nothing) }
    }
}
