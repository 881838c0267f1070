internal import ICalendar

/// What was done about an alarm: shown, snoozed or dismissed.
public struct AlarmNote: Hashable, Sendable, Codable {
    /// ``EventAlarm/id``.
    public let id: String
    /// The id of the occurrence that it reminds of (``OccurrenceID``).
    public internal(set) var occurrence: String
    /// ``EventAlarm/moment`` of the alarm that this is about: an event that moves has a new alarm.
    public internal(set) var moment: String
    /// How many of the alarm's times were shown, the earlier ones of a repeated alarm included.
    public internal(set) var shown = 0
    /// Whether showing it has ended. If not, nobody can know whether it was seen: the program ended meanwhile.
    public internal(set) var isConfirmed = true
    /// Whether somebody dismissed it.
    public internal(set) var isDismissed = false
    /// When it is to be shown again, in seconds since 1970-01-01T00:00:00Z; nil unless somebody snoozed it.
    public internal(set) var snoozedUntil: Int?
    /// When the note may be forgotten, in seconds since 1970-01-01T00:00:00Z.
    var expires: Int

    /// How long notes are kept after their event and what was to be shown, in seconds: a clock that was set wrong must not
    /// bring alarms back.
    static let kept = 14 * 86_400

    init(_ alarm: EventAlarm) {
        (id, occurrence, moment) = (alarm.id, alarm.event.id.description, alarm.moment)
        expires = 0
        keep(alarm, until: alarm.instant)
    }

    mutating func keep(_ alarm: EventAlarm, until instant: Instant) {
        let end = max(alarm.times.upperBound, instant).secondsSinceEpoch + Self.kept
        expires = max(expires, end)
    }
}
