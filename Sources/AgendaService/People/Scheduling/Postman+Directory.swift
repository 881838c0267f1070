internal import AgendaKit
internal import AgendaSync
internal import ICalendar
internal import Synchronization

// Who of the users has which address.
extension Postman {
    /// The addresses by which events may name a user.
    static func addresses(of user: ServedUser) -> CalendarAddresses {
        CalendarAddresses(user.addresses + [path(of: user)])
    }

    private static func path(of user: ServedUser) -> String { "/dav/u/\(user.name)/" }

    /// What becomes of messages to some addresses.
    func standings(
        of addresses: Set<String>
    ) throws(RoomDatabaseError) -> [String: SchedulingStanding] {
        let known = try directory()
        var found: [String: SchedulingStanding] = [:]
        for address in addresses {
            let name = address.firstRange(of: "/dav/u/").map { String(address[$0.lowerBound...]) }
            guard let user = known[name ?? address] else {
                found[address] =
                    MailText.isAddress(address) ? .outside(isMailed: mailer != nil) : .unknown
                continue
            }
            switch user.state {
            case .active: found[address] = .user(user.id)
            case .frozen: found[address] = .away
            case .leaving: found[address] = .unknown
            }
        }
        return found
    }

    /// The users whom words name: a whole address, or a user's name. Nobody learns of others than those whom they know.
    func users(named words: Set<String>) throws -> [KnownUser] {
        let known = try directory()
        var found: [KnownUser] = []
        for word in words.sorted() {
            guard let user = known[word] ?? known["/dav/u/\(word)/"], user.state == .active,
                !found.contains(where: { $0.name == user.name })
            else { continue }
            let address = user.addresses.contains(word) ? word : user.addresses.first
            found.append(
                KnownUser(name: user.name, address: address, type: try table.kind(of: user.id).name)
            )
        }
        return found
    }

    /// Who has which address.
    private func directory() throws(RoomDatabaseError) -> [String: ServedUser] {
        let revision = try users.revision()
        if let last = lastDirectory.withLock(\.self), last.revision == revision {
            return last.users
        }
        var known: [String: ServedUser] = [:]
        // Of two who have one address, the first has it.
        for user in try users.all().sorted(by: { $0.id > $1.id }) {
            for address in Self.addresses(of: user).all { known[address] = user }
        }
        let new = known
        lastDirectory.withLock { $0 = (revision, new) }
        return known
    }
}
