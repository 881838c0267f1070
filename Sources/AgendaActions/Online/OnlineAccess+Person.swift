package import AgendaKit
package import AgendaSync
import CalendarFiles
import Glibc

/// The user's feeds and accounts, whose state lies beside the database.
extension OnlineAccess {
    /// `User-Agent` of each request.
    package static let agent = "agenda/\(ProgramVersion.number)"

    /// Opens the state, and creates it if it is missing.
    ///
    /// - Parameters:
    ///   - addresses: at which servers may be, whatever a feed or account says.
    ///   - fence: the run for which it is opened, which begins.
    package init(
        _ person: Person, addresses: AddressPolicy = .any, fence: Fence? = nil
    ) throws {
        let paths = Self.paths(beside: try person.databasePath())
        let clock = person.clock
        try self.init(
            database: paths.database, folder: paths.folder, agent: Self.agent,
            addresses: addresses, fence: fence, now: { clock.now })
    }

    /// The state, if there is one: nothing is asked of a server, or created, that nobody asked for.
    package static func existing(
        _ person: Person, addresses: AddressPolicy = .any, fence: Fence? = nil
    ) throws -> OnlineAccess? {
        let path = paths(beside: try person.databasePath()).database
        guard InputFile.kind(of: path) == .file else { return nil }
        return try OnlineAccess(person, addresses: addresses, fence: fence)
    }

    /// The state, and the account of a name.
    package static func account(
        _ name: String, _ person: Person
    ) throws -> (OnlineAccess, Account) {
        guard let online = try existing(person) else {
            throw CommandFailure.failure("\(name): no such account: see 'agenda account list'")
        }
        return (online, try online.accountStore.account(name))
    }

    /// `sync.db` and the folders beside `agenda.db`; beside another database they begin with its name.
    package static func paths(beside path: String) -> (database: String, folder: String) {
        let folder = RoomDatabase.beginning(beside: path)
        return (folder + "sync.db", folder)
    }

    /// The folder of the passwords that no keyring has, a file each.
    package var secrets: String { folder + "secrets" }

    /// Makes it, for the user alone.
    package func makeSecretsFolder() throws(CommandFailure) {
        guard mkdir(secrets, 0o700) == 0 || errno == EEXIST else {
            throw .failure("\(secrets): cannot be made (\(String(cString: strerror(errno))))")
        }
    }

    /// The feed of each source that is one, by the source's number.
    package func feeds(of sources: [CalendarSource]) throws -> [Int64: Feed] {
        let byPath = Dictionary(
            uniqueKeysWithValues: try feeds.feeds().map { (feeds.path(of: $0), $0) })
        return Dictionary(
            uniqueKeysWithValues: sources.compactMap { source in
                source.location.flatMap { byPath[$0] }.map { (source.id, $0) }
            })
    }
}

extension RoomDatabase {
    /// What the paths of all that lies beside a database begin with: its folder, and its name unless that is `agenda.db`.
    package static func beginning(beside path: String) -> String {
        let path = absolute(path)
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, name) = (path[..<end], path[end...])
        guard name != "agenda.db" else { return String(folder) }
        return "\(folder)\(name.hasSuffix(".db") ? name.dropLast(3) : name)-"
    }
}
