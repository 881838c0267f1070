/// Why a feed's last good copy is kept although the feed was asked for.
package enum FeedFault: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// There was no answer.
    case noAnswer(HTTPError)
    /// An answer of this status.
    case status(Int)
    /// The server wants other credentials (401, 403).
    case refused(status: Int)
    /// The server has nothing at this address (404).
    case missing
    /// The server says that the feed is gone for good (410).
    case gone
    /// A web page: often one to log in, of the server or of the network in between.
    case webPage
    /// Content that is no calendar.
    case notACalendar
    /// Nothing in it, where there were so many events and tasks.
    case empty(before: Int)
    /// The calendar does not end.
    case incomplete
    /// "Not modified" from a server that was not asked whether.
    case nothingToKeep
    /// The copy cannot be written; the file and the system's own words.
    case notWritten(path: String, cause: String)

    /// Whether it is what was said before. What the network says differs from one attempt to the next, and says the same:
    /// no connection.
    func isSame(as other: FeedFault) -> Bool {
        switch (self, other) {
        case (.noAnswer(let one), .noAnswer(let other)):
            one.isOfTheNetwork && other.isOfTheNetwork || one.reason == other.reason
        case (.empty, .empty): true
        default: self == other
        }
    }

    /// One line of neutral English, with what helps.
    package var description: String {
        switch self {
        case .noAnswer(let error): "\(error)"
        case .status(let status): "the server answered with status \(status)"
        case .refused(let status):
            "the server refuses access (status \(status)); check user and password, or the secret address"
        case .missing: "the server has no feed at this address (status 404); check the address"
        case .gone: "the feed is gone for good (status 410); remove it, or give its new address"
        case .webPage: "a web page came instead of a calendar; open the address in a browser"
        case .notACalendar: "what came is no calendar; check the address"
        case .empty(let before):
            "the feed came empty, and had \(before) entries; if that is right, remove it and add it again"
        case .incomplete: "the calendar was cut off before its end"
        case .nothingToKeep: "the server says that nothing changed, but there is no copy"
        case .notWritten(let path, let cause): "\(path) cannot be written: \(cause)"
        }
    }
}

extension FeedFault {
    /// Whether no server is to blame, so that another network may help.
    package var isOfTheNetwork: Bool {
        if case .noAnswer(let error) = self { error.isOfTheNetwork } else { false }
    }
}

extension HTTPError {
    /// Whether no server is to blame, so that another network may help.
    package var isOfTheNetwork: Bool {
        switch reason {
        case .hostUnknown, .notConnected, .timedOut, .answerBroken: true
        default: false
        }
    }
}
