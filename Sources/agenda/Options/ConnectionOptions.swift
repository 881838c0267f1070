import AgendaKit
import AgendaSync
import ArgumentParser
import ICalendar

/// How a server is told who asks, and which server is trusted.
struct ConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user's name at the server.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "A command that prints the password, such as 'pass show calendar'; run without a shell.",
            valueName: "command"))
    var passwordCommand: String?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the password; only you may read it.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "Trust the certificates in this file (PEM) instead of the system's.", valueName: "file"),
        completion: .file())
    var ca: String?

    @Option(
        help: ArgumentHelp(
            "A file with your certificate and its key (PEM).", valueName: "file"),
        completion: .file())
    var clientCertificate: String?

    @Flag(help: "Send the password over http, which anybody on the way can read.")
    var insecure = false

    @OptionGroup var oauth: OAuthOptions

    /// Where the password comes from; nil without one.
    func password() throws(CommandFailure) -> PasswordSource? {
        guard oauth.oauth == nil || passwordCommand == nil && passwordFile == nil else {
            throw .usage("--oauth cannot be combined with --password-command and --password-file")
        }
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

/// How a feed is asked for.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ask for the feed this often, such as 1h; by default as the server says.",
            valueName: "duration"))
    var every: String?

    @Option(
        help: ArgumentHelp(
            "Send this header field, such as 'X-Team: blue'; repeatable.", valueName: "field"))
    var header: [String] = []

    @OptionGroup var connection: ConnectionOptions

    /// Whether any of them is given.
    var areGiven: Bool {
        every != nil || !header.isEmpty || connection.user != nil
            || connection.passwordCommand != nil || connection.passwordFile != nil
            || connection.ca != nil || connection.clientCertificate != nil || connection.insecure
            || connection.oauth.oauth != nil
    }

    /// The settings with what is given changed; signs in where that is asked for.
    func applied(
        to old: FeedSettings, _ online: OnlineAccess
    ) async throws(CommandFailure) -> FeedSettings {
        var settings = try changed(old)
        guard let provider = try connection.oauth.provider(after: old.permission) else {
            return settings
        }
        // The keyring shows its keys to everybody: a feed's address may be secret.
        let new = "feed-" + String(UInt64.random(in: 0...(.max)), radix: 36)
        let key = if case .keyring(let known)? = old.permission?.refreshToken { known } else { new }
        settings.credentials = .oauth(
            try await connection.oauth.signIn(provider, key: key, online))
        return settings
    }

    private func changed(_ old: FeedSettings) throws(CommandFailure) -> FeedSettings {
        var settings = old
        if let every {
            settings.every = try Seconds.read(every, option: "--every", least: 60)
        }
        for field in header {
            guard let colon = field.firstIndex(of: ":"), colon != field.startIndex else {
                throw .usage("--header: expected a field such as 'X-Team: blue', got '\(field)'")
            }
            let value = field[field.index(after: colon)...].drop(while: \.isWhitespace)
            settings.fields[String(field[..<colon])] = String(value)
        }
        if let user = connection.user, connection.oauth.oauth == nil {
            guard let password = try connection.password() else {
                throw .usage("--user: give --password-command or --password-file, too")
            }
            settings.credentials = .password(user: user, password)
        } else if let token = try connection.password() {
            settings.credentials = .bearer(token)
        }
        if let ca = connection.ca { settings.authorities = absolute(ca) }
        if let file = connection.clientCertificate { settings.certificate = absolute(file) }
        if connection.insecure { settings.allowsUnencrypted = true }
        return settings
    }
}

extension FeedSettings {
    /// The permission that the user gave elsewhere.
    var permission: OAuthGrant? {
        if case .oauth(let grant)? = credentials { grant } else { nil }
    }
}

/// A length of time that an option takes.
enum Seconds {
    /// Reads words such as `1h` or `90m`.
    static func read(
        _ text: String, option: String, least: Int
    ) throws(CommandFailure) -> Int {
        guard let duration = CalendarDuration(words: text), duration.isReasonable,
            case let seconds = duration.days * 86_400 + duration.seconds, seconds >= least
        else {
            throw .usage(
                "\(option): expected a duration such as 1h, at least \(least) s, got '\(text)'")
        }
        return seconds
    }
}
