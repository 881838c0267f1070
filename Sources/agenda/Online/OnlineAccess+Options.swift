import AgendaActions
import AgendaKit
import AgendaSync

extension OnlineAccess {
    /// `User-Agent` of each request.
    static let agent = "agenda/\(ProgramVersion.number)"

    /// Opens the state, and creates it if it is missing.
    init(_ common: CommonOptions, _ clock: any AgendaClock) throws {
        try self.init(beside: try common.databasePath(), clock, agent: Self.agent)
    }

    /// The state, if there is one.
    static func existing(
        _ common: CommonOptions, _ clock: any AgendaClock
    ) throws -> OnlineAccess? {
        try existing(beside: try common.databasePath(), clock, agent: agent)
    }

    /// The state, and the account of a name.
    static func account(
        _ name: String, _ common: CommonOptions, _ clock: any AgendaClock
    ) throws -> (OnlineAccess, Account) {
        guard let online = try existing(common, clock) else {
            throw CommandFailure.failure("\(name): no such account: see 'agenda account list'")
        }
        return (online, try online.accounts.account(name))
    }
}
