extension BankSchema {
    /// The functions by which nodes write, each of which is a transaction.
    ///
    /// All begin with the user's turn: the lock of the user's row puts the user's writes in an order, and an operation whose
    /// identifier is known is not done again. The lock also makes a repeated one wait for the standby, as the first one did:
    /// what is answered as done is safe.
    static let writing =
        function(
            "turn(u bigint, op uuid, w text, c integer, h text, e text) RETURNS agenda.operation",
            """
            DECLARE s text; o operation;
            BEGIN
                SELECT state INTO s FROM users WHERE id = u FOR NO KEY UPDATE;
                IF NOT FOUND THEN RAISE 'no user %', u USING ERRCODE = 'AG004'; END IF;
                SELECT * INTO o FROM operation WHERE user_id = u AND identifier = op;
                IF o.identifier IS NOT NULL THEN
                    IF (o.what, o.calendar, o.href) IS DISTINCT FROM (w, c, h)
                        OR e IS NOT NULL AND e IS DISTINCT FROM o.after_etag THEN
                        RAISE 'the identifier is that of another operation' USING ERRCODE = 'AG007';
                    END IF;
                ELSIF s <> 'active' THEN
                    RAISE 'the user is %', s USING ERRCODE = 'AG005';
                END IF;
                RETURN o;
            END
            """)
        + function(
            "advance(u bigint) RETURNS bigint",
            """
            DECLARE m bigint;
            BEGIN
                UPDATE users SET modseq = modseq + 1, changed = pg_current_xact_id() WHERE id = u
                    RETURNING modseq INTO m;
                INSERT INTO nonce (user_id, modseq, nonce)
                    VALUES (u, m, ('x' || right(replace(gen_random_uuid()::text, '-', ''), 16))::bit(64)::bigint);
                RETURN m;
            END
            """)
        // What is there has to be what was read, and the calendar has to be there.
        + function(
            "expect(u bigint, c integer, h text, expected text) RETURNS agenda.resource",
            """
            DECLARE r resource;
            BEGIN
                IF c <= 0 OR NOT EXISTS (SELECT 1 FROM calendar WHERE user_id = u AND id = c AND NOT deleted) THEN
                    RAISE 'no calendar %', c USING ERRCODE = 'AG003';
                END IF;
                SELECT * INTO r FROM resource WHERE user_id = u AND calendar = c AND href = h;
                IF (CASE WHEN r.deleted THEN NULL ELSE r.etag END) IS DISTINCT FROM expected THEN
                    RAISE 'the resource is another one by now' USING ERRCODE = 'AG002', DETAIL = coalesce(r.etag, '');
                END IF;
                RETURN r;
            END
            """)
        + function(
            "put(u bigint, c integer, h text, i text, k text, b bytea, expected text, op uuid, d text, \(outcome))",
            """
            DECLARE o operation; r resource; other text;
            BEGIN
                after := encode(substr(sha256(b), 1, 16), 'hex');
                o := {api}.turn(u, op, 'put', c, h, after);
                IF o.identifier IS NOT NULL THEN number := o.modseq; seen := true; RETURN; END IF;
                r := {api}.expect(u, c, h, expected);
                IF NOT r.deleted AND r.uid <> i THEN
                    RAISE 'the resource has another UID' USING ERRCODE = 'AG006', DETAIL = h;
                END IF;
                SELECT href INTO other FROM resource
                    WHERE user_id = u AND calendar = c AND uid = i AND NOT deleted AND href <> h;
                IF FOUND THEN
                    RAISE 'another resource has the UID' USING ERRCODE = 'AG006', DETAIL = other;
                END IF;
                number := {api}.advance(u);
                seen := false;
                INSERT INTO resource (user_id, calendar, href, uid, kind, body, etag, modseq, created)
                    VALUES (u, c, h, i, k, b, after, number, number)
                    ON CONFLICT (user_id, calendar, href) DO UPDATE
                    SET uid = i, kind = k, body = b, etag = after, modseq = number, deleted = false
                    WHERE resource.user_id = u;
                UPDATE calendar SET modseq = number WHERE user_id = u AND id = c;
                INSERT INTO operation VALUES
                    (u, op, number, d, 'put', c, h, r.body, expected, after);
            END
            """)
        + function(
            "remove(u bigint, c integer, h text, expected text, op uuid, d text, \(outcome))",
            """
            DECLARE o operation; r resource;
            BEGIN
                o := {api}.turn(u, op, 'remove', c, h, NULL);
                IF o.identifier IS NOT NULL THEN number := o.modseq; seen := true; RETURN; END IF;
                r := {api}.expect(u, c, h, expected);
                IF expected IS NULL THEN RAISE 'nothing is there' USING ERRCODE = 'AG002'; END IF;
                number := {api}.advance(u);
                seen := false;
                UPDATE resource SET uid = '', kind = '', body = NULL, etag = '', modseq = number, deleted = true
                    WHERE user_id = u AND calendar = c AND href = h;
                UPDATE calendar SET modseq = number WHERE user_id = u AND id = c;
                INSERT INTO operation VALUES (u, op, number, d, 'remove', c, h, r.body, expected, NULL);
            END
            """)
        + function(
            """
            move(u bigint, c integer, h text, expected text, c2 integer, h2 text, expected2 text, op uuid, d text, \(outcome))
            """,
            """
            DECLARE o operation; r resource; there resource; other text;
            BEGIN
                o := {api}.turn(u, op, 'move', c2, h2, NULL);
                IF o.identifier IS NOT NULL THEN
                    number := o.modseq; seen := true; after := o.after_etag; RETURN;
                END IF;
                r := {api}.expect(u, c, h, expected);
                there := {api}.expect(u, c2, h2, expected2);
                IF expected IS NULL OR (c, h) = (c2, h2) THEN
                    RAISE 'nothing is there' USING ERRCODE = 'AG002';
                END IF;
                SELECT href INTO other FROM resource
                    WHERE user_id = u AND calendar = c2 AND uid = r.uid AND NOT deleted AND href <> h2
                        AND (calendar, href) <> (c, h);
                IF FOUND THEN
                    RAISE 'another resource has the UID' USING ERRCODE = 'AG006', DETAIL = other;
                END IF;
                number := {api}.advance(u);
                seen := false;
                after := r.etag;
                UPDATE resource SET uid = '', kind = '', body = NULL, etag = '', modseq = number, deleted = true
                    WHERE user_id = u AND calendar = c AND href = h;
                INSERT INTO resource (user_id, calendar, href, uid, kind, body, etag, modseq, created)
                    VALUES (u, c2, h2, r.uid, r.kind, r.body, r.etag, number, number)
                    ON CONFLICT (user_id, calendar, href) DO UPDATE
                    SET uid = r.uid, kind = r.kind, body = r.body, etag = r.etag, modseq = number, deleted = false
                    WHERE resource.user_id = u;
                UPDATE calendar SET modseq = number WHERE user_id = u AND id IN (c, c2);
                INSERT INTO operation VALUES
                    (u, op, number, d, 'move', c2, h2, there.body, expected2, after);
            END
            """)
        + function(
            "make_calendar(u bigint, s text, k text, p text, op uuid, d text, \(outcome), OUT made integer)",
            """
            DECLARE o operation;
            BEGIN
                o := {api}.turn(u, op, 'make', 0, s, NULL);
                IF o.identifier IS NOT NULL THEN
                    number := o.modseq; seen := true; made := o.after_etag::integer; RETURN;
                END IF;
                IF s = '' OR EXISTS (SELECT 1 FROM calendar WHERE user_id = u AND slug = s AND NOT deleted) THEN
                    RAISE 'there is a calendar %', s USING ERRCODE = 'AG008';
                END IF;
                IF (SELECT count(*) FROM calendar WHERE user_id = u AND NOT deleted) > 200 THEN
                    RAISE 'too many calendars' USING ERRCODE = 'AG009';
                END IF;
                number := {api}.advance(u);
                seen := false;
                SELECT max(id) + 1 INTO made FROM calendar WHERE user_id = u;
                INSERT INTO calendar (user_id, id, slug, components, properties, modseq, created)
                    VALUES (u, made, s, k, p::jsonb, number, number);
                INSERT INTO operation VALUES (u, op, number, d, 'make', 0, s, NULL, NULL, made::text);
            END
            """)
        // Its resources stay as they are: who has them is told by the calendar's row.
        + function(
            "remove_calendar(u bigint, c integer, op uuid, d text, \(outcome))",
            """
            DECLARE o operation;
            BEGIN
                o := {api}.turn(u, op, 'unmake', c, '', NULL);
                IF o.identifier IS NOT NULL THEN number := o.modseq; seen := true; RETURN; END IF;
                IF c <= 0 OR NOT EXISTS (SELECT 1 FROM calendar WHERE user_id = u AND id = c AND NOT deleted) THEN
                    RAISE 'no calendar %', c USING ERRCODE = 'AG003';
                END IF;
                number := {api}.advance(u);
                seen := false;
                UPDATE calendar SET deleted = true, modseq = number WHERE user_id = u AND id = c;
                INSERT INTO operation VALUES (u, op, number, d, 'unmake', c, '', NULL, NULL, NULL);
            END
            """)
        + function(
            "set_properties(u bigint, c integer, p text, gone text[], most integer, op uuid, d text, \(outcome))",
            """
            DECLARE o operation; was jsonb; now jsonb;
            BEGIN
                o := {api}.turn(u, op, 'set', c, '', NULL);
                IF o.identifier IS NOT NULL THEN number := o.modseq; seen := true; RETURN; END IF;
                SELECT properties INTO was FROM calendar WHERE user_id = u AND id = c AND NOT deleted;
                IF NOT FOUND THEN RAISE 'no calendar %', c USING ERRCODE = 'AG003'; END IF;
                now := (was - gone) || p::jsonb;
                IF (SELECT count(*) FROM jsonb_object_keys(now)) > most THEN
                    RAISE 'too many properties' USING ERRCODE = 'AG009';
                END IF;
                number := {api}.advance(u);
                seen := false;
                UPDATE calendar SET properties = now, modseq = number WHERE user_id = u AND id = c;
                INSERT INTO operation VALUES
                    (u, op, number, d, 'set', c, '', convert_to(was::text, 'UTF8'), NULL, NULL);
            END
            """)
        // For whoever looks after the users; no node may.
        + function(
            "add_user(n text) RETURNS bigint",
            """
            DECLARE u bigint;
            BEGIN
                INSERT INTO users (name) VALUES (n) RETURNING id INTO u;
                PERFORM set_config('agenda.user', u::text, true);
                PERFORM {api}.advance(u);
                INSERT INTO calendar (user_id, id, slug, modseq, created)
                    SELECT u, 0, '', modseq, modseq FROM users WHERE id = u;
                RETURN u;
            END
            """)
        // What concerns no single user: two questions, whose answers have nothing of anybody's calendars.
        + function(
            "user_named(n text, OUT id bigint, OUT state text)", isOfOwner: true,
            """
            BEGIN
                SELECT users.id, users.state INTO user_named.id, user_named.state FROM users WHERE users.name = n;
            END
            """)
        + function(
            "changed_since(x xid8) RETURNS TABLE (horizon xid8, id bigint, modseq bigint)",
            isOfOwner: true,
            """
            BEGIN
                RETURN QUERY SELECT pg_snapshot_xmin(pg_current_snapshot()), users.id, users.modseq
                    FROM (SELECT 1) AS one LEFT JOIN users ON users.changed >= x;
            END
            """)

    /// What a write answers: its number among the user's changes, the tag of what it left, and whether it was done before.
    static let outcome = "OUT number bigint, OUT after text, OUT seen boolean"

    /// A function.
    ///
    /// - Parameter isOfOwner: whether it sees what the owner sees; else what whoever calls it does.
    static func function(
        _ head: String, isOfOwner: Bool = false, _ body: String
    ) -> String {
        """
        CREATE FUNCTION {api}.\(head) LANGUAGE plpgsql SECURITY \(isOfOwner ? "DEFINER" : "INVOKER")
            SET search_path = agenda, pg_temp AS $$
        #variable_conflict use_column
        \(body)
        $$;

        """
    }
}
