/// Something of a user's that the service does by itself from time to time.
package struct Duty: Sendable, Hashable {
    /// What is done.
    package enum Kind: String, Sendable, CaseIterable {
        /// Finds out what the user has that is to be done: a duty of each user.
        case look
        /// Asks for a feed.
        case feed
        /// Synchronises an account.
        case account
        /// Brings the mirrors up to date.
        case mirrors
    }

    package let user: Int64
    package let kind: Kind
    /// Which one of its kind, by the number or name that it has in the user's folder; empty where there is one.
    package let what: String

    package init(user: Int64, kind: Kind, what: String = "") {
        (self.user, self.kind, self.what) = (user, kind, what)
    }

    /// As a fence in the user's folder is named.
    var name: String { "\(kind.rawValue) \(what)" }

    /// A number from 0 to 1 that stays the same: so that what was done at once is spread the next time (FNV-1a).
    var phase: Double {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(user) \(name)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // Its low bits are mixed best.
        return Double((hash ^ hash >> 32) & 0xFFFF_FFFF) / Double(0xFFFF_FFFF as UInt64)
    }
}

/// A duty that a node has taken: nobody else does it until ``LeaseLimits/length`` has passed without a word.
package struct DutyLease: Sendable, Hashable {
    package let duty: Duty
    /// The host that is asked; empty for none.
    package let host: String
    /// Higher each time it is taken. What is noted under an older one counts for nothing.
    package let generation: Int64
    /// When it was due, in seconds since 1970.
    package let due: Int
    /// When it was taken.
    package let taken: Int
    /// How often it failed in succession.
    package let failures: Int

    /// What the task does: over a bank nothing is written for it once somebody else has taken it.
    @TaskLocal package static var held: DutyLease?

    package init(
        duty: Duty, host: String, generation: Int64, due: Int, taken: Int, failures: Int
    ) {
        (self.duty, self.host, self.generation) = (duty, host, generation)
        (self.due, self.taken, self.failures) = (due, taken, failures)
    }
}

/// A duty that a user has.
package struct PlannedDuty: Sendable, Hashable {
    package let kind: Duty.Kind
    package let what: String
    package let host: String
    /// When it is due at the latest, unless it failed, in seconds since 1970.
    package let due: Int

    package init(kind: Duty.Kind, what: String = "", host: String = "", due: Int) {
        (self.kind, self.what, self.host, self.due) = (kind, what, host, due)
    }
}
