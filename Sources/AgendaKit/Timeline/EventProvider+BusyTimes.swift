internal import GRDB

extension EventProvider {
    /// The calendars that publish busy times (VFREEBUSY, RFC 5545 3.6.4) and have no event: no list shows them, and only
    /// ``MeetingTimes`` counts them. Sorted by name.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func calendarsOfBusyTimes() throws(AgendaError) -> [String] {
        let filter = filter
        return try store.read { database in
            let sources = try Row.fetchAll(database, sql: "SELECT id, name FROM source")
            return try sources.filter { source in
                guard filter.includes(calendar: source["name"]) else { return false }
                // Almost every calendar has an event, which is soon found.
                let arguments: StatementArguments = [source["id"] as Int64]
                let hasEvents = try Bool.fetchOne(
                    database,
                    sql: """
                        SELECT EXISTS (
                            SELECT 1 FROM resource CROSS JOIN series ON series.resource_id = resource.id
                            WHERE resource.source_id = ?)
                        """, arguments: arguments)
                if hasEvents ?? true { return false }
                return try Bool.fetchOne(
                    database,
                    sql: """
                        SELECT EXISTS (
                            SELECT 1 FROM resource CROSS JOIN component ON component.resource_id = resource.id
                            WHERE resource.source_id = ? AND component.kind LIKE 'VFREEBUSY%')
                        """, arguments: arguments) ?? false
            }.map { $0["name"] as String }.sorted()
        }
    }
}
