package import AgendaKit
import AgendaSync
import ICalendar

/// Who reads invitations here, and whose servers answer them.
package struct InvitationReader: Sendable {
    /// The person's own, and those of all accounts.
    package let addresses: CalendarAddresses
    /// The folders of calendars whose server sends answers by itself.
    private let scheduled: [String]

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
    }

    /// Who sends what there is to say about events of a calendar: its server or we, never both.
    ///
    /// - Parameter isOwn: whether the person says where a reply goes: then no server sends it.
    package func delivery(
        in store: EventStore, isOwn: Bool = false
    ) throws -> @Sendable (CalendarSource) -> MessageDelivery {
        let sources = try store.sources(counting: false)
        let served = Set(scheduled.compactMap { sources.standing(at: $0)?.id })
        return { source in
            guard served.contains(source.id) else { return .message }
            return isOwn ? .insteadOfServer : .server
        }
    }
}
