internal import ICalendar

/// Works out a ``PreparedResource`` from a file's bytes and what is stored of it.
struct ImportContext: Sendable {
    let zones: TimeZoneDatabase
    let horizon: Range<CivilDate>
    /// Of the digests that are stored.
    let key: ContentDigest.Key
    /// Whether texts are packed (``PackedText``), which is a tenth of an import: not worth it where they are not kept.
    var packsTexts = true
    let knownZones = KnownZones()

    /// The result of reading a file.
    enum Outcome: Sendable {
        case prepared(PreparedResource)
        /// The content is what is stored; only the file's version is new.
        case unchanged
        /// It is not a whole calendar; what is stored stays.
        case broken([Diagnostic])
    }

    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - scanned: what is in it, if that is known.
    ///   - record: the stored row with the file's new version, or a new row (`id` 0).
    ///   - stored: what is stored of it.
    ///   - rereads: whether to parse everything again, whatever is stored.
    func prepare(
        _ bytes: [UInt8], scanned: ScannedContent? = nil, record: ResourceRecord,
        stored: StoredComponents, rereads: Bool = false
    ) -> Outcome {
        let digest = ContentDigest(bytes, key: key)
        if record.id != 0 && record.digest == digest && !rereads { return .unchanged }
        return prepare(
            scanned ?? ScannedContent(bytes, key: key), digest: digest, record: record,
            stored: stored,
            rereads: rereads)
    }

    private func prepare(
        _ content: ScannedContent, digest: ContentDigest, record: ResourceRecord,
        stored: StoredComponents, rereads: Bool
    ) -> Outcome {
        let (bytes, stream) = (content.bytes, content.stream)
        if let problem = Self.problem(bytes, stream, stored) {
            if record.id != 0 && !stored.isEmpty { return .broken(problem + stream.diagnostics) }
            var empty = PreparedResource(record: record)
            empty.record.digest = digest
            empty.diagnostics = problem + stream.diagnostics
            if !stream.isCalendar { return .prepared(empty) }
        }
        var session = ResourcePreparer(
            bytes: bytes, components: stream.components, stored: stored, rereads: rereads,
            preparation: self, record: record)
        session.result.record.calendarName = stream.name
        session.result.record.digest = digest
        session.result.diagnostics = stream.diagnostics
        return .prepared(session.run())
    }

    /// Why the file must not replace what is stored; nil if it may. One that lacks only its last line and has as much as is
    /// stored is not being written: some programs never write that line.
    private static func problem(
        _ bytes: [UInt8], _ stream: ScannedStream, _ stored: StoredComponents
    ) -> [Diagnostic]? {
        if bytes.isEmpty { return [Diagnostic(.error, .fault(.emptyFile))] }
        if !stream.isCalendar {
            return [.noCalendar]
        }
        let isWhole =
            stream.isComplete
            || stream.lacksOnlyEnd(in: bytes) && stream.components.count >= stored.count
        return isWhole ? nil : []
    }
}

extension Diagnostic {
    /// Nothing in the file is a calendar or a component of one.
    static let noCalendar = Diagnostic(.error, .fault(.notICalendar))
}
