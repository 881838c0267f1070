internal import GRDB
internal import ICalendar

/// An event to write into the index.
struct SearchDocument {
    var componentID: Int64
    var digest: ContentDigest
    /// The number that ``DocumentNumber`` gives it.
    var number: Int64?
    /// The range of its words in the batch's text.
    var words: Range<Int>
}

/// Events whose words are read, but not yet written.
struct SearchBatch {
    fileprivate(set) var documents: [SearchDocument] = []
    /// The marked words of all events, each followed by a space.
    fileprivate(set) var text: [UInt8] = []
    /// Words with letters that no earlier batch had; few are repeated.
    fileprivate(set) var newWords: [String] = []
    /// How many components are read, whether they exist or not.
    fileprivate(set) var componentCount = 0

    /// How many bytes of words to keep in memory: those of 100,000 events with a few participants.
    fileprivate static let enoughText = 32 << 20
}

/// Reads events' words for the index, and remembers words that it has met.
struct SearchBatchReader {
    private var splitter = SearchWords()
    /// Digests of words that it has met, each at the place of its lowest bits: a word that has lost its place is
    /// reported again, which does no harm. A set of all words would take more time and memory.
    private var known = [UInt64](repeating: 0, count: 1 << 17)
    /// The kind of the series of the latest recurring component.
    private var latest: (seriesID: Int64, kind: DocumentNumber.Kind)?

    /// How many components to ask SQLite for at once.
    private static let page = 2_000

    /// Reads the events of the first of these components, as many as fit into a batch; skips those that are gone.
    mutating func read(_ componentIDs: ArraySlice<Int64>, limit: Int, _ database: Database) throws
        -> SearchBatch
    {
        let reader = try RowReader(
            """
            SELECT component.id, component.digest, event.summary, event.location, event.details,
                CASE WHEN component.participant_count > 0 OR event.organizer IS NOT NULL
                    THEN component.text END,
                MAX(event.recurrence_id IS NOT NULL, series.is_recurring), series.id,
                (SELECT start * 32 + bucket % 32 FROM occurrence WHERE series_id = series.id LIMIT 1),
                event.is_transparent & \(EventTable.ruled)
            FROM json_each(?) AS wanted
            CROSS JOIN component ON component.id = wanted.value
            JOIN event ON event.id = component.id
            JOIN series ON series.id = event.series_id
            """, readsTexts: true, database)
        var batch = SearchBatch()
        latest = nil
        let occurrences = try Occurrences(database)
        let ruled = try RuledTitles(database)
        var rest = componentIDs.prefix(limit)
        batch.documents.reserveCapacity(rest.count)
        while !rest.isEmpty, batch.text.count < SearchBatch.enoughText {
            let page = rest.prefix(Self.page)
            rest = rest.dropFirst(Self.page)
            batch.componentCount += page.count
            try reader.forEach(among: page) { row in
                let id = Int64(row.integer(0))
                let start = batch.text.count
                row.withBytes(2) { append($0, .summary, to: &batch) }
                row.withBytes(3) { append($0, .place, to: &batch) }
                row.withBytes(4) { append($0, .details, to: &batch) }
                try row.optionalComponentText(5, digest: 1)?.withUnsafeBytes { text in
                    ParticipantNames.forEach(in: text) { append($0, .place, to: &batch) }
                }
                let titles = row.integer(9) == 0 ? [] : try ruled.titles(componentID: id)
                for title in titles {
                    Array(title.utf8).withUnsafeBytes { append($0, .summary, to: &batch) }
                }
                batch.documents.append(
                    SearchDocument(
                        componentID: id,
                        digest: RuledTitles.digest(
                            row.withBytes(1) { ContentDigest(blob: $0) }, titles),
                        number: DocumentNumber.number(
                            try kind(row, occurrences), componentID: id),
                        words: start..<batch.text.count))
            }
        }
        return batch
    }

    private mutating func kind(
        _ row: RawRow, _ occurrences: Occurrences
    ) throws -> DocumentNumber.Kind {
        // Nothing tells whether it ends.
        if row.integer(6) == SeriesStorage.none.rawValue { return .other }
        // Most series without a stored instance ended before the stored days.
        guard let first = try row.optionalInteger(8) else { return .ending(end: Int.min / 2) }
        let isSingle = row.integer(6) == 0
        // Start and bucket in one number cost one look-up; a bucket has five bits.
        if isSingle, SpanColumns.isShort(bucket: first & 31) { return .single(start: first >> 5) }
        let seriesID = Int64(row.integer(7))
        // A series may have thousands of components with the same answer.
        if let latest, latest.seriesID == seriesID { return latest.kind }
        let end = try occurrences.end(seriesID: seriesID, isRecurring: !isSingle)
        let kind: DocumentNumber.Kind = end.map { .ending(end: $0) } ?? .other
        latest = (seriesID, kind)
        return kind
    }

    private mutating func append(
        _ text: UnsafeRawBufferPointer, _ field: SearchField, to batch: inout SearchBatch
    ) {
        guard !text.isEmpty else { return }
        splitter.forEach(in: text) { word, hasLetters in
            batch.text.append(field.rawValue)
            batch.text.append(contentsOf: word)
            batch.text.append(0x20)
            guard hasLetters else { return }
            let digest = Self.digest(word, field)
            let place = Int(truncatingIfNeeded: digest) & (known.count - 1)
            guard known[place] != digest else { return }
            known[place] = digest
            batch.newWords.append(String(decoding: [field.rawValue] + word, as: UTF8.self))
        }
    }

    /// FNV-1a. A word with the same digest as another, once in 10^12 stores, is not found by its beginning.
    private static func digest(_ word: UnsafeRawBufferPointer, _ field: SearchField) -> UInt64 {
        var digest = (0xCBF2_9CE4_8422_2325 ^ UInt64(field.rawValue)) &* 0x100_0000_01B3
        for byte in word { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return digest
    }
}
