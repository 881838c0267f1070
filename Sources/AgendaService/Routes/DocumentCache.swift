internal import Synchronization

/// The last documents that were written: a page that is open several times, or a status bar, asks for the same.
final class DocumentCache: Sendable {
    private struct Entry {
        var tag: String
        var bytes: [UInt8]
        var use: Int
    }

    private struct Contents {
        var entries: [String: Entry] = [:]
        var uses = 0
        var size = 0
    }

    private let contents = Mutex(Contents())
    private let limit: Int

    /// - Parameter limit: Bytes of all documents together.
    init(limit: Int = 64 << 20) { self.limit = limit }

    /// The document of a request, if it still has this tag.
    func bytes(for target: String, tag: String) -> [UInt8]? {
        contents.withLock { contents in
            guard let entry = contents.entries[target], entry.tag == tag else { return nil }
            contents.uses += 1
            contents.entries[target]?.use = contents.uses
            return entry.bytes
        }
    }

    /// Keeps a document, and lets those go that were used longest ago.
    func keep(_ bytes: [UInt8], for target: String, tag: String) {
        contents.withLock { contents in
            contents.uses += 1
            contents.size += bytes.count - (contents.entries[target]?.bytes.count ?? 0)
            contents.entries[target] = Entry(tag: tag, bytes: bytes, use: contents.uses)
            while contents.size > limit,
                let oldest = contents.entries.min(by: { $0.value.use < $1.value.use })
            {
                contents.size -= oldest.value.bytes.count
                contents.entries[oldest.key] = nil
            }
        }
    }
}
