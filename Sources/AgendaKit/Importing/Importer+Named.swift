internal import ICalendar

// Files of which it is known that nothing else of their sources has changed.
extension Importer {
    /// Files of a source, and the source.
    typealias Named = (source: CalendarSource, files: NamedFiles)

    /// Imports the resources that a change has written, as ``refresh(_:isDurable:)`` does. A power failure may take the import
    /// back: the files, and the note of the change, stay.
    func refresh(
        _ texts: [ExpectedText], of sources: [CalendarSource]
    ) async throws(AgendaError) {
        let named = sources.map { source in
            var files = NamedFiles()
            for text in texts where text.sourceID == source.id {
                files.note(text.href, isDeleted: text.digest == nil)
            }
            return (source, files)
        }
        try await refresh(named, isDurable: false)
    }

    /// Looks at some sources, by their numbers.
    ///
    /// - Throws: as ``refresh(rebuild:)`` does.
    package func look(at ids: Set<Int64>) async throws(AgendaError) -> ImportReport {
        try await refresh(only: ids)
    }

    /// Looks at resources of a source that somebody else has written or removed.
    ///
    /// - Parameter names: theirs, and whether they were removed.
    /// - Throws: as ``refresh(rebuild:)`` does.
    package func look(
        at names: [String: Bool], of source: CalendarSource
    ) async throws(AgendaError) {
        var files = NamedFiles()
        for (name, isRemoved) in names { files.note(name, isDeleted: isRemoved) }
        try await refresh([(source, files)], isDurable: false)
    }

    /// Imports some files and looks at no other: in steps of their number, however many a folder has. Looks at all of a source
    /// where they do not tell what became of it.
    ///
    /// - Parameter isDurable: as for ``EventStore/write(patience:isAddingOnly:isDurable:_:)``.
    func refresh(
        _ named: [Named], isDurable: Bool = true
    ) async throws(AgendaError) {
        for _ in 0..<StoreContext.maximalAttempts {
            let preparation = try context.importContext()
            var results: [RefreshResult] = []
            var others: Set<Int64> = []
            for (source, files) in named
            where !files.areDeleted.isEmpty || !Self.hasFiles(source) {
                if let result = try await changes(of: files, source, preparation) {
                    results.append(result)
                } else {
                    others.insert(source.id)
                }
            }
            if results.contains(where: { !$0.changes.isEmpty }) {
                do {
                    let commit = try store.apply(
                        results, horizon: preparation.horizon, isDurable: isDurable,
                        by: { ChangeOrigin(context.origins.imports($0)) })
                    guard let commit else { continue }
                    cache.follow(commit, results)
                } catch {
                    guard Self.canWait(error, results) else { throw error }
                }
            }
            if !others.isEmpty { _ = try await refresh(only: others) }
            return
        }
        throw context.gaveUp
    }

    /// Whether a source has calendar files, which can be looked at one by one.
    private static func hasFiles(_ source: CalendarSource) -> Bool {
        source.kind == .folder || source.kind == .file
    }

    /// What became of some files of a source; nil if all of it has to be looked at.
    private func changes(
        of files: NamedFiles, _ source: CalendarSource, _ preparation: ImportContext
    ) async throws(AgendaError) -> RefreshResult? {
        guard Self.hasFiles(source), source.status != .failed else { return nil }
        if let reader = try self.reader(for: source) as? KeptReader {
            return try await changes(of: files, source, reader, preparation)
        }
        guard let reader = try self.reader(for: source) as? any LocalReader
        else { return nil }
        // Until it is known what is mounted there, nobody could tell that it is missing later.
        if source.kind == .folder, try !store.knowsMounts(of: source) { return nil }
        let (known, revision) = try store.resources(Array(files.areDeleted.keys), of: source)
        var result = RefreshResult(source: source, base: Array(known.values), revision: revision)
        result.isWhole = false
        var concerned: [ListedResource] = []
        for (href, isDeleted) in files.areDeleted.sorted(by: { $0.key < $1.key }) {
            let record = known[href]
            let path = href.isEmpty ? reader.path : FileSystem.path(reader.path, href)
            guard let status = FileSystem.status(path) else {
                guard FileSystem.isGone(path) else { return nil }
                guard let record else { continue }
                // What is gone and nobody has removed may be on a disk that is missing, or be put back.
                if !isDeleted, try !store.expectsRemoval(of: record) { return nil }
                result.changes.append(.vanished(record))
                continue
            }
            let resource = ListedResource(href: href, path: path, status)
            // Another name of it may be in the folder, too.
            guard FileContent.isRegular(status), !resource.isLinked || source.kind == .file,
                resource.size < partSizes.minimal
            else { return nil }
            if record?.version != resource.version { concerned.append(resource) }
        }
        return try await add(concerned, of: known, to: result, reader, preparation)
    }

    /// What became of some resources of a calendar that is no folder of files.
    private func changes(
        of files: NamedFiles, _ source: CalendarSource, _ reader: KeptReader,
        _ preparation: ImportContext
    ) async throws(AgendaError) -> RefreshResult? {
        let names = Array(files.areDeleted.keys)
        let present = try reader.listed(names)
        let (known, revision) = try store.resources(names, of: source)
        var result = RefreshResult(source: source, base: Array(known.values), revision: revision)
        result.isWhole = false
        var concerned: [ListedResource] = []
        for name in names.sorted() {
            let record = known[name]
            guard let resource = present[name] else {
                if let record { result.changes.append(.vanished(record)) }
                continue
            }
            if record?.version != resource.version { concerned.append(resource) }
        }
        return try await add(concerned, of: known, to: result, reader, preparation)
    }

    /// Reads resources, and adds what became of them.
    private func add(
        _ concerned: [ListedResource], of known: [String: ResourceRecord],
        to result: RefreshResult, _ reader: any SourceReader, _ preparation: ImportContext
    ) async throws(AgendaError) -> RefreshResult {
        var result = result
        let stored = try storedComponents(
            of: concerned.compactMap { known[$0.href] }, at: result.revision)
        for resource in concerned {
            let record = known[resource.href]
            let job = ResourceImport(
                resource: resource, sourceID: result.source.id, record: record,
                stored: record.flatMap { stored[$0.id] } ?? StoredComponents(),
                rebuilds: record?.digest == ContentDigest.unknown)
            if let change = await job.run(reader, preparation) { result.changes.append(change) }
        }
        return result
    }
}
