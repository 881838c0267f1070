internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// One row of table `event` or `todo`: what a list shows of a component, so that it need not parse the text.
struct EventRecord: Hashable, Sendable {
    /// The component's number.
    var id: Int64
    var seriesID: Int64
    /// The original start of an override's instance; nil for a master.
    var recurrenceID: OccurrencePoint?
    var timeZone: String?
    var summary: String?
    var location: String?
    var details: String?
    var url: String?
    var categories: [String] = []
    var status: EventStatus = .confirmed
    var isTransparent = false
    var color: String?
    var organizer: String?
    var participantCount = 0
    var revision: ComponentRevision
}

extension EventRecord {
    /// - Parameters:
    ///   - recurrenceID: the event's `RECURRENCE-ID` with its zone applied.
    ///   - timeZone: the zone's name, if known.
    init(
        _ event: Event, id: Int64, seriesID: Int64, recurrenceID: OccurrencePoint?,
        timeZone: String?
    ) {
        self.id = id
        self.seriesID = seriesID
        self.recurrenceID = recurrenceID
        self.timeZone = timeZone
        summary = event.summary
        location = event.location
        details = event.details
        url = event.url
        categories = event.categories
        status = event.status
        isTransparent = event.isTransparent
        color = event.color
        organizer = event.organizer?.address
        participantCount = event.participantCount
        revision = ComponentRevision(event)
    }
}

/// The SQL of the tables `event` and `todo`, which have the same columns: who reads one does not meet the other.
enum EventTable {
    /// The table of a kind.
    static func name(_ kind: Event.Kind) -> String { kind == .event ? "event" : "todo" }

    /// The columns that ``record(_:at:)`` reads, of a table called `event`.
    static let columns = """
        event.id, event.series_id, event.recurrence_id, event.time_zone, event.summary,
        event.location, event.details, event.url, event.categories, event.status,
        event.is_transparent, event.color, event.organizer, event.participant_count,
        event.sequence, event.last_modified, event.stamp
        """

    /// Separates the categories in their column; no text contains it (ASCII unit separator).
    private static let separator: Unicode.Scalar = "\u{1F}"

    /// Reads the ``columns`` that begin at column `first`.
    static func record(_ row: RawRow, at first: Int) -> EventRecord {
        func seconds(_ column: Int) -> Instant? {
            row.optionalInteger(first + column).map { Instant(secondsSinceEpoch: $0) }
        }
        var record = EventRecord(
            id: Int64(row.integer(first)), seriesID: Int64(row.integer(first + 1)),
            recurrenceID: row.withBytes(first + 2) { OccurrencePoint(icalendar: $0) },
            revision: ComponentRevision(
                sequence: row.integer(first + 14), lastModified: seconds(15), stamp: seconds(16)))
        record.timeZone = row.optionalText(first + 3)
        record.summary = row.optionalText(first + 4)
        record.location = row.optionalText(first + 5)
        record.details = row.optionalText(first + 6)
        record.url = row.optionalText(first + 7)
        record.categories = row.text(first + 8).utf8.split(separator: UInt8(ascii: separator))
            .map { String(Substring($0)) }
        record.status = EventStatus(rawValue: row.text(first + 9)) ?? .confirmed
        record.isTransparent = row.integer(first + 10) != 0
        record.color = row.optionalText(first + 11)
        record.organizer = row.optionalText(first + 12)
        record.participantCount = row.integer(first + 13)
        return record
    }

    /// The row of a component; nil if there is none.
    static func fetch(
        id: Int64, _ kind: Event.Kind, _ database: Database
    ) throws -> EventRecord? {
        let reader = try RowReader(
            "SELECT \(columns) FROM \(name(kind)) AS event WHERE id = ?", database)
        var found: EventRecord?
        try reader.forEach(id) { found = record($0, at: 0) }
        return found
    }

    /// Inserts rows of the table.
    struct Insert {
        private var row: RowInsert

        init(_ kind: Event.Kind, _ database: Database) throws {
            row = try RowInsert(
                database,
                sql: """
                    INSERT INTO \(name(kind))
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
        }

        mutating func run(_ record: EventRecord) throws {
            row.bind(record.id)
            row.bind(record.seriesID)
            row.bind(record.recurrenceID?.icalendar)
            row.bind(record.timeZone)
            row.bind(record.summary)
            row.bind(record.location)
            row.bind(record.details)
            row.bind(record.url)
            row.bind(
                record.categories.isEmpty
                    ? nil : record.categories.joined(separator: String(separator)))
            row.bind(record.status.rawValue)
            row.bind(record.isTransparent)
            row.bind(record.color)
            row.bind(record.organizer)
            row.bind(record.participantCount)
            row.bind(record.revision.sequence)
            row.bind(record.revision.lastModified?.secondsSinceEpoch)
            row.bind(record.revision.stamp?.secondsSinceEpoch)
            _ = try row.run()
        }
    }
}
