internal import ICalendar

// What an edit has written.
extension Importer {
    /// Imports the resources that a change has written, and looks at no other: in steps of the size of the change, however
    /// many resources a folder has.
    ///
    /// - Parameters:
    ///   - texts: what was written.
    ///   - sources: whose resources these are.
    @discardableResult
    func refresh(
        _ texts: [ExpectedText], of sources: [CalendarSource]
    ) async throws(AgendaError) -> ImportReport {
        // Only files can be looked at one by one.
        guard sources.allSatisfy({ [.file, .folder].contains($0.kind) }) else {
            return try await refresh(only: Set(sources.map(\.id)))
        }
        guard !texts.isEmpty else { return ImportReport() }
        for _ in 0..<StoreContext.maximalAttempts {
            let preparation = try context.importContext()
            var results: [RefreshResult] = []
            for source in sources {
                let own = texts.filter { $0.sourceID == source.id }
                guard !own.isEmpty else { continue }
                guard let result = try await changes(of: own, source, preparation) else {
                    return try await refresh(only: Set(sources.map(\.id)))
                }
                results.append(result)
            }
            guard results.contains(where: { !$0.changes.isEmpty }) else { return ImportReport() }
            // A power failure may take it back: the files, and the note of the change, stay.
            let commit = try store.apply(
                results, horizon: preparation.horizon, isDurable: false,
                by: { ChangeOrigin(context.origins.imports($0)) })
            if let commit {
                cache.follow(commit, results)
                return commit.report
            }
        }
        throw context.gaveUp
    }

    /// What became of some resources of a source; nil if all of it has to be looked at.
    private func changes(
        of texts: [ExpectedText], _ source: CalendarSource, _ preparation: ImportContext
    ) async throws(AgendaError) -> RefreshResult? {
        guard let location = source.location else { return nil }
        // Until it is known what is mounted there, nobody could tell that it is missing later.
        if source.kind == .folder, try !store.knowsMounts(of: source) { return nil }
        let (known, revision) = try store.resources(texts.map(\.href), of: source)
        var result = RefreshResult(source: source, base: Array(known.values), revision: revision)
        result.isWhole = false
        let stored = try storedComponents(of: result.base, at: revision)
        let reader = try self.reader(for: source)
        for text in texts {
            let record = known[text.href]
            let path = text.href.isEmpty ? location : FileSystem.path(location, text.href)
            guard let status = FileSystem.status(path) else {
                // What is gone and was not removed by this change may be on a disk that is missing.
                if let record, text.digest == nil { result.changes.append(.vanished(record)) }
                continue
            }
            let resource = ListedResource(href: text.href, path: path, status)
            guard resource.size < partSizes.minimal else { return nil }
            let job = ResourceImport(
                resource: resource, sourceID: source.id, record: record,
                stored: record.flatMap { stored[$0.id] } ?? StoredComponents(),
                rebuilds: record?.digest == ContentDigest.unknown)
            if let change = await job.run(reader, preparation) { result.changes.append(change) }
        }
        return result
    }
}
