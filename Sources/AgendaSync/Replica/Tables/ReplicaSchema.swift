/// The tables of ``FolderReplica``. Stores that are in use have named it `mirror` from the beginning.
enum ReplicaSchema {
    static let room = SchemaRoom(name: "mirror", steps: [first, arrivals, onlyWhatIsSent])

    private static let first = """
        CREATE TABLE mirror (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            digest_key BLOB NOT NULL,
            generation INTEGER NOT NULL DEFAULT 0,
            token TEXT, ctag TEXT, listed INTEGER,
            has_pending INTEGER NOT NULL DEFAULT 0,
            pending_token TEXT, pending_ctag TEXT, pending_listed INTEGER,
            next_id INTEGER NOT NULL DEFAULT 1,
            -- The folder when all of its resources were there: its inode, and what its marker says.
            inode INTEGER, marker TEXT,
            -- The ids of the pages that were stored last, the newest first; another page of which files are left over was
            -- not stored.
            pages TEXT NOT NULL DEFAULT ''
        ) STRICT;
        -- No texts: a look reads each row.
        CREATE TABLE base (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE,
            href TEXT NOT NULL, name TEXT NOT NULL, etag TEXT, digest BLOB NOT NULL, version TEXT,
            PRIMARY KEY (mirror_id, href)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE base_text (
            mirror_id INTEGER NOT NULL, href TEXT NOT NULL, text BLOB NOT NULL,
            PRIMARY KEY (mirror_id, href),
            FOREIGN KEY (mirror_id, href) REFERENCES base ON DELETE CASCADE
        ) STRICT;
        CREATE TABLE to_fetch (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE,
            href TEXT NOT NULL, position INTEGER NOT NULL,
            PRIMARY KEY (mirror_id, href)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE gone (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE, href TEXT NOT NULL,
            PRIMARY KEY (mirror_id, href)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE operation (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE, id INTEGER NOT NULL,
            kind TEXT NOT NULL, target TEXT, href TEXT NOT NULL, name TEXT NOT NULL, text BLOB NOT NULL,
            etag TEXT, is_unknown INTEGER NOT NULL,
            PRIMARY KEY (mirror_id, id)
        ) STRICT;
        CREATE TABLE set_apart (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE,
            is_fetched INTEGER NOT NULL, subject TEXT NOT NULL,
            reason TEXT NOT NULL, number INTEGER, words TEXT,
            failures INTEGER NOT NULL, retry INTEGER NOT NULL, digest BLOB,
            PRIMARY KEY (mirror_id, is_fetched, subject)
        ) STRICT;
        CREATE TABLE hold (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE,
            is_from_server INTEGER NOT NULL, hrefs TEXT NOT NULL, since INTEGER NOT NULL,
            is_allowed INTEGER NOT NULL,
            PRIMARY KEY (mirror_id, is_from_server)
        ) STRICT;
        CREATE TABLE conflict (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE, id INTEGER NOT NULL,
            href TEXT NOT NULL, name TEXT NOT NULL, time INTEGER NOT NULL,
            base BLOB, mine BLOB NOT NULL, theirs BLOB NOT NULL,
            properties TEXT NOT NULL, is_open INTEGER NOT NULL,
            PRIMARY KEY (mirror_id, id)
        ) STRICT;
        CREATE TABLE note (
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE, id INTEGER NOT NULL,
            name TEXT NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL, words TEXT NOT NULL,
            PRIMARY KEY (mirror_id, id)
        ) STRICT;
        CREATE TABLE trash (
            id INTEGER PRIMARY KEY,
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE,
            name TEXT NOT NULL, text BLOB NOT NULL, reason TEXT NOT NULL, time INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX trash_time ON trash (mirror_id, time);
        """

    /// What was there before is in the trash, and what is forgotten there is forgotten here.
    private static let arrivals = """
        CREATE TABLE arrival (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            mirror_id INTEGER NOT NULL REFERENCES mirror ON DELETE CASCADE,
            identifier TEXT NOT NULL, name TEXT NOT NULL,
            trash_id INTEGER REFERENCES trash ON DELETE CASCADE, after BLOB, time INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX arrival_mirror ON arrival (mirror_id);
        CREATE INDEX arrival_trash ON arrival (trash_id);
        """

    /// Every operation that is found is looked at, whatever is known of its fate, and none has a target.
    private static let onlyWhatIsSent = """
        ALTER TABLE operation DROP COLUMN target;
        ALTER TABLE operation DROP COLUMN is_unknown;
        """
}
