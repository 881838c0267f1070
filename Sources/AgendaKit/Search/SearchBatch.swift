internal import GRDB
internal import ICalendar

/// An event as the index is to have it.
struct SearchDocument {
    var componentID: Int64
    var digest: ContentDigest
    /// Of a single event; nil for one that recurs or lasts long.
    var number: Int64?
    /// Where its words stand in the batch's text.
    var words: Range<Int>
}

/// Events whose words were read, and are still to be written.
struct SearchBatch {
    private(set) var documents: [SearchDocument] = []
    /// Marked words of all of them, with spaces between.
    private(set) var text: [UInt8] = []
    /// Words of letters that no earlier batch had.
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

/// Reads events' words for the index.
struct SearchBatchReader {
    private var splitter = SearchWords()
    /// Digests of the words that were met: a set of millions of texts would take more memory.
    private var known: Set<UInt64> = []

    /// Words that are remembered; beyond it they are told again, which does no harm.
    private static let maximalKnown = 4_000_000

    /// The events of these components; those that are gone are left out.
    mutating func read(_ componentIDs: some Collection<Int64>, _ database: Database) throws
        -> SearchBatch
    {
        let reader = try RowReader(
            """
            SELECT component.id, component.digest, event.summary, event.location, event.details,
                CASE WHEN component.participant_count > 0 OR event.organizer IS NOT NULL
                    THEN component.text END,
                CASE WHEN NOT series.is_recurring AND event.recurrence_id IS NULL THEN
                    (SELECT bucket FROM occurrence WHERE series_id = series.id LIMIT 1) END,
                CASE WHEN NOT series.is_recurring AND event.recurrence_id IS NULL THEN
                    (SELECT start FROM occurrence WHERE series_id = series.id LIMIT 1) END
            FROM json_each(?) AS wanted
            CROSS JOIN component ON component.id = wanted.value
            JOIN event ON event.id = component.id
            JOIN series ON series.id = event.series_id
            """, database)
        if known.count > Self.maximalKnown { known.removeAll() }
        var batch = SearchBatch()
        let list = "[" + componentIDs.map(String.init).joined(separator: ",") + "]"
        try reader.forEach(text: list) { row in
            let id = Int64(row.integer(0))
            var number: Int64?
            if let bucket = row.optionalInteger(6), SpanColumns.isShort(bucket: bucket) {
                number = DocumentNumber.single(start: row.integer(7), componentID: id)
            }
            let document = SearchDocument(
                componentID: id, digest: row.withBytes(1) { ContentDigest(blob: $0) },
                number: number, words: 0..<0)
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

    private mutating func append(
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

    /// FNV-1a: a word that shares the digest of another one, once in 10^12 stores, is not found by
    /// its beginning.
    private static func digest(_ word: [UInt8], _ field: SearchField) -> UInt64 {
        var digest = (0xCBF2_9CE4_8422_2325 ^ UInt64(field.rawValue)) &* 0x100_0000_01B3
        for byte in word { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return digest
    }
}
