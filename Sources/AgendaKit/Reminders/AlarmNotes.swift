public import ICalendar

/// What was done about alarms, in a file beside the database, which outlives a database that is built anew.
///
/// An alarm is noted before it is shown, and the note is on the disk by then: whatever happens, it is shown at most once.
public struct AlarmNotes: Sendable {
    /// The file.
    public var path: String { file.path }
    private let file: SideFile<Document>

    /// The notes of a database.
    ///
    /// - Parameter database: the path of the database's file.
    public init(database: String) {
        file = SideFile(path: database + "-alarms", fault: .unreadableAlarms)
    }

    private struct Document: VersionedDocument {
        var version = 1
        var alarms: [AlarmNote] = []
    }

    /// The notes by their alarms' ids; none if there is no file.
    ///
    /// - Throws: `unreadable`, or `invalid` for a file that holds something else.
    public func all() throws(AgendaError) -> [String: AlarmNote] {
        let alarms = try file.read()?.alarms ?? []
        return Dictionary(alarms.map { ($0.id, $0) }) { $1 }
    }

    /// Makes the file if there is none: a path that is missing is watched at a cost.
    package func create() throws(AgendaError) {
        try file.locked { () throws(AgendaError) in
            if FileSystem.status(path) == nil { try file.write(Document()) }
        }
    }

    /// Notes that reminders are about to be shown.
    ///
    /// - Parameters:
    ///   - reminders: what is to be shown.
    ///   - now: the present time.
    /// - Returns: those that nobody has noted or dismissed meanwhile: only these may be shown.
    /// - Throws: what reading and writing the file throws; nothing is noted then.
    public func begin(
        _ reminders: [Reminder], at now: Instant
    ) throws(AgendaError) -> [Reminder] {
        guard !reminders.isEmpty else { return [] }
        var begun: [Reminder] = []
        try change(at: now) { notes in
            begun = reminders.filter { $0.isDue(notes[$0.alarm.id]) }
            for reminder in begun {
                Self.note(reminder.alarm, &notes) { note in
                    note.shown = max(note.shown, reminder.alarm.repetition + 1)
                    (note.isConfirmed, note.snoozedUntil) = (false, nil)
                    note.keep(reminder.alarm, until: reminder.due)
                }
            }
        }
        return begun
    }

    /// Notes that reminders were shown.
    ///
    /// - Parameters:
    ///   - ids: the alarms' ids.
    ///   - now: the present time.
    /// - Throws: as ``all()`` does, and `storeUnwritable` if the file cannot be written.
    public func confirm(_ ids: Set<String>, at now: Instant) throws(AgendaError) {
        try change(at: now) { notes in
            for id in ids { notes[id]?.isConfirmed = true }
        }
    }

    /// Notes that alarms are to be shown again, or later than they would be.
    ///
    /// - Parameters:
    ///   - alarms: which ones.
    ///   - end: when to show them.
    ///   - now: the present time.
    /// - Throws: as ``all()`` does, and `storeUnwritable` if the file cannot be written.
    public func snooze(
        _ alarms: [EventAlarm], until end: Instant, at now: Instant
    ) throws(AgendaError) {
        try change(at: now) { notes in
            for alarm in alarms {
                Self.note(alarm, &notes) { note in
                    (note.snoozedUntil, note.isDismissed) = (end.secondsSinceEpoch, false)
                    note.keep(alarm, until: end)
                }
            }
        }
    }

    /// Notes that alarms are not to be shown, or not again.
    ///
    /// - Throws: as ``all()`` does, and `storeUnwritable` if the file cannot be written.
    public func dismiss(_ alarms: [EventAlarm], at now: Instant) throws(AgendaError) {
        try change(at: now) { notes in
            for alarm in alarms {
                Self.note(alarm, &notes) { ($0.isDismissed, $0.snoozedUntil) = (true, nil) }
            }
        }
    }

    /// Changes the note of an alarm; what was noted of it before its event moved is forgotten.
    private static func note(
        _ alarm: EventAlarm, _ notes: inout [String: AlarmNote], _ change: (inout AlarmNote) -> Void
    ) {
        var note = notes[alarm.id] ?? AlarmNote(alarm)
        if note.moment != alarm.moment { note = AlarmNote(alarm) }
        change(&note)
        notes[alarm.id] = note
    }

    private func change(
        at now: Instant, _ body: (inout [String: AlarmNote]) -> Void
    ) throws(AgendaError) {
        try file.locked { () throws(AgendaError) in
            let old = try all()
            var notes = old.filter { $0.value.expires > now.secondsSinceEpoch }
            body(&notes)
            guard notes != old else { return }
            try file.write(Document(alarms: notes.values.sorted { $0.id < $1.id }))
        }
    }
}
