public import ICalendar

/// What has become of an alarm.
public enum AlarmState: String, Sendable {
    /// It is still to be shown.
    case coming
    /// It was shown.
    case shown
    /// It is to be shown again, or later.
    case snoozed
    /// Somebody dismissed it.
    case dismissed
}

extension EventAlarm {
    /// What has become of the alarm, and when it is or was shown; nil for one that went off unseen and no longer matters.
    ///
    /// - Parameters:
    ///   - notes: what was done about alarms (``AlarmNotes/all()``).
    ///   - now: the present time.
    public func state(
        _ notes: [String: AlarmNote], at now: Instant
    ) -> (state: AlarmState, instant: Instant)? {
        let note = notes[id].flatMap { $0.moment == moment ? $0 : nil }
        if let end = note?.snoozedUntil, repetition == 0 || instant.secondsSinceEpoch <= end {
            return (.snoozed, Instant(secondsSinceEpoch: end))
        }
        if note?.isDismissed ?? false { return (.dismissed, instant) }
        if repetition < note?.shown ?? 0 { return (.shown, instant) }
        let isUnseen =
            instant <= now && !matters(due: instant, at: now, lateness: ReminderPlan.lateness)
        if isUnseen { return nil }
        return (isSnooze && instant > now ? .snoozed : .coming, instant)
    }
}
