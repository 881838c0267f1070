internal import CalendarFiles
internal import Glibc

/// A source that is one iCalendar file.
struct FileReader: LocalReader {
    let path: String

    func describe() -> SourceDescription { SourceDescription(name: Self.name(path: path)) }

    /// The name of a file without its suffixes.
    static func name(path: String) -> String {
        FileSystem.name(path: path).split(separator: ".").first.map(String.init)
            ?? FileSystem.name(path: path)
    }

    func list(_ request: ListingRequest = ListingRequest()) throws(AgendaError) -> SourceListing {
        var status = stat()
        if stat(path, &status) != 0 {
            // A change that was killed may have moved it away.
            _ = LeftoverFiles.mend(FileSystem.folder(of: path))
            guard stat(path, &status) == 0 else { throw FileContent.failure(path) }
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw AgendaError(.isFolder, place: path)
        }
        try FileContent.requireRegular(status, path)
        return SourceListing(resources: [ListedResource(href: "", path: path, status)])
    }
}
