internal import CalendarFiles
internal import Glibc
internal import ICalendar

/// Files of a replica that change together: written beside, brought to the disk at once, then each swapped with what has
/// its name, if that still is what was read.
///
/// What another program wrote in between is found after the swap, because the old file is not gone then, and put back.
struct Page {
    /// The points between which a process can be killed; tests stop at each.
    enum Step: Hashable, Sendable, Codable {
        case written, listed, synced, swapped(Int), settled, namesSynced, stored, cleaned
    }

    /// How many files are swapped before it is looked what they were: each needs an open descriptor.
    private static let group = 100
    /// Up to so many files each waits for the disk alone: less than waiting for all that other programs wrote.
    private static let few = 4

    let folder: OpenFolder
    let files: PageFiles
    let key: ContentDigest.Key
    let atStep: @Sendable (Step) -> Void
    var items: [PageItem]

    /// Brings the items as far as they get. Nothing of what was there is lost yet: it has a hidden name.
    ///
    /// - Throws: Where the page as a whole failed, with files swapped or not; ``Leftovers`` mends that.
    mutating func place() throws(SystemFailure) {
        let waits = items.count <= Self.few
        for (index, item) in items.enumerated() where item.kind != .remove {
            let model = item.kind == .replace ? try folder.status(item.name) : nil
            items[index].written = try folder.write(
                item.text, to: files.hidden(index), model.map(OpenFolder.Rights.like), waits: waits)
        }
        atStep(.written)
        try folder.write(PageFiles.text(of: items), to: files.list, waits: waits)
        atStep(.listed)
        if waits { try folder.sync() } else { try folder.syncAll() }
        atStep(.synced)
        for start in stride(from: 0, to: items.count, by: Self.group) {
            try swap(start..<min(start + Self.group, items.count))
        }
        atStep(.settled)
        try folder.sync()
        atStep(.namesSynced)
        for index in items.indices { try noteVersion(index) }
    }

    private mutating func swap(_ range: Range<Int>) throws(SystemFailure) {
        var leases: [Int: FileLease] = [:]
        for index in range {
            if items[index].kind != .create {
                guard let lease = FileLease(items[index].name, in: folder.descriptor) else {
                    items[index].progress = .changed(rescued: nil)
                    continue
                }
                leases[index] = lease
            }
            try swap(index)
            atStep(.swapped(index))
        }
        // A program that looked a name up before the swap may open the file a moment later.
        if !leases.isEmpty { usleep(2_000) }
        for index in range {
            guard case .swapped = items[index].progress else { continue }
            try settle(index, leases[index])
        }
    }

    private mutating func swap(_ index: Int) throws(SystemFailure) {
        let (item, hidden) = (items[index], files.hidden(index))
        do throws(SystemFailure) {
            switch item.kind {
            case .create: try folder.move(hidden, to: item.name)
            case .replace: try folder.exchange(hidden, item.name, over: { files.third(index) })
            case .remove: try folder.hide(item.name, as: hidden)
            }
            items[index].progress = .swapped
        } catch {
            switch (error.number, item.kind) {
            case (ENOENT, .remove): items[index].progress = .done(nil, old: nil)
            case (EEXIST, .create), (ENOENT, .replace):
                items[index].progress = .changed(rescued: nil)
            case (EEXIST, .replace):
                items[index].progress = .changed(rescued: try movedAway(index))
            case _ where error.isFull: throw error
            default: items[index].progress = .failed("\(error)")
            }
        }
    }

    /// What had the name before another program took it in the moment when it was free: nil if that is what was read.
    private func movedAway(_ index: Int) throws(SystemFailure) -> [UInt8]? {
        let (hidden, third) = (files.hidden(index), files.third(index))
        // Ours; the other one takes its place.
        try folder.remove(hidden)
        try folder.hide(third, as: hidden)
        guard let found = try? folder.read(hidden, key: key),
            found.version.digest != items[index].old
        else { return nil }
        return found.bytes
    }

    /// Looks at what was swapped out, and puts it back if it is not what was read or somebody is about to write into it.
    private mutating func settle(_ index: Int, _ lease: FileLease?) throws(SystemFailure) {
        let item = items[index]
        guard item.kind != .create else {
            items[index].progress = .done(nil, old: nil)
            return
        }
        let found = try? folder.read(files.hidden(index), key: key)
        if let found, found.version.digest == item.old, lease?.isWantedOrTaken() != true {
            items[index].progress = .done(nil, old: found.bytes)
        } else {
            items[index].progress = .changed(rescued: try putBack(index))
        }
    }

    /// Gives a file its name back. Where the name has another text than ours by now, that one stays, and the one that was
    /// swapped out is returned.
    private func putBack(_ index: Int) throws(SystemFailure) -> [UInt8]? {
        try folder.putBack(items[index], files, index, key: key)
    }

    /// The version of a file that is in place, if it still is the one that was written: a change sets another date, and one
    /// within a tick of the clock is found at the next look, because the version is a young one then.
    private mutating func noteVersion(_ index: Int) throws(SystemFailure) {
        guard case .done(_, let old) = items[index].progress, let written = items[index].written
        else { return }
        let now = FileStamp.present()
        guard let stamp = try folder.status(items[index].name).map({ FileStamp($0) }),
            stamp.inode == written.inode, stamp.size == written.size,
            stamp.modified == written.modified
        else { return }
        // Its new name is younger, but a write would set the date of the content, too.
        var content = stamp
        content.statusChanged = stamp.modified
        let version = FileVersion(
            digest: items[index].new, stamp: stamp, isYoung: content.isYoung(at: now))
        items[index].progress = .done(version, old: old)
    }
}

extension OpenFolder {
    /// Gives a page's file its name back: its text, where the name has another one than ours by now, and this one goes.
    func putBack(
        _ item: PageItem, _ files: PageFiles, _ index: Int, key: ContentDigest.Key
    ) throws(SystemFailure) -> [UInt8]? {
        let isRemoval = item.kind == .remove
        let rescued = try putBack(
            files.hidden(index), to: item.name, over: { files.third(index) },
            isOurs: isRemoval ? nil : { ContentDigest($0, key: key) == item.new })
        try remove(files.third(index))
        return rescued
    }
}
