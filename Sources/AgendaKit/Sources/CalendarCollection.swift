internal import CalendarFiles

/// A folder of .ics files as CalDAV clients keep one for each calendar (vdir,
/// vdirsyncer.pimutils.org/en/stable/vdir.html).
///
/// ```swift
/// func addAll(below path: String, to importer: Importer) async throws {
///     for calendar in try CalendarCollection.collections(in: path) {
///         _ = try await importer.addSource(
///             CalendarSource(name: calendar.name, kind: .folder, location: calendar.path))
///     }
/// }
/// ```
public struct CalendarCollection: Hashable, Sendable {
    /// The folder.
    public var path: String
    /// What its file `displayname` calls it, else the folder's name.
    public var name: String
    /// What its file `color` says, as `#rrggbb`.
    public var color: String?
    /// Whether it has one of these files.
    public private(set) var isMarked = false

    /// More files than this that are no calendars make it doubtful that a folder is meant.
    static let otherFileLimit = 10_000

    /// Reads the files that describe a folder.
    public init(path: String) {
        self.path = path
        let said = (try? FolderBank(path))?.properties ?? BankProperties()
        name = said.name ?? FileSystem.name(path: path)
        color = said.color.flatMap { $0.wholeMatch(of: /#[0-9A-Fa-f]{6}/) == nil ? nil : $0 }
        isMarked = said.name != nil || said.color != nil
    }

    /// The calendars that a folder holds: itself where files stand in it, else its subfolders that
    /// have files or are marked, however deep, by their paths. A folder with more than 10,000 files that are no
    /// calendars is refused unless `acceptsManyFiles`.
    ///
    /// - Throws: `notFound`, `unreadable`, `tooManyFiles`.
    public static func collections(
        in path: String, acceptsManyFiles: Bool = false
    ) throws(AgendaError) -> [CalendarCollection] {
        var walk = FolderWalk(path, otherFileLimit: acceptsManyFiles ? nil : otherFileLimit)
        let listing = try walk.listing()
        // A folder that cannot be listed is no calendar.
        let files = listing.resources.map(\.href).filter { !$0.hasSuffix("/") }
        var folders = Set(files.map(FileSystem.prefix(of:)))
        if folders.contains("") { return [CalendarCollection(path: path)] }
        folders.formUnion(walk.marked)
        // What lies in a calendar's folder belongs to that calendar.
        return folders.sorted().reduce(into: [String]()) { kept, folder in
            // In their order, all that lie in a folder follow it.
            if !folder.isEmpty, !(kept.last.map { folder.hasPrefix($0) } ?? false) {
                kept.append(folder)
            }
        }.map { CalendarCollection(path: FileSystem.path(path, String($0.dropLast()))) }
    }
}
