public import CalendarMerge
internal import ICalendar

extension MergeSource {
    /// Reads a file, or a folder of files with its subfolders.
    ///
    /// - Returns: the calendar, named by itself, else after its file or folder; and errors for the parts of a
    ///   folder that could not be read.
    /// - Throws: `notFound`, `unreadable`, or `notACalendar` if there is no calendar at all.
    public static func read(
        path: String
    ) throws(AgendaError) -> (source: MergeSource, failures: [AgendaError]) {
        let isFolder = FileSystem.isFolder(path)
        var listing = try isFolder ? FolderReader(path: path).list() : FileReader(path: path).list()
        if listing.resources.isEmpty {
            let isWanted = CalendarFileName.isOfContacts
            listing = try FolderReader(path: path, isWanted: isWanted).list()
        }
        guard !listing.resources.isEmpty else {
            throw AgendaError(.noCalendarFiles, place: path)
        }
        var failures = listing.failures
        var resources: [Resource] = []
        // Sorted by name, so that the same folder gives the same result on any file system.
        for resource in listing.resources.sorted(by: { $0.href < $1.href })
        where resource.failure == nil {
            do throws(AgendaError) {
                let content = try FileContent.read(path: resource.place)
                let bytes = ContactCalendar.calendar(of: content) ?? content
                resources.append(Resource(path: resource.place, bytes: bytes))
            } catch {
                if !isFolder { throw error }
                failures.append(error)
            }
        }
        guard !isFolder, let file = resources.first else {
            return (MergeSource(name: FileSystem.name(path: path), resources: resources), failures)
        }
        return (try calendar(file), failures)
    }

    /// Creates a calendar from bytes that were read already, such as standard input.
    ///
    /// - Parameter name: the calendar's name if it does not name itself.
    /// - Throws: `notACalendar`.
    public static func stream(
        _ bytes: [UInt8], name: String
    ) throws(AgendaError) -> MergeSource {
        try calendar(Resource(path: name, bytes: bytes))
    }

    private static func calendar(_ file: Resource) throws(AgendaError) -> MergeSource {
        var file = file
        file.bytes = ContactCalendar.calendar(of: file.bytes) ?? file.bytes
        let stream = ScannedContent(file.bytes, key: .process).stream
        try Importer.requireCalendar(stream, isEmpty: file.bytes.isEmpty, path: file.path)
        return MergeSource(
            name: stream.ownName ?? FileReader.name(path: file.path), resources: [file])
    }
}
