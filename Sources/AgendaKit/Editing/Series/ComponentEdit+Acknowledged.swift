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
            guard part.isComponent, part.name == "VALARM", let alarm = Self.alarm(part.bytes),
                isWanted(alarm), alarm.acknowledged.map({ $0 < instant }) ?? true,
                var lines = ComponentDocument(part.bytes)
            else { return part }
            lines.replace("ACKNOWLEDGED", with: [Self.property("ACKNOWLEDGED", instant)])
            return ComponentDocument.Part(
                name: part.name, isComponent: true, bytes: lines.bytes)
        }
        guard document != lines else { return nil }
        // As for every change: the newer of two copies has the later stamps (RFC 5545 3.8.7.2, 3.8.7.3).
        let time = max(stamp, (event.lastModified ?? stamp + -1) + 1)
        for name in ["LAST-MODIFIED", "DTSTAMP"] {
            document.replace(name, with: [Self.property(name, time)])
        }
        return ComponentEdit(document.bytes)
    }

    /// Reads a VALARM alone: of several, one that cannot be read must not change which is meant.
    private static func alarm(_ text: [UInt8]) -> Alarm? {
        let (head, end) = (
            "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260101T000000Z\r\n", "END:VEVENT\r\n"
        )
        return ICalendarParser.event(in: Array(head.utf8) + text + Array(end.utf8)).value?.alarms
            .first
    }

    private static func property(_ name: String, _ instant: Instant) -> ComponentDocument.Part {
        let line = "\(name):\(CalendarTime.utc(instant).icalendar)\r\n"
        return ComponentDocument.Part(name: name, bytes: Array(line.utf8))
    }
}

extension SeriesEditor {
    /// Acknowledges alarms of an instance where they are written: in its override, else in the master.
    ///
    /// - Returns: false if there is nothing to write.
    mutating func acknowledge(
        _ instance: OccurrencePoint?, until instant: Instant, _ isWanted: (Alarm) -> Bool
    ) -> Bool {
        let index = instance.flatMap { instance in
            overrides.firstIndex { describes($0, instance) }
        }
        let part = index.map { overrides[$0] } ?? master
        guard let new = part?.acknowledging(until: instant, at: stamp, isWanted) else {
            return false
        }
        if let index { overrides[index] = new } else { master = new }
        return true
    }
}
