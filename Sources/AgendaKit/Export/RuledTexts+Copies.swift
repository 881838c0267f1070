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
        let known = try others[row.seriesID] ?? readOthers(of: row)
        others[row.seriesID] = known
        return try known.contains { other in
            let near = other.set.instances(overlapping: (day - 1)..<(day + 2), in: other.scope)
            guard let found = near.instances.first(where: { $0.recurrenceID == point }) else {
                return false
            }
            let (event, id) = found.override.map { other.overrides[$0] } ?? other.master
            guard event.status != .cancelled,
                let component = try ComponentTable.fetch(id: id, database),
                let row = try self.row(id)
            else { return false }
            var instance = try instance(of: component, row)
            instance.span = found.span
            return try rulings.effects(componentID: id, instance).isHidden != true
        }
    }

    /// Another calendar's copy of a series, with the components that describe its instances.
    struct OtherCopy {
        let master: (event: Event, id: Int64)
        let overrides: [(event: Event, id: Int64)]
        let scope: TimeZoneScope

        var set: RecurrenceSet {
            RecurrenceSet(master: master.event, overrides: overrides.map(\.event))
        }
    }

    private func readOthers(of row: Row) throws -> [OtherCopy] {
        var found: [OtherCopy] = []
        for (_, seriesID) in try copies(of: row) where seriesID != row.seriesID {
            try SeriesChoice.one(seriesID).forEachBatch(row.kind, database) { texts in
                guard let text = texts.first else { return }
                let parsed = text.parsed
                let parts = zip(parsed.events, parsed.ids).map { (event: $0, id: $1) }
                guard let master = parts.first(where: { $0.event.recurrenceID == nil }) else {
                    return
                }
                found.append(
                    OtherCopy(
                        master: master, overrides: parts.filter { $0.event.recurrenceID != nil },
                        scope: try scopes.scope(resourceID: text.resourceID, database)))
            }
        }
        return found
    }
}
