internal import ICalendar

/// The alarms that a search has found, each once.
struct CollectedAlarms {
    let zone: TimeZoneRules
    /// From the earliest instant that matters to the last one, which is not included.
    let range: Range<Instant>
    private(set) var alarms: [EventAlarm] = []
    private var seen: Set<Key> = []

    /// Alarms of one event with the same trigger are one: programs write several with different actions.
    private struct Key: Hashable {
        var id: String
        var repetition: Int
    }

    init(_ range: Range<Instant>, zone: TimeZoneRules) { (self.range, self.zone) = (range, zone) }

    /// Adds the times at which an alarm goes off that nobody has acknowledged.
    ///
    /// - Parameter isInRange: false to add them whenever they go off.
    mutating func add(_ subject: AlarmSubject, _ record: AlarmRecord, isInRange: Bool) {
        guard !(record.isRelative && subject.isUndated) else { return }
        let instants = record.alarm.instants(of: subject.span, zone: zone)
        let first = instants[0]
        let (event, times) = (subject.event(at: first), subject.times(instants, zone: zone))
        // A fixed alarm of a series is one alarm, whichever instance it is shown with.
        let instance = record.isRelative || record.instance != nil ? event.recurrenceID : nil
        let id = EventAlarm.id(of: event, trigger: record.triggerName, instance: instance)
        var isOfZone = record.isRelative
        if case .instants = event.span { isOfZone = false }
        let moment =
            isOfZone ? OccurrencePoint.floating(zone.wallTime(at: first)) : .instant(first)
        for (repetition, instant) in instants.enumerated() {
            if let acknowledged = record.alarm.acknowledged, instant <= acknowledged { continue }
            if isInRange {
                guard instant < range.upperBound,
                    instant >= range.lowerBound || times.upperBound > range.lowerBound
                else { continue }
            }
            guard seen.insert(Key(id: id, repetition: repetition)).inserted else { continue }
            alarms.append(
                EventAlarm(
                    id: id, event: event, todo: subject.todo, times: times, instant: instant,
                    repetition: repetition, moment: moment.icalendar, isSnooze: record.isSnooze))
        }
    }

    /// Leaves out what would only be told late of an instance of a to-do if a later one has gone off since, which stands for
    /// it: who has left out a week is not told seven times.
    mutating func removeSuperseded(now: Instant) {
        func series(_ alarm: EventAlarm) -> OccurrenceID? {
            guard alarm.todo != nil, alarm.event.recurrenceID != nil else { return nil }
            var id = alarm.event.id
            id.recurrenceID = nil
            return id
        }
        var latest: [OccurrenceID: Instant] = [:]
        for alarm in alarms where alarm.instant <= now {
            guard let series = series(alarm) else { continue }
            latest[series] = max(latest[series] ?? alarm.times.lowerBound, alarm.times.lowerBound)
        }
        alarms.removeAll { alarm in
            guard alarm.instant < range.lowerBound,
                let last = series(alarm).flatMap({ latest[$0] }),
                alarm.times.lowerBound < last
            else { return false }
            seen.remove(Key(id: alarm.id, repetition: alarm.repetition))
            return true
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
        if case .afterEnd = alarm.trigger { "END:" + alarm.triggerText } else { alarm.triggerText }
    }
}
