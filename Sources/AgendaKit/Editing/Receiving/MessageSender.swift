/// Who sent a message about an event, as its mail says. None of it is proof (RFC 5546 6.1.1, RFC 6047 3), but a mail that
/// comes from nobody whom its event names is not what it says.
public struct MessageSender: Hashable, Sendable {
    /// `From`, `Sender` and `Reply-To` in lower case; nil for a calendar that came without a mail.
    public var addresses: [String]?
    /// Whether the reader takes the message whoever sent it.
    public var isTrusted: Bool

    /// - Parameters:
    ///   - addresses: as in ``addresses``.
    ///   - isTrusted: as in ``isTrusted``.
    public init(_ addresses: [String]? = nil, isTrusted: Bool = false) {
        (self.addresses, self.isTrusted) = (addresses, isTrusted)
    }

    /// The sender if it is none of these users, and sends for none of them (`SENT-BY`); nil if it is one, or if there was no
    /// mail.
    func stranger(among users: [CalendarUser]) -> String? {
        guard let addresses else { return nil }
        let named = Set(users.flatMap { [$0.mailAddress, $0.sentBy].compactMap { $0 } })
        return addresses.contains(where: named.contains) ? nil : addresses.first ?? "?"
    }
}
