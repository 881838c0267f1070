internal import ICalendar

/// A large resource's components in batches, each of which is stored in one transaction.
///
/// The components of a series belong together wherever they stand. Those that stand alone, as almost all do,
/// come as the content is read; the scattered ones come last, gathered in as many readings of the content as
/// they need to fit into memory.
actor ImportBatches {
    /// What is read, prepared and stored at once.
    struct Batch: Sendable {
        var resource: PreparedResource
        /// Bytes of the content that it stands for: none if it was read before.
        var size: Int
    }

    private let reader: any SourceReader
    private let resource: ListedResource
    private let survey: ResourceSurvey
    private let preparation: ImportContext
    private let record: ResourceRecord
    private let length: Int
    /// What an import that was interrupted has stored.
    private let stored: SortedDigests
    private var pieces: FileChunks?
    private var passed = 0
    /// Whether the content so far was the one that was surveyed.
    private(set) var isAsSurveyed = true
    /// Readings that gather scattered components: how many, and how many are done.
    private let gatherings: Int
    private var gathered = 0

    /// - Parameter length: bytes that are read and prepared together, a multiple of 16.
    init(
        _ reader: any SourceReader, _ resource: ListedResource, survey: ResourceSurvey,
        preparation: ImportContext, record: ResourceRecord, stored: SortedDigests, length: Int
    ) {
        (self.reader, self.resource, self.survey) = (reader, resource, survey)
        (self.preparation, self.record) = (preparation, record)
        (self.stored, self.length) = (stored, length)
        gatherings = (survey.repeatedSize + length * 4 - 1) / (length * 4)
    }

    /// The next batch; nil when all have come. Called by one task at a time.
    func next() async -> Result<Batch?, AgendaError> {
        do throws(AgendaError) { return .success(try await read()) } catch {
            return .failure(error)
        }
    }

    private func read() async throws(AgendaError) -> Batch? {
        if pieces == nil { pieces = try await opened() }
        guard let pieces else { return nil }
        if let piece = try await pieces.next() {
            let components = piece.found.components.filter { component in
                !stored.contains(component.digest)
                    && (survey.repeatedKeys.isEmpty
                        || !survey.repeatedKeys.contains(
                            ResourceSurvey.key(of: component, in: piece.bytes)))
            }
            defer { passed = piece.end }
            return Batch(
                resource: prepared(components, in: piece.bytes), size: piece.end - passed)
        }
        isAsSurveyed = isAsSurveyed && pieces.contentDigest == survey.digest
        guard gathered < gatherings else { return nil }
        let batch = try await gather(gathered)
        gathered += 1
        return batch
    }

    private func opened() async throws(AgendaError) -> FileChunks {
        FileChunks(try await reader.open(resource), length: length, key: preparation.key)
    }

    /// The scattered components of one share of the keys.
    private func gather(_ number: Int) async throws(AgendaError) -> Batch {
        let pieces = try await opened()
        var bytes: [UInt8] = []
        var components: [ScannedComponent] = []
        while let piece = try await pieces.next() {
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
        return Batch(resource: prepared(components, in: bytes), size: 0)
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
