/// All that nodes ask of a bank. A test reads them: each names the user, by its first value.
package enum BankStatements {
    private static let api = BankSchema.api(BankSchema.own.version)

    /// In the order of their names.
    package static let all = [
        user, state, calendars, members, bodies, holders, documents, news, put, remove, move,
        makeCalendar, removeCalendar, setProperties, keep, held, forget, named, changed,
        shard,
    ]

    static let user = PostgresStatement.user

    // MARK: Of no single user

    static let shard = PostgresStatement(
        "shard", [], isOfUser: false, "SELECT generation, version FROM agenda.shard")

    static let named = PostgresStatement(
        "named", [.text], isOfUser: false, "SELECT id, state FROM \(api).user_named($1)")

    static let changed = PostgresStatement(
        "changed", [.text], isOfUser: false,
        "SELECT horizon::text, id, modseq FROM \(api).changed_since($1::xid8)")

    // MARK: Reads

    /// The home with its calendars. A calendar's token is that of its own last change, also where older ones are forgotten.
    static let calendars = PostgresStatement(
        "calendars", [],
        """
        SELECT s.generation, u.modseq, n.nonce, c.id, c.slug, c.components, c.properties::text,
            c.modseq, cn.nonce
        FROM agenda.shard s CROSS JOIN agenda.users u
            JOIN agenda.nonce n ON n.user_id = $1 AND n.modseq = u.modseq
            LEFT JOIN agenda.calendar c ON c.user_id = $1 AND NOT c.deleted
            LEFT JOIN agenda.nonce cn ON cn.user_id = $1 AND cn.modseq = c.modseq
        WHERE u.id = $1 ORDER BY c.id
        """)

    /// What has changed in a calendar after a change of its own, or in that one behind a name, in the order in which it is told.
    /// The first columns are the same in all rows, of which there is one at least while the calendar is there.
    static let members = PostgresStatement(
        "members", [.integer, .bigint, .bigint, .bigint, .text],
        """
        WITH me AS (
            SELECT s.generation, u.oldest, c.modseq, n.nonce,
                $3 < 0 OR s.generation = $5 AND $3 >= c.created AND ($3 >= u.oldest OR $3 = c.modseq)
                    AND EXISTS (SELECT 1 FROM agenda.nonce k
                        WHERE k.user_id = $1 AND k.modseq = $3 AND k.nonce = $4) AS known
            FROM agenda.shard s CROSS JOIN agenda.users u
                JOIN agenda.calendar c ON c.user_id = $1 AND c.id = $2 AND NOT c.deleted
                JOIN agenda.nonce n ON n.user_id = $1 AND n.modseq = c.modseq
            WHERE u.id = $1)
        SELECT me.generation, me.modseq, me.nonce, me.known, r.href, r.etag, r.kind, r.uid, r.deleted,
            r.place, k.nonce
        FROM me LEFT JOIN (
            SELECT r.*, greatest(r.modseq, u.oldest) AS place
            FROM agenda.resource r CROSS JOIN agenda.users u
            WHERE u.id = $1 AND r.user_id = $1 AND r.calendar = $2
                AND (NOT r.deleted OR r.created <= $3)) r
            ON me.known AND (r.place > $3 AND r.modseq > $3 OR r.place = $3 AND r.href > $6)
            LEFT JOIN agenda.nonce k ON k.user_id = $1 AND k.modseq = r.place
        ORDER BY r.place, r.href
        """)

    static let bodies = PostgresStatement(
        "bodies", [.integer, .texts],
        """
        SELECT r.href, r.etag, r.kind, r.uid, r.body, extract(epoch FROM n.at)::bigint
        FROM agenda.resource r LEFT JOIN agenda.nonce n ON n.user_id = $1 AND n.modseq = r.modseq
        WHERE r.user_id = $1 AND r.calendar = $2 AND NOT r.deleted AND r.href = ANY ($3)
        """)

    static let holders = PostgresStatement(
        "holders", [.integer, .text],
        """
        SELECT href FROM agenda.resource
        WHERE user_id = $1 AND calendar = $2 AND uid = $3 AND NOT deleted
        """)

    static let documents = PostgresStatement(
        "documents", [],
        "SELECT name FROM agenda.document WHERE user_id = $1 AND body IS NOT NULL")

    /// All that a view lacks: the user's state, the calendars and the resources that are newer, of one moment.
    static let news = PostgresStatement(
        "news", [.bigint, .bigint, .bigint],
        """
        WITH me AS (
            SELECT s.generation, u.modseq, n.nonce,
                $2 < 0 OR s.generation = $4 AND $2 >= u.oldest
                    AND EXISTS (SELECT 1 FROM agenda.nonce k
                        WHERE k.user_id = $1 AND k.modseq = $2 AND k.nonce = $3) AS known
            FROM agenda.shard s CROSS JOIN agenda.users u
                JOIN agenda.nonce n ON n.user_id = $1 AND n.modseq = u.modseq
            WHERE u.id = $1)
        SELECT 0, me.generation, me.modseq, me.nonce, me.known, NULL::integer, NULL::text, NULL::text,
            NULL::text, NULL::bytea FROM me
        UNION ALL
        SELECT 1, 0, c.modseq, 0, c.deleted, c.id, c.slug, c.components, c.properties::text, NULL
        FROM me JOIN agenda.calendar c ON me.known AND c.user_id = $1 AND c.modseq > $2
        WHERE $2 >= 0 OR NOT c.deleted
        UNION ALL
        SELECT 2, 0, r.modseq, 0, r.deleted, r.calendar, r.href, r.etag, r.kind, r.body
        FROM me JOIN agenda.resource r ON me.known AND r.user_id = $1 AND r.modseq > $2
            JOIN agenda.calendar c ON c.user_id = $1 AND c.id = r.calendar AND NOT c.deleted
        WHERE $2 >= 0 OR NOT r.deleted
        UNION ALL
        SELECT 3, 0, d.modseq, 0, d.body IS NULL, NULL, d.name, NULL, NULL, d.body
        FROM me JOIN agenda.document d ON me.known AND d.user_id = $1 AND d.modseq > $2
        WHERE $2 >= 0 OR d.body IS NOT NULL
        """)

    /// The state of a user: what most requests ask alone.
    static let state = PostgresStatement(
        "state", [],
        """
        SELECT s.generation, u.modseq, n.nonce
        FROM agenda.shard s CROSS JOIN agenda.users u
            JOIN agenda.nonce n ON n.user_id = $1 AND n.modseq = u.modseq
        WHERE u.id = $1
        """)

    // MARK: Writes

    private static func write(
        _ name: String, _ types: [PostgresType], _ function: String, _ more: String = ""
    ) -> PostgresStatement {
        let values = (1...types.count + 3).map { "$\($0)" }.joined(separator: ", ")
        return PostgresStatement(
            name, types + [.uuid, .text], isWrite: true,
            "SELECT number, after, seen\(more) FROM \(api).\(function)(\(values))")
    }

    static let put = write(
        "put", [.integer, .text, .text, .text, .bytea, .text], "put")
    static let remove = write("remove", [.integer, .text, .text], "remove")
    static let move = write(
        "move", [.integer, .text, .text, .integer, .text, .text], "move")
    static let makeCalendar = write(
        "make_calendar", [.text, .text, .text], "make_calendar", ", made")
    static let removeCalendar = write("remove_calendar", [.integer], "remove_calendar")
    static let setProperties = write(
        "set_properties", [.integer, .text, .texts, .integer], "set_properties")
    static let keep = write("keep", [.text, .bytea, .bigint], "keep")

    /// Fails, and all of its transaction, unless a duty is still whoever's asks; nobody takes it over before the transaction has ended.
    /// Its columns are a write's.
    static let held = PostgresStatement(
        "held", [.text, .text, .bigint], isWrite: true,
        """
        SELECT 1 / (SELECT count(*) FROM (
            SELECT FROM people.lease WHERE user_id = $1 AND kind = $2 AND what = $3 AND generation = $4
            FOR SHARE) AS lease), ''::text, false
        """)

    /// How ``held`` fails: it divides by zero.
    static let isNotHeld = "22012"

    static let forget = PostgresStatement(
        "forget", [.integer], isWrite: true, "SELECT \(api).forget($1, $2)")
}
