import AgendaActions
import AgendaKit
import AgendaSync
import ArgumentParser
import ICalendar

/// How a server is told who asks, and which server is trusted.
struct ConnectionOptions: ParsableArguments {
    @OptionGroup var secret: PasswordOptions

    @OptionGroup var oauth: OAuthOptions

    /// Where the password comes from; nil without one.
    func password() throws(CommandFailure) -> PasswordSource? {
        guard oauth.service == nil || !secret.place.isGiven else {
            throw .usage("--oauth cannot be combined with --password-command and --password-file")
        }
        return try secret.place.password()
    }
}

/// How a feed is asked for.
struct FeedOptions: ParsableArguments {
    @Option(
        name: [.long, .customLong("every")],
        help: .value(
            "duration",
            "Ask for the feed this often, such as 1h, or none; by default as the server says. Before 0.2 it was --every."
        ))
    var interval: String?

    @Option(
        help: .value(
            "field", "Send this header field, such as 'X-Team: blue', or none; repeatable."))
    var header: [String] = []

    @OptionGroup var connection: ConnectionOptions

    /// Whether any of them is given.
    var areGiven: Bool {
        interval != nil || !header.isEmpty || connection.secret.areGiven
            || connection.oauth.oauth != nil
    }

    /// Whether none is given but those that programs can have, too.
    var areForPrograms: Bool {
        let secret = connection.secret
        return header.isEmpty && connection.oauth.oauth == nil && secret.user == nil
            && secret.ca == nil && secret.clientCertificate == nil && !secret.insecure
    }

    /// The settings with what is given changed; signs in where that is asked for.
    func applied(
        to old: FeedSettings, _ online: OnlineAccess, for person: Person
    ) async throws(CommandFailure) -> FeedSettings {
        var settings = try changed(old)
        guard
            let provider = try connection.oauth.provider(
                after: old.permission, for: person)
        else {
            return settings
        }
        // The keyring shows its keys to everybody: a feed's address may be secret.
        let new = "feed-" + String(UInt64.random(in: 0...(.max)), radix: 36)
        let key = if case .keyring(let known)? = old.permission?.refreshToken { known } else { new }
        settings.credentials = .oauth(
            try await connection.oauth.signIn(provider, key: key, online))
        return settings
    }

    /// The settings with what is given changed, but for a new permission.
    func changed(_ old: FeedSettings) throws(CommandFailure) -> FeedSettings {
        var settings = old
        if let interval {
            settings.every =
                interval.isNone
                ? nil : try Seconds.read(interval, option: "--interval", least: 60)
        }
        if header.contains(where: \.isNone) { settings.fields = [:] }
        for field in header where !field.isNone {
            guard let colon = field.firstIndex(of: ":"), colon != field.startIndex else {
                throw .usage("--header: expected a field such as 'X-Team: blue', got '\(field)'")
            }
            let value = field[field.index(after: colon)...].drop(while: \.isWhitespace)
            settings.fields[String(field[..<colon])] = String(value)
        }
        if connection.oauth.service == nil {
            if connection.oauth.signsOut, settings.permission != nil { settings.credentials = nil }
            try connection.secret.apply(to: &settings)
        } else {
            _ = try connection.password()
            connection.secret.applyTrust(to: &settings)
        }
        return settings
    }
}

/// A length of time that an option takes.
enum Seconds {
    /// Reads words such as `1h` or `90m`.
    static func read(
        _ text: String, option: String, least: Int
    ) throws(CommandFailure) -> Int {
        guard let seconds = CalendarDuration.seconds(text), seconds >= least else {
            throw .usage(
                "\(option): expected a duration such as 1h, at least \(least) s, got '\(text)'")
        }
        return seconds
    }
}
