internal import GRDB
package import ICalendar

extension EventProvider {
    /// The occurrences of some events that block their time on some days, and the others that block some of the same time: each
    /// once, in no order.
    ///
    /// Reads only the days on which the events are, and few of them at a time. Whole days do not block.
    ///
    /// - Parameters:
    ///   - uids: the events.
    ///   - instance: the only instance that is meant of a series; nil for all.
    ///   - dates: the days.
    package func overlaps(
        of uids: Set<String>, instance: OccurrencePoint? = nil, on dates: Range<CivilDate>
    ) throws(AgendaError) -> [AgendaEvent] {
        let reader = reader(dates, keepsHidden: true)
        let zone = reader.window.zone
        return try store.read { database in
            var (found, seen) = ([AgendaEvent](), Set<OccurrenceID>())
            let slices = try reader.slices(with: uids, database)
            try reader.forEach(of: slices, database, forgets: true) { slice in
                // Both of a pair are on the day on which the later one begins, or on the slice's first.
                let events = slice.nodes.flatMap(\.events)
                let own = events.filter {
                    uids.contains($0.uid) && (instance == nil || $0.recurrenceID == instance)
                }
                found += Conflicts.among(events, with: own, zone: zone, countingWholeDays: false)
                    .filter { seen.insert($0.id).inserted }
            }
            return found
        }
    }
}

extension SliceReader {
    /// Small slices of the window that have all days of some events.
    fileprivate func slices(
        with uids: Set<String>, _ database: Database
    ) throws -> [Range<Int>] {
        var occurrences = try Occurrences(database, kind, zones: zones)
        // Where occurrences are not stored, only a look at all days tells.
        guard try occurrences.areStored(on: window.dates) else { return window.smallSlices }
        let keys = Set(uids.map { OccurrenceID.key(uid: $0, kind) })
        var days: Set<Int> = []
        for event in try events(keys, &occurrences) {
            days.formUnion(window.indices(of: event.span))
        }
        return window.smallSlices.compactMap { slice in
            guard let first = slice.first(where: days.contains),
                let last = slice.last(where: days.contains)
            else { return nil }
            return first..<(last + 1)
        }
    }
}
