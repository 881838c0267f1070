import AgendaKit
import ArgumentParser

/// The command: reads the arguments, runs one subcommand, and turns every failure into one line
/// and an exit status.
@main
struct Agenda: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        abstract: "What is on each day: .ics files, folders of them and your own calendar.",
        discussion: """
            Without a subcommand: `agenda list`, today and the next 6 days.
            Nothing has to be set up to read files: agenda list team.ics holidays.ics
            To have them in every list: agenda source add team.ics
            """,
        version: "0.1.0",
        subcommands: [
            ListCommand.self, TimelineCommand.self, ShowCommand.self, AddCommand.self,
            DeleteCommand.self, SourceCommand.self, RefreshCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: ListCommand.self)

    static func main() async {
        Terminal.ignoreBrokenPipes()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            ExitStatus.end(with: error)
        }
    }
}
