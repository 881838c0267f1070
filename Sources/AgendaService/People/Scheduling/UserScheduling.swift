internal import AgendaKit
internal import AgendaSync
internal import ICalendar

/// One user's changes, of which the ``Postman`` tells the others.
struct UserScheduling: SchedulingDesk {
    let user: ServedUser
    let postman: Postman
    /// Where the calendars of accounts are: their servers tell others themselves. Nobody invites in the name of another user who
    /// shares a calendar.
    let accounts: String

    var addresses: [String] { Postman.addresses(of: user).all }

    func schedules(_ source: CalendarSource) -> Bool {
        !source.isShared && !(source.location?.hasPrefix(accounts + "/") ?? false)
    }

    func standings(
        of addresses: Set<String>
    ) throws(AgendaError) -> [String: SchedulingStanding] {
        do throws(RoomDatabaseError) { return try postman.standings(of: addresses) } catch {
            throw AgendaError(.databaseBusy(cause: "\(error)"), place: "")
        }
    }

    func note(_ errands: [SchedulingErrand]) throws(AgendaError) -> String {
        try postman.note(errands, of: user)
    }

    func tell(_ ticket: String) async { await postman.tell(ticket) }
}

/// What one user is told by the others, and may ask of them.
struct PeopleInbox: UserInbox {
    let user: Int64
    let postman: Postman

    var userType: String { ((try? postman.table.kind(of: user)) ?? .individual).name }

    func messages() throws -> [InboxMessage] { try postman.table.messages(of: user) }

    func remove(_ name: String) throws -> Bool { try postman.table.remove(name, of: user) }

    func scheduleTag(of tag: String) throws -> String { try postman.table.tag(of: tag, user: user) }

    func users(named words: Set<String>) throws -> [KnownUser] { try postman.users(named: words) }

    func busy(_ addresses: Set<String>, _ range: Range<Instant>) async -> [String: BusyAnswer] {
        await postman.busy(addresses, range)
    }
}
