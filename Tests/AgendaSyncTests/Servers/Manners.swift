import Glibc

/// What servers answer where the standards leave it open, or where they differ from them.
extension RealServer.Kind {
    /// sabre 1.8 has no sync-collection.
    var hasTokens: Bool { self != .sabre }

    /// Whether a token that the server did not make is refused; else everything is told as changed, and nothing as gone.
    var refusesTokens: Bool { self != .davical && self != .sogo }

    /// Whether what changed about when a token was made may be told again.
    var repeatsItself: Bool { self == .davical || self == .sogo }

    /// How a calendar's name is stored: DAViCal stores it as it came in XML, and escapes it again.
    func stored(name: String) -> String {
        guard self == .davical else { return name }
        return name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            ">", with: "&gt;")
    }

    /// SOGo's tokens are whole seconds: what changes in the second in which a calendar was asked for its token may never be
    /// told.
    func waitForItsClock() {
        if self == .sogo { usleep(1_100_000) }
    }

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
        case .xandikos, .agenda, .cyrus: 403
        case .davical, .sogo, .sabre, .apache: 405
        }
    }

    /// To an event whose UID another resource of the calendar has; nil where it is stored.
    var statusOfSameUID: Int? {
        switch self {
        case .radicale, .sogo: 409
        case .xandikos: 412
        case .agenda, .cyrus: 403
        case .davical, .sabre, .apache: nil
        }
    }

    /// To a text that is no calendar.
    var statusOfInvalid: Int {
        switch self {
        case .radicale: 400
        case .xandikos, .davical: 412
        case .agenda, .cyrus: 403
        case .sogo: 404
        case .sabre, .apache: 415
        }
    }

    /// To PUT below a calendar that is not there.
    var statusWithoutCalendar: Int {
        switch self {
        case .radicale, .xandikos, .agenda: 409
        case .cyrus: 403
        case .davical: 405
        case .sogo, .sabre, .apache: 404
        }
    }
}

extension RealServer {
    /// What events have beside their start: Cyrus refuses a time without an end, which iCalendar allows.
    static let ends = ["DTEND:20261201T100000Z"]
}
