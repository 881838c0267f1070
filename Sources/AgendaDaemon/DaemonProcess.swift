package import AgendaActions
import AgendaKit
import CalendarFiles
import CalendarMerge
import Glibc
import ICalendar
import TerminalOutput

/// `agenda daemon`: keeps a database up to date, and reminds of events, until a signal ends it.
package struct DaemonProcess {
    private let person: Person
    private let isOnce: Bool
    private let showsReminders: Bool
    private let command: String?
    private let lateness: Int

    /// - Parameters:
    ///   - person: for whom; their configuration says what the other values do not.
    ///   - isOnce: whether to do what is due now, and end.
    ///   - showsReminders: whether to show reminders, if the configuration does not forbid them.
    ///   - command: the command of the shell that shows them.
    ///   - lateness: how late a reminder of an event that is over is shown, in seconds.
    package init(
        _ person: Person, isOnce: Bool, showsReminders: Bool, command: String?, lateness: Int?
    ) {
        let configuration = person.configuration
        (self.person, self.isOnce) = (person, isOnce)
        self.showsReminders = configuration.showsReminders && showsReminders
        self.command = command ?? configuration.reminderCommand
        self.lateness = lateness ?? configuration.reminderLateness ?? ReminderPlan.lateness
    }

    /// Runs until a signal ends it, or its one round is done.
    ///
    /// - Returns: whether nothing is wrong at the end.
    /// - Throws: if the store cannot be opened or mended, or another daemon has the database.
    package func run() async throws -> Bool {
        let database = absolute(try person.databasePath())
        var store = try await StoreAccess.openExisting(person)
        try DaemonLock.take(database: database)
        let inbox = DaemonInbox(database: database)
        inbox.follow(network: !isOnce)
        var log = DaemonLog(isQuiet: person.isQuiet)
        let since = person.clock.now
        defer { DaemonStatus.remove(database: database) }
        let desktop = DesktopServer(hasActions: !isOnce) { inbox.send(.desktop($0)) }
        let time: () -> Double =
            if isOnce { { Double(since.secondsSinceEpoch) } } else { Self.time }
        while true {
            var daemon = try Daemon(
                database: database, isOnce: isOnce, jobs: try DaemonJobs(person, store), log: log,
                since: since, events: inbox.open(),
                reminders: showsReminders ? reminders(store, database, desktop) : nil,
                wake: { inbox.wake(at: $0) }, time: time)
            let end = try await daemon.run()
            log = daemon.log
            guard case .store(let error) = end else { return log.faults.isEmpty }
            guard try await StoreAccess.mend(error, TerminalReport()) else { throw error }
            // A disk may come back.
            await OwnThread.sleep(milliseconds: 1_000)
            store = try await StoreAccess.openExisting(person)
        }
    }

    private func reminders(
        _ store: EventStore, _ database: String, _ desktop: DesktopServer
    ) -> DaemonReminders {
        DaemonReminders(
            DueReminders(
                store, person, database: database, followsZone: person.followsSystemZone,
                lateness: lateness),
            Notifier(command: command, desktop: desktop), store, person,
            acknowledges: person.configuration.acknowledges)
    }

    /// The machine's clock, in seconds since 1970.
    private static func time() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
