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
    private(set) var documents: [SearchDocument] = []
    /// The marked words of all events, each followed by a space.
    private(set) var text: [UInt8] = []
    /// Words with letters that no earlier batch had.
    private(set) var newWords: [String] = []

    fileprivate mutating func add(
        _ document: SearchDocument, _ read: (inout SearchBatch) -> Void
    ) {
        var document = document
        let start = text.count
        read(&self)
        document.words = start..<text.count
        documents.append(document)
    }

    fileprivate mutating func append(_ field: SearchField, _ word: [UInt8]) {
        text.append(field.rawValue)
        text += word
        text.append(0x20)
    }

    fileprivate mutating func appendNew(_ field: SearchField, _ word: [UInt8]) {
        newWords.append(String(decoding: [field.rawValue] + word, as: UTF8.self))
    }
}

/// Reads events' words for the index, and remembers the words that it has met.
final class SearchBatchReader {
    private var splitter = SearchWords()
    /// Digests of the words it has met: a set of millions of strings would take more memory.
    private var known: Set<UInt64> = []
    /// The kind of the series of the latest recurring component.
    private var latest: (seriesID: Int64, kind: DocumentNumber.Kind)?

    /// How many words to remember; beyond that, words are reported again, which does no harm.
    private static let maximalKnown = 4_000_000

    /// Reads the events of these components; skips those that are gone.
    func read(_ componentIDs: some Collection<Int64>, _ database: Database) throws
        -> SearchBatch
    {
        let reader = try RowReader(
            """
            SELECT component.id, component.digest, event.summary, event.location, event.details,
                CASE WHEN component.participant_count > 0 OR event.organizer IS NOT NULL
                    THEN component.text END,
                MAX(event.recurrence_id IS NOT NULL, series.is_recurring), series.id,
                (SELECT start * 32 + bucket % 32 FROM occurrence WHERE series_id = series.id LIMIT 1)
            FROM json_each(?) AS wanted
            CROSS JOIN component ON component.id = wanted.value
            JOIN event ON event.id = component.id
            JOIN series ON series.id = event.series_id
            """, database)
        if known.count > Self.maximalKnown { known.removeAll() }
        var batch = SearchBatch()
        latest = nil
        let occurrences = try Occurrences(database)
        let list = "[" + componentIDs.map(String.init).joined(separator: ",") + "]"
        try reader.forEach(text: list) { row in
            let id = Int64(row.integer(0))
            let document = SearchDocument(
                componentID: id, digest: row.withBytes(1) { ContentDigest(blob: $0) },
                number: DocumentNumber.number(
                    try kind(row, occurrences), componentID: id), words: 0..<0)
            batch.add(document) { batch in
                row.withBytes(2) { append($0, .summary, &batch) }
                row.withBytes(3) { append($0, .place, &batch) }
                row.withBytes(4) { append($0, .details, &batch) }
                row.withBytes(5) { text in
                    ParticipantNames.forEach(in: text) { append($0, .place, &batch) }
                }
            }
        }
        return batch
    }

    private func kind(
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

    private func append(
        _ text: UnsafeRawBufferPointer, _ field: SearchField, _ batch: inout SearchBatch
    ) {
        guard !text.isEmpty else { return }
        splitter.forEach(in: text) { word, hasLetters in
            batch.append(field, word)
            if hasLetters, known.insert(Self.digest(word, field)).inserted {
                batch.appendNew(field, word)
            }
        }
    }

    /// FNV-1a. A word with the same digest as another, once in 10^12 stores, is not found by its beginning.
    private static func digest(_ word: [UInt8], _ field: SearchField) -> UInt64 {
        var digest = (0xCBF2_9CE4_8422_2325 ^ UInt64(field.rawValue)) &* 0x100_0000_01B3
        for byte in word { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return digest
    }
}
