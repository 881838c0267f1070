public import CalendarMerge
internal import ICalendar

extension MergeSource {
    /// Reads a file, or a folder of them with its subfolders.
    ///
    /// - Returns: the calendar, named as it calls itself, else after its file or folder; and the
    ///   parts of a folder that could not be read.
    /// - Throws: `notFound`, `unreadable`, or `notACalendar` when there is no calendar at all.
    public static func read(
        path: String
    ) throws(AgendaError) -> (source: MergeSource, failures: [AgendaError]) {
        let kind: CalendarSource.Kind = FileSystem.isFolder(path) ? .folder : .file
        let source = CalendarSource(name: "", kind: kind, path: path)
        let listing = try SourceReaders.reader(for: source, stream: nil).list()
        guard !listing.resources.isEmpty else {
            throw AgendaError(
                .notACalendar, place: path, message: "the folder holds no .ics file",
                remedy: "name a folder of .ics files, or a file")
        }
        var failures = listing.failures
        var resources: [Resource] = []
        // By name, so that the same folder gives the same result on any file system.
        for resource in listing.readable.sorted(by: { $0.href < $1.href }) {
            do throws(AgendaError) {
                let bytes = try FileContent.read(path: resource.path)
                resources.append(Resource(path: resource.path, bytes: bytes))
            } catch {
                if kind == .file { throw error }
                failures.append(error)
            }
        }
        return (try calendar(source, resources), failures)
    }

    /// A calendar that was read already, such as standard input.
    ///
    /// - Parameter name: what to call it when it does not name itself.
    /// - Throws: `notACalendar`.
    public static func stream(
        _ bytes: [UInt8], name: String
    ) throws(AgendaError) -> MergeSource {
        try calendar(
            CalendarSource(name: "", kind: .file, path: name),
            [Resource(path: name, bytes: bytes)])
    }

    private static func calendar(
        _ source: CalendarSource, _ resources: [Resource]
    ) throws(AgendaError) -> MergeSource {
        guard source.kind == .file, let file = resources.first else {
            return MergeSource(
                name: Importer.defaultName(of: source, nil), resources: resources)
        }
        let stream = ScannedContent(file.bytes, key: .process).stream
        try Importer.requireCalendar(stream, isEmpty: file.bytes.isEmpty, path: file.path)
        return MergeSource(name: Importer.defaultName(of: source, stream), resources: resources)
    }
}
