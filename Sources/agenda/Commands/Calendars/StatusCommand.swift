import AgendaActions
import AgendaJSON
import ArgumentParser
import CalendarFiles
import ICalendar
import TerminalOutput

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell whether a daemon runs, and what it does.",
        discussion: "What waits for you, 'agenda sync status' and 'agenda doctor' say.")

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let person = try common.person()
        let database = absolute(try common.databasePath())
        let (process, status) = DaemonStatus.present(database: database)
        if json {
            return DaemonStatus.document(process, status, zone: person.zone).flush()
        }
        var output = OutputBuffer()
        guard let process else {
            output.append(
                line: "No daemon runs: start one with 'agenda daemon', or with "
                    + "'systemctl --user enable --now agenda.service'")
            return output.flush()
        }
        guard let status else {
            output.append(line: "The daemon starts: process \(Int(process))")
            return output.flush()
        }
        for line in status.lines(person.zone) { output.append(safeLine: line.text) }
        output.flush()
    }
}

extension DaemonStatus {
    /// What it says to people.
    fileprivate func lines(_ zone: TimeZoneRules) -> [Message] {
        func when(_ instant: Instant) -> String {
            TimeWords.current.text(zone.wallTime(at: instant))
        }
        let count: Message = sources == 1 ? "1 source" : "\(sources) sources"
        var lines: [Message] = [
            "The daemon runs since \(when(since)): process \(Int(process)), \(count)"
        ]
        if answersReaders == true {
            lines.append("  tells commands what changed, so that they need not look at each file")
        }
        if isImporting { lines.append("  imports changed files") }
        if isFetching {
            lines.append("  fetches feeds")
        } else if let feedsDue {
            lines.append("  feeds: next \(when(feedsDue))")
        }
        if let reminderDue { lines.append("  reminders: next \(when(reminderDue))") }
        for account in accounts {
            if account.state == "running" {
                lines.append("  \(account.name): is being synchronised")
            } else if let due = account.due {
                lines.append("  \(account.name): next \(when(due))")
            } else {
                lines.append(
                    "  \(account.name): the server refuses the credentials: change them with "
                        + "'agenda account set', then send the daemon SIGHUP")
            }
        }
        return lines + faults.map { "  \($0.subject): \($0.text)" }
    }
}
