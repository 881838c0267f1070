/// A source that is a folder of iCalendar files, with its subfolders: the vdir of CalDAV clients.
///
/// Names that begin with a dot are skipped: clients write their temporary files so.
struct FolderReader: SourceReader {
    let path: String
    /// How many files that are no calendars there may be; nil where any number may.
    var otherFileLimit: Int?

    func list() throws(AgendaError) -> SourceListing {
        var walk = FolderWalk(path, otherFileLimit: otherFileLimit)
        return try walk.listing()
    }
}
