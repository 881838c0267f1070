internal import CalendarFiles
internal import GRDB
internal import Glibc

extension FolderReplica {
    /// Changes the files as ``FolderBank`` does, and stores everything in one transaction. If that fails or is interrupted,
    /// each file gets back what it had, at once or before the next lease.
    package func commit(
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
        let page = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
        var outcomes: [PlacementOutcome] = []
        do {
            try FolderBank(folder, key: rows.digestKey, limit: Self.limit).commitEach(
                placements.map(ResourceChange.init), page: page, isName: ResourceName.isValid,
                atStep: atStep
            ) { items in
                try write { database in
                    try store(placements, items, changes, database)
                    try rows.setStanding(standing, database)
                    if items.contains(where: \.isBrought) { try rows.addPage(page, database) }
                }
                outcomes = items.map(\.outcome)
            }
        } catch {
            // Every file gets back what it had, unless the transaction is stored after all.
            try? mend()
            if let failure = error as? SystemFailure {
                throw ReplicaError(writing: failure, path: path)
            }
            throw error as? ReplicaError ?? ReplicaError(.notWritable("\(error)"), path: path)
        }
        return outcomes
    }

    /// The folder's standing, where something is agreed for the first time although nothing was put in place: what was sent
    /// is there, and from now on its absence means a deletion.
    private func standingOfFirst(
        _ changes: [StateChange]
    ) throws(ReplicaError) -> FolderIdentity? {
        let agrees = changes.contains { if case .setBase = $0 { true } else { false } }
        guard agrees, try read({ try rows.standing($0) }) == nil, let folder = try openFolder()
        else { return nil }
        mark(folder)
        return standing(of: folder)
    }

    /// Undoes what an interrupted page left, and forgets what has been in the trash for long.
    func mend() throws(ReplicaError) {
        if let folder = try openFolder() {
            do {
                let leftovers = try PageLeftovers(folder, key: rows.digestKey)
                if !leftovers.isEmpty {
                    let rescued = try leftovers.undo(exceptPages: read { try rows.pages($0) })
                    try folder.sync()
                    if !rescued.isEmpty {
                        try write { database in
                            for text in rescued {
                                try rows.discard(
                                    Discarded(name: text.name, text: text.text, reason: .rescued),
                                    at: now(), database)
                            }
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

    private func store(
        _ placements: [Placement], _ items: [PageItem], _ changes: [StateChange],
        _ database: Database
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
                if placements[index].isNews, item.isBrought {
                    try rows.arrive(
                        item.name, replacing: trashed, with: isRemoval ? nil : item.text, at: time,
                        database)
                }
            case .refused(_, let rescued?):
                try rows.discard(
                    Discarded(name: item.name, text: rescued, reason: .rescued), at: time, database)
            case .refused(_, nil), .planned, .swapped: break
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

extension ResourceChange {
    fileprivate init(_ placement: Placement) {
        var content: [UInt8]?
        if case .put(let bytes) = placement.action { content = bytes }
        self.init(
            placement.name, if: FileVersion(placement.expected).map { .version($0) } ?? .absent,
            to: content)
    }
}

extension PageItem {
    fileprivate var outcome: PlacementOutcome {
        switch progress {
        case .done: .done
        case .refused(.failed(let failure), _): .failed("\(failure)")
        case .refused(.unreadable(let cause), _): .failed("\(cause)")
        case .refused(.badName, _): .failed("its name cannot be a calendar file's")
        case .refused(.protected, _): .failed("nobody may write it")
        case .refused(.told(let words), _), .refused(.away(let words), _): .failed(words)
        case .planned, .swapped, .refused(.changed, _), .refused(.inUse, _): .changedMeanwhile
        }
    }
}
