import AgendaActions
import AgendaJSON
import AgendaKit
import FoundationEssentials
import Glibc
import ICalendar
import TerminalOutput

/// What a daemon does, as it tells it to other processes. Holds no secret.
struct DaemonStatus: Hashable, Codable {
    /// An account.
    struct Account: Hashable, Codable {
        let name: String
        /// `waiting`, `running`, or `stopped` until its settings change.
        let state: String
        /// When it is synchronised next; nil while it runs or is stopped.
        let due: Instant?
    }

    /// What is wrong with something.
    struct Fault: Hashable, Codable {
        let subject: String
        let text: String
    }

    let process: Int32
    let since: Instant
    let sources: Int
    /// Whether it imports at the moment.
    var isImporting = false
    /// Whether it fetches feeds at the moment.
    var isFetching = false
    /// Whether commands can ask it if there is anything to import; nil by a version that could not be asked.
    var answersReaders: Bool?
    /// When a feed is due next; nil without feeds.
    var feedsDue: Instant?
    /// When the next reminder is shown; nil without one within a day.
    var reminderDue: Instant?
    var accounts: [Account] = []
    var faults: [Fault] = []

    /// What the daemon of a database last said; nil where nobody did.
    static func read(database: String) -> DaemonStatus? {
        guard let bytes = try? InputFile.read(path(database)) else { return nil }
        return try? JSONDecoder().decode(DaemonStatus.self, from: Data(bytes))
    }

    /// Tells it: readers see all of it, or the state before.
    func write(database: String) {
        // A status that cannot be written must not end what it tells of.
        guard let data = try? JSONEncoder().encode(self) else { return }
        let (path, beside) = (Self.path(database), Self.path(database) + ".new")
        unlink(beside)
        let descriptor = open(
            beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard OutputBuffer.write(Array(data), to: descriptor) == nil else { return }
        rename(beside, path)
    }

    /// Removes it.
    static func remove(database: String) { unlink(path(database)) }

    private static func path(_ database: String) -> String {
        FileSystem.resolved(database) + "-daemon.json"
    }
}
