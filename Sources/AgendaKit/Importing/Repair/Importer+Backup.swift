internal import ICalendar

extension Importer {
    /// Writes the backup of what lives in the store alone. Called after each change of it, before
    /// the change is acknowledged.
    ///
    /// - Throws: `storeReplaced` or `storeDamaged` if what was written may be lost. A backup that cannot be
    ///   written does not fail the change; ``backupFailure`` says why.
    func backUp() throws(AgendaError) {
        guard let path = store.path else { return }
        // A backup that is ahead of its store makes the next program refuse the store as an old one.
        try store.settle()
        do throws(AgendaError) {
            let aside = try StoreBackup(storePath: path).write(store, zones: zones)
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

    /// Stores what a backup holds, into a new store.
    func restore(_ content: PreciousContent) throws(AgendaError) {
        for source in content.sources { _ = try store.insert(source) }
        guard let own = content.local else { return }
        let local = try store.insert(own)
        var texts: [SeriesName: [UInt8]] = [:]
        for component in content.components {
            let text = Array(component.utf8)
            // A zone of its own may stand before it.
            let event = ComponentScanner.scan(text).components.lazy.compactMap {
                ICalendarParser.event(in: text[$0.range]).value
            }.first
            guard let event else { continue }
            texts[event.name, default: []] += text
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
        guard try store.apply([changes], horizon: preparation.horizon) != nil else {
            throw context.gaveUp
        }
    }
}
