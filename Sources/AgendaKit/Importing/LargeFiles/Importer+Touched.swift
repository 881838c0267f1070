internal import CalendarFiles
internal import ICalendar

/// Large files whose content is what is stored, although their versions are not: one that was read when it was too young to be
/// trusted, or one that a program has written again.
extension Importer {
    /// Finds them by their digests, piece by piece: nothing of them is held in memory, nor what is stored of them.
    ///
    /// - Parameters:
    ///   - resources: those with other versions than the stored ones.
    ///   - record: the stored row of a resource; nil when it is new.
    /// - Returns: what is to be written of those that were found, and all others.
    func touched(
        _ resources: [ListedResource], _ reader: any SourceReader,
        record: (ListedResource) -> ResourceRecord?
    ) async -> (touched: [RefreshResult.Change], others: [ListedResource]) {
        var touched: [RefreshResult.Change] = []
        var others: [ListedResource] = []
        for resource in resources {
            guard let record = record(resource), resource.mayBeTouched(since: record),
                let version = try? await version(of: resource, reader, having: record.digest)
            else {
                others.append(resource)
                continue
            }
            var newer = record
            newer.version = version
            if newer != record { touched.append(.touched(newer)) }
        }
        return (touched, others)
    }

    /// The version of a resource that has this content; nil if its content is another one.
    private func version(
        of resource: ListedResource, _ reader: any SourceReader, having digest: ContentDigest
    ) async throws(AgendaError) -> ResourceVersion? {
        let content = try await reader.open(resource)
        var running = ContentDigest.Running(key: store.digestKey)
        var isEnded = false
        while !isEnded {
            let piece = try await content.next(Self.pieceLength, behind: [])
            running.add(piece)
            isEnded = piece.count < Self.pieceLength
        }
        return running.finished == digest ? content.version : nil
    }

    /// Bytes that are read at once, a multiple of 8; smaller files are read whole.
    fileprivate static var pieceLength: Int { 1 << 20 }
}

extension ListedResource {
    /// Whether its content is probably the stored one: a large file that still has its size and the time of its last change.
    fileprivate func mayBeTouched(since record: ResourceRecord) -> Bool {
        guard case (.file(let now), .file(let known)) = (version.form, record.version.form) else {
            return false
        }
        return now.size >= Importer.pieceLength
            && (now.size, now.modified) == (known.size, known.modified)
    }
}
