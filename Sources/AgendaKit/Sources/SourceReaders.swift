/// Finds the reader of a source by its kind.
struct SourceReaders: Sendable {
    /// Makes the reader of what is at a location.
    typealias Maker = @Sendable (_ location: String) -> any SourceReader

    private var makers: [(kind: CalendarSource.Kind, make: Maker)] = [
        (.file, { FileReader(path: $0) }), (.folder, { FolderReader(path: $0) }),
        (.contacts, contacts),
    ]

    /// A folder's files are found by their names; what is in them is known once they are read (`ScannedContent`).
    private static func contacts(_ path: String) -> any SourceReader {
        FileSystem.isFolder(path)
            ? FolderReader(path: path, isWanted: CalendarFileName.isOfContacts)
            : FileReader(path: path)
    }

    /// Those of files, folders and contacts, and of other kinds.
    init(_ others: [(kind: CalendarSource.Kind, make: Maker)] = []) { makers = others + makers }

    /// - Throws: `unreadable` for a kind that this program has no reader for.
    func reader(for source: CalendarSource) throws(AgendaError) -> any SourceReader {
        guard let make = makers.first(where: { $0.kind == source.kind })?.make else {
            throw AgendaError(.noReader, place: source.location ?? source.name)
        }
        return make(source.location ?? "")
    }
}
