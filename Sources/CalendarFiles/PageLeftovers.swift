internal import Glibc
package import ICalendar

/// What a page that was interrupted left in a folder: found by its list, undone if it was not stored.
package struct PageLeftovers {
    /// A text that has no place any more, because somebody changed its file since.
    package struct Rescued {
        /// The file's name.
        package let name: String
        /// What it was.
        package let text: [UInt8]
    }

    private let folder: OpenFolder
    private let key: ContentDigest.Key
    private let names: [String]

    /// The pages of which a database tells. Call only where nobody else can have one in this folder.
    ///
    /// - Parameter key: Of the digests in their lists.
    package init(_ folder: OpenFolder, key: ContentDigest.Key) throws {
        (self.folder, self.key) = (folder, key)
        names = try folder.names(beginningWith: PageNames.storedPrefix)
    }

    /// Whether there are none.
    package var isEmpty: Bool { names.isEmpty }

    /// Puts all files of pages other than the stored ones back as they were.
    ///
    /// A page without its list, or with one that has no end, touched no file yet, or is all cleaned up but for this.
    package func undo(exceptPages stored: String) throws -> [Rescued] {
        var rescued: [Rescued] = []
        for list in names {
            guard let page = PageNames(list: list), let id = page.id, !stored.contains(id),
                let found = try folder.read(list, key: key).flatMap({
                    PageNames.items(of: $0.bytes)
                })
            else { continue }
            for (index, item) in found.items.enumerated() {
                guard let text = try folder.undo(item, page, index, key: key) else { continue }
                rescued.append(Rescued(name: item.name, text: text))
            }
        }
        return rescued
    }

    /// Removes the hidden files, the lists last.
    package func remove() throws {
        let names = try folder.names(beginningWith: PageNames.storedPrefix)
        for name in names where PageNames(list: name) == nil { try folder.remove(name) }
        for name in names where PageNames(list: name) != nil { try folder.remove(name) }
    }

    /// Undoes the pages of processes that have ended, and removes their hidden files.
    ///
    /// - Parameter names: What is in the folder.
    /// - Returns: Whether a file was given back what it had.
    static func mend(_ folder: OpenFolder, _ names: [String]) -> Bool {
        var isMended = false
        for name in names {
            if let page = PageNames(list: name), let process = page.process,
                AsideFolder.left(name, in: folder, by: process) != nil
            {
                // Somebody else may be at it, or its process may live where its number is not known, as in a container.
                guard let held = HeldFile(name, in: folder, waits: false) else { continue }
                if (try? undo(page, folder)) == true { isMended = true }
                withExtendedLifetime(held) {}
            } else if let (list, process) = PageNames.list(ofHidden: name),
                // Its list goes when the page is made, and all that is hidden was read then.
                !names.contains(list), (try? folder.status(list) == nil) == true,
                AsideFolder.left(name, in: folder, by: process) != nil
            {
                try? folder.remove(name)
            }
        }
        return isMended
    }

    /// - Returns: Whether a list was there.
    private static func undo(_ page: PageNames, _ folder: OpenFolder) throws -> Bool {
        guard let text = try folder.content(page.list)?.bytes else { return false }
        if let list = PageNames.items(of: text), let key = list.key {
            try folder.undo(list.items, page, key: key)
        }
        try folder.remove(page.list)
        return true
    }
}

extension OpenFolder {
    /// Puts the files of a page that its list alone tells of back as they were, and removes what it has hidden. The list
    /// stays.
    func undo(_ items: [PageItem], _ page: PageNames, key: ContentDigest.Key) throws {
        for (index, item) in items.enumerated() {
            let item = located(item)
            if item.kind == .create, isBehindLink(item.place) { continue }
            if let rescued = try undo(item, page, index, key: key),
                ContentDigest(rescued, key: key) != item.old
            {
                // It may be nowhere else. Its name says that it is neither of what the page knows, so that it stays.
                try write(
                    rescued, to: LeftoverFiles.name(of: item.name, old: 0, new: 0), waits: true)
            }
            try remove(page.hidden(index, beside: item.place))
        }
        try sync(below: items.map(located))
    }

    /// An item of a list, where the file is now.
    private func located(_ item: PageItem) -> PageItem {
        PageItem(
            item.kind, item.name, at: item.kind == .replace ? place(of: item.name) : item.place,
            old: item.old, text: item.text, new: item.new)
    }

    /// Where a file is: what a link leads to, in whatever folder that is.
    func place(of name: String) -> String {
        guard let status = try? status(name), status.st_mode & S_IFMT == S_IFLNK,
            let target = realpath(path + "/" + name, nil)
        else { return name }
        defer { free(target) }
        return String(cString: target)
    }

    /// Whether a folder on the way to a file is a link. A list that came with a folder from elsewhere could name files that
    /// are not in it.
    private func isBehindLink(_ name: String) -> Bool {
        name.indices.contains { index in
            guard name[index] == "/", let status = try? status(String(name[..<index])) else {
                return false
            }
            return status.st_mode & S_IFMT == S_IFLNK
        }
    }

    /// Gives one file of a page back what it had, how far the page may have come.
    ///
    /// - Returns: What has no place any more.
    fileprivate func undo(
        _ item: PageItem, _ page: PageNames, _ index: Int, key: ContentDigest.Key
    ) throws -> [UInt8]? {
        let hidden = page.hidden(index, beside: item.place)
        let third = page.third(index, beside: item.place)
        // Stopped in the midst of a swap by three moves.
        if try status(third) != nil {
            if try status(item.place) == nil {
                try move(third, to: item.place)
            } else {
                // The name is ours by now, or another program's: then ours is still hidden.
                try remove(hidden)
                try move(third, to: hidden)
            }
        }
        let swappedOut = try read(hidden, key: key)
        switch item.kind {
        case .create:
            // Was it there first, or ours? The same text either way, and whoever wants it makes it again.
            guard swappedOut == nil else { return nil }
            return try takeBack(item.place, as: hidden, over: { third }) {
                ContentDigest($0, key: key) == item.new
            }
        case .replace, .remove:
            guard let swappedOut, item.kind == .remove || swappedOut.version.digest != item.new
            else { return nil }
            return try putBack(item, page, index, key: key)
        }
    }
}

/// A page's list that nobody else holds meanwhile (flock(2)).
final class HeldFile {
    private let descriptor: Int32

    /// - Returns: nil if somebody else holds it or has removed it, or where that cannot be told.
    init?(_ name: String, in folder: OpenFolder, waits: Bool) {
        descriptor = openat(
            folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) == 0,
            (try? folder.status(name) != nil) == true
        else { return nil }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // Children that were forked meanwhile have the open file, too.
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
