internal import GRDB
internal import ICalendar

/// The store's tables.
///
/// A new row goes to the end of almost every index. Only what is looked up by time or by UID is sorted by it:
/// with indexes on digests and on the text of UIDs, a large import took a quarter longer. ``ComponentMatch``
/// and ``ResourceWriter`` ensure that each resource has one component of a digest and one series of a UID.
enum Schema {
    /// Stored in SQLite's `user_version`, so that opening an up-to-date store costs one pragma.
    static let version = 31
    /// The first version in which a store has an identity.
    static let firstWithIdentity = 10
    /// Stored in the file's header, so that nobody takes another program's database for a store: "AGND".
    static let applicationID = 0x4147_4E44

    /// Makes the tables of a new database.
    ///
    /// - Parameter digestKey: of the digests that it will hold; nil for a new one.
    static func create(_ database: Database, digestKey: ContentDigest.Key?) throws {
        try database.execute(
            sql: sources(
                with:
                    ", reminder INTEGER\(busy)\(order), \(oldestRevision), \(eventCount), \(emptied)"
            )
                + resources
                + components + diagnostics
                + series(
                    with: ", start TEXT, is_several INTEGER NOT NULL DEFAULT 0, others TEXT, "
                        + reach.joined(separator: ", "))
                + reachIndex
                + replies + events(.event) + events(.todo) + occurrences
                + changes(with: ", origin TEXT, edit_id INTEGER")
                + operations(with: ", \(device)") + expected
                + sourceEdits(with: ", reminder INTEGER\(busy)\(order)") + state + identity
                + sourceMounts + pairs + pairEdits + mirrored
                + alarms + members(with: ", \(created)") + sourceSpans + nonces + rulings + header)
        try IdentityTable.insert(digestKey ?? .random(), database)
        // Marks all steps as done.
        try database.execute(
            sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for step in SchemaSteps.migrator.migrations {
            try database.execute(
                sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [step])
        }
    }

    private static let header =
        "PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID);"

    /// The sources; `path` is the location, whatever the kind. Kinds are open: a store may name some that this
    /// program cannot read.
    ///
    /// - Parameter later: columns that a later schema added. To add them to a new table would take SQLite as long as to make
    ///   all tables.
    static func sources(with later: String = "") -> String {
        """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            path TEXT,
            color TEXT,
            is_writable INTEGER NOT NULL DEFAULT 0\(later)
        ) STRICT;

        """
    }

    /// The sources' files, with the version that was imported (``ResourceVersion``).
    private static let resources = """
        CREATE TABLE resource (
            id INTEGER PRIMARY KEY,
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            href TEXT NOT NULL,
            version BLOB NOT NULL,
            digest BLOB NOT NULL,
            zones_digest BLOB NOT NULL,
            calendar_name TEXT, \(resourceRevision), \(created),
            UNIQUE (source_id, href)
        ) STRICT;
        """

    /// The revision of the store in which a resource got its content.
    static let resourceRevision = "revision INTEGER NOT NULL DEFAULT 0"
    /// The revision in which a resource was made of whose removal it is still known (``MemberTable``); 0 before that was noted.
    static let created = "created INTEGER NOT NULL DEFAULT 0"
    /// How many resources a source had before somebody emptied it all at once; 0 for a source that nobody asks about.
    static let emptied = "emptied INTEGER NOT NULL DEFAULT 0"
    /// The revision from which on it is known which of a source's resources are gone.
    static let oldestRevision = "oldest_revision INTEGER NOT NULL DEFAULT 0"

    /// How many events a source has (``SourceTable/count(_:sourceID:_:)``): to count them takes as long as there are many.
    static let eventCount = "event_count INTEGER NOT NULL DEFAULT 0"

    /// With which occurrences a source begins and ends (``SourceSpanTable``); a series may be gone.
    static let sourceSpans = """
        CREATE TABLE source_span (
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            edge INTEGER NOT NULL,
            time INTEGER NOT NULL,
            series_id INTEGER NOT NULL,
            PRIMARY KEY (source_id, edge)
        ) STRICT, WITHOUT ROWID;
        """

    /// The resources that are gone (``MemberTable``): in which revision, and when, in seconds since 1970.
    ///
    /// - Parameter later: as in ``sources(with:)``.
    static func members(with later: String = "") -> String {
        """
        CREATE TABLE IF NOT EXISTS gone (
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            href TEXT NOT NULL,
            revision INTEGER NOT NULL,
            time INTEGER NOT NULL\(later),
            PRIMARY KEY (source_id, href)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS gone_revision ON gone (source_id, revision);
        CREATE INDEX IF NOT EXISTS resource_revision ON resource (source_id, revision);
        """
    }

    /// A random number for each revision (``NonceTable``), and when it was made, in seconds since 1970.
    static let nonces = """
        CREATE TABLE IF NOT EXISTS nonce (
            revision INTEGER PRIMARY KEY,
            nonce INTEGER NOT NULL,
            time INTEGER NOT NULL
        ) STRICT;
        """

    /// The components to which rules may apply, with the names of the rules' conditions (``RulingTable``), and the rules by
    /// which they were judged: one row at most. And what changes did to the rules.
    static let rulings = """
        CREATE TABLE IF NOT EXISTS ruling (
            component_id INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
            rules TEXT NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS rule_set (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            text TEXT NOT NULL,
            stamp INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS rule_edit (
            edit_id INTEGER PRIMARY KEY REFERENCES edit ON DELETE CASCADE,
            before TEXT NOT NULL,
            after TEXT NOT NULL
        ) STRICT;
        """

    /// The raw text, whole (``PackedText``), one row for each component. Number and digest are in an index, so that listing
    /// a file's components does not read their texts.
    static let components = """
        CREATE TABLE component (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            digest BLOB NOT NULL,
            kind TEXT NOT NULL,
            line INTEGER NOT NULL,
            participant_count INTEGER NOT NULL,
            text BLOB NOT NULL
        ) STRICT;
        CREATE INDEX component_resource ON component (resource_id, id, digest);
        \(zoneIndex)
        \(journalIndex)
        \(todoIndex)
        """

    /// What is true of the rows of journal entries; as in the index, so that SQLite uses it.
    static let isJournal = "component.kind = 'VJOURNAL'"

    /// Finds the journal entries without reading the events.
    static let journalIndex = """
        CREATE INDEX IF NOT EXISTS component_journal ON component (resource_id) WHERE kind = 'VJOURNAL';
        """

    /// Counts the to-dos without reading the events.
    static let todoIndex = """
        CREATE INDEX IF NOT EXISTS component_todo ON component (resource_id) WHERE kind = 'VTODO';
        """

    /// Finds a file's zones without reading its events.
    static let zoneIndex = """
        CREATE INDEX IF NOT EXISTS component_zone ON component (resource_id) WHERE kind = 'VTIMEZONE';
        """

    /// Problems of sources, files and components.
    private static let diagnostics = """
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
            reason TEXT NOT NULL,
            is_told INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX diagnostic_source ON diagnostic (source_id);
        CREATE INDEX diagnostic_resource ON diagnostic (resource_id);
        CREATE INDEX diagnostic_component ON diagnostic (component_id);
        \(errorIndex)
        """

    /// Finds whether a source has an error, first one of the source as a whole, without reading all of its problems.
    static let errorIndex = """
        CREATE INDEX IF NOT EXISTS diagnostic_error ON diagnostic (source_id, resource_id)
        WHERE severity = 'error';
        """

    /// A series is one resource's copy of an event: its master and overrides.
    ///
    /// - Parameter later: as in ``sources(with:)``.
    static func series(with later: String = "") -> String {
        """
        CREATE TABLE series (
            id INTEGER PRIMARY KEY,
            resource_id INTEGER NOT NULL REFERENCES resource ON DELETE CASCADE,
            uid TEXT NOT NULL,
            uid_key INTEGER NOT NULL,
            is_recurring INTEGER NOT NULL,
            is_shared INTEGER NOT NULL DEFAULT 0\(later)
        ) STRICT;
        CREATE INDEX series_resource ON series (resource_id);
        CREATE INDEX series_uid_key ON series (uid_key);
        \(denseIndex)
        """
    }

    /// The master's `DTSTART`, and whether its file has other events with its UID.
    static let severalEvents = """
        ALTER TABLE series ADD COLUMN start TEXT;
        ALTER TABLE series ADD COLUMN is_several INTEGER NOT NULL DEFAULT 0;
        """

    /// Where in time a recurring series may have instances (``SeriesReach``); of another one 0.
    static let reach = ["first_day", "last_day", "seasons"].map {
        $0 + " INTEGER NOT NULL DEFAULT 0"
    }

    /// Finds the recurring series that reach some days, without reading their rows.
    static let reachIndex = """
        CREATE INDEX series_reach ON series (last_day, first_day, seasons, is_recurring)
        WHERE is_recurring;
        """

    /// The numbers of the other sources with a copy of an event, if this copy is shown at all times (``CopyRole``).
    static let otherCopies = "ALTER TABLE series ADD COLUMN others TEXT;"

    /// Answers to invitations and cancellations, and the event that each is for.
    static let replies = """
        CREATE TABLE reply (
            component_id INTEGER PRIMARY KEY REFERENCES component ON DELETE CASCADE,
            uid_key INTEGER NOT NULL,
            uid TEXT NOT NULL
        ) STRICT;
        CREATE INDEX reply_uid_key ON reply (uid_key);
        """

    /// The alarms of events and to-dos (``AlarmRecord``). `reach` is in seconds; `at` is set for an alarm at an instant of
    /// its own, in seconds since 1970. Only few rows are in an index.
    static let alarms = """
        CREATE TABLE alarm (
            component_id INTEGER NOT NULL REFERENCES component ON DELETE CASCADE,
            number INTEGER NOT NULL,
            anchor INTEGER NOT NULL,
            offset TEXT NOT NULL,
            repetitions INTEGER NOT NULL,
            pause TEXT,
            acknowledged INTEGER,
            instance INTEGER,
            is_shown INTEGER NOT NULL,
            reach INTEGER NOT NULL,
            at INTEGER,
            PRIMARY KEY (component_id, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX alarm_far ON alarm (reach) WHERE reach > \(AlarmTable.near);
        CREATE INDEX alarm_at ON alarm (at) WHERE at IS NOT NULL;
        """

    /// When a source reminds of events without alarms, in seconds before the start; see ``CalendarSource/reminder``.
    static let defaultAlarms = """
        ALTER TABLE source ADD COLUMN reminder INTEGER;
        ALTER TABLE source_edit ADD COLUMN reminder INTEGER;
        """

    /// Whether a source makes its reader busy; see ``CalendarSource/makesBusy``.
    private static let busy = ", makes_busy INTEGER NOT NULL DEFAULT 1"

    /// Adds that to a store of an earlier schema.
    static let busySources = """
        ALTER TABLE source ADD COLUMN makes_busy INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE source_edit ADD COLUMN makes_busy INTEGER NOT NULL DEFAULT 1;
        """

    /// Where a source stands among the calendars, and in which group; see ``CalendarSource/order``.
    private static let order = ", position INTEGER, shelf TEXT"

    /// Adds that to a store of an earlier schema.
    static let orderedSources = ["source", "source_edit"].map {
        "ALTER TABLE \($0) ADD COLUMN position INTEGER; ALTER TABLE \($0) ADD COLUMN shelf TEXT;"
    }.joined()

    /// Finds series of which no instance is stored (``SeriesStorage``).
    static let denseIndex =
        "CREATE INDEX IF NOT EXISTS series_dense ON series (id) WHERE is_recurring = 2;"

    /// What a list shows of a component: of events in one table, of to-dos in another.
    static func events(_ kind: Event.Kind) -> String {
        let name = EventTable.name(kind)
        return """
            CREATE TABLE \(name) (
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
            CREATE INDEX \(name)_series ON \(name) (series_id);
            """
    }

    /// Expanded occurrences; ``SpanColumns`` describes how times are written. `more` says when the further instances of a
    /// row begin (``OccurrenceRecord/more``): little-endian numbers of 32 bits.
    private static let occurrences = """
        CREATE TABLE occurrence (
            bucket INTEGER NOT NULL,
            start INTEGER NOT NULL,
            series_id INTEGER NOT NULL REFERENCES series ON DELETE CASCADE,
            recurrence_id TEXT NOT NULL,
            end INTEGER NOT NULL,
            event_id INTEGER NOT NULL, more BLOB,
            PRIMARY KEY (bucket, start, series_id, recurrence_id)
        ) STRICT, WITHOUT ROWID;
        \(occurrenceIndex)
        """

    /// Adds what a row of several instances has.
    static let packedOccurrences = "ALTER TABLE occurrence ADD COLUMN more BLOB;"

    /// Finds the occurrences of one component of a series without reading the others.
    static let occurrenceIndex = """
        CREATE INDEX occurrence_series ON occurrence (series_id, event_id);
        """

    /// What was mounted at the places of a source's files (``SourceMount``).
    static let sourceMounts = """
        CREATE TABLE source_mount (
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            prefix TEXT NOT NULL,
            device INTEGER NOT NULL,
            mount TEXT,
            PRIMARY KEY (source_id, prefix)
        ) STRICT, WITHOUT ROWID;
        """

    /// One row: the revision, which each commit raises, and the days for which recurrence sets are expanded,
    /// half-open, in days since 1970-01-01.
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
