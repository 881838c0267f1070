internal import AgendaActions
internal import AgendaKit
internal import ICalendar

/// One of several people whom a service serves.
package struct ServedUser: Sendable, Hashable {
    /// What a user may do.
    package enum State: String, Sendable {
        case active
        /// May do nothing until thawed: no device, page or link of theirs is answered.
        case frozen
        /// Has been removed; the folder is still there.
        case leaving
    }

    /// Their number, which no other user gets.
    package let id: Int64
    /// By which they are addressed: small letters, digits, `.`, `-` and `_`.
    package let name: String
    package let state: State
    /// The name of their time zone; nil for the service's.
    package let zone: String?
    /// Their addresses of mail.
    package let addresses: [String]
    /// Whether they administer the service, as it is noted: they read no calendar of others.
    package let isAdministrator: Bool
    /// When they were added, in seconds since 1970-01-01T00:00:00Z.
    package let created: Int
    /// When they first came in, in the same form; nil if they never did.
    package let signedIn: Int?

    /// What the secrets of their links begin with.
    var mark: String { "\(id)-" }

    /// The number in a secret that begins with a mark; nil if it begins with none.
    static func number(in secret: some StringProtocol) -> Int64? {
        guard let dash = secret.firstIndex(of: "-") else { return nil }
        let digits = secret[..<dash]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(digits)
    }

    /// - Throws: what a name may be, where it is none.
    static func check(name: String) throws(CommandFailure) {
        let isName =
            (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                    || $0 == 0x2E || $0 == 0x5F
            } && name.first?.isLetter == true
        guard isName else {
            throw .usage(
                "\(name): a user's name is a small letter and up to 63 small letters, digits, '.', '-' and '_': choose such a name"
            )
        }
    }
}

extension Person {
    /// A user, from the files of their folder alone: neither the home nor the environment of whoever runs the service counts.
    ///
    /// - Parameters:
    ///   - folder: theirs.
    ///   - zone: that of who names none.
    init(_ user: ServedUser, in folder: String, clock: any AgendaClock, zone: TimeZoneRules) {
        let path = folder + "/config.toml"
        let read = try? ConfigurationFile.read(path)
        var configuration = read ?? Configuration()
        // Lists show all where the rules cannot be read.
        if read == nil { configuration.rules = nil }
        let named = (configuration.timeZone ?? user.zone).flatMap(
            SystemZones.database.rules(named:))
        self.init(clock: clock, zone: named ?? zone, configuration: configuration)
        configurationFile = path
        if addresses.isEmpty { addresses = user.addresses }
        database = folder + "/agenda.db"
        language = ""
    }
}
