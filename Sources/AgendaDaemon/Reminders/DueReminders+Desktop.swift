import AgendaKit
import ICalendar

// What the desktop shows, and what becomes of it.
extension DueReminders {
    /// The desktop shows a notice.
    mutating func isDisplayed(_ notice: ReminderNotice, as number: UInt32) {
        displayed[number] = notice
    }

    /// The desktop no longer shows a notice; nil: it shows none any more.
    mutating func isClosed(_ number: UInt32?) {
        if let number { displayed[number] = nil } else { displayed = [:] }
    }

    /// The notice that the desktop shows by a number.
    func notice(_ number: UInt32) -> ReminderNotice? { displayed[number] }

    /// The number of the notice whose place a new one takes; 0 for none.
    func number(replacedBy notice: ReminderNotice) -> UInt32 {
        displayed.filter { $0.value.ids.isSubset(of: notice.ids) }.keys.min() ?? 0
    }

    /// The alarms that are shown. A notice that only counts most of its reminders is not followed.
    var displayedIDs: Set<String> {
        displayed.values.filter(\.isFollowed).reduce(into: []) { $0.formUnion($1.ids) }
    }

    /// What has become of what is shown.
    ///
    /// - Parameters:
    ///   - begun: the alarms that are about to be shown anew.
    ///   - alarms: those that can still be found.
    mutating func changes(
        _ begun: Set<String>, _ alarms: [EventAlarm], _ today: CivilDate
    ) throws -> [UInt32: ReminderNotice?] {
        var changes: [UInt32: ReminderNotice?] = [:]
        for (number, old) in displayed
        where old.isFollowed && old.ids.isDisjoint(with: begun) {
            let reminders = old.reminders.compactMap { present($0, among: alarms) }
            guard let first = reminders.first else {
                changes[number] = .some(nil)
                displayed[number] = nil
                continue
            }
            let new =
                old.reminders.count == 1
                ? try notice(first, today)
                : ReminderNotice(reminders, areMissed: old.areMissed, today: today, zone: zone)
            guard new.title != old.title || new.body != old.body else { continue }
            changes[number] = new
            displayed[number] = new
        }
        return changes
    }

    /// A reminder that is shown, of the event as it is now; nil if somebody has dismissed or snoozed it, or the event is
    /// gone.
    private func present(_ reminder: Reminder, among alarms: [EventAlarm]) -> Reminder? {
        let id = reminder.alarm.id
        let note = noted.notes[id]
        if note?.isDismissed ?? false || note?.snoozedUntil != nil { return nil }
        let found = alarms.filter { $0.id == id }
        let same = found.first { $0.repetition == reminder.alarm.repetition }
        return (same ?? found.first).map { Reminder(alarm: $0, due: reminder.due) }
    }
}

extension ReminderNotice {
    fileprivate var isFollowed: Bool { reminders.count <= Self.longest }
}
