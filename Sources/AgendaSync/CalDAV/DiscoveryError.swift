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
        /// Why no answer came; nil where one did.
        package var failure: HTTPError?
    }

    /// What happened.
    package var reason: Reason
    /// What the search began with.
    package var start: String
    /// What was asked, in its order.
    package var attempts: [Attempt]

    /// Why there was no answer at all, an untrusted certificate before all else; nil where a server answered.
    package var failure: HTTPError? {
        let failures = attempts.compactMap(\.failure)
        let untrusted = failures.first { if case .notTrusted = $0.reason { true } else { false } }
        let isSilent = attempts.allSatisfy { $0.failure != nil || !$0.place.contains("://") }
        return untrusted ?? (isSilent ? failures.first : nil)
    }

    /// What happened, without what was tried.
    package var sentence: String {
        switch reason {
        case .invalidAddress: "'\(start)' is no address of a server or an account"
        case .unauthorized(let host): "\(host) does not accept the credentials"
        case .notAccepted(let host): "the calendars are at \(host), which was not accepted"
        case .notEncrypted(let host):
            "the calendars are at \(host), to which the connection is not encrypted"
        case .notFound: "no calendars were found at '\(start)'"
        }
    }

    /// One line of neutral English.
    package var description: String {
        let tried = attempts.map { "\($0.place): \($0.outcome)" }.joined(separator: "; ")
        return tried.isEmpty ? sentence : "\(sentence). Tried \(tried)"
    }
}
