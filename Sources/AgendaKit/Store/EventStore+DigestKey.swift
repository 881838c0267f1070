internal import ICalendar

/// The key of a store's digests, kept beside the database.
private struct KeptKey: VersionedDocument {
    var version = 1
    /// The key's two words, as decimal numbers.
    var low: UInt64
    var high: UInt64
}

extension EventStore {
    /// Keeps the key of the digests in a file beside the database, from which a store that is made anew takes it: whoever knows
    /// digests of this store's resources finds the same ones then. Writes nothing if the file has the key already.
    ///
    /// - Throws: `storeUnwritable`.
    package func keepDigestKey() throws(AgendaError) {
        guard let path, Self.keptDigestKey(of: path) != digestKey else { return }
        try Self.keyFile(of: path).write(KeptKey(low: digestKey.low, high: digestKey.high))
    }

    /// The key that is kept beside a database; nil if none is, or it cannot be read.
    static func keptDigestKey(of path: String) -> ContentDigest.Key? {
        guard let kept = try? keyFile(of: path).read() else { return nil }
        return ContentDigest.Key(low: kept.low, high: kept.high)
    }

    private static func keyFile(of path: String) -> SideFile<KeptKey> {
        SideFile(path: path + "-key", fault: .damaged(cause: nil))
    }
}
