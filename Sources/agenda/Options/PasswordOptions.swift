import AgendaActions
import AgendaSync
import ArgumentParser
import CalendarFiles

/// What proves to a server who asks, and which server is trusted.
struct PasswordOptions: ParsableArguments {
    @Option(help: .value("name", "The user's name at the server."))
    var user: String?

    @OptionGroup var place: PasswordPlaceOptions

    @Option(
        help: .value("file", "Trust the certificates in this file (PEM) instead of the system's."),
        completion: .file())
    var ca: String?

    @Option(
        help: .value("file", "A file with your certificate and its key (PEM)."), completion: .file()
    )
    var clientCertificate: String?

    @Flag(help: "Send the password over http, which anybody on the way can read.")
    var insecure = false

    /// Whether any of them is given.
    var areGiven: Bool {
        user != nil || place.isGiven || ca != nil || clientCertificate != nil || insecure
    }
}

extension PasswordOptions {
    /// Changes the settings of a feed to what is given; a password without a user's name is a token.
    func apply(to settings: inout FeedSettings) throws(CommandFailure) {
        if let user {
            guard let password = try place.password() else {
                throw .usage("--user: give --password-command or --password-file, too")
            }
            settings.credentials = .password(user: user, password)
        } else if let token = try place.password() {
            settings.credentials = .bearer(token)
        }
        applyTrust(to: &settings)
    }

    /// Changes whom the settings trust, and which certificate they show.
    func applyTrust(to settings: inout FeedSettings) {
        if let ca { settings.authorities = absolute(ca) }
        if let file = clientCertificate { settings.certificate = absolute(file) }
        if insecure { settings.allowsUnencrypted = true }
    }
}

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
