internal import GRDB

extension EventStore {
    /// Where the store stands at one moment.
    struct Position {
        /// Another number after each commit of another connection, in any process (PRAGMA data_version).
        var writes: Int64
        /// As ``EventStore/revision()``.
        var revision: Int64
    }

    /// Where the store stands, as the writing connection sees it: its own commits are not others'.
    func position() throws(AgendaError) -> Position {
        try Self.translating(place: path ?? "") {
            let position = try Self.read(writer) { database in
                Position(
                    writes: try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0,
                    revision: try StateTable.fetch(database).revision)
            }
            try Self.requireAllRead()
            return position
        }
    }

    /// All sources but the local calendar, and the numbers of those with a file that has to be read again, for
    /// whatever reason.
    func unreadSources() throws(AgendaError) -> (sources: [CalendarSource], unread: Set<Int64>) {
        try read { database in
            (
                try SourceTable.fetchBrief(database).filter { !$0.isOnlyInStore },
                try ResourceTable.fetchUnread(database)
            )
        }
    }
}
