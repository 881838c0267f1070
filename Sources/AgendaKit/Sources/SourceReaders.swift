/// Finds the reader for a source.
enum SourceReaders {
    /// - Parameters:
    ///   - stream: the content of a source that is a stream.
    ///   - otherFileLimit: how many files that are no calendars a folder may hold; nil for any number.
    static func reader(
        for source: CalendarSource, stream: [UInt8]?, otherFileLimit: Int? = nil
    ) -> any SourceReader {
        if let stream { return StreamReader(name: source.location ?? source.name, bytes: stream) }
        let path = source.location ?? ""
        return source.kind == .folder
            ? FolderReader(path: path, otherFileLimit: otherFileLimit) : FileReader(path: path)
    }
}

/// A source that was read already, such as standard input.
struct StreamReader: SourceReader {
    let name: String
    let bytes: [UInt8]

    func list() throws(AgendaError) -> SourceListing {
        SourceListing(
            resources: [
                ListedResource(
                    href: "", place: name, size: bytes.count, version: .bytes([]))
            ])
    }

    func read(_ resource: ListedResource) throws(AgendaError) -> [UInt8] { bytes }
}
