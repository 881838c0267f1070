internal import CalendarFiles
internal import GRDB
internal import Glibc
internal import ICalendar

extension FolderReplica {
    /// Swaps files as ``Page`` says, then stores everything in one transaction. If that fails or is interrupted, each file
    /// gets back what it had, at once or before the next lease.
    public func commit(
        _ placements: [Placement], _ changes: [StateChange]
    ) throws(ReplicaError) -> [PlacementOutcome] {
        guard !placements.isEmpty else {
            let first = try standingOfFirst(changes)
            try write { database in
                for change in changes { try rows.apply(change, database) }
                if let first { try rows.setStanding(first, database) }
            }
            return []
        }
        let folder = try folderToWrite()
        let standing = standing(of: folder)
        var items = placements.map { item(for: $0, folder) }
        let planned = items.indices.filter {
            if case .planned = items[$0].progress { true } else { false }
        }
        let files = PageFiles(id: String(UInt64.random(in: 1 << 60 ... .max), radix: 16))
        do {
            var page = Page(
                folder: folder, files: files, key: rows.digestKey, atStep: step,
                items: planned.map { items[$0] })
            if !planned.isEmpty { try page.place() }
            for (index, item) in zip(planned, page.items) { items[index] = item }
            try write { database in
                try store(placements, items, planned: Set(planned), changes, database)
                try rows.setStanding(standing, database)
                if !planned.isEmpty { try rows.addPage(files.id, database) }
            }
            step(.stored)
        } catch {
            // Every file gets back what it had, unless the transaction is stored after all.
            try? mend()
            if let failure = error as? SystemFailure {
                throw ReplicaError(writing: failure, path: path)
            }
            throw error as? ReplicaError ?? ReplicaError(.notWritable("\(error)"), path: path)
        }
        try clean(files, planned.count, folder)
        step(.cleaned)
        return items.map(\.outcome)
    }

    /// The folder's standing, where something is agreed for the first time although nothing was put in place: what was sent
    /// is there, and from now on its absence means a deletion.
    private func standingOfFirst(
        _ changes: [StateChange]
    ) throws(ReplicaError) -> FolderStanding? {
        let agrees = changes.contains { if case .setBase = $0 { true } else { false } }
        guard agrees, try read({ try rows.standing($0) }) == nil, let folder = try openFolder()
        else { return nil }
        mark(folder)
        return standing(of: folder)
    }

    /// Removes the hidden files of a page that is stored, the list last.
    private func clean(
        _ files: PageFiles, _ count: Int, _ folder: OpenFolder
    ) throws(ReplicaError) {
        guard count > 0 else { return }
        do throws(SystemFailure) {
            for index in 0..<count { try folder.remove(files.hidden(index)) }
            try folder.remove(files.list)
        } catch {
            throw ReplicaError(writing: error, path: path)
        }
    }

    /// Undoes what an interrupted page left, and forgets what has been in the trash for long.
    func mend() throws(ReplicaError) {
        if let folder = try openFolder() {
            do {
                let leftovers = try Leftovers(folder, key: rows.digestKey)
                if !leftovers.isEmpty {
                    let rescued = try leftovers.undo(exceptPages: read { try rows.pages($0) })
                    try folder.sync()
                    if !rescued.isEmpty {
                        try write { database in
                            for text in rescued { try rows.discard(text, at: now(), database) }
                        }
                    }
                    try leftovers.remove()
                }
            } catch {
                if let failure = error as? SystemFailure {
                    throw ReplicaError(writing: failure, path: path)
                }
                throw error as? ReplicaError ?? ReplicaError(.notReadable("\(error)"), path: path)
            }
        }
        guard try read({ try rows.hasExpired(at: now(), $0) }) else { return }
        try write { try rows.prune(at: now(), $0) }
    }

    /// What a placement asks for, as far as the file's present content tells.
    private func item(for placement: Placement, _ folder: OpenFolder) -> PageItem {
        var (text, kind): ([UInt8], PageItem.Kind) = ([], .remove)
        if case .put(let bytes) = placement.action {
            (text, kind) = (bytes, placement.expected == nil ? .create : .replace)
        }
        let expected = FileVersion(placement.expected)
        let old = expected?.digest
        var item = PageItem(
            kind: kind, name: placement.name, old: old, text: text,
            new: ContentDigest(text, key: rows.digestKey))
        guard ResourceName.isValid(placement.name) else {
            item.progress = .failed("its name cannot be a calendar file's")
            return item
        }
        do throws(OpenFolder.Unreadable) {
            // What is swapped out is read in any case.
            let isSame =
                (try? folder.status(placement.name)).map {
                    expected?.isCertain(for: FileStamp($0)) ?? false
                } ?? false
            let found =
                isSame ? expected : try folder.read(placement.name, key: rows.digestKey)?.version
            switch (kind, found) {
            case (.remove, nil): item.progress = .done(nil, old: nil)
            case (.create, let found?), (.replace, let found?):
                if found.digest == item.new {
                    item.progress = .done(found, old: nil)
                } else if found.digest != old {
                    item.progress = .changed(rescued: nil)
                }
            case (.remove, let found?):
                if found.digest != old { item.progress = .changed(rescued: nil) }
            case (.replace, nil): item.progress = .changed(rescued: nil)
            case (.create, nil): break
            }
        } catch {
            item.progress = .failed("\(error)")
        }
        return item
    }

    private func store(
        _ placements: [Placement], _ items: [PageItem], planned: Set<Int>,
        _ changes: [StateChange], _ database: Database
    ) throws {
        let time = now()
        for (index, item) in items.enumerated() {
            switch item.progress {
            case .done(let version, let old):
                for change in placements[index].changes {
                    try rows.apply(change.noting(version, of: item), database)
                }
                let isRemoval = item.kind == .remove
                let trashed = try old.map { text in
                    try rows.discard(
                        Discarded(
                            name: item.name, text: text, reason: isRemoval ? .removed : .replaced),
                        at: time, database)
                }
                // What was as wanted already was not brought.
                if placements[index].isNews, planned.contains(index) {
                    try rows.arrive(
                        item.name, replacing: trashed, with: isRemoval ? nil : item.text, at: time,
                        database)
                }
            case .changed(let rescued?):
                try rows.discard(
                    Discarded(name: item.name, text: rescued, reason: .rescued), at: time, database)
            case .changed(nil), .failed, .planned, .swapped: break
            }
        }
        for change in changes { try rows.apply(change, database) }
    }
}

extension StateChange {
    /// The change with the version of the file that was put in place.
    fileprivate func noting(_ version: FileVersion?, of item: PageItem) -> StateChange {
        guard case .setBase(var base, let text) = self, base.name == item.name,
            item.kind != .remove
        else { return self }
        base.version = version?.text
        return .setBase(base, text: text)
    }
}

extension PageItem {
    fileprivate var outcome: PlacementOutcome {
        switch progress {
        case .done: .done
        case .failed(let words): .failed(words)
        case .planned, .swapped, .changed: .changedMeanwhile
        }
    }
}
