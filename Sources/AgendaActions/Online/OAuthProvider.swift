package import AgendaSync
import CalendarFiles
import FoundationEssentials

/// A service at which people sign in: one that is publicly known, or one of the configuration file.
package struct OAuthProvider {
    /// What `--oauth` calls it.
    package let name: String
    package let service: OAuthService
    /// Where its calendars are found; `{user}` stands for the user's name. Nil where they are found as anybody's are.
    private let calendars: String?

    /// - Parameters:
    ///   - clientID: As whom to ask; by default as the configuration says, or as before.
    ///   - old: Where the person signed in before.
    package init(
        _ name: String, clientID: String?, clientSecret: PasswordSource?, old: OAuthService?,
        for person: Person
    ) throws(CommandFailure) {
        let known = Self.known[name] ?? [:]
        let own = person.configuration.oauth[name] ?? [:]
        func value(_ key: ConfigurationKey.OAuth) -> String? { own[key] ?? known[key] }
        guard let authorization = value(.authorization).flatMap({ URL(string: $0) }),
            let token = value(.token).flatMap({ URL(string: $0) }), let scope = value(.scope)
        else {
            throw .usage(
                "--oauth: expected google, fastmail or a service of the configuration file with "
                    + "authorization, token and scope, got '\(name)'")
        }
        let before = old?.token == token ? old : nil
        guard let client = clientID ?? value(.clientID) ?? before?.clientID else {
            throw .usage(
                "\(name): who asks is unknown: give --client-id, or write oauth.\(name).client-id in "
                    + "the configuration file")
        }
        var service = OAuthService(
            authorization: authorization, token: token,
            device: value(.device).flatMap { URL(string: $0) }, scope: scope, clientID: client,
            clientSecret: clientSecret ?? value(.clientSecretFile).map { .file(absolute($0)) }
                ?? before?.clientSecret)
        // Without these Google gives no permission that lasts to somebody who gave one before.
        if name == "google" {
            service.parameters = ["access_type": "offline", "prompt": "consent"]
        }
        (self.name, self.service) = (name, service)
        calendars = name == "google" ? Self.googleCalendars : nil
    }

    /// Where to look for the calendars of a user; nil where an address of mail leads there.
    package func address(of user: String) -> String? {
        guard !user.isEmpty, !user.contains("/") else { return nil }
        return calendars?.replacing("{user}", with: user)
    }

    /// What `--oauth` calls the service of a permission.
    package static func name(of grant: OAuthGrant, for person: Person) -> String {
        let token = grant.service.token.absoluteString
        let all = known.merging(person.configuration.oauth) { $0.merging($1) { $1 } }
        return all.first { $0.value[.token] == token }?.key ?? "SERVICE"
    }

    /// developers.google.com/workspace/calendar/caldav/v2/guide
    private static let googleCalendars =
        "https://apidata.googleusercontent.com/caldav/v2/{user}/user"

    /// Addresses that the services publish: developers.google.com/identity/protocols/oauth2/native-app, where the flow for
    /// devices is not open to calendars, and api.fastmail.com/.well-known/oauth-authorization-server.
    private static let known: [String: [ConfigurationKey.OAuth: String]] = [
        "google": [
            .authorization: "https://accounts.google.com/o/oauth2/v2/auth",
            .token: "https://oauth2.googleapis.com/token",
            .scope: "https://www.googleapis.com/auth/calendar",
        ],
        "fastmail": [
            .authorization: "https://api.fastmail.com/oauth/authorize",
            .token: "https://api.fastmail.com/oauth/refresh",
            .scope: "https://www.fastmail.com/dev/protocol-caldav",
        ],
    ]
}
