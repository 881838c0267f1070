internal import CalendarMerge
internal import GRDB
internal import ICalendar

extension StoredCopies {
    /// Lets an instance that is in another file than its series also be found by the series' name for it: programs write a date for
    /// an instance that has a time, and a time for one of whole days. Within one file ``RecurrenceSet`` does the same.
    ///
    /// - Parameter resources: the number of each series' file.
    static func nameAlike(
        _ copies: inout [EventCopy], in resources: [Int64: Int64], _ database: Database
    ) throws {
        for place in copies.indices where copies[place].master == nil {
            let own = copies[place]
            guard
                let series = copies.first(where: {
                    $0.collection == own.collection && $0.master != nil && $0.start != nil
                }), let start = series.start, let main = series.master
            else { continue }
            for part in own.components {
                guard let id = part.recurrenceID, !id.hasForm(of: start),
                    let resource = resources[series.seriesID],
                    let master = try ComponentTable.fetch(id: main.eventID, database)?.event,
                    var event = try ComponentTable.fetch(id: part.eventID, database)?.event
                else { continue }
                let scope = try StoredScopes(SystemZones.database)
                    .scope(resourceID: resource, database)
                // In another file it counts for its own instance alone.
                event.overridesFuture = false
                let day = event.start.wallTime.date
                let names = RecurrenceSet(master: master, overrides: [event])
                    .instances(overlapping: (day - 1)..<(day + 2), in: scope).instances
                    .filter { $0.override == 0 }.compactMap(\.recurrenceID)
                for name in names where name != id {
                    copies[place].components.append(
                        EventCopy.Component(
                            eventID: part.eventID, recurrenceID: name, revision: part.revision))
                }
            }
        }
    }
}

extension OccurrencePoint {
    /// Whether both are instants, times without a zone, or days.
    func hasForm(of other: OccurrencePoint) -> Bool {
        switch (self, other) {
        case (.instant, .instant), (.floating, .floating), (.date, .date): true
        default: false
        }
    }
}
