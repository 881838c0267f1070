// Read by PlainAlarmReader, or by EventReader+Alarms if its event needs libical.

/// A `VALARM` component (RFC 5545 3.6.6).
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

    /// Creates an alarm.
    public init(action: String, trigger: Trigger, details: String? = nil) {
        self.action = action
        self.trigger = trigger
        self.details = details
    }
}
