/// Why no account was found: what happened as a value, and what was tried.
package struct DiscoveryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    package enum Reason: Hashable, Sendable {
        /// Neither an http address nor one of mail nor a host's name.
        case invalidAddress
        /// The host wants credentials, or other ones.
        case unauthorized(host: String)
        /// The calendars are on a host that nobody has accepted, so that it gets no credentials.
        case notAccepted(host: String)
        /// The calendars are said to be on a host to which the connection would not be encrypted.
        case notEncrypted(host: String)
        /// No calendars were found.
        case notFound
    }

    /// One place that was asked.
    package struct Attempt: Hashable, Sendable {
        /// An address, or what a name server was asked.
        package var place: String
        /// What came of it, in neutral English.
        package var outcome: String
    }

    /// What happened.
    package var reason: Reason
    /// What the search began with.
    package var start: String
    /// What was asked, in its order.
    package var attempts: [Attempt]

    /// One line of neutral English.
    package var description: String {
        let tried = attempts.map { "\($0.place): \($0.outcome)" }.joined(separator: "; ")
        let sentence =
            switch reason {
            case .invalidAddress: "'\(start)' is no address of a server or an account"
            case .unauthorized(let host): "\(host) does not accept the credentials"
            case .notAccepted(let host): "the calendars are at \(host), which was not accepted"
            case .notEncrypted(let host):
                "the calendars are at \(host), to which the connection is not encrypted"
            case .notFound: "no calendars were found at '\(start)'"
            }
        return tried.isEmpty ? sentence : "\(sentence). Tried \(tried)"
    }
}
