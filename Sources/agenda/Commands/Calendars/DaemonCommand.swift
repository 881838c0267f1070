import AgendaKit
import ArgumentParser
import Glibc
import ICalendar

struct DaemonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Keep everything up to date: files, feeds and accounts.",
        discussion: """
            Runs in the foreground until SIGTERM or Control-C. Imports files when they change, fetches \
            feeds when they are due, and synchronises accounts by their interval and when a file of theirs \
            changes. What fails is tried again after a minute, then after longer and longer, at most two \
            hours; an account whose credentials are refused waits until its settings change, or for SIGHUP, \
            which tries everything again. Says what happens on standard error, a line each, and what is \
            wrong once. 'agenda status' tells what it does. A database has one daemon. Where XDG_RUNTIME_DIR is \
            set, other commands ask it what changed, instead of looking at each file.
            """)

    @Flag(help: "Do what is due now, and end. Exit status 3 says that something failed.")
    var once = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard once || common.now == nil else {
            throw CommandFailure.usage("--now: the daemon goes by the machine's clock: add --once")
        }
        let settings = try common.settings()
        let database = absolute(try common.databasePath())
        var store = try await StoreAccess.openExisting(common)
        try DaemonLock.take(database: database)
        let inbox = DaemonInbox(database: database)
        inbox.follow(network: !once)
        var log = DaemonLog(isQuiet: common.quiet)
        let since = settings.clock.now
        defer { DaemonStatus.remove(database: database) }
        let time: () -> Double =
            if once { { Double(since.secondsSinceEpoch) } } else { Self.time }
        while true {
            var daemon = try Daemon(
                database: database, isOnce: once,
                jobs: try DaemonJobs(common, settings, store), log: log, since: since,
                events: inbox.open(), time: time)
            let end = try await daemon.run()
            log = daemon.log
            guard case .store(let error) = end else { break }
            guard try await StoreAccess.mend(error) else { throw error }
            // A disk may come back.
            try await Task.sleep(for: .seconds(1))
            store = try await StoreAccess.openExisting(common)
        }
        if once, !log.faults.isEmpty { throw CommandFailure.partial }
    }

    /// The machine's clock, in seconds since 1970.
    private static func time() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
