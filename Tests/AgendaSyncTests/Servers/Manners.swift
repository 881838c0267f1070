/// What servers answer where the standards leave it open, or where they differ from them.
extension RealServer.Kind {
    /// sabre 1.8 has no sync-collection.
    var hasTokens: Bool { self != .sabre }

    /// Whether a token that the server did not make is refused; else everything is told as changed, and nothing as gone.
    var refusesTokens: Bool { self != .davical && self != .sogo }

    /// Whether a resource that came and went between two tokens is told as gone.
    var tellsOfUnknown: Bool { [.radicale, .cyrus, .davical].contains(self) }

    /// A token in the form of the server's, of something else.
    func strangeToken(_ token: String) -> String {
        switch self {
        case .radicale: "http://radicale.org/ns/sync/" + String(repeating: "0", count: 64)
        default: token + "9"
        }
    }

    /// To MKCALENDAR where there is a calendar.
    var statusOfSecondCalendar: Int {
        switch self {
        case .radicale: 409
        case .xandikos, .cyrus: 403
        case .davical, .sogo, .sabre, .apache: 405
        }
    }

    /// To an event whose UID another resource of the calendar has; nil where it is stored.
    var statusOfSameUID: Int? {
        switch self {
        case .radicale, .sogo: 409
        case .xandikos: 412
        case .cyrus: 403
        case .davical, .sabre, .apache: nil
        }
    }

    /// To a text that is no calendar.
    var statusOfInvalid: Int {
        switch self {
        case .radicale: 400
        case .xandikos, .davical: 412
        case .cyrus: 403
        case .sogo: 404
        case .sabre, .apache: 415
        }
    }

    /// To PUT below a calendar that is not there.
    var statusWithoutCalendar: Int {
        switch self {
        case .radicale, .xandikos, .cyrus, .sogo: 409
        case .davical: 405
        case .sabre, .apache: 404
        }
    }
}
