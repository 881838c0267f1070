internal import ICalendar

extension ComponentEdit {
    /// The component with alarms that are acknowledged (RFC 9074 6.1); nil if there is nothing to write. An alarm keeps
    /// everything else that it has, and the event its `SEQUENCE`: nothing concerns others.
    ///
    /// - Parameters:
    ///   - instant: what went off until then is over.
    ///   - stamp: the time of the change.
    ///   - isWanted: selects the alarms.
    func acknowledging(
        until instant: Instant, at stamp: Instant, _ isWanted: (Alarm) -> Bool
    ) -> ComponentEdit? {
        var document = lines
        document.changeParts { part in
            guard var alarm = WrittenAlarm(part), isWanted(alarm.alarm),
                alarm.alarm.acknowledged.map({ $0 < instant }) ?? true
            else { return part }
            alarm.acknowledge(until: instant)
            return alarm.part
        }
        return stamped(document, at: stamp)
    }

    /// The component with alarms that are acknowledged, and one that reminds again (RFC 9074 7); nil if no alarm is selected.
    /// It takes the place of an earlier one of the same alarm.
    ///
    /// - Parameters:
    ///   - end: when to remind again.
    ///   - instant: what went off until then is over.
    ///   - stamp: the time of the change.
    ///   - isWanted: selects the alarms, which go off together.
    ///   - newUID: makes `UID`s of alarms.
    func snoozing(
        until end: Instant, acknowledging instant: Instant, at stamp: Instant,
        _ isWanted: (Alarm) -> Bool, newUID: () -> String
    ) -> ComponentEdit? {
        var alarms = lines.parts.filter { $0.isComponent && $0.name == "VALARM" }
            .map { (part: $0, alarm: WrittenAlarm($0)) }
        func isMeant(_ alarm: WrittenAlarm?) -> Bool { alarm.map { isWanted($0.alarm) } ?? false }
        guard let index = alarms.firstIndex(where: { isMeant($0.alarm) }),
            var model = alarms[index].alarm
        else { return nil }
        // Who snoozes once more means the first alarm.
        let original = model.snoozed ?? model.identify(newUID())
        alarms[index] = (model.part, model)
        for (index, entry) in alarms.enumerated() {
            guard isMeant(entry.alarm) || entry.alarm?.uid == original, var alarm = entry.alarm,
                alarm.alarm.acknowledged.map({ $0 < instant }) ?? true
            else { continue }
            alarm.acknowledge(until: instant)
            alarms[index].part = alarm.part
        }
        let kept = alarms.filter { $0.alarm?.snoozed != original }.map(\.part)
        let again = model.again(at: end, original: original, uid: newUID())
        var document = lines
        document.replace("VALARM", isComponent: true, with: kept + [again.part])
        return stamped(document, at: stamp)
    }

    /// The component with other lines and new stamps, as for every change: the newer of two copies has the later ones
    /// (RFC 5545 3.8.7.2, 3.8.7.3). Nil if the lines are the same.
    private func stamped(_ document: ComponentDocument, at stamp: Instant) -> ComponentEdit? {
        guard document != lines else { return nil }
        var document = document
        let time = max(stamp, (event.lastModified ?? stamp + -1) + 1)
        for name in ["LAST-MODIFIED", "DTSTAMP"] {
            document.set(name, value: CalendarTime.utc(time).icalendar)
        }
        return ComponentEdit(document.bytes)
    }
}

extension SeriesEditor {
    /// Changes the component in which the alarms of an instance are written: its override, else the last `THISANDFUTURE`
    /// override before it, else the master.
    ///
    /// - Parameter change: returns nil if there is nothing to write.
    /// - Returns: false if there is nothing to write.
    mutating func changeAlarms(
        of instance: OccurrencePoint?, _ change: (ComponentEdit) -> ComponentEdit?
    ) -> Bool {
        let index = instance.flatMap(index(describing:))
        guard let part = index.map({ overrides[$0] }) ?? master, let new = change(part) else {
            return false
        }
        if let index { overrides[index] = new } else { master = new }
        return true
    }

    /// Whether the component that describes an instance describes an earlier one, too, that begins at most so many seconds
    /// before it.
    func sharesAlarms(of instance: OccurrencePoint, with seconds: Int) -> Bool {
        let clock = TimeZoneRules.utc
        let index = index(describing: instance)
        guard index.map({ overrides[$0].event.overridesFuture }) ?? true else { return false }
        let day = clock.wallTime(at: clock.instant(of: instance)).date
        let days = (day - seconds / 86_400 - 2)..<(day + 2)
        let found = recurrenceSet.instances(
            overlapping: days, limit: Self.examinedInstances, in: times.scope
        ).instances.filter { $0.override == index }
        guard let own = found.first(where: { $0.recurrenceID == instance }) else { return false }
        let start = clock.instant(of: own.span.start)
        return found.contains { other in
            (1..<max(1, seconds)).contains(start - clock.instant(of: other.span.start))
        }
    }
}
