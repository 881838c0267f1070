import AgendaActions
import AgendaKit
import TerminalOutput

/// Opens the database, and repairs it if it is damaged or missing.
enum StoreAccess {
    /// What keeps the store open between the changes that a task makes; nil to open it for each.
    @TaskLocal static var kept: KeptStore?

    /// Opens the store; first restores it if its file is missing and there is a backup.
    static func open(
        path: String, createsMissing: Bool, settings: Settings, readers: Int = 1
    ) async throws -> EventStore {
        if StoreRepair.isNeeded(at: path) { try await repair(path, settings.clock, cause: nil) }
        if readers == 1, let kept {
            return try kept.store(at: path) {
                try EventStore.open(path: path, createsMissing: createsMissing, readers: readers)
            }
        }
        return try EventStore.open(path: path, createsMissing: createsMissing, readers: readers)
    }

    /// Opens the store; nil if there is none.
    static func openIfExisting(_ common: CommonOptions) async throws -> EventStore? {
        let path = try common.databasePath()
        guard exists(path) else { return nil }
        return try await open(path: path, createsMissing: false, settings: try common.settings())
    }

    /// Opens the store of a command that may be the first; an empty one in memory if a dry run finds none.
    static func open(
        _ common: CommonOptions, _ settings: Settings, isDryRun: Bool
    ) async throws -> EventStore {
        let path = try common.databasePath()
        if isDryRun, !exists(path) { return try EventStore.inMemory() }
        return try await open(path: path, createsMissing: true, settings: settings)
    }

    /// Opens the store of a command that needs one.
    static func openExisting(_ common: CommonOptions) async throws -> EventStore {
        guard let store = try await openIfExisting(common) else {
            let path = try common.databasePath()
            throw CommandFailure.failure(
                "\(path): no database yet: create one with 'agenda add' or 'agenda source add PATH'"
            )
        }
        return store
    }

    /// Whether there is a database, or a backup to restore it from.
    static func exists(_ path: String) -> Bool {
        EventStore.exists(at: path) || StoreRepair.isNeeded(at: path)
    }

    /// Whether ``mend(_:)`` knows what to do.
    static func canMend(_ error: AgendaError) -> Bool {
        [.storeDamaged, .storeOutdated, .storeReplaced].contains(error.code)
    }

    /// Repairs what caused an error of the store; returns whether to try again.
    static func mend(_ error: AgendaError) async throws -> Bool {
        switch error.code {
        case .storeReplaced: return true
        case .storeDamaged,
            .storeOutdated where InputFile.kind(of: error.place) == .file:
            try await repair(error.place, SystemClock(), cause: error)
            return true
        default: return false
        }
    }

    private static func repair(
        _ path: String, _ clock: any AgendaClock, cause: AgendaError?
    ) async throws {
        do {
            guard let repair = try await StoreRepair.run(path: path, clock: clock) else { return }
            Terminal.complain(repair.sentence(cause))
        } catch {
            throw cause ?? error
        }
    }
}

extension Importer {
    /// Reports that a stored change could not be backed up.
    func requireBackup() throws(CommandFailure) {
        if let backupAside {
            Terminal.complain(
                "\(backupAside): is the backup of another database that was here, or of a later "
                    + "state; it is kept")
        }
        guard let failure = backupFailure else { return }
        Terminal.complain("\(failure.sentence): the change is stored, but not its backup")
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
