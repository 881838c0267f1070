internal import AgendaActions
package import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
package import ICalendar

/// What an operator does with users, at a shell of the service's machine.
package struct UserDesk {
    package let table: UserTable
    package var clock: any AgendaClock = SystemClock()
    /// The time zone of who has none.
    package let zone: TimeZoneRules
    /// Where the users have what their folders show; nil where that is the folders.
    package var homes: (any UserHomes)?

    package init(_ table: UserTable, zone: TimeZoneRules) {
        (self.table, self.zone) = (table, zone)
    }

    /// Does something in a user's folder as it is now, and keeps what has changed there.
    func inFolder<T>(
        of user: ServedUser, _ body: (_ folder: String, (any UserHome)?) async throws -> T
    ) async throws -> T {
        let folder = table.folder(of: user)
        guard let home = homes?.home(of: user, in: folder) else {
            return try await body(folder, nil)
        }
        do throws(UserHomeFault) { try await home.prepare() } catch {
            throw Self.failure(error, user)
        }
        let result = try await body(folder, home)
        do throws(UserHomeFault) { try await home.publish() } catch {
            throw Self.failure(error, user)
        }
        return result
    }

    /// A user's store, which shows what there is.
    func opened(
        _ user: ServedUser, in folder: String, _ home: (any UserHome)?
    ) async throws -> (person: Person, store: EventStore) {
        var person = Person(user, in: folder, clock: clock, zone: zone)
        person.kept = home?.calendars
        let store =
            try await home == nil
            ? StoreAccess.openExisting(person) : StoreAccess.open(person)
        do throws(UserHomeFault) { try await home?.catchUp(store.importer(person)) } catch {
            throw Self.failure(error, user)
        }
        return (person, store)
    }

    private static func failure(_ fault: UserHomeFault, _ user: ServedUser) -> CommandFailure {
        switch fault {
        case .away(let words): .failure("\(user.name): the bank: \(words): try again")
        case .replaced: .failure("\(user.name): somebody else has changed the same: try again")
        }
    }

    /// The user of a name.
    package func user(_ name: String) throws -> ServedUser {
        guard let user = try table.user(named: name) else {
            throw CommandFailure.failure(
                "\(name): no such user: see 'agenda-server user list'")
        }
        return user
    }

    /// Adds a user, with a folder that nobody else can read and an empty calendar.
    package func add(
        _ name: String, zone named: String? = nil, addresses: [String] = [],
        isAdministrator: Bool = false, kind: UserKind = .individual
    ) async throws -> ServedUser {
        try ServedUser.check(name: name)
        if let named, SystemZones.database.rules(named: named) == nil {
            throw CommandFailure.usage(
                "--time-zone \(named): no such time zone: use a name such as Europe/Berlin")
        }
        for address in addresses where !Self.isAddress(address) {
            throw CommandFailure.usage(
                "--address \(address): expected an address of mail such as kim@example.org")
        }
        for address in addresses {
            guard let other = try table.user(address: address) else { continue }
            throw CommandFailure.usage(
                "--address \(address): \(other.name) has it: invitations go to one user of an address"
            )
        }
        let added = try table.add(
            name, zone: named, addresses: addresses, isAdministrator: isAdministrator,
            at: clock.now)
        guard let user = added else {
            throw CommandFailure.failure(
                "\(name): there is such a user already: choose another name")
        }
        if kind != .individual { try SchedulingTable(table.database).set(kind, of: user.id) }
        try await inFolder(of: user) { folder, home in
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            var lines = ["calendar = \"Calendar\""]
            if let named { lines.append("time-zone = \"\(named)\"") }
            if !addresses.isEmpty {
                lines.append("me = [\(addresses.map { "\"\($0)\"" }.joined(separator: ", "))]")
            }
            try ConfigurationFile.write(
                lines.joined(separator: "\n") + "\n", to: folder + "/config.toml")
            var person = Person(user, in: folder, clock: clock, zone: zone)
            person.kept = home?.calendars
            let store = try await StoreAccess.open(person)
            // Stores that are made of the same backup call the same text the same.
            if home != nil { try store.keepDigestKey() }
            let path = try ServiceDatabase(beside: folder + "/agenda.db").makeCalendar(
                "calendar", of: person)
            var source = CalendarSource(name: "Calendar", kind: .folder, location: path)
            source.isWritable = true
            _ = try await store.importer(person).addSource(source)
        }
        return user
    }

    /// Without what TOML or a shell would read otherwise.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains("")
            && text.unicodeScalars.allSatisfy {
                $0.value > 0x20 && !"\"\\'<>,;".unicodeScalars.contains($0) && $0.value != 0x7F
            }
    }

    /// What users are who are no persons, by their numbers.
    package func kinds() throws -> [Int64: UserKind] {
        try SchedulingTable(table.database).kinds()
    }

    /// Shuts a user out, or lets them in again.
    package func set(_ state: ServedUser.State, of user: ServedUser) throws {
        guard user.state != state else { return }
        guard user.state != .leaving else {
            throw CommandFailure.failure(
                "\(user.name): has been removed: end the removal with 'agenda-server user remove --yes'"
            )
        }
        try table.set(state, of: user, by: "operator", at: clock.now)
    }

    /// A path that lets a browser of a user in, once, within ten minutes. The sessions of one who has come in before end.
    ///
    /// - Returns: it, and how many sessions have ended.
    package func link(for user: ServedUser) async throws -> (path: String, ended: Int) {
        try requireActive(user)
        var ended = 0
        if user.signedIn != nil {
            ended = try await inFolder(of: user) { folder, _ in
                try BrowserSessions(tokenFile: folder + "/token").end(nil).count
            }
        }
        let code = try table.link(for: user, by: "operator", at: clock.now)
        return ("/login?once=" + code, ended)
    }

    /// A token by which a user's scripts come in; an earlier one ends.
    package func token(for user: ServedUser) throws -> String {
        try requireActive(user)
        return try table.token(for: user, at: clock.now)
    }

    private func requireActive(_ user: ServedUser) throws {
        guard user.state == .active else {
            throw CommandFailure.failure(
                "\(user.name): is \(user.state.rawValue): thaw the user first")
        }
    }

    /// Removes a user: from the next request on nothing of theirs is answered.
    ///
    /// - Parameter folder: whether their folder goes, too, and the name may be given to somebody else.
    package func remove(_ user: ServedUser, folder: Bool) throws {
        if user.state != .leaving {
            try table.set(.leaving, of: user, by: "operator", at: clock.now)
        }
        guard folder else { return }
        let path = table.folder(of: user)
        if FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
        try SchedulingTable(table.database).forget(user.id)
        try table.forget(user, at: clock.now)
    }

    /// Writes a user's calendars as folders of files, one an event or to-do.
    ///
    /// - Parameter target: a folder, which there need not be; one with files in it is refused.
    /// - Returns: how many files each calendar has.
    package func export(
        _ user: ServedUser, to target: String
    ) async throws -> [(calendar: String, count: Int)] {
        let files = FileManager.default
        if let names = try? files.contentsOfDirectory(atPath: target), !names.isEmpty {
            throw CommandFailure.failure(
                "\(target): there are files in it: give an empty folder, or a new one")
        }
        let written = try await inFolder(of: user) { folder, home in
            try await export(user, in: folder, home, to: target)
        }
        try table.note("exported", of: user, by: "operator", at: clock.now)
        return written
    }

    private func export(
        _ user: ServedUser, in folder: String, _ home: (any UserHome)?, to target: String
    ) async throws -> [(calendar: String, count: Int)] {
        let files = FileManager.default
        let (person, store) = try await opened(user, in: folder, home)
        let path = folder + "/agenda.db"
        let live = LiveStore(store, path: path, for: person)
        guard let opened = await live.presentAsRead() else {
            throw CommandFailure.failure("\(user.name): the calendars are still being read")
        }
        let database = ServiceDatabase(beside: path)
        let home = StoreHome(
            opened: opened, device: Device(name: "export", created: clock.now), person: person,
            table: CalendarTable(database), service: database, servesMerge: false,
            merges: MergeCache())
        var written: [(calendar: String, count: Int)] = []
        do throws(DAVFault) {
            for calendar in try home.calendars() where calendar.source?.isShared != true {
                let entries = try home.members(of: calendar, since: nil).entries
                let resources: [ServedResource] = entries.compactMap { entry in
                    if case .changed(let resource) = entry { resource } else { nil }
                }
                guard !resources.isEmpty || calendar.source != nil else { continue }
                let place = target + "/" + calendar.slug
                var count = 0
                do {
                    try files.createDirectory(
                        atPath: place, withIntermediateDirectories: true,
                        attributes: [.posixPermissions: 0o700])
                    for (name, body) in home.bodies(of: resources, in: calendar) {
                        let bytes = try body.get().bytes
                        let file = StoreHome.isFileName(name) && !name.contains("/")
                        try Data(bytes).write(
                            to: URL(
                                filePath: place + "/"
                                    + (file ? name : NameDigest(name).hex + ".ics")))
                        count += 1
                    }
                } catch let fault as DAVFault {
                    throw fault
                } catch {
                    throw DAVFault(500, nil, "\(place): \(error)")
                }
                guard count == resources.count else {
                    throw DAVFault(500, nil, "\(calendar.name): a resource cannot be read")
                }
                written.append((calendar.slug, count))
            }
        } catch {
            throw CommandFailure.failure("\(user.name): \(error.words ?? "status \(error.status)")")
        }
        return written
    }
}
