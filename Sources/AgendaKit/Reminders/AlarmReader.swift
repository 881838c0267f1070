internal import GRDB
internal import ICalendar

/// Finds the alarms of events, or of to-dos, that go off in a range of time: nearly all by the days of what they remind of,
/// and the few others by an index. Reads no event's text, and of to-dos only the texts of those that have such an alarm:
/// whether one is done depends on all its components.
struct AlarmReader {
    private let database: Database
    private let zone: TimeZoneRules
    private let now: Instant
    private var occurrences: Occurrences
    private var assembler: OccurrenceAssembler
    /// Nil for events.
    private let todos: StoredTodos?
    /// The alarm of what has none, by the number of its source.
    private let defaults: [Int64: AlarmRecord]
    private(set) var found: CollectedAlarms

    private var range: Range<Instant> { found.range }

    /// Alarms further from their event than this are found series by series, in seconds: 62 days, which are stored.
    private static let stored = 62 * 86_400
    /// No alarm is further from its event than this counts, in seconds: four years.
    private static let furthest = 1_461 * 86_400
    /// An alarm at an instant of its own is not shown later than this, in seconds, even if its event is still to come.
    private static let latest = 7 * 86_400

    /// - Parameters:
    ///   - range: from the earliest instant that matters to the last one, which is not included.
    ///   - now: the present time.
    init(
        _ database: Database, _ kind: Event.Kind, _ range: Range<Instant>, now: Instant,
        zone: TimeZoneRules, zones: TimeZoneDatabase, filter: EventFilter
    ) throws {
        (self.database, self.now, self.zone) = (database, now, zone)
        found = CollectedAlarms(range, zone: zone)
        occurrences = try Occurrences(database, kind, zones: zones)
        assembler = try OccurrenceAssembler(&occurrences, filter: filter)
        todos = kind == .event ? nil : try StoredTodos(database, filter: filter, zones: zones)
        var defaults: [Int64: AlarmRecord] = [:]
        for source in try SourceTable.fetchBrief(database) {
            guard let seconds = source.reminder else { continue }
            defaults[source.id] = Self.usual(seconds, isTodo: kind == .todo)
        }
        self.defaults = defaults
    }

    /// Reads the alarms that go off before the end of the range, and either in it or of events that end in it or later.
    mutating func read() throws {
        try readNear()
        try readFar()
        try readFixed()
        found.removeSuperseded(now: now)
    }

    /// Those at most a day from their event, and the defaults.
    private mutating func readNear() throws {
        let lead = max(
            defaults.values.map(\.reach).reduce(AlarmTable.near, max),
            try assembler.rulings.longestReminder() ?? 0)
        let found = try occurrences(within: lead)
        try add(found, usesDefaults: true) { $0.isRelative && $0.reach <= AlarmTable.near }
    }

    /// Those further from their event.
    private mutating func readFar() throws {
        let far = try AlarmTable.fetchFar(database)
        guard !far.isEmpty else { return }
        let isWanted = { (record: AlarmRecord) in
            record.isRelative && record.reach > AlarmTable.near
        }
        let usual = far.filter { $0.value <= Self.stored }
        if let reach = usual.values.max() {
            try add(
                try occurrences(within: reach, of: Set(usual.keys)),
                isWanted: { isWanted($0) && $0.reach <= Self.stored })
        }
        let others = far.filter { $0.value > Self.stored }
        for case let described? in try occurrences.events.fetch(Array(others.keys)) {
            let reach = min(others[described.event.id] ?? 0, Self.furthest)
            let series = described.series
            var found: [StoredOccurrence]
            if series.isRecurring {
                let window = window(within: reach)
                found = try occurrences.expand(.one(series.id), window, around: window.firstDate)
                    .occurrences
            } else {
                found = try occurrences.stored(seriesID: series.id)
            }
            found.removeAll { $0.event.id != described.event.id }
            try add(found, isWanted: { isWanted($0) && $0.reach > Self.stored })
        }
    }

    /// Those at an instant of their own.
    private mutating func readFixed() throws {
        let ids = try AlarmTable.fetchFixed(
            in: range.lowerBound - Self.latest..<range.upperBound, database)
        guard !ids.isEmpty else { return }
        let records = try AlarmTable.fetch(componentIDs: ids, database)
        for case let described? in try occurrences.events.fetch(ids.sorted()) {
            for record in records[described.event.id] ?? [] {
                guard case .at(let instant) = record.alarm.trigger else { continue }
                let present = Present(now: instant, zone: zone)
                var near: [StoredOccurrence]
                if let original = record.instance {
                    near = try occurrences.find(
                        seriesID: described.series.id, on: original.utc.date, nearestTo: present
                    ) { $0.map { TimeZoneRules.utc.instant(of: $0) == original } ?? false }
                } else {
                    near = [try occurrences.nearest(described, to: present)].compactMap { $0 }
                }
                if near.isEmpty, let subject = try undated(described) {
                    found.add(subject, record, isInRange: true)
                }
                for occurrence in near {
                    if let subject = try subject(occurrence) {
                        found.add(subject, record, isInRange: true)
                    }
                }
            }
        }
    }

    /// Reads all alarms of an occurrence, whenever they go off.
    mutating func readAll(of name: OccurrenceAbbreviation, nearestTo present: Present) throws {
        let first = OccurrenceID.keys(of: occurrences.kind).lowerBound
        let keys = (name.keys.lowerBound + first)...(name.keys.upperBound + first)
        for series in try SeriesTable.fetch(keys: keys, database) {
            let all = try occurrences.find(
                seriesID: series.id, on: name.date, nearestTo: present
            ) { name.names($0) || name.instance == nil }
            try add(all, isInRange: false, usesDefaults: true) { _ in true }
            for described in todos == nil ? [] : try occurrences.events.fetch(seriesID: series.id) {
                guard let subject = try undated(described) else { continue }
                let records = try AlarmTable.fetch(componentIDs: [described.event.id], database)
                for record in records.values.joined() where record.alarm.isShown {
                    found.add(subject, record, isInRange: false)
                }
            }
        }
    }

    private func window(within seconds: Int) -> NodeWindow {
        // What is overdue matters, too.
        let back = seconds + (todos == nil ? 0 : AlarmSubject.overdue)
        let first = zone.wallTime(at: range.lowerBound - back).date - 1
        let last = zone.wallTime(at: range.upperBound + seconds).date + 1
        return NodeWindow(firstDate: first, count: last - first + 1, zone: zone)
    }

    /// The occurrences that may have an alarm in the range at most this far away.
    private mutating func occurrences(
        within seconds: Int, of componentIDs: Set<Int64>? = nil
    ) throws -> [StoredOccurrence] {
        let window = window(within: seconds)
        var found: [StoredOccurrence] = []
        let today = zone.wallTime(at: range.lowerBound).date
        try occurrences.forEach(in: window, around: today, among: componentIDs) { found.append($0) }
        return found
    }

    /// - Parameter isInRange: false to add alarms whenever they go off.
    private mutating func add(
        _ occurrences: [StoredOccurrence], isInRange: Bool = true, usesDefaults: Bool = false,
        isWanted: (AlarmRecord) -> Bool
    ) throws {
        let records = try AlarmTable.fetch(
            componentIDs: Set(occurrences.map(\.event.id)), database)
        for occurrence in occurrences {
            var own = records[occurrence.event.id] ?? []
            if own.isEmpty, usesDefaults, let usual = try usual(occurrence) {
                if let subject = try subject(occurrence), subject.takesDefault {
                    found.add(subject, usual, isInRange: isInRange)
                }
                continue
            }
            own.removeAll { !$0.alarm.isShown || !isWanted($0) }
            guard !own.isEmpty, let subject = try subject(occurrence) else { continue }
            for record in own { found.add(subject, record, isInRange: isInRange) }
        }
    }

    /// The alarm of an occurrence that has none of its own: a rule's, else its calendar's; nil for none.
    private mutating func usual(_ occurrence: StoredOccurrence) throws -> AlarmRecord? {
        let usual = defaults[occurrence.series.sourceID]
        let described = occurrence.described
        guard described.isRuled else { return usual }
        let effects = try assembler.rulings.effects(
            componentID: described.event.id,
            .init(
                span: occurrence.span, timeZone: described.content.content.timeZone,
                isDeclined: try assembler.isDeclinedForRules(occurrence)))
        return switch effects.reminder {
        case .before(let seconds)?: Self.usual(seconds, isTodo: todos != nil)
        case RuleEffects.Reminding.none?: nil
        case nil: usual
        }
    }

    /// An alarm this many seconds before the start, of a to-do before it is due.
    private static func usual(_ seconds: Int, isTodo: Bool) -> AlarmRecord {
        let length = CalendarDuration(seconds: -seconds)
        let trigger = isTodo ? Alarm.Trigger.afterEnd(length) : .afterStart(length)
        return AlarmRecord(alarm: Alarm(action: "DISPLAY", trigger: trigger))
    }

    /// What an alarm of an occurrence reminds of; nil if another copy is shown, it is cancelled or done, or the reader has
    /// declined it.
    private mutating func subject(_ occurrence: StoredOccurrence) throws -> AlarmSubject? {
        if let todos {
            let instance = (span: occurrence.span, recurrenceID: occurrence.recurrenceID)
            return try todos.open(occurrence.described, instance, now: now).map { AlarmSubject($0) }
        }
        guard let event = try assembler.event(occurrence), event.status != .cancelled,
            !event.isDeclined
        else { return nil }
        return AlarmSubject(event)
    }

    /// The to-do on no day that a component describes; nil for everything else.
    private func undated(_ described: StoredEvent) throws -> AlarmSubject? {
        try todos?.open(described, nil, now: now).map { AlarmSubject($0) }
    }
}
