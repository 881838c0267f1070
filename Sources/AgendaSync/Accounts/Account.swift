public import CalendarMerge
package import FoundationEssentials

/// A person's account on a CalDAV server. Holds no secret.
public struct Account: Hashable, Sendable, Identifiable {
    /// Names its folder and never changes: a plain segment of a path.
    public let id: String
    /// The name for people, which no other account has.
    public package(set) var name: String
    /// What the person gave: an address such as `anna@example.org`, or a URL.
    public package(set) var address: String
    /// An address of the server; all hrefs of the account are on it.
    package var url: URL
    /// The program that has its calendar instead of a server; nil for a server.
    package var program: SourceProgram?
    /// The name to log in with; empty where the server asks for none.
    public package(set) var user: String
    /// Where the password comes from; nil where the server asks for none.
    package var password: PasswordSource?
    /// The permission with which the person signed in elsewhere (OAuth), instead of a password.
    package var permission: OAuthGrant?
    /// How the server wanted to be told the password the last time; nil where that is unknown. Who has to ask sends two
    /// requests. ``AccountStore`` notes it.
    package internal(set) var scheme: AuthenticationScheme?
    /// Whether the password may go over http to another machine, which a person has to say.
    package var allowsUnencrypted = false
    /// Whether its server may be at public addresses alone, as what a page adds: also when another process asks, so that no
    /// name leads elsewhere later.
    package var onlyPublic = false
    /// A file of certificates (PEM) that are trusted instead of the system's.
    package var authorities: String?
    /// A file with a certificate of the person's and its key (PEM).
    package var certificate: String?
    /// What the server calls the person (RFC 5397).
    package var principal: Href?
    /// Where the person's calendars are (RFC 4791 section 6.2.1), and where new ones are made.
    package var home: Href?
    /// The address by which invitations name the person.
    package var person: String?
    /// Seconds between two synchronisations without a reason.
    package var interval = defaultInterval
    /// What becomes of a property that both sides changed, where a calendar says nothing else;
    /// ``OnlineAccess/setPolicy(_:of:)`` stores it.
    public package(set) var policy = ConflictPolicy.server

    /// A quarter of an hour: a server answers that nothing is new with a kilobyte.
    package static let defaultInterval = 900
    /// The shortest interval: what changes here is sent at once in any case.
    package static let shortestInterval = 60

    /// An account.
    package init(
        id: String, name: String, address: String, url: URL, user: String,
        password: PasswordSource? = nil
    ) {
        (self.id, self.name, self.address, self.url) = (id, name, address, url)
        (self.user, self.password) = (user, password)
    }

    /// Whether a program is started for it: the one that has its calendar, or for what proves who asks.
    package var startsProgram: Bool {
        program != nil || password?.startsProgram ?? false
            || permission?.refreshToken.startsProgram ?? false
    }
    /// ``url`` as text; the path of a program.
    package var urlText: String { program?.path ?? url.absoluteString }
    /// The host's name, or the program's.
    package var host: String { program.map { SourceProgram.prefix + $0.name } ?? url.host() ?? "" }

    /// How its server is connected to.
    ///
    /// - Parameter agent: The program's name and version.
    package func connection(agent: String) -> CurlExchange.Configuration {
        var configuration = CurlExchange.Configuration(agent: agent)
        (configuration.authorities, configuration.certificate) = (authorities, certificate)
        configuration.scheme = scheme
        if onlyPublic { configuration.addresses = .publicOnly }
        return configuration
    }
}
