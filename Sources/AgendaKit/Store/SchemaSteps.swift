internal import GRDB

/// How a database of an earlier schema becomes one of the present: named migrations, one step a
/// change, never edited once released.
enum SchemaSteps {
    /// Brings a database to ``Schema/version``.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("2026-11 sources, components, occurrences") { _ in
            // Every database that has tables has gone this step.
        }
        migrator.registerMigration("2026-11 changes") { database in
            try database.execute(sql: Schema.changes + "PRAGMA user_version = 2;")
        }
        migrator.registerMigration("2026-11 indexes in the order of writing") { database in
            try database.execute(
                sql: rebuilding("component", Schema.components)
                    + rebuilding("series", Schema.series) + "PRAGMA user_version = 3;")
        }
        migrator.registerMigration("2026-11 operations") { database in
            try database.execute(sql: Schema.operations + "PRAGMA user_version = 4;")
        }
        migrator.registerMigration("2026-11 changes of any kind") { database in
            try database.execute(
                sql: rebuilding("edit", Schema.edits) + "PRAGMA user_version = 5;")
        }
        return migrator
    }

    /// A table's rows moved into one of another definition with the same columns.
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
