internal import CalendarFiles

/// A source that is a folder of iCalendar files or contacts, with its subfolders: the vdir of CalDAV and CardDAV clients,
/// or KDE's calendar folder, whose files have no suffix.
///
/// Names that begin with a dot are skipped: clients give such names to their temporary files.
struct FolderReader: LocalReader {
    let path: String
    /// Whether a file of this name counts; nil for calendars.
    var isWanted: (@Sendable (String) -> Bool)?

    func describe() -> SourceDescription {
        let collection = CalendarCollection(path: path)
        return SourceDescription(
            name: collection.name, color: collection.color, mayBeEmpty: collection.isMarked)
    }

    func list(_ request: ListingRequest = ListingRequest()) throws(AgendaError) -> SourceListing {
        var (walk, listing) = try walk(request)
        let isMended = walk.interrupted.reduce(false) {
            LeftoverFiles.mend($1) || $0
        }
        if isMended { (walk, listing) = try self.walk(request) }
        // Keep what is stored of folders whose disk is missing.
        let folders = MountedFolders(known: request.mounts, present: walk.mounts, root: path)
        let missing = folders.missing(stored: request.holds) { prefix in
            listing.resources.contains { $0.href.hasPrefix(prefix) }
        }
        if missing.contains("") { throw AgendaError(.notMounted, place: path) }
        for prefix in missing {
            listing.unlisted.append(prefix)
            let failure = AgendaError(.notMounted, place: folders.path(prefix))
            listing.lost.append(ListedResource(href: prefix, failure: failure))
        }
        // Nothing can be missing from an empty source yet.
        listing.mounts = listing.resources.isEmpty ? nil : folders.renewed(missing: missing)
        return listing
    }

    private func walk(
        _ request: ListingRequest
    ) throws(AgendaError) -> (FolderWalk, SourceListing) {
        var walk = FolderWalk(
            path, otherFileLimit: request.otherFileLimit, isWanted: isWanted,
            isStored: request.holds)
        let listing = try walk.listing()
        return (walk, listing)
    }
}
