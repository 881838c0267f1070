internal import GRDB
internal import ICalendar

// An event of several calendars: where rules hide an instance of one copy, another copy stands in.
extension RuledTexts {
    /// The components and series that describe an event in the calendars that are read.
    func copies(of row: Row) throws -> [(id: Int64, seriesID: Int64)] {
        var found: [(Int64, Int64)] = []
        let key = Int64(bitPattern: OccurrenceID.key(uid: row.uid, row.kind))
        try RowReader(
            """
            SELECT event.id, series.id, source_id FROM series JOIN resource ON resource.id = resource_id
            JOIN \(EventTable.name(row.kind)) AS event ON series_id = series.id
            WHERE uid = ? AND uid_key = ? AND recurrence_id IS NULL
            """, database
        ).forEach(text: row.uid, key) {
            if calendars.contains(Int64($0.integer(2))) {
                found.append((Int64($0.integer(0)), Int64($0.integer(1))))
            }
        }
        return found
    }

    /// What rules do to an instance of one calendar's copy; they hide none that another one shows: that copy stands in.
    ///
    /// - Parameter row: of a component of the series.
    func effects(
        componentID: Int64, _ instance: StoredRulings.Instance, _ point: OccurrencePoint?,
        of row: Row
    ) throws -> RuleEffects {
        var effects = try rulings.effects(componentID: componentID, instance)
        if effects.isHidden == true, let point, let span = instance.span,
            try isShownElsewhere(point, span.instants(in: .utc).lowerBound.utc.date, of: row)
        {
            effects.isHidden = nil
        }
        return effects
    }

    private func isShownElsewhere(
        _ point: OccurrencePoint, _ day: CivilDate, of row: Row
    ) throws -> Bool {
        try copies(of: row).contains { _, seriesID in
            guard seriesID != row.seriesID else { return false }
            var (ids, found) = ([Int64](), Instance?.none)
            try SeriesChoice.one(seriesID).forEachBatch(row.kind, database) { texts in
                guard let text = texts.first else { return }
                let parsed = text.parsed
                let scope = try scopes.scope(resourceID: text.resourceID, database)
                let parts = Array(zip(parsed.events, parsed.ids))
                let overrides = parts.filter { $0.0.recurrenceID != nil }
                guard let master = parts.first(where: { $0.0.recurrenceID == nil }) else { return }
                ids = overrides.map(\.1) + [master.1]
                found = RecurrenceSet(master: master.0, overrides: overrides.map(\.0))
                    .instances(overlapping: (day - 1)..<(day + 2), in: scope).instances
                    .first { $0.recurrenceID == point }
            }
            guard let found, let id = found.override.map({ ids[$0] }) ?? ids.last,
                let component = try ComponentTable.fetch(id: id, database),
                component.event?.status != .cancelled, let row = try self.row(id)
            else { return false }
            var instance = try instance(of: component, row)
            instance.span = found.span
            return try rulings.effects(componentID: id, instance).isHidden != true
        }
    }
}
