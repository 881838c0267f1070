/// Who does what of all users' duties: a table that all nodes share. Times are seconds since 1970.
///
/// At most one node has a lease of a duty: who takes it after it has run out gets a higher generation, under which alone
/// anything is noted. A user who is not active has no duties: none is taken, and the end of none is noted.
package protocol LeaseBook: Sendable {
    /// Gives each user who has none the duty to be looked at.
    ///
    /// - Parameter spread: over how many seconds from now.
    func planLooks(spread: Int, at now: Int) throws

    /// Makes what a user has the user's duties, beside the look.
    ///
    /// - Parameter lease: of the look that found it.
    /// - Returns: false where the lease is no longer its holder's: nothing is changed then.
    func plan(_ duties: [PlannedDuty], under lease: DutyLease) throws -> Bool

    /// Takes duties that are due, those due longest first.
    ///
    /// - Parameters:
    ///   - most: how many.
    ///   - node: who takes them.
    func take(
        _ most: Int, by node: String, _ limits: LeaseLimits, at now: Int
    ) throws -> [DutyLease]

    /// Keeps leases for another while.
    ///
    /// - Returns: those that are still their holder's.
    func renew(_ leases: [DutyLease], until: Int, at now: Int) throws -> Set<DutyLease>

    /// Notes how a duty ended that was taken.
    ///
    /// - Parameters:
    ///   - next: when it is due again, unless it was asked for meanwhile.
    ///   - failures: how often it has failed by now.
    /// - Returns: false where the lease is no longer its holder's, or the user not active: nothing is noted then.
    func end(_ lease: DutyLease, next: Int, failures: Int) throws -> Bool

    /// The user's folder knows a later generation than a lease has, as after a restored backup: the next one is later still.
    func raise(_ lease: DutyLease, over generation: Int64) throws

    /// Asks for duties of a user before they are due. One that fails is not asked for sooner.
    ///
    /// - Parameters:
    ///   - what: of each kind; nil for all of it.
    ///   - isMended: whether what failed may be tried again.
    func ask(
        for kinds: Set<Duty.Kind>, _ what: String?, of user: Int64, isMended: Bool, at time: Int
    ) throws

    /// The numbers of the moment.
    func figures(at now: Int) throws -> LeaseFigures
}

/// How many duties are done at once, so that none of them delays others.
package struct LeaseLimits: Sendable {
    /// Seconds after which a node that says nothing has lost what it took.
    package var length = 60
    /// How many a node does at once.
    package var atOnce = 8
    /// How many of these may have failed before: hosts that hang get no more of a node.
    package var failing = 4
    /// How many of one user, on all nodes.
    package var perUser = 2
    /// How many that ask one host, on all nodes.
    package var perHost = 4
    /// Whether all that is done for a user at a time is done by one node: where each has a copy of the user's folder, the notes of
    /// one would replace those of the other.
    package var keepsUsersTogether = false

    package init() {}
}

/// Numbers of all duties, for metrics.
package struct LeaseFigures: Sendable, Hashable {
    package var duties = 0
    /// Those that somebody has.
    package var held = 0
    /// Those whose last run failed.
    package var failing = 0
    /// Seconds for which the duty that is due longest has waited.
    package var lag = 0

    package init() {}
}

/// Chooses what is taken among what is due: one by one, those due longest first.
package struct LeaseChoice {
    private let limits: LeaseLimits
    private let most: Int
    private var users: [Int64: Int] = [:]
    private var hosts: [String: Int] = [:]
    private var failing = 0
    /// Users for whom another node does something.
    private var elsewhere: Set<Int64> = []
    package private(set) var count = 0

    package init(_ limits: LeaseLimits, most: Int) { (self.limits, self.most) = (limits, most) }

    /// Whether no more can be taken.
    package var isFull: Bool { count >= most }

    /// Counts one that somebody has.
    package mutating func hold(user: Int64, host: String, isOwn: Bool, isFailing: Bool) {
        if !isOwn { elsewhere.insert(user) }
        users[user, default: 0] += 1
        if !host.isEmpty { hosts[host, default: 0] += 1 }
        if isOwn, isFailing { failing += 1 }
    }

    /// Whether one that is due is taken.
    package mutating func takes(user: Int64, host: String, failures: Int) -> Bool {
        guard !isFull, users[user, default: 0] < limits.perUser,
            host.isEmpty || hosts[host, default: 0] < limits.perHost,
            failures == 0 || failing < limits.failing,
            !limits.keepsUsersTogether || !elsewhere.contains(user)
        else { return false }
        hold(user: user, host: host, isOwn: true, isFailing: failures > 0)
        count += 1
        return true
    }
}
