internal import GRDB

extension EventProvider {
    /// The calendars that publish busy times (VFREEBUSY, RFC 5545 3.6.4) and have no event: no list shows them, and only
    /// ``MeetingTimes`` counts them. Sorted by name.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func calendarsOfBusyTimes() throws(AgendaError) -> [String] {
        let filter = filter
        return try store.read { database in
            // Almost every calendar has an event, which is soon found.
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM source WHERE CASE
                        WHEN EXISTS (
                            SELECT 1 FROM resource CROSS JOIN series ON series.resource_id = resource.id
                            WHERE resource.source_id = source.id) THEN 0
                        ELSE EXISTS (
                            SELECT 1 FROM resource CROSS JOIN component ON component.resource_id = resource.id
                            WHERE resource.source_id = source.id AND component.kind LIKE 'VFREEBUSY%')
                    END
                    """
            ).filter { filter.includes(calendar: $0) }.sorted()
        }
    }
}
