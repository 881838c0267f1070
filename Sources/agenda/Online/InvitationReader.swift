import AgendaActions
import AgendaKit
import AgendaSync
import ICalendar

/// Who reads invitations here, and whose servers answer them.
struct InvitationReader {
    /// `--me`, else the environment's or the configuration's, and those of all accounts.
    let addresses: CalendarAddresses
    /// The folders of calendars whose server sends answers by itself.
    private let scheduled: [String]

    init(_ person: Person, me: [String]) throws {
        var all = try IdentityOptions.list(me, person)
        var scheduled: [String] = []
        if let online = try OnlineAccess.existing(person) {
            for account in try online.accounts.accounts() {
                let server = try online.accounts.scheduling(of: account.id)
                all += [account.person, account.user].compactMap { $0 }
                    .filter { MailText.isAddress($0) }
                all += server?.addresses.filter { $0.lowercased().hasPrefix("mailto:") } ?? []
                guard server?.isAutomatic == true else { continue }
                scheduled += try online.accounts.calendars(of: account.id).map(\.folder)
            }
        }
        (addresses, self.scheduled) = (CalendarAddresses(all), scheduled)
    }

    /// Who sends what there is to say about events of a calendar: its server or we, never both.
    func delivery(
        _ way: ReplyWay?, in store: EventStore
    ) throws -> @Sendable (CalendarSource) -> MessageDelivery {
        let sources = try store.sources(counting: false)
        let served = Set(scheduled.compactMap { sources.standing(at: $0)?.id })
        return { source in
            guard served.contains(source.id) else { return .message }
            return way == nil ? .server : .insteadOfServer
        }
    }
}
