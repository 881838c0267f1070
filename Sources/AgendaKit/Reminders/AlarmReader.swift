internal import GRDB
internal import ICalendar

/// Finds the alarms that go off in a range of time, without reading any event's text: nearly all by the days of their
/// events, and the few others by an index.
struct AlarmReader {
    private let database: Database
    private let zone: TimeZoneRules
    /// From the earliest instant that matters to the last one, which is not included.
    private let range: Range<Instant>
    private var occurrences: Occurrences
    private var assembler: OccurrenceAssembler
    /// The alarm of events without one, by the number of their source.
    private let defaults: [Int64: AlarmRecord]
    private var seen: Set<Key> = []
    private(set) var alarms: [EventAlarm] = []

    /// Alarms of one event with the same trigger are one: programs write several with different actions.
    private struct Key: Hashable {
        var id: String
        var repetition: Int
    }

    /// Alarms further from their event than this are found series by series, in seconds: 62 days, which are stored.
    private static let stored = 62 * 86_400
    /// No alarm is further from its event than this counts, in seconds: four years.
    private static let furthest = 1_461 * 86_400
    /// An alarm at an instant of its own is not shown later than this, in seconds, even if its event is still to come.
    private static let latest = 7 * 86_400

    init(
        _ database: Database, _ range: Range<Instant>, zone: TimeZoneRules,
        zones: TimeZoneDatabase, filter: EventFilter
    ) throws {
        (self.database, self.range, self.zone) = (database, range, zone)
        occurrences = try Occurrences(database, zones: zones)
        assembler = try OccurrenceAssembler(&occurrences, filter: filter)
        var defaults: [Int64: AlarmRecord] = [:]
        for source in try SourceTable.fetchBrief(database) {
            guard let seconds = source.reminder else { continue }
            let trigger = Alarm.Trigger.afterStart(CalendarDuration(seconds: -seconds))
            defaults[source.id] = AlarmRecord(alarm: Alarm(action: "DISPLAY", trigger: trigger))
        }
        self.defaults = defaults
    }

    /// Reads the alarms that go off before the end of the range, and either in it or of events that end in it or later.
    mutating func read() throws {
        try readNear()
        try readFar()
        try readFixed()
    }

    /// Those at most a day from their event, and the defaults.
    private mutating func readNear() throws {
        let lead = defaults.values.map(\.reach).reduce(AlarmTable.near, max)
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
                var found: [StoredOccurrence]
                if let original = record.instance {
                    found = try occurrences.find(
                        seriesID: described.series.id, on: original.utc.date,
                        nearestTo: Present(now: instant, zone: zone)
                    ) { $0.map { TimeZoneRules.utc.instant(of: $0) == original } ?? false }
                } else {
                    found = [
                        try occurrences.nearest(
                            described, to: Present(now: instant, zone: zone))
                    ].compactMap { $0 }
                }
                for occurrence in found {
                    if let event = try shown(occurrence) { add(event, record, in: range) }
                }
            }
        }
    }

    /// Reads all alarms of an occurrence, whenever they go off.
    mutating func readAll(of name: OccurrenceAbbreviation, nearestTo present: Present) throws {
        for series in try SeriesTable.fetch(keys: name.keys, database) {
            let found = try occurrences.find(
                seriesID: series.id, on: name.date, nearestTo: present
            ) { name.names($0) || name.instance == nil }
            try add(found, in: nil, usesDefaults: true) { _ in true }
        }
    }

    private func window(within seconds: Int) -> NodeWindow {
        let first = zone.wallTime(at: range.lowerBound - seconds).date - 1
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

    private mutating func add(
        _ found: [StoredOccurrence], usesDefaults: Bool = false,
        isWanted: (AlarmRecord) -> Bool
    ) throws {
        try add(found, in: range, usesDefaults: usesDefaults, isWanted: isWanted)
    }

    /// - Parameter range: nil to add alarms whenever they go off.
    private mutating func add(
        _ found: [StoredOccurrence], in range: Range<Instant>?, usesDefaults: Bool,
        isWanted: (AlarmRecord) -> Bool
    ) throws {
        let records = try AlarmTable.fetch(componentIDs: Set(found.map(\.event.id)), database)
        for occurrence in found {
            var own = records[occurrence.event.id] ?? []
            if own.isEmpty, usesDefaults, !occurrence.span.isDates,
                let usual = defaults[occurrence.series.sourceID]
            {
                own = [usual]
                if let event = try shown(occurrence) { add(event, usual, in: range) }
                continue
            }
            own.removeAll { !$0.alarm.isShown || !isWanted($0) }
            guard !own.isEmpty, let event = try shown(occurrence) else { continue }
            for record in own { add(event, record, in: range) }
        }
    }

    /// The event as readers see it; nil if another copy is shown, it is cancelled, or the reader has declined it.
    private mutating func shown(_ occurrence: StoredOccurrence) throws -> AgendaEvent? {
        guard let event = try assembler.event(occurrence), event.status != .cancelled,
            !event.isDeclined
        else { return nil }
        return event
    }

    private mutating func add(
        _ event: AgendaEvent, _ record: AlarmRecord, in range: Range<Instant>?
    ) {
        let instants = record.alarm.instants(of: event.span, zone: zone)
        let start = zone.instant(of: event.span.start)
        let times = start..<max(start, zone.instant(of: event.span.end))
        // A fixed alarm of a series is one alarm, whichever instance it is shown with.
        let instance = record.isRelative || record.instance != nil ? event.recurrenceID : nil
        let id = EventAlarm.id(of: event, trigger: record.triggerName, instance: instance)
        let first = instants[0]
        let isOfZone = record.isRelative && !event.span.isInstants
        let moment =
            isOfZone ? OccurrencePoint.floating(zone.wallTime(at: first)) : .instant(first)
        for (repetition, instant) in instants.enumerated() {
            if let acknowledged = record.alarm.acknowledged, instant <= acknowledged { continue }
            if let range {
                guard instant < range.upperBound,
                    instant >= range.lowerBound || times.upperBound > range.lowerBound
                else { continue }
            }
            guard seen.insert(Key(id: id, repetition: repetition)).inserted else { continue }
            alarms.append(
                EventAlarm(
                    id: id, event: event, times: times, instant: instant, repetition: repetition,
                    moment: moment.icalendar))
        }
    }
}

extension AlarmRecord {
    /// Whether it goes off at a distance from its event.
    var isRelative: Bool {
        if case .at = alarm.trigger { false } else { true }
    }

    /// What tells it from the event's other alarms.
    var triggerName: String {
        if isSnooze { return "snooze" }
        return switch alarm.trigger {
        case .afterStart(let duration): duration.icalendar
        case .afterEnd(let duration): "END:" + duration.icalendar
        case .at(let instant): CalendarTime.utc(instant).icalendar
        }
    }
}

extension Span {
    fileprivate var isDates: Bool { if case .dates = self { true } else { false } }
    fileprivate var isInstants: Bool { if case .instants = self { true } else { false } }
}
