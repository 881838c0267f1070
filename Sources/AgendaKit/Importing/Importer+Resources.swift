/// Many resources at once, such as the files of a folder.
extension Importer {
    /// Imports new resources in batches if they are very many: with memory that does not grow with them, and so that an
    /// import that was interrupted goes on. What is stored of others stays until all that is new is stored.
    ///
    /// - Returns: whether it did; then the sources must be looked at again.
    func importNew(
        _ resources: [ListedResource], _ start: RefreshResult, _ reader: any SourceReader,
        _ preparation: ImportContext, _ refresh: inout Refresh
    ) async throws(AgendaError) -> Bool {
        let limit = partSizes.resources
        guard resources.count > limit else { return false }
        var result = start
        for first in stride(from: 0, to: resources.count, by: limit) {
            let batch = resources[first..<min(first + limit, resources.count)]
            let jobs = batch.map { resource in
                ResourceImport(
                    resource: resource, sourceID: start.source.id, record: nil,
                    stored: StoredComponents(), rebuilds: false)
            }
            result.changes = await Self.run(jobs, reader, preparation, progress)
            guard
                let commit = try store.apply(
                    [result], horizon: preparation.horizon, patience: Self.refreshPatience,
                    by: { context.origin(of: $0, refresh) })
            else { return true }
            cache.follow(commit, [result])
            result.revision = commit.report.revision
            refresh.batches.report.add(commit.report)
            refresh.batches.resources.formUnion(batch)
        }
        return true
    }

    /// Reads and prepares resources on all cores, and keeps their order.
    static func run(
        _ jobs: [ResourceImport], _ reader: any SourceReader, _ preparation: ImportContext,
        _ progress: ProgressMeter
    ) async -> [RefreshResult.Change] {
        guard !jobs.isEmpty else { return [] }
        // Enough parts to keep all cores busy, large enough that a part is worth a task.
        let length = max(1, min(64, jobs.count / 8))
        let parts = stride(from: 0, to: jobs.count, by: length).map {
            Array(jobs[$0..<min($0 + length, jobs.count)])
        }
        return await withTaskGroup(of: (Int, [RefreshResult.Change]).self) { group in
            for (index, part) in parts.enumerated() {
                group.addTask {
                    var changes: [RefreshResult.Change] = []
                    for job in part {
                        if let change = await job.run(reader, preparation) {
                            changes.append(change)
                        }
                    }
                    return (index, changes)
                }
            }
            var results = [[RefreshResult.Change]](repeating: [], count: parts.count)
            for await (index, changes) in group {
                results[index] = changes
                progress.advance(
                    parts[index].reduce(0) { $0 + $1.resource.size },
                    events: changes.reduce(0) { $0 + $1.eventCount })
            }
            return results.flatMap { $0 }
        }
    }
}
