internal import ICalendar

/// One row of table `occurrence`: an occurrence, or several of a series (``SpanColumns/packed``).
struct OccurrenceRecord: Hashable, Sendable {
    /// Of the first occurrence; the end is the last one's.
    var columns: SpanColumns
    /// The first occurrence's; empty unless the event recurs.
    var recurrenceID: String
    var seriesID: Int64
    /// The component that describes it.
    var eventID: Int64
    /// How many seconds after the first occurrence each further one begins.
    var more: [UInt32] = []
    /// Whether it is of a copy that is never shown.
    var isHidden = false

    /// The rows of a series' occurrences.
    ///
    /// - Parameter eventIDs: the numbers of the series' components, in their order.
    static func records(
        _ occurrences: [ExpandedOccurrence], seriesID: Int64, _ kind: Event.Kind, eventIDs: [Int64]
    ) -> [OccurrenceRecord] {
        var records: [OccurrenceRecord] = []
        // The latest row that can take more, with the length of each of its occurrences.
        var open: (index: Int, length: Int)?
        for occurrence in occurrences {
            let columns = SpanColumns(occurrence.span, kind)
            let eventID = eventIDs[occurrence.component]
            let isPlain = occurrence.recurrenceID == occurrence.span.start
            let length = columns.end - columns.start
            if isPlain, let open, open.length == length, records[open.index].eventID == eventID,
                records[open.index].take(columns)
            {
                continue
            }
            if isPlain { open = (records.count, length) }
            records.append(
                OccurrenceRecord(
                    columns: columns, recurrenceID: occurrence.recurrenceID?.icalendar ?? "",
                    seriesID: seriesID, eventID: eventID))
        }
        return records
    }

    /// Adds an occurrence of the same length that is a later instance of the same rule; false if it does not fit.
    private mutating func take(_ next: SpanColumns) -> Bool {
        let offset = next.start - columns.start
        guard next.bucket == columns.bucket, offset > more.last ?? 0,
            SpanColumns.block(next.start) == SpanColumns.block(columns.start)
        else { return false }
        more.append(UInt32(offset))
        columns.end = next.end
        return true
    }

    /// The bucket of the row.
    var bucket: Int {
        columns.bucket + (more.isEmpty ? 0 : SpanColumns.packed)
            + (isHidden ? SpanColumns.hidden : 0)
    }
}
