public import FoundationEssentials
internal import Glibc
public import ICalendar

/// Sets accounts and their calendars up on this device, and takes them down.
///
/// A calendar is a row of ``AccountStore``, a mirror in `sync.db` and a folder. Each call leaves the three in a state with
/// which the next synchronisation can go on, wherever it is interrupted.
public struct AccountSetup: Sendable {
    let store: AccountStore
    private let accounts: String
    private let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - accounts: The folder in which each account gets one for its mirrors.
    ///   - now: The clock.
    public init(_ store: AccountStore, accounts: String, now: @escaping @Sendable () -> Instant) {
        (self.store, self.accounts, self.now) = (store, accounts, now)
    }

    /// Whether a calendar holds events or to-dos. One that does not say what it holds may hold all.
    public static func suits(_ found: CollectionState) -> Bool {
        found.isCalendar
            && found.components.map { !$0.isDisjoint(with: ["VEVENT", "VTODO"]) } ?? true
    }

    /// A new account, not stored yet, with an identifier that no other one has.
    ///
    /// - Parameters:
    ///   - name: For people.
    ///   - address: What the person gave.
    ///   - url: An address of the server.
    ///   - user: The name to log in with.
    public func newAccount(
        name: String, address: String, url: URL, user: String
    ) throws(AccountError) -> Account {
        let taken = Set(try store.accounts().map { $0.id.lowercased() })
        let id = CalendarFolder.segment(for: name) { id in
            taken.contains(id.lowercased()) || Self.exists("\(accounts)/\(id)")
        }
        return Account(id: id, name: name, address: address, url: url, user: user)
    }

    /// A new account, not stored yet, of what was found on a server.
    ///
    /// - Parameters:
    ///   - name: For people.
    ///   - address: What the person gave; where it is one of mail, invitations name the person by it.
    ///   - found: What is there.
    ///   - user: The name to log in with.
    public func newAccount(
        name: String, address: String, found: DiscoveredAccount, user: String
    ) throws(AccountError) -> Account {
        var account = try newAccount(name: name, address: address, url: found.base, user: user)
        account.principal = found.principal.flatMap {
            Href($0.absoluteString, relativeTo: found.base)
        }
        account.home = found.homes.first
        if address.contains("@"), !address.contains("/") { account.person = address }
        return account
    }

    /// Stores an account with the calendars that the person chose, and makes their folders.
    public func add(
        _ account: Account, _ chosen: [CollectionState]
    ) throws(AccountError) -> [AccountCalendar] {
        var taken = try takenFolders()
        let calendars = chosen.map { found in
            let calendar = calendar(found, of: account, taken)
            taken.insert(calendar.folder.lowercased())
            return calendar
        }
        let added = try store.add(account, calendars)
        for calendar in added { try describe(calendar) }
        return added
    }

    /// Registers one more calendar of an account, and makes its folder.
    public func add(
        _ found: CollectionState, to account: Account
    ) throws(AccountError) -> AccountCalendar {
        let added = try store.add(calendar(found, of: account, takenFolders()))
        try describe(added)
        return added
    }

    /// What a look at the server's calendars found, beside those that are registered.
    public struct Comparison: Hashable, Sendable {
        /// Not registered, and with events or to-dos.
        public var new: [CollectionState] = []
        /// Registered, and with another name, colour, right to write or kinds than before; stored already.
        public var changed: [AccountCalendar] = []
        /// Registered, and no longer on the server. Nothing is done about them.
        public var gone: [AccountCalendar] = []
    }

    /// Compares the registered calendars with the server's, and takes over what it says about them.
    public func compare(
        _ found: [CollectionState], with account: Account
    ) throws(AccountError) -> Comparison {
        let registered = try store.calendars(of: account.id)
        let known = Set(registered.map(\.href.asCollection))
        var comparison = Comparison()
        comparison.new = found.filter { Self.suits($0) && !known.contains($0.href.asCollection) }
        for calendar in registered {
            guard
                let state = found.first(where: {
                    $0.href.asCollection == calendar.href.asCollection
                })
            else {
                comparison.gone.append(calendar)
                continue
            }
            var new = calendar
            new.name = state.name.flatMap { $0.isEmpty ? nil : $0 } ?? calendar.name
            new.color = state.color ?? calendar.color
            new.components = state.components ?? calendar.components
            // What a person set stays; what the server forbids is set.
            new.isReadOnly = calendar.isReadOnly || state.isReadOnly
            guard new != calendar else { continue }
            try store.update(new)
            try describe(new)
            comparison.changed.append(new)
        }
        return comparison
    }

    /// Gives a calendar's mirror its name and colour as vdir has them; makes the folder if it is missing.
    func describe(_ calendar: AccountCalendar) throws(AccountError) {
        do throws(MirrorError) {
            try CalendarFolder.describe(
                calendar.folder, name: calendar.name, color: calendar.color)
        } catch {
            throw AccountError(.mirror(error))
        }
    }

    /// The mirror of a calendar.
    public func mirror(of calendar: AccountCalendar) throws(MirrorError) -> FolderMirror {
        try FolderMirror(
            database: store.database, key: calendar.mirrorKey, path: calendar.folder, now: now)
    }

    private func calendar(
        _ found: CollectionState, of account: Account, _ taken: Set<String>
    ) -> AccountCalendar {
        let name = found.name.flatMap { $0.isEmpty ? nil : $0 } ?? found.href.name
        let segment = CalendarFolder.segment(for: name) { segment in
            let folder = folder(of: account.id, segment)
            return taken.contains(folder.lowercased()) || Self.exists(folder)
        }
        var calendar = AccountCalendar(
            id: 0, account: account.id, href: found.href.asCollection,
            folder: folder(of: account.id, segment), name: name)
        (calendar.color, calendar.components) = (found.color, found.components)
        calendar.isReadOnly = found.isReadOnly
        return calendar
    }

    private func folder(of account: Account.ID, _ calendar: String) -> String {
        "\(accounts)/\(account)/\(calendar)"
    }

    /// In lower case: some file systems do not tell cases apart.
    private func takenFolders() throws(AccountError) -> Set<String> {
        Set(try store.calendars().map { $0.folder.lowercased() })
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
