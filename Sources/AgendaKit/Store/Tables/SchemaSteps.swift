internal import GRDB
internal import ICalendar

/// Migrates a database of an earlier schema to the current one: one named step for each change, never edited
/// once released.
enum SchemaSteps {
    /// The step that every store has done.
    static let first = "2026-11 sources, components, occurrences"

    /// Brings a database to ``Schema/version``.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration(first) { _ in
            // Every database that has tables has done this step.
        }
        migrator.registerMigration("2026-11 changes") { database in
            try database.execute(sql: Schema.changes() + "PRAGMA user_version = 2;")
        }
        migrator.registerMigration("2026-11 indexes in the order of writing") { database in
            try database.execute(
                sql: rebuilding("component", Schema.components)
                    + rebuilding("series", Schema.series()) + "PRAGMA user_version = 3;")
        }
        migrator.registerMigration("2026-11 operations") { database in
            try database.execute(sql: Schema.operations() + "PRAGMA user_version = 4;")
        }
        migrator.registerMigration("2026-11 changes of any kind") { database in
            try database.execute(
                sql: rebuilding("edit", Schema.edits()) + "PRAGMA user_version = 5;")
        }
        migrator.registerMigration("2026-11 series that are too dense to be stored") { database in
            // The empty horizon makes the next refresh expand all series again.
            try database.execute(
                sql: """
                    DROP INDEX occurrence_series;
                    \(Schema.occurrenceIndex)
                    \(Schema.zoneIndex)
                    \(Schema.denseIndex)
                    UPDATE state SET horizon_start = 0, horizon_end = 0;
                    PRAGMA user_version = 6;
                    """)
        }
        migrator.registerMigration("2026-11 several events of a UID") { database in
            // Without its digest, a file that has such events is read again.
            try database.execute(
                sql: """
                    \(Schema.severalEvents)
                    UPDATE resource SET digest = zeroblob(16), version = zeroblob(0)
                    WHERE id IN (
                        SELECT resource_id FROM series JOIN event ON series_id = series.id
                        WHERE recurrence_id IS NULL GROUP BY series.id HAVING COUNT(*) > 1)
                        AND source_id NOT IN (SELECT id FROM source WHERE kind = 'local');
                    PRAGMA user_version = 7;
                    """)
        }
        migrator.registerMigration("2026-11 answers to invitations") { database in
            // Only the files say which of the stored events are messages: mail has one or two events.
            try database.execute(
                sql: """
                    \(Schema.replies)
                    UPDATE resource SET digest = zeroblob(16), version = zeroblob(0)
                    WHERE source_id NOT IN (SELECT id FROM source WHERE kind = 'local') AND id IN (
                        SELECT resource_id FROM component GROUP BY resource_id
                        HAVING COUNT(*) <= 8);
                    PRAGMA user_version = 8;
                    """)
        }
        migrator.registerMigration("2026-11 changes of sources, problems told") { database in
            try database.execute(
                sql: Schema.sourceEdits() + """
                    ALTER TABLE diagnostic ADD COLUMN is_told INTEGER NOT NULL DEFAULT 0;
                    PRAGMA user_version = 9;
                    """)
        }
        migrator.registerMigration("2026-11 identity, digests under a key") { database in
            try database.execute(
                sql: Schema.identity + "PRAGMA user_version = 10;"
                    + "PRAGMA application_id = \(Schema.applicationID);")
            try IdentityTable.insert(.random(), database)
            // The files' digests cannot be computed from the store: the next refresh reads each file once.
            try ComponentTable.renewDigests(database)
            for id in try Int64.fetchAll(database, sql: "SELECT id FROM edit") {
                try EditDigestTable.insert(editID: id, hasDevices: false, database)
            }
            try database.execute(
                sql: "UPDATE resource SET version = x'', digest = x'', zones_digest = x''")
        }
        migrator.registerMigration("2026-11 mounts of sources, cancellations") { database in
            try database.execute(sql: Schema.sourceMounts + "PRAGMA user_version = 11;")
            try ReplyTable.insertCancellations(database)
        }
        migrator.registerMigration("2026-11 sources and versions of any kind") { database in
            // Of a file that was not read there was a size of -1; what it holds is not known.
            try database.execute(
                sql: """
                    \(rebuilding("source", Schema.sources()))
                    UPDATE resource SET version = CASE
                        WHEN length(version) <> 32 THEN x''
                        WHEN substr(version, 1, 8) <> x'FFFFFFFFFFFFFFFF'
                            THEN CAST(x'01' || version AS BLOB)
                        WHEN substr(version, 9, 8) = zeroblob(8) THEN x''
                        ELSE CAST(x'02' || substr(version, 9, 8) AS BLOB)
                    END;
                    PRAGMA user_version = 12;
                    """)
        }
        migrator.registerMigration("2026-11 reasons of problems") { database in
            // The sentences stay until the next refresh reads the files again, which finds the reasons.
            try database.execute(
                sql: """
                    ALTER TABLE diagnostic RENAME COLUMN message TO reason;
                    UPDATE diagnostic
                    SET reason = 'other' || char(31) || reason || IFNULL(': ' || remedy, '');
                    ALTER TABLE diagnostic DROP COLUMN remedy;
                    UPDATE resource SET digest = x'', version = x''
                    WHERE id IN (SELECT resource_id FROM diagnostic)
                        AND source_id NOT IN (SELECT id FROM source WHERE kind = 'local');
                    PRAGMA user_version = 13;
                    """)
        }
        migrator.registerMigration("2026-11 to-dos") { database in
            // Without its digest, a file that has to-dos is read again.
            try database.execute(
                sql: Schema.events(.todo) + """
                    UPDATE resource SET digest = zeroblob(16), version = zeroblob(0)
                    WHERE source_id NOT IN (SELECT id FROM source WHERE kind = 'local') AND id IN (
                        SELECT resource_id FROM component WHERE kind LIKE 'VTODO%');
                    PRAGMA user_version = 14;
                    """)
        }
        migrator.registerMigration("2026-11 alarms") { database in
            try database.execute(
                sql: Schema.alarms + Schema.defaultAlarms + "PRAGMA user_version = 15;")
            try AlarmTable.insertAll(database)
        }
        migrator.registerMigration("2026-11 roles of copies") { database in
            try database.execute(sql: Schema.otherCopies + "PRAGMA user_version = 16;")
            try addRead(database)
            var roles = try CopyRoles(database)
            try roles.noteAll()
        }
        migrator.registerMigration("2026-11 several instances in a row") { database in
            // The empty horizon makes the next refresh expand all series again.
            try database.execute(
                sql: Schema.packedOccurrences + """
                    UPDATE state SET horizon_start = 0, horizon_end = 0;
                    PRAGMA user_version = 17;
                    """)
        }
        migrator.registerMigration("2026-11 journal entries") { database in
            try database.execute(sql: Schema.journalIndex + "PRAGMA user_version = 18;")
        }
        migrator.registerMigration("2026-11 packed texts") { database in
            // The texts that are stored stay as they are until their file changes; they are read as before.
            try database.execute(sql: "PRAGMA user_version = 19;")
        }
        migrator.registerMigration("2026-11 instances in files of their own") { database in
            // Files with an instance that is described twice are read again, which names the hidden one.
            try database.execute(
                sql: """
                    UPDATE resource SET digest = zeroblob(16), version = zeroblob(0)
                    WHERE source_id NOT IN (SELECT id FROM source WHERE kind = 'local') AND id IN (
                        SELECT resource_id FROM diagnostic WHERE reason = 'newestInstance');
                    PRAGMA user_version = 20;
                    """)
            try addRead(database)
            var roles = try CopyRoles(database)
            try roles.noteAll()
        }
        migrator.registerMigration("2026-11 calendars that leave free") { database in
            try addRead(database)
            try database.execute(sql: "PRAGMA user_version = 21;")
        }
        migrator.registerMigration("2026-11 members of sources") { database in
            // What was gone before is not known: nobody can ask for what changed earlier.
            for (table, column, name) in [
                ("resource", Schema.resourceRevision, "revision"),
                ("source", Schema.oldestRevision, "oldest_revision"),
            ] where try !database.columns(in: table).contains(where: { $0.name == name }) {
                try database.execute(
                    sql: """
                        ALTER TABLE \(table) ADD COLUMN \(column);
                        UPDATE \(table) SET \(name) = (SELECT revision FROM state);
                        """)
            }
            try database.execute(sql: Schema.members() + "PRAGMA user_version = 22;")
        }
        migrator.registerMigration("2026-11 numbers of events") { database in
            if try !database.columns(in: "source").contains(where: { $0.name == "event_count" }) {
                try database.execute(sql: "ALTER TABLE source ADD COLUMN \(Schema.eventCount)")
            }
            try SourceTable.countAgain(nil, database)
            try database.execute(sql: Schema.todoIndex + "PRAGMA user_version = 23")
        }
        migrator.registerMigration("2026-11 origins of changes") { database in
            // Whose earlier changes were is not known.
            try database.execute(
                sql: """
                    ALTER TABLE change ADD COLUMN origin TEXT;
                    ALTER TABLE change ADD COLUMN edit_id INTEGER;
                    \(Schema.expected)
                    PRAGMA user_version = 24;
                    """)
        }
        migrator.registerMigration("2026-11 where series reach") { database in
            for column in Schema.reach {
                try database.execute(sql: "ALTER TABLE series ADD COLUMN \(column)")
            }
            // The empty horizon makes the next refresh expand all series again, which finds where they reach.
            let reach = SeriesReach.everywhere
            try database.execute(
                sql: """
                    UPDATE series SET first_day = \(reach.firstDay), last_day = \(reach.lastDay),
                        seasons = \(reach.seasons) WHERE is_recurring;
                    DROP INDEX IF EXISTS series_recurring;
                    \(Schema.reachIndex)
                    UPDATE state SET horizon_start = 0, horizon_end = 0;
                    PRAGMA user_version = 25;
                    """)
        }
        migrator.registerMigration("2026-11 days of sources") { database in
            try database.execute(sql: Schema.sourceSpans)
            try SourceSpanTable.renew(nil, database)
            try database.execute(sql: "PRAGMA user_version = 26")
        }
        migrator.registerMigration("2026-11 tokens of members, devices") { database in
            for (table, column) in [
                ("resource", Schema.created), ("gone", Schema.created),
                ("source", Schema.emptied), ("edit", Schema.device),
            ] {
                let name = column.prefix { $0 != " " }
                guard try !database.columns(in: table).contains(where: { $0.name == name }) else {
                    continue
                }
                try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column)")
            }
            try database.execute(
                sql: Schema.nonces + Schema.errorIndex + "PRAGMA user_version = 27;")
            try NonceTable.insert(revision: try StateTable.fetch(database).revision, database)
        }
        migrator.registerMigration("2026-11 order and groups of calendars") { database in
            try addRead(database)
            try database.execute(sql: "PRAGMA user_version = 28;")
        }
        migrator.registerMigration("2026-11 events that are the same") { database in
            try database.execute(
                sql: Schema.pairs + Schema.pairEdits + "PRAGMA user_version = 29;")
        }
        migrator.registerMigration("2026-11 rules") { database in
            try database.execute(sql: Schema.rulings + "PRAGMA user_version = 30;")
        }
        migrator.registerMigration("2026-11 blocks of mirrors") { database in
            try database.execute(sql: Schema.mirrored + "PRAGMA user_version = 31;")
        }
        return migrator
    }

    /// Adds what ``SourceTable`` reads of each source, the rules, and what is said of events, unless an earlier step has: steps
    /// that choose between copies read them.
    private static func addRead(_ database: Database) throws {
        try database.execute(sql: Schema.rulings)
        let known = Set(try database.columns(in: "source").map(\.name))
        for (name, sql) in [
            ("makes_busy", Schema.busySources), ("position", Schema.orderedSources),
        ] where !known.contains(name) {
            try database.execute(sql: sql)
        }
        try database.execute(sql: Schema.pairs + Schema.mirrored)
    }

    /// Moves a table's rows into a table with a new definition and the same columns.
    private static func rebuilding(_ table: String, _ definition: String) -> String {
        """
        CREATE TEMPORARY TABLE moved AS SELECT * FROM \(table);
        DROP TABLE \(table);
        \(definition)
        INSERT INTO \(table) SELECT * FROM moved;
        DROP TABLE moved;

        """
    }
}
