/// Finds the reader of a source by its kind.
struct SourceReaders: Sendable {
    /// Makes the reader of what is at a location.
    typealias Maker = @Sendable (_ location: String) -> any SourceReader

    private var makers: [CalendarSource.Kind: Maker] = [
        .file: { FileReader(path: $0) }, .folder: { FolderReader(path: $0) },
    ]

    /// Those of files and folders, and of other kinds.
    init(_ others: [CalendarSource.Kind: Maker] = [:]) {
        makers.merge(others) { $1 }
    }

    /// - Throws: `unreadable` for a kind that this program has no reader for.
    func reader(for source: CalendarSource) throws(AgendaError) -> any SourceReader {
        guard let make = makers[source.kind] else {
            throw AgendaError(.noReader, place: source.location ?? source.name)
        }
        return make(source.location ?? "")
    }
}
