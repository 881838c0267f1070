package import ICalendar

/// One resource that may have changed: reads it and works out what that means.
struct ResourceImport: Sendable {
    let resource: ListedResource
    let sourceID: Int64
    /// Its stored row; nil when it is new.
    let record: ResourceRecord?
    let stored: StoredComponents
    /// What was read of this very version before.
    var scanned: ScannedFile?
    /// Whether to import it as if it were new.
    let rebuilds: Bool

    /// What became of the resource; nil if there is nothing to write.
    nonisolated(nonsending) func run(
        _ reader: any SourceReader, _ preparation: ImportContext
    ) async -> RefreshResult.Change? {
        let content: ResourceContent
        do throws(AgendaError) {
            content = if let scanned { scanned.content } else { try await reader.read(resource) }
        } catch {
            return failed(error)
        }
        let version = content.version
        let current = record(version: version)
        var fresh = current
        if rebuilds { fresh.id = 0 }
        switch preparation.prepare(
            content.bytes, scanned: scanned?.scanned, record: fresh,
            stored: rebuilds ? StoredComponents() : stored)
        {
        case .unchanged: return record?.version == version ? nil : .touched(current)
        case .broken(let diagnostics): return .broken(current, diagnostics)
        case .prepared(let prepared):
            guard rebuilds, let record else { return .prepared(prepared) }
            // What is stored beats a resource that no longer reads.
            if prepared.series.isEmpty && !stored.isEmpty && !prepared.diagnostics.isEmpty {
                return .broken(current, prepared.diagnostics)
            }
            return .rebuilt(record, prepared)
        }
    }

    /// What becomes of a resource that could not be read: what is stored of it stays, and each refresh
    /// tries again, because nobody knows what it holds.
    private func failed(_ error: AgendaError) -> RefreshResult.Change? {
        // Gone between the listing and the reading: the next refresh knows more.
        if error.code == .notFound, resource.failure == nil { return nil }
        let version = ResourceVersion(unreadableFor: error)
        if record?.version == version { return nil }
        let diagnostic = Diagnostic(.error, Diagnostic.Reason(error))
        if record != nil { return .broken(record(version: version), [diagnostic]) }
        var empty = PreparedResource(record: record(version: version))
        empty.diagnostics = [diagnostic]
        return .prepared(empty)
    }

    private func record(version: ResourceVersion) -> ResourceRecord {
        var record = record ?? ResourceRecord(sourceID: sourceID, href: resource.href)
        record.version = version
        return record
    }
}

extension Diagnostic.Reason {
    /// Why a source, or a file of one, cannot be read.
    package init(_ error: AgendaError) {
        self =
            switch error.reason {
            case .noSuchFile: .fault(.noSuchFile)
            case .cannotRead(let cause): .value(cause, .cannotRead)
            case .notAFile(let kind): .value(kind, .notAFile)
            case .isFolder: .fault(.isFolder)
            case .nameNotUTF8: .fault(.nameNotUTF8)
            case .manyOtherFiles(let limit): .number(limit, .otherFiles)
            case .notMounted: .fault(.notMounted)
            case .gone: .fault(.gone)
            default: .other(AgendaError(error.reason).description)
            }
    }
}
