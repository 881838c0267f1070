internal import ICalendar

/// The addresses of an event, the most wanted first: where to join it, its `URL`, its attachments, other
/// addresses to join, and those in its place and description.
public struct EventLinks: Sendable {
    /// The purpose of an address.
    public enum Kind: String, Sendable {
        /// Joins the meeting.
        case join
        /// `URL`.
        case url
        /// `ATTACH`.
        case attachment
        /// Found in the place or the description.
        case text
    }

    /// An address.
    public struct Link: Hashable, Sendable {
        /// Its purpose.
        public let kind: Kind
        /// The address as written, without the wrappings of mail programs.
        public let address: String
    }

    /// Each address once, the most wanted first: the first one has the number 1.
    public private(set) var all: [Link] = []

    /// Finds the links of an event; `component` is the event's own text, if known.
    public init(of event: AgendaEvent, component: [UInt8] = []) {
        if let join = JoinLink(of: event, component: component) { add(.join, join.address) }
        if let url = event.url { add(.url, url) }
        for attachment in Attachment.all(in: component) {
            if let address = attachment.address { add(.attachment, address) }
        }
        let conferences = ICalendarParser.properties(named: ["CONFERENCE"], in: component)
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

    /// The number of an address, 1 for the first; nil if the event does not have it.
    public func number(of address: String) -> Int? {
        let plain = WebLink(address)?.unwrapped.text ?? address
        return all.firstIndex { $0.address == plain }.map { $0 + 1 }
    }
}
