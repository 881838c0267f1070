internal import Glibc

/// A source that is a folder of iCalendar files, with its subfolders: the vdir of CalDAV clients.
///
/// Names that begin with a dot are skipped: clients write their temporary files so.
struct FolderReader: SourceReader {
    let path: String

    /// Deeper folders are not read: a link may lead back up.
    static let maximalDepth = 16

    func list() throws(AgendaError) -> SourceListing {
        var listing = SourceListing(resources: [])
        list(folder: path, prefix: "", depth: 0, into: &listing)
        if let failure = listing.failures.first(where: { $0.prefix.isEmpty }) {
            throw failure.error
        }
        return listing
    }

    private func list(
        folder: String, prefix: String, depth: Int, into listing: inout SourceListing
    ) {
        guard let stream = opendir(folder) else {
            // A subfolder that vanished meanwhile holds nothing.
            if depth == 0 || errno != ENOENT {
                listing.failures.append((prefix, FileContent.failure(folder)))
            }
            return
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = FileSystem.name(of: entry)
            if name.hasPrefix(".") { continue }
            var status = stat()
            guard fstatat(dirfd(stream), name, &status, 0) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                if depth < Self.maximalDepth {
                    list(
                        folder: folder + "/" + name, prefix: prefix + name + "/", depth: depth + 1,
                        into: &listing)
                }
            } else if Self.isCalendarName(name) {
                listing.resources.append(
                    ListedResource(
                        href: prefix + name, path: folder + "/" + name,
                        version: FileVersion(status)))
            }
        }
    }

    static func isCalendarName(_ name: String) -> Bool {
        if name.utf8.suffix(4).elementsEqual(".ics".utf8) { return true }
        let lowercased = name.lowercased()
        return [".ics", ".ical", ".icalendar"].contains { lowercased.hasSuffix($0) }
    }
}
