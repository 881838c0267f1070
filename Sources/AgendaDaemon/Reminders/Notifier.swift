import AgendaActions
import AgendaJSON
import CalendarFiles
import CalendarMerge
import Glibc
import Synchronization
import TerminalOutput

/// Shows reminders: by a command of the user's, else by the desktop's notification server, else by `notify-send`, else in a
/// line of the daemon.
struct Notifier: Sendable {
    /// A command line for the shell, which finds the reminder in variables and on standard input. The shell never reads
    /// an event's text as a part of a command.
    let command: String?
    /// The desktop's server; not asked if there is a command.
    let desktop: DesktopServer

    /// Microseconds after which a program that still runs has shown its notice: some wait for an answer.
    private static let patience: UInt32 = 10_000_000

    /// Shows a notice; where that fails, in a line of the daemon.
    ///
    /// - Parameter replaced: the number of the desktop's notice whose place it takes; 0 for none.
    func show(_ notice: ReminderNotice, replaced: UInt32) async {
        if let command {
            let words = ["/bin/sh", "-c", command]
            if await Self.run(words, notice.variables, input: notice.text) { return }
            Terminal.complain("--exec: the command failed, so the reminder is told here")
            return Terminal.complain(line: notice.line)
        }
        let outcome = await desktop.show(notice, replaced: replaced)
        if outcome == .shown { return }
        if outcome == .refused, let program = Self.program("notify-send") {
            // The text of the body is markup (Desktop Notifications Specification 1.2); the title is none.
            let words = [
                program, "--app-name=agenda", "--icon=x-office-calendar", "--", notice.title,
                notice.markup,
            ]
            if await Self.run(words) { return }
        }
        Terminal.complain(line: notice.line)
    }

    /// Shows on the desktop what became of a notice that is shown there; nil takes it away.
    func update(_ number: UInt32, to notice: ReminderNotice?) {
        guard let notice else { return desktop.withdraw(number) }
        Task { _ = await desktop.show(notice, replaced: number) }
    }

    /// A program's path; nil if it is not installed.
    private static func program(_ name: String) -> String? {
        (Environment.variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
            .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program; false if it cannot be started, or ends with a failure within ``patience``.
    private static func run(
        _ words: [String], _ variables: [String: String] = [:], input: String = ""
    ) async -> Bool {
        guard let ends = PipeEnds() else { return false }
        let child = try? ChildProcess.start(
            words, input: .descriptor(ends.reading), variables: variables)
        close(ends.reading)
        // Shorter than the 64 KiB that a pipe holds, so that nobody waits for the reader.
        if child != nil { _ = OutputBuffer.write(Array(input.utf8), to: ends.writing) }
        close(ends.writing)
        guard let child else { return false }
        return await withCheckedContinuation { continuation in
            let waiting = Mutex<CheckedContinuation<Bool, Never>?>(continuation)
            let answer: @Sendable (Bool) -> Void = { hasShown in
                let waiting = waiting.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                waiting?.resume(returning: hasShown)
            }
            OwnThread.start { answer(ChildProcess.wait(for: child) == 0) }
            OwnThread.start {
                usleep(patience)
                answer(true)
            }
        }
    }
}
