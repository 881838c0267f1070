internal import AgendaSync

/// What an address of the DAV room names.
enum DAVPlace: Hashable, Sendable {
    /// Where clients start: `/`, `/dav/`, `/principals/` and `/dav/principals/` alike.
    case root
    /// The person whom the device serves (RFC 3744 section 2).
    case principal
    /// The collection of all calendars (RFC 4791 section 6.2.1).
    case home
    /// A calendar, by its slug.
    case calendar(String)
    /// A resource of a calendar, by its name.
    case resource(String, String)
    /// What a device has asked to be told of, by the name of its registration.
    case subscription(String)
    /// Where others' messages come in (RFC 6638 section 2.2).
    case inbox
    /// Where messages are sent from (section 2.1).
    case outbox
    /// A message of the inbox, by its name.
    case message(String)

    /// The name of the person whom the service serves: of several people, that of the one who asks.
    @TaskLocal static var user = Device.user
    /// Whether the service tells others of events.
    @TaskLocal static var schedules = false
    /// The most bytes of a name that a client chooses.
    static let longestName = 255

    /// - Parameter segments: of the path, decoded.
    /// - Returns: nil where nothing can be.
    init?(_ segments: [String]) {
        switch segments {
        case [], ["dav"], ["principals"], ["dav", "principals"], ["dav", "u"], ["dav", "c"]:
            self = .root
        case ["dav", "u", Self.user]: self = .principal
        case ["dav", "c", Self.user]: self = .home
        case let path where path.count == 3 && path.prefix(2) == ["dav", "push"]:
            self = .subscription(path[2])
        case ["dav", "c", Self.user, "inbox"] where Self.schedules: self = .inbox
        case ["dav", "c", Self.user, "outbox"] where Self.schedules: self = .outbox
        case let path
        where Self.schedules && path.count == 5
            && path.prefix(4) == ["dav", "c", Self.user, "inbox"]:
            self = .message(path[4])
        default:
            guard segments.count == 4 || segments.count == 5,
                segments.prefix(3) == ["dav", "c", Self.user],
                segments.dropFirst(3).allSatisfy(Self.isName)
            else { return nil }
            self =
                segments.count == 4 ? .calendar(segments[3]) : .resource(segments[3], segments[4])
        }
    }

    /// Clients choose the names of resources, also with line feeds: those of a calendar are what a folder can be called.
    private static func isName(_ name: String) -> Bool {
        (1...longestName).contains(name.utf8.count)
    }

    /// The path, as answers name it.
    var href: String {
        switch self {
        case .root: "/dav/"
        case .principal: "/dav/u/\(Self.user)/"
        case .home: "/dav/c/\(Self.user)/"
        case .calendar(let slug): Self.home.href + Href.segment(slug) + "/"
        case .resource(let slug, let name): Self.calendar(slug).href + Href.segment(name)
        case .subscription(let id): "/dav/push/" + Href.segment(id)
        case .inbox: Self.home.href + "inbox/"
        case .outbox: Self.home.href + "outbox/"
        case .message(let name): Self.inbox.href + Href.segment(name)
        }
    }

    /// The path of another user's principal, which answers them alone.
    static func principal(of user: String) -> String { "/dav/u/\(Href.segment(user))/" }

    /// What a path or URL of a request names, such as an `href` in a report; nil where nothing can be.
    init?(href: String) {
        var path = Substring(href)
        if let scheme = path.firstRange(of: "://") {
            path = path[scheme.upperBound...].drop { $0 != "/" }
        }
        guard let segments = ServiceRequest("GET", String(path)).segments else { return nil }
        self.init(segments)
    }
}
