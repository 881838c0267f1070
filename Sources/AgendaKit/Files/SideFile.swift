internal import CalendarFiles
internal import FoundationEssentials

/// A JSON document in a file beside the database, which its owner alone can read, and which outlives a database that is
/// built anew.
struct SideFile<Document: VersionedDocument>: Sendable {
    let path: String
    /// Why a file that holds something else is refused.
    let fault: AgendaError.Reason
    /// Whether it has lines, for people who open it.
    var isPretty = false

    /// What it holds; nil if there is no file.
    ///
    /// - Throws: `unreadable`, or ``fault`` for a file that holds something else.
    func read() throws(AgendaError) -> Document? {
        guard FileSystem.status(path) != nil else { return nil }
        let bytes = try FileContent.read(path: path)
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
            document.version == 1
        else { throw AgendaError(fault, place: path) }
        return document
    }

    /// Replaces what it holds; it is on the disk when this returns.
    func write(_ document: Document) throws(AgendaError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        guard let data = try? encoder.encode(document) else {
            throw AgendaError(fault, place: path)
        }
        try AtomicFile.overwrite(path, with: Array(data) + [0x0A])
    }

    /// Reads and writes while no other process does.
    func locked<Result>(
        _ body: () throws(AgendaError) -> Result
    ) throws(AgendaError) -> Result {
        let lock = try FileLock.guarding(path + ".lock")
        defer { lock.release() }
        return try body()
    }

    /// Changes what it holds while no other process does; nothing if `body` throws.
    ///
    /// - Parameter empty: what is changed where there is no file.
    func change<Result>(
        from empty: Document, _ body: (inout Document) throws(AgendaError) -> Result
    ) throws(AgendaError) -> Result {
        try locked { () throws(AgendaError) in
            var document = try read() ?? empty
            let result = try body(&document)
            try write(document)
            return result
        }
    }
}

/// A document that says by which rules it was written.
protocol VersionedDocument: Codable {
    var version: Int { get }
}
