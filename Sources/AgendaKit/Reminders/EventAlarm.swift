public import ICalendar

/// One of the times at which an alarm of an event's occurrence goes off.
public struct EventAlarm: Hashable, Sendable {
    /// The alarm's name: 12 hexadecimal digits, the same as long as the event's `UID`, the instance and the alarm's
    /// trigger are.
    public let id: String
    /// The occurrence that it reminds of.
    public let event: AgendaEvent
    /// When the occurrence takes place for the reader.
    public let times: Range<Instant>
    /// When the alarm goes off.
    public let instant: Instant
    /// 0 for the first time, then 1 and on for what `REPEAT` adds (RFC 5545 3.8.6.2).
    public let repetition: Int
    /// When it goes off the first time, in iCalendar's form: on the wall clock if it follows the reader's zone, so that
    /// travelling makes no new alarm of it, while moving the event does.
    public let moment: String

    init(
        id: String, event: AgendaEvent, times: Range<Instant>, instant: Instant, repetition: Int,
        moment: String
    ) {
        (self.id, self.event, self.times) = (id, event, times)
        (self.instant, self.repetition, self.moment) = (instant, repetition, moment)
    }

    /// Whether to tell of it so late: the event is not over, or the alarm is less than so many seconds old.
    ///
    /// - Parameters:
    ///   - due: when it was to be shown: ``instant``, or the end of a snooze.
    ///   - now: the present time.
    ///   - lateness: in seconds.
    func matters(due: Instant, at now: Instant, lateness: Int) -> Bool {
        now < times.upperBound || now - due < lateness
    }

    /// The name of an alarm.
    ///
    /// - Parameters:
    ///   - trigger: what tells it from the event's other alarms.
    ///   - instance: the original start; nil for an alarm that all instances share.
    static func id(of event: AgendaEvent, trigger: String, instance: OccurrencePoint?) -> String {
        let parts = [
            event.uid, event.id.start?.icalendar ?? "", instance?.icalendar ?? "", trigger,
        ]
        return String(NameDigest(parts.joined(separator: "\u{1F}")).hex.prefix(12))
    }
}
