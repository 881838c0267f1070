package import AgendaKit
import AgendaSync
import ICalendar

/// Who reads invitations here, and whose servers answer them.
package struct InvitationReader: Sendable {
    /// The person's own, and those of all accounts.
    package let addresses: CalendarAddresses
    /// The folders of calendars whose server sends answers by itself.
    private let scheduled: [String]
    /// Who tells others of a change as soon as it is made; nil where nobody does.
    private let desk: (any SchedulingDesk)?

    /// - Parameter me: addresses that the person gave; nil for those that they usually have.
    package init(_ person: Person, me: [String]? = nil) throws {
        var all = me ?? person.addresses
        var scheduled: [String] = []
        if let online = try OnlineAccess.existing(person) {
            for account in try online.accountStore.accounts() {
                let server = try online.accountStore.scheduling(of: account.id)
                all += [account.person, account.user].compactMap { $0 }
                    .filter { MailText.isAddress($0) }
                all += server?.addresses.filter { $0.lowercased().hasPrefix("mailto:") } ?? []
                guard server?.isAutomatic == true else { continue }
                scheduled += try online.accountStore.calendars(of: account.id).map(\.folder)
            }
        }
        (addresses, self.scheduled) = (CalendarAddresses(all), scheduled)
        desk = person.desk
    }

    /// Who sends what there is to say about events of a calendar: its server or we, never both.
    ///
    /// - Parameters:
    ///   - isOwn: whether the person says where a reply goes: then no server sends it.
    ///   - people: who is to hear of it, by their addresses.
    package func delivery(
        in store: EventStore, isOwn: Bool = false, to people: [String] = []
    ) throws -> @Sendable (CalendarSource) -> MessageDelivery {
        let sources = try store.sources(counting: false)
        let served = Set(scheduled.compactMap { sources.standing(at: $0)?.id })
        let isTold = try desk?.reaches(people) ?? false
        return { [desk] source in
            if let desk, desk.schedules(source) { return isTold ? .server : .message }
            guard served.contains(source.id) else { return .message }
            return isOwn ? .insteadOfServer : .server
        }
    }
}
