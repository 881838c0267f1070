import Foundation
import GRDB
import Glibc

/// A database written by an older program: the first command that opens it migrates it, and may be
/// killed meanwhile.
struct OldStore {
    private let original: String
    private let agenda: Agenda
    private let arguments: [String]
    private let expected: Agenda.Result

    /// Creates a separate store with a source that never changes, in the first schema: without the
    /// tables, columns and indexes added later.
    init(_ agenda: Agenda, calendar: String) throws {
        original = agenda.scratch.file("old.db")
        let source = agenda.scratch.file("old.ics")
        try FileManager.default.copyItem(atPath: calendar, toPath: source)
        try agenda.expect(["source", "add", source, "--database", original])
        try agenda.expect(
            ["add", "Of old", "--start", "2026-11-22", "--database", original], mayComplain: "Added"
        )
        let database = try DatabaseQueue(path: original)
        try database.write { database in
            try database.execute(
                sql: """
                    DROP TABLE change;
                    DROP TABLE expected;
                    DROP TABLE source_span;
                    DROP TABLE gone;
                    DROP TABLE nonce;
                    DROP INDEX resource_revision;
                    ALTER TABLE resource DROP COLUMN revision;
                    ALTER TABLE resource DROP COLUMN created;
                    ALTER TABLE source DROP COLUMN oldest_revision;
                    ALTER TABLE source DROP COLUMN event_count;
                    ALTER TABLE source DROP COLUMN emptied;
                    DROP TABLE alarm;
                    ALTER TABLE source DROP COLUMN reminder;
                    ALTER TABLE source DROP COLUMN makes_busy;
                    ALTER TABLE source DROP COLUMN position;
                    ALTER TABLE source DROP COLUMN shelf;
                    DROP TABLE todo;
                    DROP TABLE source_edit;
                    DROP TABLE source_mount;
                    ALTER TABLE diagnostic DROP COLUMN is_told;
                    ALTER TABLE diagnostic RENAME COLUMN reason TO message;
                    ALTER TABLE diagnostic ADD COLUMN remedy TEXT;
                    DROP TABLE rule_edit;
                    DROP TABLE rule_set;
                    DROP TABLE ruling;
                    DROP TABLE mirrored;
                    DROP TABLE pair_edit;
                    DROP TABLE pair;
                    DROP TABLE edit_digest;
                    DROP TABLE operation;
                    DROP TABLE edit;
                    DROP TABLE identity;
                    DROP TABLE reply;
                    DROP INDEX series_dense;
                    DROP INDEX component_zone;
                    DROP INDEX component_journal;
                    DROP INDEX series_reach;
                    ALTER TABLE series DROP COLUMN first_day;
                    ALTER TABLE series DROP COLUMN last_day;
                    ALTER TABLE series DROP COLUMN seasons;
                    ALTER TABLE series DROP COLUMN start;
                    ALTER TABLE series DROP COLUMN is_several;
                    ALTER TABLE series DROP COLUMN others;
                    ALTER TABLE occurrence DROP COLUMN more;
                    UPDATE occurrence SET bucket = bucket % 128;
                    DELETE FROM grdb_migrations WHERE identifier NOT LIKE '%sources, components%';
                    PRAGMA application_id = 0;
                    PRAGMA user_version = 1
                    """)
        }
        // Closing writes the log into the file.
        try database.close()
        self.agenda = agenda
        arguments = KillsCheck.listing + ["--database", agenda.scratch.file("old/old.db")]
        try Self.copy(original, agenda.scratch)
        expected = try agenda.run(arguments)
        guard [.status(0), .status(3)].contains(expected.ending) else {
            throw Fault("\(original) cannot be opened: \(expected.complaints)")
        }
    }

    /// Starts a command that opens a fresh copy.
    func begin() throws -> KillAttempt {
        try Self.copy(original, agenda.scratch)
        let child = try agenda.start(arguments)
        return KillAttempt(arguments: arguments, child: child, inspect: inspect)
    }

    /// Checks that the next command sees the same contents.
    private func inspect() throws {
        let result = try agenda.run(arguments)
        guard result == expected else {
            throw Fault(
                "after a killed first opening the list is another one: \(result.complaints)")
        }
    }

    private static func copy(_ original: String, _ scratch: Scratch) throws {
        try? FileManager.default.removeItem(atPath: scratch.file("old"))
        try FileManager.default.copyItem(
            atPath: original, toPath: scratch.folder("old") + "/old.db")
    }
}
