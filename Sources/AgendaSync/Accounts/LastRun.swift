internal import GRDB
package import ICalendar

/// How the last synchronisation of a calendar went.
package struct LastRun: Hashable, Sendable {
    /// When it ended.
    package var ended: Instant
    /// When one last ended without a fault.
    package var synced: Instant?
    /// Why it ended before its end; nil where it did not.
    package var fault: String?
}

extension AccountStore {
    /// Notes how a synchronisation went.
    package func note(
        _ report: SyncReport, of calendar: AccountCalendar.ID, at time: Instant
    ) throws(AccountError) {
        try note(fault: report.stop?.description, of: calendar, at: time)
    }

    /// Notes why a synchronisation ended; nil for one that came to its end.
    func note(
        fault: String?, of calendar: AccountCalendar.ID, at time: Instant
    ) throws(AccountError) {
        try write { database in
            // The calendar may have been removed meanwhile.
            try database.execute(
                sql: """
                    INSERT INTO account_run
                    SELECT id, :ended, :synced, :fault FROM account_calendar WHERE id = :calendar
                    ON CONFLICT (calendar_id) DO UPDATE SET (ended, synced, fault)
                    = (excluded.ended, COALESCE(excluded.synced, synced), excluded.fault)
                    """,
                arguments: [
                    "ended": time.secondsSinceEpoch, "calendar": calendar,
                    "synced": fault == nil ? time.secondsSinceEpoch : nil,
                    "fault": fault,
                ])
        }
    }

    /// How the last synchronisation of each calendar went; calendars that never were are missing.
    package func lastRuns() throws(AccountError) -> [AccountCalendar.ID: LastRun] {
        try read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT * FROM account_run")
            return Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let (ended, synced): (Int, Int?) = (row["ended"], row["synced"])
                    let run = LastRun(
                        ended: Instant(secondsSinceEpoch: ended),
                        synced: synced.map { Instant(secondsSinceEpoch: $0) }, fault: row["fault"])
                    return (row["calendar_id"], run)
                })
        }
    }
}
