internal import Glibc
internal import ICalendar

/// Files of a folder that change together: written beside, brought to the disk at once, then each swapped with what has
/// its name, if that still is what was read.
///
/// What another program wrote in between is found after the swap, because the old file is not gone then, and put back.
package struct Page {
    /// The points between which a process can be killed; tests stop at each.
    package enum Step: Hashable, Sendable, Codable {
        case written, listed, synced, swapped(Int), settled, namesSynced, stored, cleaned
    }

    /// How many files are swapped before it is looked what they were: each needs an open descriptor.
    private static let group = 100
    /// Up to so many files each waits for the disk alone: less than waiting for all that other programs wrote.
    private static let few = 4

    let folder: OpenFolder
    let names: PageNames
    let key: ContentDigest.Key
    /// Until when to wait for programs that have one of the files open for writing; nil not to wait.
    var patience: ContinuousClock.Instant?
    let atStep: @Sendable (Step) -> Void
    var items: [PageItem]
    /// The list, which tells others that its process lives.
    var held: HeldFile?
    /// From the first swap on; a page whose list can be undone has it to its end.
    var turn: FileLock?

    /// Brings the items as far as they get. Nothing of what was there is lost yet: it has a hidden name.
    ///
    /// - Throws: Where the page as a whole failed, with files swapped or not; ``PageLeftovers`` mends that.
    mutating func place() throws(SystemFailure) {
        // `syncfs` is for one file system; files behind folders and links may lie in others.
        let waits = items.count <= Self.few || items.contains { $0.place.contains("/") }
        for (index, item) in items.enumerated() where item.kind != .remove {
            let model = item.kind == .replace ? try folder.status(item.place) : item.model
            items[index].written = try folder.write(
                item.text, to: hidden(index), model.map(OpenFolder.Rights.like), waits: waits)
        }
        atStep(.written)
        try folder.write(names.text(of: items), to: names.list, waits: waits)
        if names.process != nil {
            held = HeldFile(names.list, in: folder, waits: true)
            // Who took this process for ended has undone the page; where files cannot be held, nobody does.
            let isThere = try folder.status(names.list) != nil
            guard held != nil || isThere else {
                throw SystemFailure(EBUSY)
            }
        }
        atStep(.listed)
        if waits { try folder.sync(below: items) } else { try folder.syncAll() }
        atStep(.synced)
        turn = folder.turn()
        for start in stride(from: 0, to: items.count, by: Self.group) {
            try swap(start..<min(start + Self.group, items.count))
        }
        if names.process == nil { turn = nil }
        atStep(.settled)
        try folder.sync(below: items)
        atStep(.namesSynced)
        for index in items.indices { try noteVersion(index) }
    }

    private func hidden(_ index: Int) -> String {
        names.hidden(index, beside: items[index].place)
    }

    private mutating func swap(_ range: Range<Int>) throws(SystemFailure) {
        var leases: [Int: FileLease] = [:]
        for index in range {
            if items[index].kind != .create {
                if folder.isProtected(items[index].place) {
                    items[index].progress = .refused(.protected, rescued: nil)
                    continue
                }
                guard let lease = lease(items[index].place) else {
                    items[index].progress = .refused(.inUse, rescued: nil)
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

    private func lease(_ place: String) -> FileLease? {
        while true {
            if let lease = FileLease(place, in: folder.descriptor) { return lease }
            guard let patience, ContinuousClock.now < patience else { return nil }
            usleep(10_000)
        }
    }

    private mutating func swap(_ index: Int) throws(SystemFailure) {
        let (item, hidden) = (items[index], hidden(index))
        do throws(SystemFailure) {
            switch item.kind {
            case .create: try folder.move(hidden, to: item.place)
            case .replace: try folder.exchange(hidden, item.place, over: { third(index) })
            case .remove: try folder.hide(item.place, as: hidden)
            }
            items[index].progress = .swapped
        } catch {
            switch (error.number, item.kind) {
            case (ENOENT, .remove): items[index].progress = .done(nil, old: nil)
            case (EEXIST, .create), (ENOENT, .replace):
                items[index].progress = .refused(.changed, rescued: nil)
            case (EEXIST, .replace):
                items[index].progress = .refused(.changed, rescued: try movedAway(index))
            case _ where error.isFull: throw error
            default: items[index].progress = .refused(.failed(error), rescued: nil)
            }
        }
    }

    private func third(_ index: Int) -> String { names.third(index, beside: items[index].place) }

    /// What had the name before another program took it in the moment when it was free: nil if that is what was read.
    private func movedAway(_ index: Int) throws(SystemFailure) -> [UInt8]? {
        let hidden = hidden(index)
        // Ours; the other one takes its place.
        try folder.remove(hidden)
        try folder.hide(third(index), as: hidden)
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
        let found = try? folder.read(hidden(index), key: key)
        let isOld =
            found?.version.digest == item.old
            && lease?.isOn(hidden(index), in: folder.descriptor) != false
        if isOld, let found, lease?.isWantedOrTaken() != true {
            items[index].progress = .done(nil, old: found.bytes)
        } else {
            let rescued = try folder.putBack(item, names, index, key: key)
            items[index].progress = .refused(isOld ? .inUse : .changed, rescued: rescued)
        }
    }

    /// The version of a file that is in place, if it still is the one that was written: a change sets another date, and one
    /// within a tick of the clock is found at the next look, because the version is a young one then.
    private mutating func noteVersion(_ index: Int) throws(SystemFailure) {
        guard case .done(_, let old) = items[index].progress, let written = items[index].written
        else { return }
        let now = FileStamp.present()
        guard let stamp = try folder.status(items[index].place).map({ FileStamp($0) }),
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
        _ item: PageItem, _ names: PageNames, _ index: Int, key: ContentDigest.Key
    ) throws(SystemFailure) -> [UInt8]? {
        let isRemoval = item.kind == .remove
        let third = names.third(index, beside: item.place)
        let rescued = try putBack(
            names.hidden(index, beside: item.place), to: item.place, over: { third },
            isOurs: isRemoval ? nil : { ContentDigest($0, key: key) == item.new })
        try remove(third)
        return rescued
    }

    /// Waits until the names of a page's files are on the disk, and the list's.
    func sync(below items: [PageItem]) throws(SystemFailure) {
        let places = items.compactMap { item in
            item.place.lastIndex(of: "/").map { String(item.place[...$0]) }
        }
        for place in Set(places) {
            let below = openat(descriptor, place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard below >= 0 else { throw SystemFailure(errno) }
            defer { close(below) }
            guard fsync(below) == 0 || errno == EINVAL else { throw SystemFailure(errno) }
        }
        try sync()
    }
}
