package import ICalendar

/// An organizer or attendee as a message names them: an `ORGANIZER` or `ATTENDEE` with what invitations need
/// (RFC 5545 3.8.4.1, 3.8.4.3).
public struct CalendarUser: Hashable, Sendable {
    /// The address in lower case, without `mailto:` and percent-encoding.
    public var address: String
    /// `CN`.
    public var name: String?
    /// `PARTSTAT` in upper case; `NEEDS-ACTION` if it is absent.
    public var status: String
    /// `EMAIL` (RFC 7986 6.2), for addresses that are none of mail; as ``address``.
    public var mail: String?
    /// `SENT-BY`: who writes on behalf of this one.
    public var sentBy: String?
    /// `DELEGATED-TO` and `DELEGATED-FROM`.
    public var delegatedTo: [String]
    /// From whom it was delegated.
    public var delegatedFrom: [String]

    /// Reads a property.
    package init(_ property: Property) {
        func addresses(_ name: String) -> [String] {
            (property.parameter(name) ?? "").split(separator: ",").map {
                Participant.bareAddress($0.filter { $0 != "\"" })
            }
        }
        address = Participant.bareAddress(property.value)
        name = property.parameter("CN").flatMap { $0.isEmpty ? nil : $0 }
        status = property.parameter("PARTSTAT")?.uppercased() ?? "NEEDS-ACTION"
        mail = property.parameter("EMAIL").map(Participant.bareAddress)
        sentBy = addresses("SENT-BY").first
        (delegatedTo, delegatedFrom) = (addresses("DELEGATED-TO"), addresses("DELEGATED-FROM"))
    }

    /// Where a mail reaches them.
    public var mailAddress: String { MailText.isAddress(address) ? address : mail ?? address }
}

/// All addresses of one person, by which invitations may name them.
public struct CalendarAddresses: Hashable, Sendable {
    /// In lower case, without `mailto:`; the first is the one to write from.
    public let all: [String]

    /// - Parameter addresses: with or without `mailto:`, in any case.
    public init(_ addresses: [String]) {
        var seen: Set<String> = []
        all = addresses.map(Participant.bareAddress).filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
    }

    /// Whether nobody is known.
    public var isEmpty: Bool { all.isEmpty }

    /// Whether a user is this person: by the address, or the one of mail beside it.
    public func includes(_ user: CalendarUser) -> Bool {
        all.contains(user.address) || user.mail.map(all.contains) ?? false
    }

    func includes(_ property: Property) -> Bool { includes(CalendarUser(property)) }
}

extension ComponentDocument {
    /// The `ORGANIZER`.
    var organizer: CalendarUser? { properties("ORGANIZER").first.map(CalendarUser.init) }

    /// The `ATTENDEE`s in their order.
    var attendees: [CalendarUser] { properties("ATTENDEE").map(CalendarUser.init) }

    /// A property's first value, unescaped.
    func value(of name: String) -> String? {
        properties(name).first.map { $0.fields.joined(separator: ";") }
            .flatMap { $0.isEmpty ? nil : $0 }
    }
}
