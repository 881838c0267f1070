/// The tables of ``AccountStore``.
enum AccountSchema {
    static let room = SchemaRoom(
        name: "accounts",
        steps: [first, lastRun, looks, scheme, scheduling, origins, onlyPublic, program])

    private static let first = """
        CREATE TABLE account (
            id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE,
            address TEXT NOT NULL, url TEXT NOT NULL, user TEXT NOT NULL,
            -- Where the password comes from, as JSON; never the password.
            password TEXT,
            -- A permission of OAuth, as JSON; never a token.
            permission TEXT,
            allows_unencrypted INTEGER NOT NULL, authorities TEXT, certificate TEXT,
            principal TEXT, home TEXT, person TEXT,
            interval INTEGER NOT NULL, policy TEXT NOT NULL
        ) STRICT;
        CREATE TABLE account_calendar (
            -- Replicas are known by it: never used again.
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            href TEXT NOT NULL, folder TEXT NOT NULL UNIQUE, name TEXT NOT NULL, color TEXT,
            is_read_only INTEGER NOT NULL, components TEXT, is_enabled INTEGER NOT NULL,
            policy TEXT, generation INTEGER NOT NULL,
            UNIQUE (account_id, href)
        ) STRICT;
        """

    private static let lastRun = """
        CREATE TABLE account_run (
            calendar_id INTEGER PRIMARY KEY REFERENCES account_calendar ON DELETE CASCADE,
            ended INTEGER NOT NULL, synced INTEGER, fault TEXT
        ) STRICT;
        """

    private static let looks = """
        ALTER TABLE account_calendar ADD COLUMN is_protected INTEGER NOT NULL DEFAULT 0;
        -- When the server was last asked which calendars it has.
        CREATE TABLE account_look (
            account_id TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE, looked INTEGER NOT NULL
        ) STRICT;
        -- Calendars that a person knows of and has not taken.
        CREATE TABLE account_offer (
            account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE, href TEXT NOT NULL,
            name TEXT NOT NULL, PRIMARY KEY (account_id, href)
        ) STRICT, WITHOUT ROWID;
        """

    /// The installations of this program from which a calendar comes.
    private static let origins = "ALTER TABLE account_calendar ADD COLUMN origins TEXT;"

    /// Whether an account's server is at public addresses alone (``Account/onlyPublic``).
    private static let onlyPublic =
        "ALTER TABLE account ADD COLUMN only_public INTEGER NOT NULL DEFAULT 0;"

    /// The program that has an account's calendar instead of a server, and what it said last on its standard error.
    private static let program = """
        CREATE TABLE account_program (
            account_id TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
            program TEXT NOT NULL, argument TEXT NOT NULL, path TEXT NOT NULL,
            said TEXT NOT NULL DEFAULT ''
        ) STRICT, WITHOUT ROWID;
        """

    /// How the server wanted to be told the password: who has to ask sends two requests.
    private static let scheme = """
        CREATE TABLE account_scheme (
            account_id TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
            scheme TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// What the server does with invitations, and by which addresses, one a line, they name the person.
    private static let scheduling = """
        CREATE TABLE account_scheduling (
            account_id TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
            is_automatic INTEGER NOT NULL, addresses TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
