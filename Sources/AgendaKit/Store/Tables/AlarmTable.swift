internal import GRDB
internal import ICalendar

/// One row of table `alarm`: an alarm of an event or a to-do, so that nobody need read texts to know what goes off.
struct AlarmRecord: Hashable, Sendable {
    /// Its trigger, repetitions, and what was acknowledged: by `ACKNOWLEDGED`, or for the whole event by Mozilla's
    /// `X-MOZ-LASTACK`.
    var alarm: Alarm
    /// Whether it says when to remind again: Mozilla's `X-MOZ-SNOOZE-TIME`, or an alarm that is related to another one by
    /// `RELTYPE=SNOOZE` (RFC 9074 7).
    var isSnooze = false
    /// The original start of the only instance that it is for (`X-MOZ-SNOOZE-TIME-…`); nil for all.
    var instance: Instant?

    /// How far from the event it may go off, in seconds; 0 if it goes off at an instant of its own, or never.
    var reach: Int {
        guard alarm.isShown else { return 0 }
        let offset: CalendarDuration
        switch alarm.trigger {
        case .afterStart(let duration), .afterEnd(let duration): offset = duration
        case .at: return 0
        }
        func seconds(_ duration: CalendarDuration) -> Int {
            abs(duration.days) * 86_400 + abs(duration.seconds)
        }
        let count = max(0, min(alarm.repetitions, Alarm.mostRepetitions))
        return seconds(offset) + (alarm.interval.map { seconds($0) * count } ?? 0)
    }
}

/// The SQL of table `alarm`.
enum AlarmTable {
    /// The largest ``AlarmRecord/reach``, in seconds, of alarms that are found by the days of their events: nearly all.
    /// An index finds the others.
    static let near = 86_400

    fileprivate enum Anchor: Int { case start, end, instant, snooze }

    private static let columns = """
        component_id, anchor, offset, repetitions, pause, acknowledged, instance, is_shown
        """

    /// The alarms of components, by the component's number.
    static func fetch(
        componentIDs: some Sequence<Int64>, _ database: Database
    ) throws -> [Int64: [AlarmRecord]] {
        // CROSS makes SQLite start at the list.
        let reader = try RowReader(
            """
            SELECT \(columns) FROM json_each(?) AS wanted
            CROSS JOIN alarm ON component_id = wanted.value ORDER BY component_id, number
            """, database)
        var found: [Int64: [AlarmRecord]] = [:]
        try reader.forEach(among: componentIDs) { row in
            if let record = try record(row) {
                found[Int64(row.integer(0)), default: []].append(record)
            }
        }
        return found
    }

    /// The components that have alarms further from the event than ``near``, and how far.
    static func fetchFar(_ database: Database) throws -> [Int64: Int] {
        var found: [Int64: Int] = [:]
        // A literal lets SQLite use the partial index.
        let reader = try RowReader(
            "SELECT component_id, reach FROM alarm WHERE reach > \(near)", database)
        try reader.forEach { row in
            let id = Int64(row.integer(0))
            found[id] = max(found[id] ?? 0, row.integer(1))
        }
        return found
    }

    /// The components that have alarms at instants of their own in a range.
    static func fetchFixed(
        in range: Range<Instant>, _ database: Database
    ) throws -> Set<Int64> {
        let reader = try RowReader(
            "SELECT component_id FROM alarm WHERE at IS NOT NULL AND at >= ? AND at < ?", database)
        return Set(
            try reader.map(
                Int64(range.lowerBound.secondsSinceEpoch), Int64(range.upperBound.secondsSinceEpoch)
            ) { try $0.requiredInteger(0) })
    }

    private static func record(_ row: RawRow) throws -> AlarmRecord? {
        let offset = try row.requiredText(2)
        let trigger: Alarm.Trigger
        let anchor = Anchor(rawValue: row.integer(1))
        switch anchor {
        case .start, .end:
            guard let duration = CalendarDuration(icalendar: offset) else { return nil }
            trigger = anchor == .start ? .afterStart(duration) : .afterEnd(duration)
        case .instant, .snooze:
            guard case .utc(let instant) = CalendarTime(icalendar: offset) else { return nil }
            trigger = .at(instant)
        case nil: return nil
        }
        let action = row.integer(7) == 0 ? "NONE" : "DISPLAY"
        var record = AlarmRecord(alarm: Alarm(action: action, trigger: trigger))
        record.isSnooze = anchor == .snooze
        record.alarm.repetitions = row.integer(3)
        record.alarm.interval = try row.optionalText(4).flatMap { CalendarDuration(icalendar: $0) }
        func instant(_ column: Int) throws -> Instant? {
            try row.optionalInteger(column).map { Instant(secondsSinceEpoch: $0) }
        }
        record.alarm.acknowledged = try instant(5)
        record.instance = try instant(6)
        return record
    }

    /// Inserts rows of the table.
    struct Insert {
        private var row: RowInsert

        init(_ database: Database) throws {
            row = try RowInsert(
                database,
                sql: """
                    INSERT INTO alarm (\(columns), number, reach, at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
        }

        /// Stores the alarms of a component.
        mutating func run(_ records: [AlarmRecord], componentID: Int64) throws {
            for (number, record) in records.enumerated() {
                let (alarm, anchor) = (record.alarm, Anchor(record))
                row.bind(componentID)
                row.bind(anchor.rawValue)
                row.bind(alarm.triggerText)
                row.bind(alarm.repetitions)
                row.bind(alarm.interval?.icalendar)
                row.bind(alarm.acknowledged?.secondsSinceEpoch)
                row.bind(record.instance?.secondsSinceEpoch)
                row.bind(alarm.isShown)
                row.bind(number)
                row.bind(record.reach)
                if case .at(let instant) = alarm.trigger, alarm.isShown {
                    row.bind(instant.secondsSinceEpoch)
                } else {
                    row.bind(Int?.none)
                }
                _ = try row.run()
            }
        }
    }

    /// Stores the alarms of all components, for a store from before the table.
    static func insertAll(_ database: Database) throws {
        let ids = try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM component
                WHERE (kind LIKE 'VEVENT%' OR kind LIKE 'VTODO%')
                    AND instr(text, CAST('VALARM' AS BLOB)) > 0
                """)
        var insert = try Insert(database)
        for id in ids {
            guard let record = try ComponentTable.fetch(id: id, database),
                let event = record.event
            else { continue }
            try insert.run(AlarmRecord.all(of: event, text: record.text), componentID: id)
        }
    }
}

extension AlarmTable.Anchor {
    fileprivate init(_ record: AlarmRecord) {
        switch record.alarm.trigger {
        case .afterStart: self = .start
        case .afterEnd: self = .end
        case .at: self = record.isSnooze ? .snooze : .instant
        }
    }
}
