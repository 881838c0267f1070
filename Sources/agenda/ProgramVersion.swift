import AgendaActions
import AgendaKit
import AgendaSync
import CBuild
import ICalendar

/// What `agenda --version` says: the program, and if asked for, what it stands on.
extension ProgramVersion {
    /// The line that the arguments ask for, before anything is loaded for it; nil if they ask for something else.
    static func line(for arguments: ArraySlice<String>) -> String? {
        switch arguments {
        case ["--version"]: line(with: [])
        case ["--version", "--verbose"], ["--verbose", "--version"]: line(with: libraries)
        default: nil
        }
    }

    /// `agenda NUMBER (commit 1a2b3c4)`.
    static var line: String { line(with: []) }

    private static func line(with libraries: [String]) -> String {
        let commit = String(cString: cbuild_commit())
        let parts = (commit.isEmpty ? [] : ["commit \(commit)"]) + libraries
        return "agenda \(number)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
    }

    /// `libical 3.0.16, libcurl 7.88.1, SQLite 3.40.1, tz data 2026b`: for a report of a fault. libical and libcurl are loaded for
    /// it, with some twenty libraries that these need: three times the work of a list.
    private static var libraries: [String] {
        [
            Libical.installed.map { "libical \($0)" } ?? "libical missing",
            CurlExchange.libraryVersion.map { "libcurl \($0)" } ?? "libcurl missing",
            "SQLite \(EventStore.sqliteVersion)", "tz data \(SystemZones.version ?? "unknown")",
        ]
    }
}
