internal import GRDB

/// The store's tables, as named migrations: one step a change, never edited once released.
enum Schema {
    /// Kept in SQLite's `user_version`, so that opening an up-to-date store costs one pragma.
    static let version = 3

    /// Brings a database to ``version``.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("2026-11 sources, components, occurrences") { database in
            try database.execute(sql: sources + components + series + occurrences + state)
            try database.execute(sql: "PRAGMA user_version = 1")
        }
        migrator.registerMigration("2026-11 changes") { database in
            try database.execute(sql: changes)
            try database.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("2026-11 indexes in the order of writing") { database in
            try database.execute(sql: sequentialIndexes)
            try database.execute(sql: "PRAGMA user_version = 3")
        }
        return migrator
    }

    /// What is aggregated, and the files found there with the version that was imported.
    private static let sources = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('file', 'folder', 'local')),
            path TEXT,
            color TEXT,
            is_writable INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE resource (
            id INTEGER PRIMARY KEY,
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            href TEXT NOT NULL,
            version BLOB NOT NULL,
            digest BLOB NOT NULL,
            zones_digest BLOB NOT NULL,
            calendar_name TEXT,
            UNIQUE (source_id, href)
        ) STRICT;
        """

    /// The raw text, whole, one row a component; what was wrong with it.
    private static let components = """
        CREATE TABLE component (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            digest BLOB NOT NULL,
            kind TEXT NOT NULL,
            line INTEGER NOT NULL,
            participant_count INTEGER NOT NULL,
            text BLOB NOT NULL,
            UNIQUE (resource_id, digest)
        ) STRICT;
        CREATE TABLE diagnostic (
            id INTEGER PRIMARY KEY,
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            resource_id INTEGER REFERENCES resource ON DELETE CASCADE,
            component_id INTEGER REFERENCES component ON DELETE CASCADE,
            origin TEXT NOT NULL CHECK (origin IN ('read', 'stale', 'parse', 'expand')),
            severity TEXT NOT NULL,
            line INTEGER NOT NULL,
            uid TEXT,
            property TEXT,
            message TEXT NOT NULL,
            remedy TEXT
        ) STRICT;
        CREATE INDEX diagnostic_source ON diagnostic (source_id);
        CREATE INDEX diagnostic_resource ON diagnostic (resource_id);
        CREATE INDEX diagnostic_component ON diagnostic (component_id);
        """

    /// A series is one resource's copy of an event: its master and overrides.
    private static let series = """
        CREATE TABLE series (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            uid TEXT NOT NULL,
            uid_key INTEGER NOT NULL,
            is_recurring INTEGER NOT NULL,
            is_shared INTEGER NOT NULL DEFAULT 0,
            UNIQUE (resource_id, uid)
        ) STRICT;
        CREATE INDEX series_uid_key ON series (uid_key);
        CREATE INDEX series_recurring ON series (id) WHERE is_recurring;
        CREATE TABLE event (
            id INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
            series_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
            recurrence_id TEXT,
            time_zone TEXT,
            summary TEXT, location TEXT, details TEXT, url TEXT, categories TEXT,
            status TEXT NOT NULL,
            is_transparent INTEGER NOT NULL,
            color TEXT,
            organizer TEXT,
            participant_count INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            last_modified INTEGER,
            stamp INTEGER
        ) STRICT;
        CREATE INDEX event_series ON event (series_id);
        """

    /// Expanded occurrences; ``SpanColumns`` says how time is written.
    private static let occurrences = """
        CREATE TABLE occurrence (
            bucket INTEGER NOT NULL,
            start INTEGER NOT NULL,
            series_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
            recurrence_id TEXT NOT NULL,
            end INTEGER NOT NULL,
            event_id INTEGER NOT NULL,
            PRIMARY KEY (bucket, start, series_id, recurrence_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX occurrence_series ON occurrence (series_id);
        """

    /// What the latest commits changed; ``ChangeTable`` says how.
    private static let changes = """
        CREATE TABLE change (
            revision INTEGER NOT NULL,
            uid_key INTEGER NOT NULL,
            PRIMARY KEY (revision, uid_key)
        ) STRICT, WITHOUT ROWID;
        """

    /// A row that is added goes to the end of each of these indexes, where digests and UIDs went to
    /// a page of their own each: a quarter of the time of a large import. Nothing else looked for a
    /// component by its digest or for a series by its UID; that there is one of each is seen to by
    /// ``ComponentMatch`` and ``ResourceWriter``. Digests stand in an index, so that what is stored
    /// of a file is read without passing over its texts.
    private static let sequentialIndexes = """
        CREATE TABLE new_component (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            digest BLOB NOT NULL,
            kind TEXT NOT NULL,
            line INTEGER NOT NULL,
            participant_count INTEGER NOT NULL,
            text BLOB NOT NULL
        ) STRICT;
        INSERT INTO new_component SELECT * FROM component;
        DROP TABLE component;
        ALTER TABLE new_component RENAME TO component;
        CREATE INDEX component_resource ON component (resource_id, id, digest);
        CREATE TABLE new_series (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            uid TEXT NOT NULL,
            uid_key INTEGER NOT NULL,
            is_recurring INTEGER NOT NULL,
            is_shared INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO new_series SELECT * FROM series;
        DROP TABLE series;
        ALTER TABLE new_series RENAME TO series;
        CREATE INDEX series_resource ON series (resource_id);
        CREATE INDEX series_uid_key ON series (uid_key);
        CREATE INDEX series_recurring ON series (id) WHERE is_recurring;
        """

    /// One row: the revision that each commit raises, and the days for which recurrence sets are
    /// expanded, half-open, in days since 1970-01-01.
    private static let state = """
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL,
            horizon_start INTEGER NOT NULL,
            horizon_end INTEGER NOT NULL
        ) STRICT;
        INSERT INTO state VALUES (1, 0, 0, 0);
        """
}
