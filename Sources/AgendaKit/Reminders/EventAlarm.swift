public import ICalendar

/// One of the times at which an alarm of an event's occurrence, or of a to-do, goes off.
public struct EventAlarm: Hashable, Sendable {
    /// The alarm's name: 12 hexadecimal digits, the same as long as the event's `UID`, the instance and the alarm's
    /// trigger are.
    public let id: String
    /// The occurrence that it reminds of; a to-do that is on no day takes place when the alarm goes off.
    public let event: AgendaEvent
    /// The to-do that it reminds of; nil for an event.
    public let todo: TodoItem?
    /// When the occurrence takes place for the reader. An open to-do is not over until a week after it was due.
    public let times: Range<Instant>
    /// When the alarm goes off.
    public let instant: Instant
    /// 0 for the first time, then 1 and on for what `REPEAT` adds (RFC 5545 3.8.6.2).
    public let repetition: Int
    /// When it goes off the first time, in iCalendar's form: on the wall clock if it follows the reader's zone, so that
    /// travelling makes no new alarm of it, while moving the event does.
    public let moment: String
    /// Whether another program has written it to be reminded again (RFC 9074 7, Mozilla's `X-MOZ-SNOOZE-TIME`).
    public let isSnooze: Bool

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
        var parts = [
            event.uid, event.id.start?.icalendar ?? "", instance?.icalendar ?? "", trigger,
        ]
        // An event and a to-do with one UID are two.
        if event.id.kind == .todo { parts.append("todo") }
        return String(NameDigest(parts.joined(separator: "\u{1F}")).hex.prefix(12))
    }
}
