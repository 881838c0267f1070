extension BankSchema {
    /// What version 2 needs more of the tables: to find what is old.
    static let forgettingTables = "CREATE INDEX nonce_at ON nonce (user_id, at);"

    /// Forgets of a user what has been gone for long: removed resources after so many days, with the tokens that are older; what
    /// operations have replaced, and what was in removed calendars, after 30.
    ///
    /// A calendar's present token stays good however old it is.
    static let forgetting = function(
        "forget(u bigint, days integer) RETURNS bigint",
        """
        DECLARE x bigint; y bigint;
        BEGIN
            PERFORM 1 FROM users WHERE id = u FOR NO KEY UPDATE;
            SELECT max(n.modseq) INTO y FROM nonce n WHERE n.user_id = u AND n.at < now() - interval '30 days';
            UPDATE operation SET before = NULL WHERE user_id = u AND modseq <= y AND before IS NOT NULL;
            DELETE FROM resource r USING calendar c
                WHERE r.user_id = u AND c.user_id = u AND r.calendar = c.id AND c.deleted AND c.modseq <= y;
            SELECT max(n.modseq) INTO x FROM nonce n, users WHERE users.id = u AND n.user_id = u
                AND n.at < now() - make_interval(days => days) AND n.modseq < users.modseq;
            IF x > (SELECT oldest FROM users WHERE id = u) THEN
                UPDATE users SET oldest = x WHERE id = u;
                DELETE FROM resource WHERE user_id = u AND deleted AND modseq <= x;
                DELETE FROM operation WHERE user_id = u AND modseq <= x;
                DELETE FROM nonce n WHERE n.user_id = u AND n.modseq < x
                    AND NOT EXISTS (SELECT 1 FROM calendar c WHERE c.user_id = u AND c.modseq = n.modseq);
            END IF;
            RETURN x;
        END
        """)
}
