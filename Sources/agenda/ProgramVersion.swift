import AgendaKit
import CBuild
import ICalendar

/// What `agenda --version` says: the program, and what it stands on.
enum ProgramVersion {
    /// The program's own version (semver.org).
    static let number = "0.1.0"

    /// `agenda 0.1.0 (commit 1a2b3c4, libical 3.0.16, SQLite 3.40.1, tz data 2026b)`: a line for
    /// a report of a fault. Looks libical up, which no other command does without need.
    static var line: String {
        let parts = [
            commit(cbuild_commit()).map { "commit \($0)" },
            Libical.installed.map { "libical \($0)" } ?? "libical missing",
            "SQLite \(EventStore.sqliteVersion)", "tz data \(SystemZones.version ?? "unknown")",
        ]
        return "agenda \(number) (\(parts.compactMap { $0 }.joined(separator: ", ")))"
    }

    /// The commit as git abbreviates it, with `+` where files had been changed since; nil where it
    /// is unknown, as in a build without git.
    ///
    /// - Parameter stamp: 28 bits of the commit's digits, and the mark of changes above them.
    static func commit(_ stamp: UInt32) -> String? {
        guard stamp != 0 else { return nil }
        let digits = String(stamp & 0xFFF_FFFF, radix: 16)
        let padded = String(repeating: "0", count: max(0, 7 - digits.utf8.count)) + digits
        return stamp >> 28 == 0 ? padded : padded + "+"
    }
}
