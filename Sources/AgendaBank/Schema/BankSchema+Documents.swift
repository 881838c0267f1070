extension BankSchema {
    /// What version 3 has more: what a user has besides calendars, as files of a folder, and whoever is served.
    ///
    /// Who is served stands in schema `people`, whose tables the program that serves them makes; what happens there to a user
    /// happens here, too.
    static let documentTables =
        """
        CREATE TABLE document (
            user_id bigint NOT NULL,
            name text NOT NULL,
            body bytea,
            modseq bigint NOT NULL,
            PRIMARY KEY (user_id, name)
        );
        CREATE INDEX document_modseq ON document (user_id, modseq);
        """ + secured("document", "user_id") + """
            GRANT SELECT, INSERT, UPDATE ON document TO agenda_node;
            GRANT USAGE ON SCHEMA people TO agenda_node;
            ALTER DEFAULT PRIVILEGES FOR ROLE agenda_owner IN SCHEMA people
                GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO agenda_node;
            ALTER DEFAULT PRIVILEGES FOR ROLE agenda_owner IN SCHEMA people
                GRANT USAGE ON SEQUENCES TO agenda_node;

            """

    static let documents =
        // Another version of a document than was read is never replaced.
        function(
            "keep(u bigint, n text, b bytea, expected bigint, op uuid, d text, \(outcome))",
            """
            DECLARE o operation; was bigint;
            BEGIN
                o := {api}.turn(u, op, 'keep', 0, n, NULL);
                IF o.identifier IS NOT NULL THEN number := o.modseq; seen := true; RETURN; END IF;
                SELECT modseq INTO was FROM document WHERE user_id = u AND name = n;
                IF coalesce(was, 0) <> expected THEN
                    RAISE 'the document is another one by now' USING ERRCODE = 'AG002', DETAIL = n;
                END IF;
                number := {api}.advance(u);
                seen := false;
                INSERT INTO document (user_id, name, body, modseq) VALUES (u, n, b, number)
                    ON CONFLICT (user_id, name) DO UPDATE SET body = b, modseq = number
                    WHERE document.user_id = u;
                INSERT INTO operation VALUES (u, op, number, d, 'keep', 0, n, NULL, NULL, NULL);
            END
            """)
        // What whoever is served has become.
        + function(
            "follow_user() RETURNS trigger", isOfOwner: true,
            """
            DECLARE u bigint := coalesce(NEW.id, OLD.id);
            BEGIN
                PERFORM set_config('agenda.user', u::text, true);
                IF TG_OP = 'DELETE' THEN
                    DELETE FROM operation WHERE user_id = u;
                    DELETE FROM document WHERE user_id = u;
                    DELETE FROM resource WHERE user_id = u;
                    DELETE FROM calendar WHERE user_id = u;
                    DELETE FROM nonce WHERE user_id = u;
                    DELETE FROM users WHERE id = u;
                ELSIF TG_OP = 'INSERT' THEN
                    INSERT INTO users (id, name, state) OVERRIDING SYSTEM VALUE
                        VALUES (u, NEW.name, NEW.state);
                    PERFORM {api}.advance(u);
                    INSERT INTO calendar (user_id, id, slug, modseq, created)
                        SELECT u, 0, '', modseq, modseq FROM users WHERE id = u;
                ELSE
                    UPDATE users SET state = NEW.state, name = NEW.name, changed = pg_current_xact_id()
                        WHERE id = u;
                END IF;
                RETURN NULL;
            END
            """)
}
