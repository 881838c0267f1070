import AgendaActions
import AgendaKit
import AgendaSync
import CBuild
import ICalendar

/// What `agenda --version` says: the program, and what it stands on.
extension ProgramVersion {
    /// `agenda NUMBER (commit 1a2b3c4, libical 3.0.16, libcurl 7.88.1, SQLite 3.40.1, tz data 2026b)`: a line for
    /// a report of a fault. Looks libical and libcurl up, which no other command does without need.
    static var line: String {
        let commit = String(cString: cbuild_commit())
        let parts = [
            commit.isEmpty ? nil : "commit \(commit)",
            Libical.installed.map { "libical \($0)" } ?? "libical missing",
            CurlExchange.libraryVersion.map { "libcurl \($0)" } ?? "libcurl missing",
            "SQLite \(EventStore.sqliteVersion)", "tz data \(SystemZones.version ?? "unknown")",
        ]
        return "agenda \(number) (\(parts.compactMap { $0 }.joined(separator: ", ")))"
    }
}
