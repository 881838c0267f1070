internal import GRDB
package import ICalendar

extension EventStore {
    /// Under what the digests of ``ServedMember`` are; no secret.
    package var servedKey: ContentDigest.Key { digestKey }

    /// Which store this is: one that is made anew has another name.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    package func generation() throws(AgendaError) -> String {
        try read { try IdentityTable.fetch($0).stamp.store }
    }

    /// The resources that hold several events or to-dos, which cannot be served as they are (RFC 4791 section 4.1).
    ///
    /// - Parameter ids: the numbers of the rows of which to say it; nil for all of the source.
    package func resourcesOfSeveral(
        _ ids: [Int64]?, of source: CalendarSource
    ) throws(AgendaError) -> Set<Int64> {
        try read { database in
            var found: Set<Int64> = []
            if let ids {
                let reader = try RowReader(
                    "SELECT COUNT(*) FROM series WHERE resource_id = ?", database)
                for id in ids {
                    try reader.forEach(id) { if $0.integer(0) > 1 { found.insert(id) } }
                }
                return found
            }
            let reader = try RowReader(
                """
                SELECT resource.id FROM resource JOIN series ON series.resource_id = resource.id
                WHERE resource.source_id = ? GROUP BY resource.id HAVING COUNT(*) > 1
                """, database)
            try reader.forEach(source.id) { found.insert(Int64($0.integer(0))) }
            return found
        }
    }

    /// The names of a folder's files that lie in folders below it.
    package func deepHrefs(of source: CalendarSource) throws(AgendaError) -> [String] {
        try read { database in
            try RowReader(
                "SELECT href FROM resource WHERE source_id = ? AND instr(href, '/') > 0", database
            ).map(source.id) { $0.text(0) }
        }
    }
}

extension CalendarEditor {
    /// The name of the resource of the local calendar that holds what a body does; nil for what that calendar does not keep.
    package static func ownHref(of body: [UInt8]) -> String? {
        let names = EventTexts.names(in: body)
        guard let name = names.first, names.count == 1 else { return nil }
        return ResourceRecord.localHref(name)
    }
}
