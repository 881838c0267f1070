internal import GRDB
internal import ICalendar

/// A series' components and its file's zones, as raw text.
struct SeriesText {
    var components: [ComponentRecord]
    var zones: [ComponentRecord]

    static func fetch(
        _ seriesID: Int64, _ resourceID: Int64, _ database: Database
    ) throws -> SeriesText {
        SeriesText(
            components: try ComponentTable.fetch(seriesID: seriesID, database),
            zones: try ComponentTable.fetch(resourceID: resourceID, kind: .timeZone, database))
    }

    /// Parses and expands the series for some days.
    ///
    /// - Returns: the occurrences, and the numbers of the components that they refer to.
    func expanded(
        days: Range<CivilDate>, zones database: TimeZoneDatabase
    ) -> (occurrences: [ExpandedOccurrence], eventIDs: [Int64]) {
        let definitions = zones.compactMap { zone in
            zone.text.withUnsafeBytes { ICalendarParser.timeZone(in: $0).value }
        }
        let parsed = components.compactMap { component in
            component.event.map { (event: $0, id: component.id) }
        }
        let expander = SeriesExpander(
            scope: TimeZoneScope(database: database, definitions: definitions))
        let expansion = expander.expand(parsed.map(\.event), days: days)
        return (expansion.occurrences, parsed.map(\.id))
    }
}

extension ComponentRecord {
    /// The event that the text describes.
    var event: Event? {
        text.withUnsafeBytes {
            ICalendarParser.event(in: $0, line: line, participantCount: participantCount).value
        }
    }
}
