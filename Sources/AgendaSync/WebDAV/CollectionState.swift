/// What a server says of a calendar. Nil where it says nothing.
package struct CollectionState: Hashable, Sendable {
    /// Where it is.
    package var href: Href
    /// Whether it is a calendar (RFC 4791 section 4.2) rather than another collection or an inbox.
    package var isCalendar = false
    /// Changes with each change in the calendar (CalendarServer's `getctag`).
    package var ctag: String?
    /// Asks for what changes from now on (RFC 6578 section 3).
    package var token: String?
    /// What the account may do there.
    package var privileges: Privileges?
    /// The name for people.
    package var name: String?
    /// As Apple's `calendar-color` has it: `#RRGGBB` or `#RRGGBBAA`.
    package var color: String?
    /// The kinds that it holds, in capitals, such as `VEVENT`.
    package var components: Set<String>?
    /// The installations of this program from which it comes (``Installation/origins``), the nearest first.
    package var origins: [String] = []
    /// Whether the server says that its owner is not the account's user (RFC 3744 5.1).
    package var hasOtherOwner = false
    /// Bytes that a resource may have (RFC 4791 section 5.2.5).
    package var maximumSize: Int?

    /// A collection of which nothing but its place is known.
    package init(href: Href) {
        self.href = href
    }

    /// What an account may do (RFC 3744 section 3).
    package struct Privileges: OptionSet, Hashable, Sendable {
        /// A bit each.
        package let rawValue: UInt8
        /// Of bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Read what is there.
        package static let read = Privileges(rawValue: 1)
        /// Change what is there.
        package static let writeContent = Privileges(rawValue: 2)
        /// Add to it.
        package static let bind = Privileges(rawValue: 4)
        /// Remove from it.
        package static let unbind = Privileges(rawValue: 8)
        /// Rename it, or change its colour.
        package static let writeProperties = Privileges(rawValue: 16)
        /// All of them.
        package static let all: Privileges = [
            .read, .writeContent, .bind, .unbind, .writeProperties,
        ]
        /// What `write` stands for (RFC 3744 section 3.2).
        package static let write: Privileges = [.writeContent, .bind, .unbind, .writeProperties]
    }

    /// Its name, or the last part of its address.
    package var shownName: String { name.flatMap { $0.isEmpty ? nil : $0 } ?? href.name }

    /// Whether the server says that nothing there may be changed. A server that says nothing is asked by writing.
    package var isReadOnly: Bool {
        privileges.map { $0.isDisjoint(with: [.writeContent, .bind, .unbind]) } ?? false
    }
}
