internal import ICalendar

/// What is stored of large files, kept from one refresh to the next: reading it back costs a row for each
/// component of a file in which only one has changed.
///
/// It is right at one revision of the store. The importer's own commits carry it on; after anybody else's it
/// is read again, because other components may have the same numbers then.
struct ComponentCache: Sendable {
    private struct Entry {
        /// Of the content whose components these are.
        var digest: ContentDigest
        var components: StoredComponents
    }

    /// For smaller files, reading it back costs less than the commit.
    private static let minimalCount = 256
    /// The most components to keep, of all files together: about 20 MB.
    private static let maximalCount = 200_000

    private var revision: Int64 = -1
    private var entries: [Int64: Entry] = [:]

    /// What is stored of a file at this revision; nil if it is not kept.
    func components(of record: ResourceRecord, at revision: Int64?) -> StoredComponents? {
        guard revision == self.revision, let entry = entries[record.id],
            entry.digest == record.digest
        else { return nil }
        return entry.components
    }

    /// Keeps what was read from the store at this revision.
    mutating func keep(
        _ components: StoredComponents, of record: ResourceRecord, at revision: Int64
    ) {
        if revision != self.revision { entries = [:] }
        self.revision = revision
        entries[record.id] = nil
        guard Self.minimalCount...Self.maximalCount ~= components.count else { return }
        let count = entries.values.reduce(components.count) { $0 + $1.components.count }
        if count > Self.maximalCount { entries = [:] }
        entries[record.id] = Entry(digest: record.digest, components: components)
    }

    /// Carries what is kept on over the importer's own commit.
    mutating func follow(_ commit: EventStore.Commit, _ changes: [RefreshResult]) {
        guard commit.base == revision else {
            entries = [:]
            return
        }
        let revision = commit.report.revision
        self.revision = revision
        for change in changes.flatMap(\.changes) {
            switch change {
            case .prepared(let resource):
                guard entries[resource.record.id] != nil else { continue }
                keep(
                    commit.stored[resource.record.id] ?? StoredComponents(), of: resource.record,
                    at: revision)
            case .rebuilt(let record, _), .vanished(let record): entries[record.id] = nil
            case .touched, .broken: continue
            }
        }
    }
}
