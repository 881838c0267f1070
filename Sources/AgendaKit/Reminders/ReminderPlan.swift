public import ICalendar

/// An alarm that is to be shown.
public struct Reminder: Hashable, Sendable {
    /// The alarm.
    public let alarm: EventAlarm
    /// When it was to be shown: when it went off, or when its snooze ended.
    public let due: Instant

    /// A reminder of an alarm.
    ///
    /// - Parameters:
    ///   - alarm: what goes off.
    ///   - due: when it was to be shown.
    public init(alarm: EventAlarm, due: Instant) { (self.alarm, self.due) = (alarm, due) }

    /// Whether it is still to be shown, by what was noted meanwhile.
    func isDue(_ note: AlarmNote?) -> Bool {
        guard let note, note.moment == alarm.moment else { return true }
        if note.isDismissed { return false }
        if let end = note.snoozedUntil { return end == due.secondsSinceEpoch }
        return note.shown <= alarm.repetition
    }
}

/// What to do about alarms at a moment: which to show, and when to look again. It decides alone: it reads no clock and
/// no file.
///
/// ```swift
/// let alarms = try await provider.alarms(from: clock.now, until: clock.now + 86_400)
/// let plan = ReminderPlan(alarms, notes: [:], now: clock.now)
/// print(plan.due.count, plan.next.map { ($0 - clock.now) / 60 } ?? -1)
/// ```
public struct ReminderPlan: Sendable {
    /// What to show now, each for itself, in the order of time.
    public private(set) var due: [Reminder] = []
    /// What should have been shown more than a minute ago, and still matters: shown together.
    public private(set) var missed: [Reminder] = []
    /// When the next one is to be shown; nil if none of the alarms is.
    public private(set) var next: Instant?

    /// Seconds after which a reminder counts as missed.
    public static let grace = 60
    /// How late an alarm of an event that is over is still shown, in seconds, unless somebody chose otherwise.
    public static let lateness = 3_600

    /// Decides what to do.
    ///
    /// - Parameters:
    ///   - alarms: those that have gone off and may matter, and those to come.
    ///   - notes: what was done about them, by the alarms' ids.
    ///   - now: the present time.
    ///   - lateness: how late an alarm of an event that is over is still shown, in seconds.
    public init(
        _ alarms: [EventAlarm], notes: [String: AlarmNote], now: Instant,
        lateness: Int = ReminderPlan.lateness
    ) {
        var latest: [String: Reminder] = [:]
        for alarm in alarms {
            let note = notes[alarm.id].flatMap { $0.moment == alarm.moment ? $0 : nil }
            let reminder = Reminder(alarm: alarm, due: note?.end(of: alarm) ?? alarm.instant)
            guard reminder.isDue(note) else { continue }
            guard reminder.due <= now else {
                next = min(next ?? reminder.due, reminder.due)
                continue
            }
            guard alarm.matters(due: reminder.due, at: now, lateness: lateness) else { continue }
            // Of repetitions that went off meanwhile, the last one stands for all.
            if let known = latest[alarm.id], known.alarm.repetition > alarm.repetition { continue }
            latest[alarm.id] = reminder
        }
        let ordered = latest.values.sorted {
            ($0.due, $0.alarm.times.lowerBound, $0.alarm.id)
                < ($1.due, $1.alarm.times.lowerBound, $1.alarm.id)
        }
        due = ordered.filter { now - $0.due < Self.grace }
        missed = ordered.filter { now - $0.due >= Self.grace }
    }
}

extension AlarmNote {
    /// When the snooze of an alarm ends; nil without one. A repetition after its end goes off by itself.
    fileprivate func end(of alarm: EventAlarm) -> Instant? {
        guard let end = snoozedUntil.map(Instant.init(secondsSinceEpoch:)),
            alarm.repetition == 0 || alarm.instant <= end
        else { return nil }
        return end
    }
}
