internal import ICalendar

/// A large file's components in parts, each of which can be stored by itself.
///
/// The components of a series belong together wherever they stand in the file. Those that stand
/// alone, as almost all do, come as the file is read; the scattered ones come last, gathered in as
/// many readings of the file as they need to fit into the memory.
struct ImportBatches: ~Copyable {
    struct Part {
        var resource: PreparedResource
        /// Bytes of the file that this part stands for.
        var size: Int
    }

    private let path: String
    private let survey: ResourceSurvey
    private let preparation: ImportContext
    private let record: ResourceRecord
    private let length: Int
    /// What an import that was interrupted has stored.
    private let stored: SortedDigests
    private var pieces: FileChunks
    private var passed = 0
    /// Readings that gather scattered components: how many, and how many are done.
    private let gatherings: Int
    private var gathered = 0

    init(
        path: String, survey: ResourceSurvey, preparation: ImportContext,
        record: ResourceRecord, stored: SortedDigests, length: Int
    ) throws(AgendaError) {
        self.path = path
        self.survey = survey
        self.preparation = preparation
        self.record = record
        self.stored = stored
        self.length = length
        pieces = try FileChunks(path: path, length: length, key: preparation.key)
        gatherings = (survey.repeatedSize + length * 4 - 1) / (length * 4)
    }

    /// Whether the file was still the one that was surveyed.
    private(set) var isAsSurveyed = true

    /// The next part; nil when all have come.
    mutating func next() throws(AgendaError) -> Part? {
        if let piece = try pieces.next() {
            let components = piece.found.components.filter { component in
                !stored.contains(component.digest)
                    && (survey.repeatedKeys.isEmpty
                        || !survey.repeatedKeys.contains(
                            ResourceSurvey.key(of: component, in: piece.bytes)))
            }
            let size = piece.end - passed
            passed = piece.end
            return Part(resource: prepared(components, in: piece.bytes), size: size)
        }
        isAsSurveyed = isAsSurveyed && pieces.contentDigest == survey.digest
        guard gathered < gatherings else { return nil }
        let part = try gather(gathered)
        gathered += 1
        return part
    }

    /// The scattered components of one share of the keys.
    private func gather(_ number: Int) throws(AgendaError) -> Part {
        var pieces = try FileChunks(path: path, length: length, key: preparation.key)
        var bytes: [UInt8] = []
        var components: [ScannedComponent] = []
        while let piece = try pieces.next() {
            for var component in piece.found.components where !stored.contains(component.digest) {
                let key = ResourceSurvey.key(of: component, in: piece.bytes)
                guard survey.repeatedKeys.contains(key), Int(key % UInt64(gatherings)) == number
                else { continue }
                let start = bytes.count
                bytes += piece.bytes[component.range]
                component.range = start..<bytes.count
                components.append(component)
            }
        }
        return Part(resource: prepared(components, in: bytes), size: 0)
    }

    private func prepared(
        _ components: [ScannedComponent], in bytes: [UInt8]
    ) -> PreparedResource {
        var session = ResourcePreparer(
            bytes: bytes, components: components, zones: survey.zones, preparation: preparation,
            record: record)
        return session.run()
    }
}

/// Digests in order: 16 bytes each, where a set takes three times as much.
struct SortedDigests: Sendable {
    private let digests: [ContentDigest]

    init(_ digests: [ContentDigest] = []) {
        self.digests = digests.sorted { ($0.high, $0.low) < ($1.high, $1.low) }
    }

    func contains(_ digest: ContentDigest) -> Bool {
        var (low, high) = (0, digests.count)
        while low < high {
            let middle = (low + high) / 2
            if (digests[middle].high, digests[middle].low) < (digest.high, digest.low) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < digests.count && digests[low] == digest
    }
}
