internal import ICalendar

extension Importer {
    /// Writes the backup of what lives in the store alone. Called after each change of it, before
    /// the change is acknowledged.
    ///
    /// - Parameter isWhole: whether to write a full copy, whatever there is.
    /// - Throws: `storeReplaced` or `storeDamaged` if what was written may be lost. A backup that cannot be
    ///   written does not fail the change; ``backupFailure`` says why.
    func backUp(isWhole: Bool = false) throws(AgendaError) {
        guard let path = store.path else { return }
        // A backup that is ahead of its store makes the next program refuse the store as an old one.
        try store.settle()
        do throws(AgendaError) {
            let aside = try StoreBackup(storePath: path).write(
                store, zones: zones, isWhole: isWhole)
            backupFailure = nil
            backupAside = aside ?? backupAside
        } catch {
            if error.code == .storeReplaced || error.code == .storeDamaged { throw error }
            backupFailure = error
        }
    }

    /// Writes the backup if it does not hold the store's present state: there is none yet, or the process that
    /// made the last change was killed before it wrote one.
    func backUpWhenBehind() throws(AgendaError) {
        guard let path = store.path, store.unwritable == nil else { return }
        let backup = StoreBackup(storePath: path)
        // Read before the store, which is never behind its backup.
        let saved = backup.stamp
        let stamp = try store.read { try IdentityTable.fetch($0).stamp }
        guard saved != stamp else { return }
        if !backup.exists, try store.sources(counting: false).isEmpty { return }
        try backUp()
    }

    /// Writes the backup anew, and puts it aside, if it is damaged: it cannot be read, or it says that it holds the store's
    /// present state, but has other texts.
    ///
    /// - Returns: where the damaged one is now; nil if it was sound.
    func mendBackup() throws(AgendaError) -> String? {
        guard let path = store.path, store.unwritable == nil else { return nil }
        let backup = StoreBackup(storePath: path)
        guard backup.exists else { return nil }
        let stored = try store.read { try PreciousContent($0) }
        if let saved = backup.content(of: backup.newest) {
            let isSame = saved.isContained(in: stored) && stored.isContained(in: saved)
            // An event that the store lacks may be the store's loss: the backup stays as it is.
            let names = Set(stored.components.map { PreciousContent.name(of: $0) })
            let hasMore = saved.components.contains {
                !names.contains(PreciousContent.name(of: $0))
            }
            if saved.stamp != stored.stamp || isSame || hasMore { return nil }
        }
        let aside = try backup.putAside()
        try backUp(isWhole: true)
        return aside
    }

    /// Stores what a backup holds, into a new store.
    func restore(_ content: PreciousContent) throws(AgendaError) {
        for source in content.sources { _ = try store.insert(source) }
        try store.restore(content.pairs)
        guard let own = content.local else { return }
        let local = try store.insert(own)
        var texts: [SeriesName: [UInt8]] = [:]
        for component in content.components {
            guard let name = PreciousContent.name(of: component) else { continue }
            texts[name, default: []] += Array(component.utf8)
        }
        let preparation = try context.importContext()
        var changes = RefreshResult(source: local, base: try store.resources(of: local))
        for (name, text) in texts.sorted(by: { $0.key.uid < $1.key.uid }) {
            let outcome = preparation.prepare(
                text, record: ResourceRecord(local: name, of: local),
                stored: StoredComponents(), rereads: true)
            if case .prepared(let resource) = outcome {
                changes.changes.append(.prepared(resource))
            }
        }
        guard try store.apply([changes], horizon: preparation.horizon, by: { _ in nil }) != nil
        else {
            throw context.gaveUp
        }
    }
}
