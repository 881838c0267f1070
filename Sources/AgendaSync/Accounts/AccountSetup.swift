package import FoundationEssentials
internal import Glibc
package import ICalendar

/// Sets accounts and their calendars up on this device, and takes them down.
///
/// A calendar is a row of ``AccountStore``, a replica in `sync.db` and a folder. Each call leaves the three in a state with
/// which the next synchronisation can go on, wherever it is interrupted.
package struct AccountSetup: Sendable {
    let store: AccountStore
    let accounts: String
    let now: @Sendable () -> Instant
    /// What this installation is called where it serves; nil if it does not.
    let installation: @Sendable () -> String?

    /// - Parameters:
    ///   - accounts: The folder in which each account gets one for its replicas.
    ///   - installation: What this installation is called where it serves (``Installation``); nil if it does not.
    ///   - now: The clock.
    package init(
        _ store: AccountStore, accounts: String,
        installation: @escaping @Sendable () -> String? = { nil },
        now: @escaping @Sendable () -> Instant
    ) {
        (self.store, self.accounts, self.now) = (store, accounts, now)
        self.installation = installation
    }

    /// Whether a calendar holds events or to-dos. One that does not say what it holds may hold all.
    package static func suits(_ found: CollectionState) -> Bool {
        found.isCalendar
            && found.components.map { !$0.isDisjoint(with: ["VEVENT", "VTODO"]) } ?? true
    }

    /// Whether a calendar may be taken: it ``suits(_:)``, and does not come from this installation.
    package func takes(_ found: CollectionState) -> Bool {
        guard Self.suits(found) else { return false }
        return found.origins.isEmpty || !(installation().map(found.origins.contains) ?? false)
    }

    /// An identifier for a new account, which no other one has; its secrets are kept under it.
    ///
    /// - Parameter name: For people.
    /// - Throws: ``AccountError/Reason/nameTaken(_:)``
    package func newIdentifier(for name: String) throws(AccountError) -> Account.ID {
        let known = try store.accounts()
        guard !known.contains(where: { $0.name == name }) else {
            throw AccountError(.nameTaken(name))
        }
        let taken = Set(known.map { $0.id.lowercased() })
        return CalendarFolder.segment(for: name) { id in
            taken.contains(id.lowercased()) || Self.exists("\(accounts)/\(id)")
        }
    }

    /// A new account, not stored yet, with an identifier that no other one has.
    ///
    /// - Parameters:
    ///   - name: For people.
    ///   - address: What the person gave.
    ///   - url: An address of the server.
    ///   - user: The name to log in with.
    /// - Throws: ``AccountError/Reason/nameTaken(_:)``
    package func newAccount(
        name: String, address: String, url: URL, user: String
    ) throws(AccountError) -> Account {
        Account(
            id: try newIdentifier(for: name), name: name, address: address, url: url, user: user)
    }

    /// A new account, not stored yet, of what was found on a server.
    ///
    /// - Parameters:
    ///   - name: For people.
    ///   - address: What the person gave; where it is one of mail, invitations name the person by it.
    ///   - found: What is there.
    ///   - user: The name to log in with.
    package func newAccount(
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
    ///
    /// - Parameter offered: What the person could choose from; a later look does not call it new.
    package func add(
        _ account: Account, _ chosen: [CollectionState], offered: [CollectionState] = []
    ) throws(AccountError) -> [AccountCalendar] {
        var taken = try takenFolders()
        let calendars = chosen.map { found in
            let calendar = calendar(found, of: account, taken)
            taken.insert(calendar.folder.lowercased())
            return calendar
        }
        let added = try store.add(account, calendars)
        for calendar in added { try describe(calendar) }
        try store.note(offered: offered, to: account.id, at: now())
        return added
    }

    /// Registers one more calendar of an account, and makes its folder.
    package func add(
        _ found: CollectionState, to account: Account
    ) throws(AccountError) -> AccountCalendar {
        let added = try store.add(calendar(found, of: account, takenFolders()))
        try describe(added)
        return added
    }

    /// Gives a calendar's replica its name and colour as vdir has them; makes the folder if it is missing.
    ///
    /// - Parameter old: What they were: what somebody has changed there since stays; nil overwrites it.
    func describe(
        _ calendar: AccountCalendar, after old: AccountCalendar? = nil
    ) throws(AccountError) {
        do throws(ReplicaError) {
            try CalendarFolder.describe(
                calendar.folder, name: calendar.name, color: calendar.color,
                after: old.map { ($0.name, $0.color) })
        } catch {
            throw AccountError(.replica(error))
        }
    }

    /// The replica of a calendar.
    package func replica(of calendar: AccountCalendar) throws(ReplicaError) -> FolderReplica {
        try FolderReplica(
            database: store.database, key: calendar.replicaKey, path: calendar.folder, now: now)
    }

    private func calendar(
        _ found: CollectionState, of account: Account, _ taken: Set<String>
    ) -> AccountCalendar {
        let segment = CalendarFolder.segment(for: found.shownName) { segment in
            let folder = folder(of: account.id, segment)
            return taken.contains(folder.lowercased()) || Self.exists(folder)
        }
        var calendar = AccountCalendar(
            id: 0, account: account.id, href: found.href.asCollection,
            folder: folder(of: account.id, segment), name: found.shownName)
        (calendar.color, calendar.components) = (found.color, found.components)
        calendar.isProtected = found.isReadOnly
        // A program that only reads has its user's own calendar.
        calendar.isOfOthers =
            account.program == nil && (found.hasOtherOwner || found.isReadOnly)
        calendar.origins = found.origins
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
