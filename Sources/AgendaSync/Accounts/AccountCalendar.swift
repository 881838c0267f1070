package import CalendarMerge

/// A calendar of an account, kept in a folder.
public struct AccountCalendar: Hashable, Sendable, Identifiable {
    /// Its number, never used again for another one.
    public let id: Int64
    /// Whose calendar it is.
    public let account: Account.ID
    /// Where it is on the server.
    package var href: Href
    /// The folder of its replica, an absolute path.
    public package(set) var folder: String
    /// The name for people.
    public package(set) var name: String
    /// `#RRGGBB` or `#RRGGBBAA`; nil if the server has none.
    package var color: String?
    /// Whether nothing of this device is to be sent, as a person wants it.
    package var wantsReadOnly = false
    /// Whether the server allows no change.
    package var isProtected = false
    /// Whether nothing of this device is sent.
    public var isReadOnly: Bool { wantsReadOnly || isProtected }
    /// Whether somebody else owns it, or the account may not write to it: such a calendar leaves its reader's time free at first.
    /// Known when it is added, and not stored.
    public package(set) var isOfOthers = false
    /// The kinds that it holds, such as `VEVENT`; nil if the server says nothing.
    package var components: Set<String>?
    /// The installations of this program from which it comes (``Installation/origins``); none for other servers.
    package var origins: [String] = []
    /// Whether it is synchronised.
    package var isEnabled = true
    /// What becomes of a property that both sides changed; nil for the account's policy.
    package var policy: ConflictPolicy?
    /// Which incarnation of the collection the replica is about: raised where the server's is another one, so that all is
    /// compared anew.
    package var generation = 0

    /// The colour as its folder has it: `#RRGGBB`; nil where the server says none, or in another form.
    public var shownColor: String? { color.flatMap(CalendarFolder.color) }

    /// What its replica is known by in `sync.db`.
    package var replicaKey: String { "calendar \(id)" }
}
