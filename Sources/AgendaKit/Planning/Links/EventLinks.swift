public import ICalendar

/// The addresses that belong to an event, in the order in which people want them: where it is joined,
/// its `URL`, its attachments, other addresses to join by, and those in its place and description.
public struct EventLinks: Sendable {
    /// What an address is for.
    public enum Kind: String, Sendable {
        /// The meeting is joined there.
        case join
        /// `URL`.
        case url
        /// `ATTACH`.
        case attachment
        /// It stands in the place or the description.
        case text
    }

    /// An address.
    public struct Link: Hashable, Sendable {
        /// What it is for.
        public let kind: Kind
        /// As it is written, mail programs' wrappings undone.
        public let address: String
    }

    /// Each address once, the most wanted first: the first one's number is 1.
    public private(set) var all: [Link] = []

    /// The links of an event.
    ///
    /// - Parameter component: the event's own text, where it is known.
    public init(of event: AgendaEvent, component: [UInt8] = []) {
        if let join = JoinLink(of: event, component: component) { add(.join, join.address) }
        if let url = event.url { add(.url, url) }
        for attachment in Attachment.all(in: component) {
            if let address = attachment.address { add(.attachment, address) }
        }
        let conferences = component.withUnsafeBytes {
            ICalendarParser.properties(named: ["CONFERENCE"], in: $0)
        }
        for line in conferences { add(.join, line.value.filter { !$0.isWhitespace && $0 != "\\" }) }
        for link in LinkScanner.links(in: event.location ?? "") { add(.text, link.text) }
        for address in EventDescription(of: event, component: component).links {
            add(.text, address)
        }
    }

    private mutating func add(_ kind: Kind, _ address: String) {
        let plain = WebLink(address)?.unwrapped.text ?? address
        if plain.isEmpty || all.contains(where: { $0.address == plain }) { return }
        all.append(Link(kind: kind, address: plain))
    }

    /// An address's number, 1 for the first; nil for one that is not among them.
    public func number(of address: String) -> Int? {
        let plain = WebLink(address)?.unwrapped.text ?? address
        return all.firstIndex { $0.address == plain }.map { $0 + 1 }
    }
}
