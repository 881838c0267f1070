package import ICalendar

extension EventStore {
    /// The events of a source that have an instance in a range, as a time range of CalDAV means it (RFC 4791 section 9.9):
    /// whole days and floating times are those of the zone, and an instance without length counts at its start.
    ///
    /// Copies that no list shows because another calendar has the event count as well.
    ///
    /// - Returns: the numbers of the resources' rows, and of the series'.
    package func resources(
        of source: CalendarSource, in range: Range<Instant>, zone: TimeZoneRules
    ) throws(AgendaError) -> [(resourceID: Int64, seriesID: Int64)] {
        // A day more on each side, for whole days elsewhere.
        let first = zone.wallTime(at: range.lowerBound).date - 1
        let last = zone.wallTime(at: range.upperBound).date + 1
        let window = NodeWindow(firstDate: first, count: last - first + 1, zone: zone)
        return try read { database in
            var occurrences = try Occurrences(database)
            var found: [Int64: Int64] = [:]
            try occurrences.forEach(in: window, around: first) { occurrence in
                let series = occurrence.series
                guard series.sourceID == source.id, found[series.id] == nil else { return }
                let times = occurrence.span.instants(in: zone)
                let isIn =
                    times.isEmpty
                    ? range.contains(times.lowerBound)
                    : times.lowerBound < range.upperBound && range.lowerBound < times.upperBound
                if isIn { found[series.id] = series.resourceID }
            }
            // Of a series with too many instances to list, some are everywhere.
            for cut in occurrences.cuts where cut.sample.series.sourceID == source.id {
                found[cut.sample.series.id] = cut.sample.series.resourceID
            }
            return found.sorted { $0.key < $1.key }.map { (resourceID: $0.value, seriesID: $0.key) }
        }
    }
}
