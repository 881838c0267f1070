internal import CalendarFiles
internal import GRDB
internal import ICalendar

/// The bases of a replica as a look needs them, by the names of their files.
struct AgreedFiles {
    struct File {
        var href: String
        var digest: ContentDigest
        var version: FileVersion?
        /// Whether the folder has something of this name.
        var isThere = false
    }

    var files: [File] = []
    /// Indexes of ``files``.
    var byName: [String: Int] = [:]
    /// The folder that had all of them; nil before.
    let standing: FolderIdentity?

    init(_ rows: StateRows, _ database: Database) throws {
        standing = try rows.standing(database)
        try rows.eachBase(database) { row in
            byName[row.text(1)] = files.count
            files.append(
                File(
                    href: row.text(0), digest: ContentDigest(columns: row[2]),
                    version: FileVersion(row[3])))
        }
    }
}
