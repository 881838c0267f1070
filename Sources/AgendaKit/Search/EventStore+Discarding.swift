internal import GRDB

extension EventStore {
    /// Throws the search index away; the next search makes it anew.
    public func discardSearchIndex() throws(AgendaError) {
        try write { (try SearchIndex.stored.discard($0), .nothing) }
    }
}
