import AgendaActions
import AgendaKit
import CalendarMerge
import ICalendar
import TerminalOutput

/// The daemon's reminders: looks for what is due, shows it beside everything else, and notes that it was shown.
struct DaemonReminders {
    private var found: DueReminders
    private let notifier: Notifier
    private let store: EventStore
    private let person: Person
    /// Whether dismissing writes to the calendar.
    private let acknowledges: Bool
    /// When the next reminder is shown; nil without one within a day.
    private(set) var due: Instant?
    /// When to look again, in seconds since 1970; nil before the first look.
    private(set) var next: Double?
    private var showing: [Set<String>: Task<Void, Never>] = [:]
    private var hasLooked = false

    /// Seconds until it looks again after the store could not be read.
    private static let retry = 30.0
    private static let subject = "reminders"

    init(
        _ found: DueReminders, _ notifier: Notifier, _ store: EventStore, _ person: Person,
        acknowledges: Bool
    ) {
        (self.found, self.notifier) = (found, notifier)
        (self.store, self.person, self.acknowledges) = (store, person, acknowledges)
    }

    /// The files whose changes are a reason to look.
    var files: Set<String> { found.files }

    /// Whether a reminder is being shown.
    var isShowing: Bool { !showing.isEmpty }

    /// Shows what is due.
    ///
    /// - Parameters:
    ///   - time: the present time, in seconds since 1970.
    ///   - send: learns when each was shown.
    mutating func look(
        at time: Double, _ log: inout DaemonLog, _ send: AsyncStream<Daemon.Event>.Continuation
    ) async {
        let now = Instant(secondsSinceEpoch: Int(time.rounded(.down)))
        do {
            if !hasLooked {
                try found.notes.create()
                try await tellUncertain(now)
            }
            hasLooked = true
        } catch {
            // The look finds the same, and notes it.
        }
        do {
            let look = try await found.look(at: now)
            next = look.next.map { Double($0.secondsSinceEpoch) }
            due = look.due
            log.note(look.fault?.sentence, of: Self.subject)
            for (number, notice) in look.changes { notifier.update(number, to: notice) }
            for notice in look.notices {
                let replaced = found.number(replacedBy: notice)
                showing[notice.ids] = Task { [notifier] in
                    await notifier.show(notice, replaced: replaced)
                    send.yield(.shown(notice))
                }
            }
        } catch {
            next = time + Self.retry
            let text = (error as? AgendaError)?.sentence ?? "\(error)"
            log.note(text, of: Self.subject)
        }
    }

    /// Takes up what happened on the desktop.
    mutating func handle(
        _ event: DesktopServer.Event, at time: Double, _ log: inout DaemonLog
    ) {
        switch event {
        case .shown(let notice, let number): found.isDisplayed(notice, as: number)
        case .closed(let number): found.isClosed(number)
        case .lost: found.isClosed(nil)
        case .chosen(let action, let number):
            guard let notice = found.notice(number) else { return }
            let now = Instant(secondsSinceEpoch: Int(time.rounded(.down)))
            do throws(AgendaError) {
                try take(action, of: notice, at: now)
            } catch {
                log.note(error.sentence, of: Self.subject)
            }
        }
    }

    private func take(
        _ action: NoticeAction, of notice: ReminderNotice, at now: Instant
    ) throws(AgendaError) {
        let alarms = notice.reminders.map(\.alarm)
        switch action {
        case .snooze(let minutes):
            let end = now + minutes * 60
            try found.notes.snooze(alarms, until: end, at: now)
            write(alarms, { "\($0): snoozed here alone" }) { editor, alarm throws(AgendaError) in
                try await editor.snooze(alarm, until: end)
            }
        case .dismiss:
            try found.notes.dismiss(alarms, at: now)
            write(alarms, { "\($0): dismissed here alone" }) { editor, alarm throws(AgendaError) in
                try await editor.acknowledge(alarm)
            }
        case .join:
            guard let link = notice.link else { return }
            // The browser may stay open.
            OwnThread.start { try? Browser.open(link) }
        }
    }

    /// Writes into calendars what was done about alarms, if somebody wants that; not where it cannot be written.
    ///
    /// - Parameter alone: what is said if that fails.
    private func write(
        _ alarms: [EventAlarm], _ alone: @escaping @Sendable (String) -> Message,
        _ change:
            @escaping @Sendable (CalendarEditor, EventAlarm) async throws(AgendaError) ->
            EventChange
    ) {
        guard acknowledges else { return }
        Task { [store, person] in
            let editor = store.editor(person)
            for alarm in alarms {
                do throws(AgendaError) {
                    _ = try await change(editor, alarm)
                } catch  where !error.isOfUnwritable {
                    Terminal.complain(alone(error.sentence))
                } catch {}
            }
        }
    }

    /// Notes that a notice was shown.
    mutating func confirm(_ notice: ReminderNotice, at time: Double, _ log: inout DaemonLog) {
        showing[notice.ids] = nil
        let now = Instant(secondsSinceEpoch: Int(time.rounded(.down)))
        do throws(AgendaError) {
            try found.notes.confirm(notice.ids, at: now)
        } catch {
            log.note(error.sentence, of: Self.subject)
        }
    }

    /// Waits until what is being shown is, and notes it.
    mutating func finish() async {
        for (ids, task) in showing {
            await task.value
            let now = person.clock.now
            try? found.notes.confirm(ids, at: now)
        }
        showing = [:]
    }

    /// Tells of reminders that an earlier process may not have shown: none is shown twice, and none is kept quiet.
    private mutating func tellUncertain(_ now: Instant) async throws {
        for note in try found.uncertain(at: now) {
            let event = try? store.details(of: note.occurrence, person).occurrence
            let todos = try? await store.provider(person).todos(named: note.occurrence)
            let title = (event ?? todos?.first?.occurrence)?.summary ?? note.occurrence
            Terminal.complain(
                "reminder: \(title): may not have been shown, because the daemon ended meanwhile")
        }
    }
}
