internal import Glibc

/// A source that is one iCalendar file.
struct FileReader: SourceReader {
    let path: String

    func list() throws(AgendaError) -> SourceListing {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileContent.failure(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw AgendaError(.isFolder, place: path)
        }
        try FileContent.requireRegular(status, path)
        return SourceListing(resources: [ListedResource(href: "", path: path, status)])
    }
}
