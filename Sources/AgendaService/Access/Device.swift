package import ICalendar

/// A program or a phone that comes in with a password of its own, by which it can be told from others and shut out alone.
package struct Device: Sendable, Hashable {
    /// Its number, which no other device gets; 0 until it was added.
    package internal(set) var id: Int64 = 0
    /// What its owner calls it; no two that may come in have one name.
    package var name: String
    /// Whether it may change anything.
    package var mayWrite = true
    /// The names of the calendars that it may see; nil for all, also those that are added later.
    package var calendars: Set<String>?
    /// Whether it may remove whole calendars.
    package var mayRemoveCalendars = false
    /// Whether it is shown to-dos as calendars of their own, without which Apple's programs take none.
    package var separatesTodos = false
    /// When it was added, in seconds since 1970-01-01T00:00:00Z.
    package let created: Int
    /// When it last came in, to the hour, in the same form; nil if it never did.
    package internal(set) var lastSeen: Int?
    /// From where; nil over the private socket without a proxy.
    package internal(set) var lastAddress: String?
    /// The push services that it wants and that are told nothing, because their addresses are private.
    package internal(set) var refusedPushServices: [String] = []

    /// A device that is to be added.
    ///
    /// - Parameters:
    ///   - name: what its owner calls it.
    ///   - created: the present time.
    package init(name: String, created: Instant) {
        (self.name, self.created) = (name, created.secondsSinceEpoch)
    }

    /// The user's name that devices are told: there is one user, and the password decides alone.
    package static let user = "me"

    /// Whether it may see a calendar of a name.
    package func sees(_ calendar: String) -> Bool { calendars?.contains(calendar) ?? true }
}
