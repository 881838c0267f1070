internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Which version of which component of a series: what tells its text from others.
struct ComponentVersion {
    /// The component's number.
    var id: Int64
    /// The original start of an override's instance; nil for a master.
    var recurrenceID: OccurrencePoint?
    var revision: ComponentRevision
}

/// One row of table `event` or `todo`: what a list shows of a component, so that it need not parse the text.
struct EventRecord {
    var version: ComponentVersion
    var seriesID: Int64
    /// Without UID and calendar, which the row does not name.
    var content: EventContent
    /// Whether a rule may apply to it (``RulingTable``).
    var isRuled = false

    init(_ version: ComponentVersion, seriesID: Int64) {
        (self.version, self.seriesID) = (version, seriesID)
        content = EventContent(uid: "", calendar: "")
        content.isOverridden = version.recurrenceID != nil
        content.sequence = version.revision.sequence
    }

    /// - Parameters:
    ///   - recurrenceID: the event's `RECURRENCE-ID` with its zone applied.
    ///   - timeZone: the zone's name, if known.
    init(
        _ event: Event, id: Int64, seriesID: Int64, recurrenceID: OccurrencePoint?,
        timeZone: String?
    ) {
        self.init(
            ComponentVersion(
                id: id, recurrenceID: recurrenceID, revision: ComponentRevision(event)),
            seriesID: seriesID)
        content.timeZone = timeZone
        content.summary = event.summary
        content.location = event.location
        content.details = event.details
        content.url = event.url
        content.categories = event.categories
        content.status = event.status
        content.isTransparent = event.isTransparent
        content.color = event.color
        content.organizer = event.organizer?.address
        content.participantCount = event.participantCount
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

    /// Reads which version of which component it is from the ``columns`` that begin at column `first`.
    static func version(_ row: RawRow, at first: Int) throws -> ComponentVersion {
        func seconds(_ column: Int) throws -> Instant? {
            try row.optionalInteger(first + column).map { Instant(secondsSinceEpoch: $0) }
        }
        return ComponentVersion(
            id: Int64(row.integer(first)),
            recurrenceID: row.withBytes(first + 2) { OccurrencePoint(icalendar: $0) },
            revision: ComponentRevision(
                sequence: row.integer(first + 14), lastModified: try seconds(15),
                stamp: try seconds(16)))
    }

    /// Whether a rule may apply to a component, of the ``columns`` that begin at column `first`. A bit of a column that is
    /// read anyway: who reads events to which none applies pays nothing.
    static func isRuled(_ row: RawRow, at first: Int) -> Bool {
        row.integer(first + 10) & ruled != 0
    }

    /// The bit of `is_transparent` that says so.
    static let ruled = 2

    /// Reads the content in the ``columns`` that begin at column `first`, where it is to stand: a copy retains some 20 strings.
    static func read(_ content: inout EventContent, _ row: RawRow, at first: Int) throws {
        content.timeZone = try row.optionalText(first + 3)
        content.summary = try row.optionalText(first + 4)
        content.location = try row.optionalText(first + 5)
        content.details = try row.optionalText(first + 6)
        content.url = try row.optionalText(first + 7)
        content.categories = row.withBytes(first + 8) { bytes in
            bytes.split(separator: UInt8(ascii: separator)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        if !row.isText(first + 9, "CONFIRMED") {
            content.status = EventStatus(rawValue: row.text(first + 9)) ?? .confirmed
        }
        content.isTransparent = row.integer(first + 10) & 1 != 0
        content.color = try row.optionalText(first + 11)
        content.organizer = try row.optionalText(first + 12)
        content.participantCount = row.integer(first + 13)
        content.isOverridden = row.withBytes(first + 2) { !$0.isEmpty }
        content.sequence = row.integer(first + 14)
    }

    /// The row of a component; nil if there is none.
    static func fetch(
        id: Int64, _ kind: Event.Kind, _ database: Database
    ) throws -> EventRecord? {
        let reader = try RowReader(
            "SELECT \(columns) FROM \(name(kind)) AS event WHERE id = ?", database)
        var found: EventRecord?
        try reader.forEach(id) { row in
            var record = EventRecord(
                try version(row, at: 0), seriesID: Int64(row.integer(1)))
            try read(&record.content, row, at: 0)
            record.isRuled = isRuled(row, at: 0)
            found = record
        }
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
            row.bind(record.version.id)
            row.bind(record.seriesID)
            row.bind(record.version.recurrenceID?.icalendar)
            row.bind(record.content.timeZone)
            row.bind(record.content.summary)
            row.bind(record.content.location)
            row.bind(record.content.details)
            row.bind(record.content.url)
            row.bind(
                record.content.categories.isEmpty
                    ? nil : record.content.categories.joined(separator: String(separator)))
            row.bind(record.content.status.rawValue)
            row.bind(
                (record.content.isTransparent ? 1 : 0) | (record.isRuled ? EventTable.ruled : 0))
            row.bind(record.content.color)
            row.bind(record.content.organizer)
            row.bind(record.content.participantCount)
            row.bind(record.version.revision.sequence)
            row.bind(record.version.revision.lastModified?.secondsSinceEpoch)
            row.bind(record.version.revision.stamp?.secondsSinceEpoch)
            _ = try row.run()
        }
    }
}
