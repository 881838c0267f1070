/// The tables as the first schema had them.
enum FirstSchema {
    /// What is aggregated, and the files found there with the version that was imported.
    static let sources =
        source + """
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

    static let source = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('file', 'folder', 'local')),
            path TEXT,
            color TEXT,
            is_writable INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        """

    /// The raw text, whole, one row a component; what was wrong with it.
    static let components = """
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
    static let series = """
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
    static let occurrences = """
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

    /// One row: the revision that each commit raises, and the days for which recurrence sets are
    /// expanded, half-open, in days since 1970-01-01.
    static let state = """
        CREATE TABLE state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL,
            horizon_start INTEGER NOT NULL,
            horizon_end INTEGER NOT NULL
        ) STRICT;
        INSERT INTO state VALUES (1, 0, 0, 0);
        """

    static let migrations = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('2026-11 sources, components, occurrences');
        PRAGMA user_version = 1;
        """

    /// Something of everything.
    static let rows = """
        INSERT INTO source VALUES (1, 'a', 'file', '/a.ics', NULL, 0);
        INSERT INTO resource VALUES (1, 1, '', x'00', x'01', x'02', 'A');
        INSERT INTO component VALUES (7, 1, x'03', 'VEVENT', 5, 2, x'0405');
        INSERT INTO diagnostic VALUES
            (1, 1, 1, 7, 'parse', 'warning', 5, 'u', NULL, 'odd', NULL),
            (2, 1, 1, 7, 'parse', 'error', 5, 'u', NULL, 'sour', 'stir it');
        INSERT INTO series VALUES (3, 1, 'u', 99, 0, 0);
        INSERT INTO event VALUES (7, 3, NULL, NULL, 'S', NULL, NULL, NULL, NULL, 'confirmed', 0,
            NULL, NULL, 2, 0, NULL, NULL);
        INSERT INTO occurrence VALUES (0, 100, 3, '', 200, 7);
        """
}
