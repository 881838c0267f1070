package import ICalendar
internal import Glibc

/// Whether what a store has of a source may be served to devices, which delete what they are told is gone.
package enum ServingState: Hashable, Sendable {
    /// It may.
    case good
    /// The source cannot be read now, or could not be the last time: what is stored is its last good state.
    case unread(Diagnostic.Reason)
    /// Somebody took away all of these many resources at once, and it was no edit: a person has to say that this is meant
    /// (``EventStore/acceptEmptying(of:)``), or something has to be there again.
    case emptied(Int)
}

extension EventStore {
    /// Whether a source may be served: looks at its place, but not at its resources.
    ///
    /// - Throws: `notFound` if there is no such source; the errors of reading (``AgendaError``).
    package func servingState(of source: CalendarSource) throws(AgendaError) -> ServingState {
        let (failures, emptied, mounts, isEmpty) = try read { database in
            guard try SourceTable.exists(id: source.id, database) else {
                throw AgendaError(.noSuchSource, place: source.name)
            }
            return (
                try DiagnosticTable.fetchSourceLevel(sourceID: source.id, database),
                try MemberTable.fetchEmptied(sourceID: source.id, database),
                try SourceMountTable.fetchAll(database)[source.id] ?? [],
                try MemberTable.isEmpty(sourceID: source.id, database)
            )
        }
        if let failure = failures.first {
            let text = failure.last == "\n" ? String(failure.dropLast()) : failure
            return .unread(Diagnostic.Reason(stored: text))
        }
        // A bank has no disk that somebody might take away: who removed something there meant it.
        if emptied > 0, !source.isKept { return .emptied(emptied) }
        guard let location = source.location, !source.isKept else { return .good }
        if let failure = Self.failure(of: source, at: location, mounts, isEmpty: isEmpty) {
            return .unread(Diagnostic.Reason(failure))
        }
        return .good
    }

    /// Notes that a source is empty because a person wants it so.
    ///
    /// - Throws: the errors of writing (``AgendaError``).
    package func acceptEmptying(of source: CalendarSource) throws(AgendaError) {
        try write { (try MemberTable.forgetEmptied(sourceID: source.id, $0), .nothing) }
    }

    /// Why a source's place cannot be read now; nil if it can.
    private static func failure(
        of source: CalendarSource, at location: String, _ mounts: [SourceMount], isEmpty: Bool
    ) -> AgendaError? {
        guard source.kind == .folder else {
            return access(location, R_OK) == 0 ? nil : FileContent.failure(location)
        }
        guard let folder = opendir(location) else { return FileContent.failure(location) }
        defer { closedir(folder) }
        guard !isEmpty, let identity = FileIdentity(descriptor: dirfd(folder)) else { return nil }
        let mount = FolderMount(
            device: identity.device, id: MountTable.id(ofMountAt: dirfd(folder)))
        let folders = MountedFolders(known: mounts, present: ["": mount], root: location)
        let isElsewhere = folders.missing(stored: { $0.isEmpty }, listed: { _ in false })
        guard isElsewhere.contains("") else { return nil }
        // On another disk: the folder may have moved there with its files.
        while let entry = readdir(folder) {
            if !FileSystem.name(of: entry).hasPrefix(".") { return nil }
        }
        return AgendaError(.notMounted, place: location)
    }
}
