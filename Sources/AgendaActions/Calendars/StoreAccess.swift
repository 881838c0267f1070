package import AgendaKit

/// Opens the database, and repairs it if it is damaged or missing.
package enum StoreAccess {
    /// What keeps the store open between the changes that a task makes; nil to open it for each.
    @TaskLocal package static var kept: KeptStore?

    /// Opens a person's store unless they have it open, or makes it; first restores it if its file is missing and there is a backup.
    package static func open(_ person: Person) async throws -> EventStore {
        if let editor = person.editor { return editor.store }
        return try await open(path: try person.databasePath(), createsMissing: true, person)
    }

    /// Opens the store at a path.
    package static func open(
        path: String, createsMissing: Bool, _ person: Person, readers: Int = 1
    ) async throws -> EventStore {
        if StoreRepair.isNeeded(at: path) {
            try await repair(path, person.clock, cause: nil, person.report)
        }
        let store: EventStore
        if let kept, readers == 1 || kept.takesAnyReaders {
            store = try kept.store(at: path) {
                try EventStore.open(path: path, createsMissing: createsMissing, readers: readers)
            }
        } else {
            store = try EventStore.open(
                path: path, createsMissing: createsMissing, readers: readers)
        }
        do {
            try store.setRules(of: person)
            if let source = person.configuration.ruleSource, source.areBroken {
                for fault in source.untold { person.report.say(fault.message) }
            }
        } catch {
            // What was judged before is still worth showing.
            if canMend(error) { throw error }
            person.report.say("rules: not judged: \(error.sentence)")
        }
        return store
    }

    /// Opens the store of a service, which answers at once: one that was made of its backup has read its files by then.
    package static func openServed(
        path: String, createsMissing: Bool = true, _ person: Person,
        readers: Int = EventStore.readerCount
    ) async throws -> EventStore {
        let isMadeAnew = StoreRepair.isNeeded(at: path)
        let store = try await open(
            path: path, createsMissing: createsMissing, person, readers: readers)
        if isMadeAnew { _ = try await store.importer(person).refresh() }
        return store
    }

    /// Opens the store; nil if there is none.
    package static func openIfExisting(_ person: Person) async throws -> EventStore? {
        if let editor = person.editor { return editor.store }
        let path = try person.databasePath()
        guard exists(path) else { return nil }
        return try await open(path: path, createsMissing: false, person)
    }

    /// Opens the store of a command that may be the first; an empty one in memory if a dry run finds none.
    package static func open(_ person: Person, isDryRun: Bool) async throws -> EventStore {
        if isDryRun, !exists(try person.databasePath()) { return try EventStore.inMemory() }
        return try await open(person)
    }

    /// Opens the store of a command that needs one.
    package static func openExisting(_ person: Person) async throws -> EventStore {
        guard let store = try await openIfExisting(person) else {
            let path = try person.databasePath()
            throw CommandFailure.failure(
                "\(path): no database yet: create one with 'agenda add' or 'agenda source add PATH'"
            )
        }
        return store
    }

    /// Whether there is a database, or a backup to restore it from.
    package static func exists(_ path: String) -> Bool {
        EventStore.exists(at: path) || StoreRepair.isNeeded(at: path)
    }

    /// Whether ``mend(_:)`` knows what to do.
    package static func canMend(_ error: AgendaError) -> Bool {
        [.storeDamaged, .storeOutdated, .storeReplaced].contains(error.code)
    }

    /// Repairs what caused an error of the store; returns whether to try again.
    package static func mend(_ error: AgendaError, _ report: any Report) async throws -> Bool {
        switch error.code {
        case .storeReplaced: return true
        case .storeDamaged,
            .storeOutdated where InputFile.kind(of: error.place) == .file:
            try await repair(error.place, SystemClock(), cause: error, report)
            return true
        default: return false
        }
    }

    private static func repair(
        _ path: String, _ clock: any AgendaClock, cause: AgendaError?, _ report: any Report
    ) async throws {
        do {
            guard let repair = try await StoreRepair.run(path: path, clock: clock) else { return }
            report.say(repair.sentence(cause))
        } catch {
            throw cause ?? error
        }
    }
}

extension Importer {
    /// Reports that a stored change could not be backed up.
    package func requireBackup(_ report: any Report) throws(CommandFailure) {
        if let backupAside {
            report.say(
                "\(backupAside): is the backup of another database that was here, or of a later "
                    + "state; it is kept")
        }
        guard let failure = backupFailure else { return }
        report.say("\(failure.sentence): the change is stored, but not its backup")
        throw .partial
    }
}

extension StoreRepair {
    /// What was wrong, what was restored, and where the rest is.
    fileprivate func sentence(_ cause: AgendaError?) -> Message {
        if let first = readAgain.first {
            return readAgain.count == 1
                ? "\(path): a stored text was damaged: \(first) is read again"
                : "\(path): stored texts were damaged: \(first) and \(readAgain.count - 1) more files are read again"
        }
        let events: Message =
            componentCount == 1 ? "1 local event" : "\(componentCount) local events"
        let sources: Message = sourceCount == 1 ? "1 source" : "\(sourceCount) sources"
        guard let asidePath else {
            return "\(path): was missing or empty: restored \(events) and \(sources) from "
                + "\(backupPath)"
        }
        let reason = cause?.cause.map { " (\($0))" } ?? ""
        if cause?.code == .storeOutdated {
            return
                "\(path): was older than its backup\(reason): restored \(events) and \(sources) "
                + "from \(backupPath); the older file is \(asidePath)"
        }
        return "\(path): was damaged\(reason): restored \(events) and \(sources) from "
            + "\(backupPath); the damaged file is \(asidePath)"
    }
}
