internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

extension People {
    /// What the service does by itself for its users.
    package struct UpkeepOptions: Sendable {
        /// The node's name, which no other node of the same people has.
        package var node = "node"
        /// How much of it is done at once; a node of none does nothing by itself.
        package var limits = LeaseLimits()
        /// Who does what; nil for a table in `people.db`.
        package var book: (any LeaseBook)?
        /// Whether servers may be in private networks and on this machine.
        package var allowsPrivate = false
        /// Seconds between two runs, whatever feeds and accounts say; for tests.
        package var period: Int?

        package init() {}
    }

    /// Seconds after a change until it is sent and mirrored: people change several things one after the other.
    private static let settling = 3

    /// Has the nodes do at once what a user's change makes necessary.
    func noteChange(_ request: ServiceRequest, of user: ServedUser) {
        guard !request.isSafe else { return }
        let now = options.clock.now.secondsSinceEpoch
        let segments = request.segments ?? []
        // A remark: what is not noted now is done in its time.
        let room = segments.dropFirst().first
        if segments.first == "v1", !["events", "todos", "journals"].contains(room) {
            try? book.ask(for: [.look], nil, of: user.id, isMended: true, at: now)
        }
        if segments.count == 4, segments[1] == "accounts", segments[3] == "sync" {
            try? book.ask(
                for: [.account], segments[2], of: user.id, isMended: true,
                at: now + Account.defaultInterval)
            return
        }
        try? book.ask(
            for: [.account, .mirrors], nil, of: user.id, isMended: false, at: now + Self.settling)
    }
}
