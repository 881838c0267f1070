internal import CalendarFiles
internal import Glibc

/// Lists the calendars in a folder and below it, or the contacts. It enters each folder once, whatever links lead there.
///
/// Folders behind links come last, sorted by name, so that a folder that is also below the root has the same
/// place in every walk. One folder is open at a time, however deep they are.
struct FolderWalk {
    private struct Folder {
        var path: String
        /// What the `href` of its files begins with: empty, or with a slash at the end.
        var prefix: String
        /// What the folder that leads to it is on; nil for the root.
        var parentMount: FolderMount?
    }

    private let root: String
    private let otherFileLimit: Int?
    /// Whether a file of this name counts.
    private let isWanted: (String) -> Bool
    /// Whether a file counts that only its content shows to be a calendar.
    private let readsPlainFiles: Bool
    /// Whether a resource is stored whose `href` begins so.
    private let isStored: (String) -> Bool
    private var listed = SourceListing(resources: [])
    private var visited: Set<FileIdentity> = []
    private var folders: [Folder]
    /// Folders behind links.
    private var linked: [Folder] = []
    private var otherFileCount = 0
    /// The folders with a file that names or colours them, as the beginning of an `href`.
    private(set) var marked: Set<String> = []
    /// The folders in which a file may be moved away: one is being changed, or its change was killed.
    private(set) var interrupted: Set<String> = []
    /// As ``MountedFolders/present``.
    private(set) var mounts: [String: FolderMount] = [:]

    /// - Parameters:
    ///   - otherFileLimit: as ``ListingRequest/otherFileLimit``.
    ///   - isWanted: whether a file of this name counts; nil for calendars, also those that only their content shows
    ///     (``PlainFileName``).
    ///   - isStored: whether a resource is stored whose `href` begins so: a file whose content tells nothing then counts.
    init(
        _ root: String, otherFileLimit: Int? = nil, isWanted: ((String) -> Bool)? = nil,
        isStored: @escaping (String) -> Bool = { _ in false }
    ) {
        self.root = root
        readsPlainFiles = isWanted == nil
        self.isStored = isStored
        self.otherFileLimit = otherFileLimit
        self.isWanted = isWanted ?? CalendarFileName.isOfCalendar
        folders = [Folder(path: root, prefix: "")]
    }

    /// Walks.
    ///
    /// - Throws: why the folder itself cannot be listed; `tooManyFiles`.
    mutating func listing() throws(AgendaError) -> SourceListing {
        while let folder = folders.popLast() ?? firstLinked() { try list(folder) }
        return listed
    }

    private mutating func firstLinked() -> Folder? {
        linked.sort { $0.prefix > $1.prefix }
        return linked.popLast()
    }

    private mutating func list(_ folder: Folder) throws(AgendaError) {
        guard let stream = opendir(folder.path) else {
            // A subfolder that has vanished since holds nothing.
            if folder.prefix.isEmpty || errno != ENOENT { try fail(folder) }
            return
        }
        defer { closedir(stream) }
        guard let identity = FileIdentity(descriptor: dirfd(stream)) else {
            return try fail(folder)
        }
        guard visited.insert(identity).inserted else { return }
        let mount = FolderMount(
            device: identity.device, id: MountTable.id(ofMountAt: dirfd(stream)))
        if folder.prefix.isEmpty || mount != folder.parentMount { mounts[folder.prefix] = mount }
        while true {
            // Only `errno` tells a failure from the end.
            errno = 0
            guard let entry = readdir(stream) else { break }
            try note(entry, in: folder, on: mount, stream)
        }
        if errno != 0 { try fail(folder) }
    }

    private mutating func note(
        _ entry: UnsafeMutablePointer<dirent>, in folder: Folder, on mount: FolderMount,
        _ stream: OpaquePointer
    ) throws(AgendaError) {
        let text = FileSystem.textName(of: entry)
        let name = text ?? FileSystem.escapedName(of: entry)
        if name.hasPrefix(".") {
            if LeftoverFiles.tellsOfChange(name) { interrupted.insert(folder.path) }
            return
        }
        let isCalendar = isWanted(name)
        let kind = Int(entry.pointee.d_type)
        if !isCalendar, CalendarFileName.markers.contains(name) { marked.insert(folder.prefix) }
        let isPossible =
            readsPlainFiles && !isCalendar && kind != Int(DT_DIR) && PlainFileName.isPossible(name)
        if !isCalendar, !isPossible, kind == Int(DT_REG) { return try countOther() }
        let (path, href) = (FileSystem.path(folder.path, name), folder.prefix + name)
        guard text != nil else {
            // A folder may hold calendars.
            guard isCalendar || kind == Int(DT_DIR) || kind == Int(DT_LNK) else {
                return try countOther()
            }
            let failure = AgendaError(.nameNotUTF8, place: path)
            listed.resources.append(ListedResource(href: href, failure: failure))
            return
        }
        var status = stat()
        guard fstatat(dirfd(stream), name, &status, 0) == 0 else {
            if FileSystem.isGone(name, in: dirfd(stream)) { return }
            let failure = FileContent.failure(path)
            // A link that leads nowhere may have led to a folder on a disk that is missing now.
            listed.unlisted.append(href + "/")
            if isCalendar {
                listed.resources.append(ListedResource(href: href, failure: failure))
            } else {
                listed.lost.append(ListedResource(href: href + "/", failure: failure))
            }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            let found = Folder(path: path, prefix: href + "/", parentMount: mount)
            if kind == Int(DT_DIR) || kind == Int(DT_UNKNOWN) && !FileSystem.isLink(path) {
                folders.append(found)
            } else {
                linked.append(found)
            }
        case S_IFREG
        where isCalendar
            || isPossible
                && (PlainFileName.isCalendar(name, in: dirfd(stream)) ?? isStored(href)):
            listed.resources.append(
                ListedResource(href: href, path: path, status))
        case S_IFREG: try countOther()
        default:
            guard isCalendar else { return }
            listed.resources.append(
                ListedResource(href: href, failure: FileContent.irregular(status, path)))
        }
    }

    private mutating func countOther() throws(AgendaError) {
        otherFileCount += 1
        guard let otherFileLimit, otherFileCount > otherFileLimit else { return }
        throw AgendaError(.manyOtherFiles(limit: otherFileLimit), place: root)
    }

    /// Notes why a folder cannot be listed, as `errno` says; throws if it is the root.
    private mutating func fail(_ folder: Folder) throws(AgendaError) {
        let failure = FileContent.failure(folder.path)
        if folder.prefix.isEmpty { throw failure }
        listed.unlisted.append(folder.prefix)
        listed.resources.append(ListedResource(href: folder.prefix, failure: failure))
    }
}
