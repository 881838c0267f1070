/// A source as its reader lists it, beside what is stored of it.
struct ListedSource {
    let reader: any SourceReader
    /// As it was before.
    let start: RefreshResult
    /// What has become of it, as far as is known.
    var changes: RefreshResult
    /// What is to be read.
    var concerned: [ListedResource]
    /// How many were found to have a new version alone.
    var touchedCount = 0
    /// How many are listed that no batch of this refresh has imported.
    let otherCount: Int
    /// Positions, not records: a folder may have thousands.
    private let known: [String: Int]

    init(
        _ listing: SourceListing, _ start: RefreshResult, _ reader: any SourceReader,
        _ refresh: Refresh
    ) {
        let (base, imported) = (start.base, refresh.batches.resources)
        var known = [String: Int](minimumCapacity: base.count)
        for (position, record) in base.enumerated() { known[record.href] = position }
        (self.reader, self.start, self.known, changes) = (reader, start, known, start)
        changes.mounts = listing.mounts
        changes.isLinked = listing.resources.contains(where: \.isLinked)
        var listed = listing.resources
        listed += listing.lost.filter { place in base.contains { $0.href.hasPrefix(place.href) } }
        // A version too young to be trusted is read again by the next refresh, not by this one.
        concerned = listed.filter { resource in
            if !refresh.rebuilds, let position = known[resource.href],
                base[position].version == resource.version
            {
                return false
            }
            return !imported.contains(resource)
        }.sorted { $0.href < $1.href }
        otherCount = listed.count - listed.count(where: imported.contains)
        // As many as are known, and none of them new: then none has gone.
        guard !concerned.isEmpty || !imported.isEmpty || listed.count != base.count else { return }
        let present = Set(listed.map(\.href))
        for record in base
        where !present.contains(record.href) && !listing.mayHold(record.href) {
            changes.changes.append(.vanished(record))
        }
    }

    /// What is stored of a resource; nil for a new one.
    func record(of resource: ListedResource) -> ResourceRecord? {
        known[resource.href].map { start.base[$0] }
    }
}
