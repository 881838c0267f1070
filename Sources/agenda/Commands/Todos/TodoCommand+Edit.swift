import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput
import ICalendar

extension TodoCommand {
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a to-do.",
            discussion: """
                Without options, your editor ($VISUAL, $EDITOR) opens with the to-do as a form. What you do \
                not mention stays; none removes a part, and --category \
                replaces all categories. If the to-do repeats, --scope says what to change: this (one \
                instance), future (it and all after it, which become a series of their own) or all. On a \
                terminal, agenda asks.
                """)

        @OptionGroup var options: TodoChangeOptions

        @Option(help: .value("scope", "this, future or all."))
        var scope: RecurrenceScope?

        @OptionGroup var details: TodoOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await options.target(common).editAsGiven(
                details.edits, scope, partOf: details.parent, isDryRun: options.dryRun)
        }
    }
}
