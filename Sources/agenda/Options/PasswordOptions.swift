import AgendaActions
import AgendaSync
import ArgumentParser
import CalendarFiles

/// What proves to a server who asks, and which server is trusted.
struct PasswordOptions: ParsableArguments {
    @Option(help: .value("name", "The user's name at the server, or none."))
    var user: String?

    @OptionGroup var place: PasswordPlaceOptions

    @Option(
        help: .value(
            "file", "Trust the certificates in this file (PEM) instead of the system's, or none."),
        completion: .file())
    var ca: String?

    @Option(
        help: .value("file", "A file with your certificate and its key (PEM), or none."),
        completion: .file())
    var clientCertificate: String?

    @Flag(help: "Send the password over http, which anybody on the way can read.")
    var insecure = false

    /// Whether any of them is given.
    var areGiven: Bool {
        user != nil || place.isGiven || ca != nil || clientCertificate != nil || insecure
    }
}

extension PasswordOptions {
    /// Changes the settings of a feed to what is given; a password without a user's name is a token. Without both, nobody
    /// says who asks.
    func apply(to settings: inout FeedSettings) throws(CommandFailure) {
        let password = try place.password()
        if let user, !user.isNone {
            guard let password else {
                throw .usage("--user: give --password-command or --password-file, too")
            }
            settings.credentials = .password(user: user, password)
        } else if let password {
            settings.credentials = .bearer(password)
        } else if user != nil || place.isGiven {
            settings.credentials = nil
        }
        applyTrust(to: &settings)
    }

    /// The file of `--ca`, else the one before.
    func authorities(after old: String?) -> String? { Self.path(ca, after: old) }

    /// The file of `--client-certificate`, else the one before.
    func certificate(after old: String?) -> String? { Self.path(clientCertificate, after: old) }

    private static func path(_ file: String?, after old: String?) -> String? {
        guard let file else { return old }
        return file.isNone ? nil : absolute(file)
    }

    /// Changes whom the settings trust, and which certificate they show.
    func applyTrust(to settings: inout FeedSettings) {
        settings.authorities = authorities(after: settings.authorities)
        settings.certificate = certificate(after: settings.certificate)
        if insecure { settings.allowsUnencrypted = true }
    }
}

/// Where a password comes from that is not typed.
struct PasswordPlaceOptions: ParsableArguments {
    @Option(
        help: .value(
            "command",
            "A command that prints the password, such as 'pass show calendar', run without a shell; or none."
        ))
    var passwordCommand: String?

    @Option(
        help: .value(
            "file", "A file whose first line is the password, which only you may read; or none."),
        completion: .file())
    var passwordFile: String?

    /// Whether one is given.
    var isGiven: Bool { passwordCommand != nil || passwordFile != nil }

    /// Where the password comes from; nil without one, and for `none`.
    func password() throws(CommandFailure) -> PasswordSource? {
        switch (Self.given(passwordCommand), Self.given(passwordFile)) {
        case (_?, _?):
            throw .usage("--password-command cannot be combined with --password-file")
        case (let command?, nil):
            guard let words = ShellWords.split(command), !words.isEmpty else {
                throw .usage("--password-command: expected a command, got '\(command)'")
            }
            return .command(try Self.found(words))
        case (nil, let file?): return .file(absolute(file))
        case (nil, nil): return nil
        }
    }

    /// The command with the path of its program, if there is one now: `PATH` of the daemon may be another one.
    private static func found(_ words: [String]) throws(CommandFailure) -> [String] {
        let folders = Environment.variable("PATH") ?? ""
        guard let path = TrustedPath.program(words[0], in: folders) else { return words }
        if let weakness = (try? TrustedPath.weakness(of: path)) ?? nil {
            throw .failure(
                "--password-command: others may change \(weakness), and so what would be started: see who owns it, and run 'chmod go-w' on it"
            )
        }
        return [path] + words.dropFirst()
    }

    private static func given(_ text: String?) -> String? { text?.isNone ?? true ? nil : text }
}
