extension BankSchema {
    /// The tables of version 1. Each row is a user's, and each key begins with the user.
    ///
    /// `modseq` counts the user's changes; a row has that of its last one. `nonce` draws a number for each: after a backup is put
    /// back the same changes come again with others, and who knows of the lost ones is refused. `changed` is the transaction that
    /// has changed something of the user last (``BankFeed``). `oldest` is up to where it is forgotten what is gone.
    ///
    /// Calendar 0 is the home itself. What is gone keeps its name alone; `created` is the change that made the name, of whose
    /// removal it is still known.
    static let tables = """
        CREATE TABLE users (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name text NOT NULL UNIQUE,
            modseq bigint NOT NULL DEFAULT 0,
            oldest bigint NOT NULL DEFAULT 0,
            changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
            state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'frozen', 'leaving'))
        ) WITH (fillfactor = 50);
        CREATE INDEX users_changed ON users (changed);
        CREATE TABLE nonce (
            user_id bigint NOT NULL,
            modseq bigint NOT NULL,
            nonce bigint NOT NULL,
            at timestamptz NOT NULL DEFAULT now(),
            PRIMARY KEY (user_id, modseq)
        );
        CREATE TABLE calendar (
            user_id bigint NOT NULL,
            id integer NOT NULL,
            slug text NOT NULL,
            components text,
            properties jsonb NOT NULL DEFAULT '{}',
            modseq bigint NOT NULL,
            created bigint NOT NULL,
            deleted boolean NOT NULL DEFAULT false,
            PRIMARY KEY (user_id, id)
        );
        CREATE UNIQUE INDEX calendar_slug ON calendar (user_id, slug) WHERE NOT deleted;
        CREATE TABLE resource (
            user_id bigint NOT NULL,
            calendar integer NOT NULL,
            href text NOT NULL,
            uid text NOT NULL,
            kind text NOT NULL,
            body bytea,
            etag text NOT NULL,
            modseq bigint NOT NULL,
            created bigint NOT NULL,
            deleted boolean NOT NULL DEFAULT false,
            PRIMARY KEY (user_id, calendar, href),
            CHECK (deleted = (body IS NULL))
        );
        CREATE UNIQUE INDEX resource_uid ON resource (user_id, calendar, uid) WHERE NOT deleted;
        CREATE INDEX resource_modseq ON resource (user_id, modseq);
        CREATE TABLE operation (
            user_id bigint NOT NULL,
            identifier uuid NOT NULL,
            modseq bigint NOT NULL,
            device text NOT NULL,
            what text NOT NULL,
            calendar integer NOT NULL,
            href text NOT NULL,
            before bytea,
            before_etag text,
            after_etag text,
            PRIMARY KEY (user_id, identifier)
        );
        CREATE INDEX operation_modseq ON operation (user_id, modseq);
        """
        + ["nonce", "calendar", "resource", "operation"].map { secured($0, "user_id") }.joined()
        + secured("users", "id") + """
            GRANT SELECT, UPDATE (modseq, changed) ON users TO agenda_node;
            GRANT SELECT, INSERT ON nonce TO agenda_node;
            GRANT SELECT, INSERT, UPDATE ON calendar, resource TO agenda_node;
            GRANT SELECT, INSERT ON operation TO agenda_node;
            CREATE POLICY owner ON users TO agenda_owner USING (true) WITH CHECK (true);

            """

    /// Lets everybody, the owner too, see the rows alone of the user that the transaction names; without one, an error.
    static func secured(_ table: String, _ column: String) -> String {
        """

        ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
        ALTER TABLE \(table) FORCE ROW LEVEL SECURITY;
        CREATE POLICY own ON \(table) USING (\(column) = current_setting('agenda.user')::bigint)
            WITH CHECK (\(column) = current_setting('agenda.user')::bigint);

        """
    }
}
