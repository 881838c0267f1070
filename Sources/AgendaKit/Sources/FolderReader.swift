internal import Glibc

/// A source that is a folder of iCalendar files, with its subfolders: the vdir of CalDAV clients.
///
/// Names that begin with a dot are skipped: clients write their temporary files so.
struct FolderReader: SourceReader {
    let path: String

    /// Deeper folders are not read: a link may lead back up.
    private static let maximalDepth = 16

    func list() throws(AgendaError) -> [ListedResource] {
        var found: [ListedResource] = []
        try list(folder: path, prefix: "", depth: 0, into: &found)
        return found.sorted { $0.href < $1.href }
    }

    private func list(
        folder: String, prefix: String, depth: Int, into found: inout [ListedResource]
    ) throws(AgendaError) {
        guard let stream = opendir(folder) else {
            // A subfolder that vanished meanwhile holds nothing.
            if depth > 0 && errno == ENOENT { return }
            throw FileContent.failure(folder)
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            var status = stat()
            guard fstatat(dirfd(stream), name, &status, 0) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                if depth < Self.maximalDepth {
                    try list(
                        folder: folder + "/" + name, prefix: prefix + name + "/", depth: depth + 1,
                        into: &found)
                }
            } else if Self.isCalendarName(name) {
                found.append(
                    ListedResource(
                        href: prefix + name, path: folder + "/" + name,
                        version: FileVersion(status)))
            }
        }
    }

    private static func isCalendarName(_ name: String) -> Bool {
        let lowercased = name.lowercased()
        return [".ics", ".ical", ".icalendar"].contains { lowercased.hasSuffix($0) }
    }
}
