internal import GRDB
internal import ICalendar

extension EventStore {
    /// How many events in each calendar have the name of a mirror's block though no mirror that is known here made them: they are
    /// events in lists, and no source of any mirror.
    ///
    /// - Throws: the errors of reading, also the file of the mirrors (``AgendaError``).
    package func strangeBlocks() throws(AgendaError) -> [(calendar: String, count: Int)] {
        guard let path else { return [] }
        var own: Set<String> = []
        var names: [MirrorNames] = []
        for mirror in try Mirrors(database: path).all() {
            names.append(MirrorNames(secret: mirror.secret))
            let notes = try MirrorNotes.file(database: path, secret: mirror.secret).read()
            own.formUnion(notes?.blocks.keys.map { $0 } ?? [])
        }
        let known = own
        func isOurs(_ text: [UInt8]) -> Bool {
            ComponentDocument(text)?.properties(MirrorNames.property).contains { mark in
                names.contains { $0.mark(mark.value) != nil }
            } ?? false
        }
        return try read { database in
            var found: [(id: Int64, uid: String, component: Int64)] = []
            try RowReader(
                """
                SELECT source_id, uid, MIN(event.id) FROM series
                JOIN resource ON resource.id = resource_id JOIN event ON series_id = series.id
                WHERE uid >= '\(MirrorNames.prefix)' AND uid < 'agm.' GROUP BY series.id
                """, database
            ).forEach { found.append((Int64($0.integer(0)), $0.text(1), Int64($0.integer(2)))) }
            var counts: [Int64: Int] = [:]
            for block in found {
                guard let base = MirrorNames.base(of: block.uid)?.uid, !known.contains(base),
                    try !MirroredTable.isBlock(block.uid, database),
                    let text = try ComponentTable.fetch(id: block.component, database)?.text,
                    !isOurs(Array(text))
                else { continue }
                counts[block.id, default: 0] += 1
            }
            return try SourceTable.fetchBrief(database).compactMap { source in
                counts[source.id].map { (source.name, $0) }
            }
        }
    }
}
