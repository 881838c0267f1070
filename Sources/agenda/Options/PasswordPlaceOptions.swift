import AgendaActions
import AgendaSync
import ArgumentParser
import CalendarFiles

/// Where a password comes from that is not typed.
struct PasswordPlaceOptions: ParsableArguments {
    @Option(
        help: .value(
            "command",
            "A command that prints the password, such as 'pass show calendar'; run without a shell."
        ))
    var passwordCommand: String?

    @Option(
        help: .value("file", "A file whose first line is the password; only you may read it."),
        completion: .file())
    var passwordFile: String?

    /// Whether one is given.
    var isGiven: Bool { passwordCommand != nil || passwordFile != nil }

    /// Where the password comes from; nil without one.
    func password() throws(CommandFailure) -> PasswordSource? {
        switch (passwordCommand, passwordFile) {
        case (_?, _?):
            throw .usage("--password-command cannot be combined with --password-file")
        case (let command?, nil):
            guard let words = ShellWords.split(command), !words.isEmpty else {
                throw .usage("--password-command: expected a command, got '\(command)'")
            }
            return .command(words)
        case (nil, let file?): return .file(absolute(file))
        case (nil, nil): return nil
        }
    }
}
