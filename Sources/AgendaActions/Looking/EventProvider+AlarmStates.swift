package import AgendaKit
package import ICalendar

extension EventProvider {
    /// What went off on the last days, is coming, or is snoozed; in the order of time.
    ///
    /// - Parameters:
    ///   - notes: what was done about alarms.
    ///   - days: how many days to look ahead.
    ///   - before: how many days to look back.
    package func alarms(
        _ notes: [String: AlarmNote], days: Int, before: Int = 1, at now: Instant
    ) async throws -> [(alarm: EventAlarm, state: AlarmState, instant: Instant)] {
        let (start, end) = (now - before * 86_400, now + days * 86_400)
        let snoozed = notes.values.filter { $0.snoozedUntil != nil }
        return try await alarms(from: start, until: end, and: Array(snoozed))
            .compactMap { alarm in
                guard let (state, instant) = alarm.state(notes, at: now) else { return nil }
                let isNear = (start..<end).contains(instant) || state == .coming
                return isNear || state == .snoozed ? (alarm, state, instant) : nil
            }
            .sorted { ($0.instant, $0.alarm.id) < ($1.instant, $1.alarm.id) }
    }
}
