internal import ICalendar

/// The address for joining an event's meeting.
///
/// Searched in this order: `CONFERENCE` (RFC 7986 5.11), the X- properties of Google and Microsoft, `URL` if
/// it leads to a known service, such an address in the location, then in the description, and last a location
/// that consists of an address, unless it is a map. A `URL` that is not a meeting is ignored.
public struct JoinLink: Hashable, Sendable {
    /// The address: `https`, `http`, `tel`, `sip`, `sips` or `xmpp`, so that it is safe to open.
    public let address: String

    /// Finds the address; nil if there is none. `component` is the event's own text, if known: events of lists do not
    /// have their `CONFERENCE`.
    public init?(of event: AgendaEvent, component: [UInt8] = []) {
        let lines = ICalendarParser.properties(
            named: Set(["CONFERENCE"] + Self.extensions), in: component)
        let address =
            Self.conference(lines) ?? Self.known(in: event.url ?? "", scanningBare: false)
            ?? Self.known(in: event.location ?? "") ?? Self.known(in: event.details ?? "")
            ?? Self.whole(event.location ?? "")
        guard let address else { return nil }
        self.address = address
    }

    /// The properties of Google Calendar and Exchange; none is registered.
    private static let extensions = [
        "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL",
        "X-MICROSOFT-ONLINEMEETINGEXTERNALLINK",
    ]

    private static let schemes: Set<String> = ["https", "http", "tel", "sip", "sips", "xmpp"]

    /// The first address that is neither a telephone number nor for the moderator only, if there is one;
    /// `CONFERENCE` first.
    private static func conference(_ lines: [Property]) -> String? {
        let found = lines.compactMap { line -> (rank: Int, address: String)? in
            // A URI has no backslash, but some programs escape it as if it were TEXT.
            let address = String(line.value.filter { $0 != "\\" && !$0.isWhitespace })
            let scheme = address.prefix { $0 != ":" }.lowercased()
            guard schemes.contains(scheme), address.count > scheme.count + 1 else { return nil }
            let isModerators = line.parameters.contains { $0.uppercased().contains("MODERATOR") }
            let isSecond = scheme == "tel" || isModerators
            let isExtension = line.name != "CONFERENCE"
            return ((isSecond ? 2 : 0) + (isExtension ? 1 : 0), address)
        }
        guard let best = found.min(by: { $0.rank < $1.rank }) else { return nil }
        return WebLink(best.address)?.unwrapped.text ?? best.address
    }

    /// The first address of a known service.
    private static func known(in text: String, scanningBare: Bool = true) -> String? {
        if let link = LinkScanner.links(in: text).first(where: MeetingServices.isMeeting) {
            return link.text
        }
        guard scanningBare else { return nil }
        return LinkScanner.bareLinks(in: text).first(where: MeetingServices.isMeeting)?.text
    }

    /// The address, if the text is one.
    private static func whole(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        // It may be in angle brackets.
        guard words.count == 1, words[0].drop(while: { $0 == "<" }).lowercased().hasPrefix("http"),
            let link = LinkScanner.links(in: text).first, !MeetingServices.isMap(link)
        else { return nil }
        return link.text
    }
}
