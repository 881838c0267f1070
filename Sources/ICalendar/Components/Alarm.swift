// Read by PlainAlarmReader, or by EventReader+Alarms if its event needs libical.

/// A `VALARM` component (RFC 5545 3.6.6).
///
/// ```swift
/// let alarm = Alarm(
///     action: "DISPLAY", trigger: .afterStart(CalendarDuration(seconds: -900)))
/// print(alarm.instant(of: .instants(noon..<noon + 3_600), zone: .utc).utc.iso)
/// ```
public struct Alarm: Hashable, Sendable {
    /// When the alarm goes off.
    public enum Trigger: Hashable, Sendable {
        /// This long after the start; negative before it.
        case afterStart(CalendarDuration)
        /// This long after the end; negative before it.
        case afterEnd(CalendarDuration)
        /// At an instant.
        case at(Instant)
    }

    /// `ACTION` in upper case, such as `DISPLAY`.
    public var action: String
    /// `TRIGGER`.
    public var trigger: Trigger
    /// `DESCRIPTION`.
    public var details: String?
    /// `REPEAT`: how often it goes off again after the first time (RFC 5545 3.8.6.2).
    public var repetitions = 0
    /// `DURATION`: the time from each repetition to the next.
    public var interval: CalendarDuration?
    /// `ACKNOWLEDGED`: when somebody last dismissed it; what went off until then is over (RFC 9074 6.1).
    public var acknowledged: Instant?

    /// Creates an alarm that goes off once.
    ///
    /// - Parameters:
    ///   - action: `DISPLAY`, `AUDIO` or `EMAIL`.
    ///   - trigger: when.
    ///   - details: what to show.
    public init(action: String, trigger: Trigger, details: String? = nil) {
        self.action = action
        self.trigger = trigger
        self.details = details
    }
}

extension Alarm {
    /// ``trigger`` as iCalendar text: a length, or an instant in UTC.
    package var triggerText: String {
        switch trigger {
        case .afterStart(let duration), .afterEnd(let duration): duration.icalendar
        case .at(let instant): CalendarTime.utc(instant).icalendar
        }
    }
}
