/// A VALARM as it is written: its values, and its lines, which may have more.
package struct WrittenAlarm {
    /// What is read of it.
    package let alarm: Alarm
    private var lines: ComponentDocument

    /// Reads a part of a component; nil for one that is no VALARM, or cannot be read. Each is read alone: one that cannot be
    /// read must not change which of the others is meant.
    package init?(_ part: ComponentDocument.Part) {
        guard part.isComponent, part.name == "VALARM", let lines = ComponentDocument(part.bytes)
        else { return nil }
        let (head, end) = (
            "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260101T000000Z\r\n", "END:VEVENT\r\n"
        )
        let event = ICalendarParser.event(in: Array(head.utf8) + part.bytes + Array(end.utf8))
        guard let alarm = event.value?.alarms.first else { return nil }
        (self.alarm, self.lines) = (alarm, lines)
    }

    /// Its `UID` (RFC 9074 4).
    package var uid: String? {
        lines.properties("UID").first.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// The `UID` of the alarm that was snoozed and that this one stands for (RFC 9074 7).
    package var snoozed: String? {
        lines.properties("RELATED-TO").first {
            $0.parameter("RELTYPE")?.uppercased() == "SNOOZE"
        }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// The part with what has changed.
    package var part: ComponentDocument.Part {
        ComponentDocument.Part(name: "VALARM", isComponent: true, bytes: lines.bytes)
    }

    /// Says when somebody has last dismissed or snoozed it (RFC 9074 6.1).
    package mutating func acknowledge(until instant: Instant) {
        lines.set("ACKNOWLEDGED", value: CalendarTime.utc(instant).icalendar)
    }

    /// Gives it a `UID` if it has none.
    ///
    /// - Returns: its `UID`.
    package mutating func identify(_ new: String) -> String {
        if let uid { return uid }
        lines.set("UID", value: new)
        return new
    }

    /// An alarm that reminds of the same once more.
    ///
    /// - Parameters:
    ///   - end: when.
    ///   - original: the `UID` of the alarm that it stands for.
    ///   - uid: its own.
    package func again(at end: Instant, original: String, uid: String) -> WrittenAlarm {
        let kept: Set = ["ACTION", "ATTACH", "ATTENDEE", "DESCRIPTION", "SUMMARY"]
        var again = self
        again.lines.remove { !kept.contains($0.name) }
        again.lines.set("UID", value: uid)
        again.lines.set("TRIGGER", value: CalendarTime.utc(end).icalendar)
        again.lines.setParameter("VALUE", to: "DATE-TIME", of: "TRIGGER") { _ in true }
        again.lines.set("RELATED-TO", value: original)
        again.lines.setParameter("RELTYPE", to: "SNOOZE", of: "RELATED-TO") { _ in true }
        return again
    }
}
