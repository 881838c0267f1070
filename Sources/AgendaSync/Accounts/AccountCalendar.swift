public import CalendarMerge

/// A calendar of an account, kept in a folder.
public struct AccountCalendar: Hashable, Sendable, Identifiable {
    /// Never used again for another one.
    public let id: Int64
    /// Whose calendar it is.
    public let account: Account.ID
    /// Where it is on the server.
    public var href: Href
    /// The folder of its replica, an absolute path.
    public var folder: String
    /// The name for people.
    public var name: String
    /// `#RRGGBB` or `#RRGGBBAA`; nil if the server has none.
    public var color: String?
    /// Whether nothing of this device is to be sent, as a person wants it.
    public var wantsReadOnly = false
    /// Whether the server allows no change.
    public var isProtected = false
    /// Whether nothing of this device is sent.
    public var isReadOnly: Bool { wantsReadOnly || isProtected }
    /// The kinds that it holds, such as `VEVENT`; nil if the server says nothing.
    public var components: Set<String>?
    /// Whether it is synchronised.
    public var isEnabled = true
    /// What becomes of a property that both sides changed; nil for the account's policy.
    public var policy: ConflictPolicy?
    /// Which incarnation of the collection the replica is about: raised where the server's is another one, so that all is
    /// compared anew.
    public var generation = 0

    /// ``color`` as its folder has it: `#RRGGBB`; nil where the server says none, or in another form.
    public var shownColor: String? { color.flatMap(CalendarFolder.color) }

    /// What its replica is known by in `sync.db`.
    public var replicaKey: String { "calendar \(id)" }
}
