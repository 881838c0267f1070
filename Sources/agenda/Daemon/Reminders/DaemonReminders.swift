import AgendaKit
import ICalendar

/// The daemon's reminders: looks for what is due, shows it beside everything else, and notes that it was shown.
struct DaemonReminders {
    private var desk: ReminderDesk
    private let notifier: Notifier
    private let store: EventStore
    private let settings: Settings
    /// When to look again, in seconds since 1970; nil before the first look.
    private(set) var next: Double?
    private var showing: [Set<String>: Task<Void, Never>] = [:]
    private var hasLooked = false

    /// Seconds until it looks again after the store could not be read.
    private static let retry = 30.0
    private static let subject = "reminders"

    init(
        _ desk: ReminderDesk, _ notifier: Notifier, _ store: EventStore, _ settings: Settings
    ) {
        (self.desk, self.notifier) = (desk, notifier)
        (self.store, self.settings) = (store, settings)
    }

    /// The files whose changes are a reason to look.
    var files: Set<String> { desk.files }

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
                try desk.notes.create()
                try tellUncertain(now)
            }
            hasLooked = true
        } catch {
            // The look finds the same, and notes it.
        }
        do {
            let look = try await desk.look(at: now)
            next = look.next.map { Double($0.secondsSinceEpoch) }
            log.note(look.fault?.sentence, of: Self.subject)
            for notice in look.notices {
                showing[notice.ids] = Task { [notifier] in
                    await notifier.show(notice)
                    send.yield(.shown(notice))
                }
            }
        } catch {
            next = time + Self.retry
            let text = (error as? AgendaError)?.sentence ?? "\(error)"
            log.note(text, of: Self.subject)
        }
    }

    /// Notes that a notice was shown.
    mutating func confirm(_ notice: ReminderNotice, at time: Double, _ log: inout DaemonLog) {
        showing[notice.ids] = nil
        let now = Instant(secondsSinceEpoch: Int(time.rounded(.down)))
        do throws(AgendaError) {
            try desk.notes.confirm(notice.ids, at: now)
        } catch {
            log.note(error.sentence, of: Self.subject)
        }
    }

    /// Waits until what is being shown is, and notes it.
    mutating func finish() async {
        for (ids, task) in showing {
            await task.value
            let now = settings.clock.now
            try? desk.notes.confirm(ids, at: now)
        }
        showing = [:]
    }

    /// Tells of reminders that an earlier process may not have shown: none is shown twice, and none is kept quiet.
    private mutating func tellUncertain(_ now: Instant) throws {
        for note in try desk.uncertain(at: now) {
            let event = try? store.details(of: note.occurrence, settings).occurrence
            let title = event?.summary ?? note.occurrence
            Terminal.complain(
                "reminder: \(title): may not have been shown, because the daemon ended meanwhile")
        }
    }
}
