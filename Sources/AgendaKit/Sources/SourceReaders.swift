internal import ICalendar

/// Finds the reader of a source by its kind: those of files, folders and contacts, and what else a program reads.
///
/// ```swift
/// let readers = SourceReaders([.board: { BoardReader(location: $0, board: board) }])
/// let importer = Importer(store: store, clock: clock, readers: readers)
/// ```
public struct SourceReaders: Sendable {
    /// Makes the reader of what is at a location.
    public typealias Maker = @Sendable (_ location: String) -> any SourceReader

    private let makers: [CalendarSource.Kind: Maker]
    /// The calendars that are no files.
    package var kept: (any KeptCalendars)?

    private static let own: [CalendarSource.Kind: Maker] = [
        .file: { FileReader(path: $0) }, .folder: { FolderReader(path: $0) },
        .contacts: { contacts($0) },
    ]

    /// A folder's files are found by their names; what is in them is known once they are read (`ScannedContent`).
    private static func contacts(_ path: String) -> any SourceReader {
        FileSystem.isFolder(path)
            ? FolderReader(path: path, isWanted: CalendarFileName.isOfContacts)
            : FileReader(path: path)
    }

    /// The readers of files, folders and contacts, and of other kinds.
    ///
    /// - Parameter others: what makes a kind's reader of a source's ``CalendarSource/location``. It counts also in
    ///   place of one of ours.
    public init(_ others: [CalendarSource.Kind: Maker] = [:]) {
        makers = Self.own.merging(others) { $1 }
    }

    /// - Throws: `unreadable` for a kind that this program has no reader for.
    ///
    /// - Parameter key: of the store's digests.
    func reader(
        for source: CalendarSource, key: ContentDigest.Key
    ) throws(AgendaError) -> any SourceReader {
        if let location = source.location, source.isKept {
            return KeptReader(location: location, bank: kept?.bank(at: location), key: key)
        }
        guard let make = makers[source.kind] else {
            throw AgendaError(.noReader, place: source.location ?? source.name)
        }
        return make(source.location ?? "")
    }
}
