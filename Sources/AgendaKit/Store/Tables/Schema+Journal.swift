// The tables that say what has changed, and who did it.

extension Schema {
    /// What the latest commits changed, and who did it (``ChangeOrigin``); see ``ChangeTable``.
    ///
    /// - Parameter later: as in ``sources(with:)``.
    static func changes(with later: String = "") -> String {
        """
        CREATE TABLE change (
            revision INTEGER NOT NULL,
            uid_key INTEGER NOT NULL\(later),
            PRIMARY KEY (revision, uid_key)
        ) STRICT, WITHOUT ROWID;
        """
    }

    /// What resources will hold once a change that is noted has been made, and whose it is; see ``ExpectedTable``.
    static let expected = """
        CREATE TABLE expected (
            source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
            href TEXT NOT NULL,
            digest BLOB,
            origin TEXT NOT NULL,
            edit_id INTEGER NOT NULL REFERENCES edit ON DELETE CASCADE,
            PRIMARY KEY (source_id, href)
        ) STRICT, WITHOUT ROWID;
        """

    /// What was done to events, and to which: the journal that undo reads and synchronisation replays. It
    /// outlives a source, whose number may be given to another one.
    ///
    /// - Parameter later: columns of table `edit`, as in ``sources(with:)``.
    static func operations(with later: String = "") -> String {
        edits(with: later) + """
            CREATE TABLE operation (
                id INTEGER PRIMARY KEY,
                edit_id INTEGER NOT NULL REFERENCES edit ON DELETE CASCADE,
                identifier TEXT NOT NULL,
                source_id INTEGER REFERENCES source ON DELETE SET NULL,
                href TEXT NOT NULL,
                uid TEXT NOT NULL,
                before BLOB,
                after BLOB,
                dependencies TEXT NOT NULL
            ) STRICT;
            CREATE INDEX operation_edit ON operation (edit_id);
            CREATE INDEX operation_event ON operation (source_id, uid);
            """
    }

    /// One row for each change, which may consist of several operations.
    ///
    /// - Parameter later: as in ``sources(with:)``.
    static func edits(with later: String = "") -> String {
        """
        CREATE TABLE edit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            instant INTEGER NOT NULL,
            summary TEXT,
            source_id INTEGER REFERENCES source ON DELETE SET NULL,
            reverts INTEGER\(later)
        ) STRICT;
        CREATE INDEX edit_source ON edit (source_id);

        """
    }

    /// The name of the device that made a change.
    static let device = "device TEXT"

    /// What changes did to sources, and the changes and operations of a removed source (JSON arrays of
    /// numbers); see ``SourceEditTable``.
    ///
    /// - Parameter later: as in ``sources(with:)``.
    static func sourceEdits(with later: String = "") -> String {
        """
        CREATE TABLE source_edit (
            edit_id INTEGER NOT NULL REFERENCES edit ON DELETE CASCADE,
            is_after INTEGER NOT NULL,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            path TEXT,
            color TEXT,
            is_writable INTEGER NOT NULL,
            edits TEXT NOT NULL,
            operations TEXT NOT NULL\(later),
            PRIMARY KEY (edit_id, is_after)
        ) STRICT, WITHOUT ROWID;
        """
    }

    /// Of which events of different UIDs a person says that they are the same, or are not (``EventPair``).
    static let pairs = """
        CREATE TABLE IF NOT EXISTS pair (
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            is_same INTEGER NOT NULL,
            PRIMARY KEY (first, second)
        ) STRICT, WITHOUT ROWID;
        """

    /// Which events are blocks of a mirror, and of which events (``MirroredTable``).
    static let mirrored = """
        CREATE TABLE IF NOT EXISTS mirrored (
            block_key INTEGER NOT NULL,
            block TEXT NOT NULL,
            origin_key INTEGER NOT NULL,
            origin TEXT NOT NULL,
            is_part INTEGER NOT NULL,
            mirror TEXT NOT NULL,
            PRIMARY KEY (block_key, block)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS mirrored_origin ON mirrored (origin_key);
        """

    /// What changes noted of two events (``PairOperation``).
    static let pairEdits = """
        CREATE TABLE pair_edit (
            edit_id INTEGER PRIMARY KEY REFERENCES edit ON DELETE CASCADE,
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            before INTEGER,
            after INTEGER
        ) STRICT;
        """

    /// The digests of the journal's changes; and one row that distinguishes this store from others and its
    /// states from each other (``StoreStamp``), with the key of its digests.
    static let identity = """
        CREATE TABLE edit_digest (
            edit_id INTEGER PRIMARY KEY REFERENCES edit ON DELETE CASCADE,
            digest BLOB NOT NULL
        ) STRICT;
        CREATE TABLE identity (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            store TEXT NOT NULL,
            revision INTEGER NOT NULL,
            digest_key BLOB NOT NULL
        ) STRICT;
        """
}
