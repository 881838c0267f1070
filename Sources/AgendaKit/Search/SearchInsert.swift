internal import GRDB
internal import ICalendar

/// Writes events' words into the search index.
struct SearchInsert {
    private let schema: String
    private let database: Database
    private var texts: RowInsert
    private var documents: RowInsert
    private var words: RowInsert

    init(schema: String, _ database: Database) throws {
        self.schema = schema
        self.database = database
        texts = try RowInsert(
            database, sql: "INSERT INTO \(schema).search_text (rowid, words) VALUES (?, ?)")
        documents = try RowInsert(
            database,
            sql: """
                INSERT OR IGNORE INTO \(schema).search_document (id, event_id, digest) VALUES (?, ?, ?)
                """)
        words = try RowInsert(
            database, sql: "INSERT OR IGNORE INTO \(schema).search_word VALUES (?)")
    }

    /// Writes documents that the index lacks, by number, as SQLite needs them: it flushes what it has
    /// collected to disk whenever a number decreases.
    mutating func run(_ batch: SearchBatch) throws {
        for word in batch.newWords {
            words.bind(word)
            _ = try words.run()
        }
        var others: [SearchDocument] = []
        let ordered = batch.documents.sorted {
            ($0.number ?? .max, $0.componentID) < ($1.number ?? .max, $1.componentID)
        }
        for document in ordered {
            if let number = document.number, try write(document, number, batch) { continue }
            // Its number is taken, or another process may have written it.
            guard try forgetOther(document) else { continue }
            if let number = document.number, try write(document, number, batch) { continue }
            others.append(document)
        }
        guard !others.isEmpty else { return }
        let last = try Int64.fetchOne(
            database, sql: "SELECT MAX(id) FROM \(schema).search_document")
        var number = max(DocumentNumber.others.lowerBound, (last ?? 0) + 1)
        for document in others {
            _ = try write(document, number, batch)
            number += 1
        }
    }

    /// Writes a document; returns false if the number is taken or the event has a number.
    private mutating func write(
        _ document: SearchDocument, _ number: Int64, _ batch: SearchBatch
    ) throws -> Bool {
        documents.bind(number)
        documents.bind(document.componentID)
        documents.bind(document.digest)
        _ = try documents.run()
        guard database.changesCount > 0 else { return false }
        texts.bind(number)
        _ = try texts.run(last: batch.text[document.words])
        return true
    }

    /// Detaches an event's number from its former words; returns false if the index has the event as it is.
    private func forgetOther(_ document: SearchDocument) throws -> Bool {
        let reader = try RowReader(
            "SELECT digest FROM \(schema).search_document WHERE event_id = ?", database)
        var known: ContentDigest?
        try reader.forEach(document.componentID) { row in
            known = row.withBytes(0) { ContentDigest(blob: $0) }
        }
        guard let known else { return true }
        guard known != document.digest else { return false }
        try database.cachedStatement(
            sql: "UPDATE \(schema).search_document SET event_id = NULL WHERE event_id = ?"
        ).execute(arguments: [document.componentID])
        return true
    }
}
