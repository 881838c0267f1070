import AgendaActions
import AgendaDaemon
import ArgumentParser
import ICalendar

struct DaemonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Keep everything up to date: files, feeds and accounts; and remind of events.",
        discussion: """
            Runs in the foreground until SIGTERM or Control-C. Imports files when they change, fetches \
            feeds when they are due, and synchronises accounts by their interval and when a file of theirs \
            changes. What fails is tried again after a minute, then after longer and longer, at most two \
            hours; an account whose credentials are refused waits until its person change, or for SIGHUP, \
            which tries everything again. Says what happens on standard error, a line each, and what is \
            wrong once. 'agenda status' tells what it does. A database has one daemon. Where XDG_RUNTIME_DIR is \
            set, other commands ask it what changed, instead of looking at each file.

            Shows each alarm of an event once: with --exec, else on the desktop, where it can be snoozed, \
            dismissed and the meeting joined, else with notify-send if it is installed, else in a line on \
            standard error. The keys reminders, reminder-command and reminder-late of 'agenda config' do \
            the same as --no-reminders, --exec and --late for each daemon that starts. What was missed while the daemon did not run or the machine \
            slept comes in one notice, if its event is not over, or the alarm is not older than --late. \
            The command of --exec is run by the shell. It finds the reminder on standard input, its title \
            first, and its parts in AGENDA_TITLE, AGENDA_TIME, AGENDA_PLACE, AGENDA_LINK (where the \
            meeting is joined), AGENDA_CALENDAR, AGENDA_ID (the event), AGENDA_ALARM (for 'agenda alarms \
            snooze') and AGENDA_COUNT; several at once have a title and AGENDA_COUNT alone.
            """)

    @Flag(help: "Do what is due now, and end. Exit status 3 says that something failed.")
    var once = false

    @Option(
        help: .value("command", "Show reminders with this command of the shell."),
        completion: .shellCommand("compgen -c"))
    var exec: String?

    @Option(
        help: .value(
            "duration", "How late a reminder of an event that is over is shown; by default 1h."))
    var late: String?

    @Flag(help: "Show no reminders.")
    var noReminders = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard once || common.now == nil else {
            throw CommandFailure.usage("--now: the daemon goes by the machine's clock: add --once")
        }
        if let exec, exec.allSatisfy(\.isWhitespace) {
            throw CommandFailure.usage(
                "--exec is empty: give a command, such as 'zenity --notification'")
        }
        let daemon = DaemonProcess(
            try common.person(), isOnce: once, showsReminders: !noReminders, command: exec,
            lateness: try lateness())
        let isWhole = try await daemon.run()
        if once, !isWhole { throw CommandFailure.partial }
    }

    /// ``late`` in seconds.
    private func lateness() throws -> Int? {
        guard let late else { return nil }
        guard let seconds = CalendarDuration.seconds(late) else {
            throw CommandFailure.usage(
                "--late: expected a duration such as 30m, 1h or 1d, got '\(late)'")
        }
        return seconds
    }
}
