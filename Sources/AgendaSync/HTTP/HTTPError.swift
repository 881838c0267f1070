/// Why a request has no answer: what happened as a value, and at which host. Never holds a secret.
package struct HTTPError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// What happened.
    package enum Reason: Hashable, Sendable, Codable {
        /// libcurl is not installed or too old; the system's own words.
        case libraryMissing(String)
        /// No http or https address, or one with a user's name in it.
        case invalidAddress
        /// The name or value of a header field cannot be sent; its name, where that can be shown.
        case invalidField(String)
        /// The name has no address.
        case hostUnknown
        /// No connection; the system's own words.
        case notConnected(String)
        /// All addresses of the host are ones that ``AddressPolicy`` refuses.
        case addressRefused
        /// The server's certificate is not trusted, or no common way to encrypt; libcurl's own words.
        case notTrusted(String)
        /// A file of certificates or a key of ours cannot be used; libcurl's own words.
        case certificateUnusable(String)
        /// Nothing, or too little, came for too long; or the deadline has passed.
        case timedOut
        /// The content is larger than so many bytes.
        case tooLarge(limit: Int)
        /// The header is larger than so many bytes.
        case headerTooLarge(limit: Int)
        /// The answer ended before its end, or is none of HTTP; libcurl's own words.
        case answerBroken(String)
        /// A password or token would have gone over a connection that anybody can read.
        case notEncrypted
        /// More redirects than are followed.
        case redirectedTooOften(limit: Int)
        /// A redirect to somewhere that is not followed.
        case redirectRefused(to: String)
        /// The credentials could not be had; what failed, such as a command's name and status.
        case credentialsMissing(String)
        /// The host asked to be left alone; so many seconds are left.
        case mustWait(seconds: Int)
        /// A program that has the calendar instead of a server failed; how.
        case program(String)
        /// The task was cancelled.
        case cancelled
    }

    /// What happened.
    package var reason: Reason
    /// The host's name, with its port where that is not the scheme's.
    package var host: String

    /// Whether the server may have done what was asked: the request may have arrived, but no whole answer came. What
    /// changes something must then be looked at before it is sent again.
    package var mayHaveArrived: Bool

    /// An error.
    package init(_ reason: Reason, host: String, mayHaveArrived: Bool = false) {
        (self.reason, self.host, self.mayHaveArrived) = (reason, host, mayHaveArrived)
    }

    /// Whether a program failed that has the calendar instead of a server.
    package var isOfProgram: Bool { if case .program = reason { true } else { false } }

    /// One line of neutral English.
    package var description: String { "\(host): \(reason.sentence)" }
}

extension HTTPError.Reason {
    var sentence: String {
        switch self {
        case .libraryMissing(let cause): "libcurl cannot be used: \(cause)"
        case .invalidAddress: "not an http or https address"
        case .invalidField(let name): "the header field \(name) has characters that cannot be sent"
        case .hostUnknown: "the host has no address"
        case .notConnected(let cause): "no connection: \(cause)"
        case .addressRefused: "the host's address is private"
        case .notTrusted(let cause): "the connection cannot be trusted: \(cause)"
        case .certificateUnusable(let cause): "the certificate cannot be used: \(cause)"
        case .timedOut: "no answer in time"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .headerTooLarge(let limit): "the answer's header is larger than \(limit) bytes"
        case .answerBroken(let cause): "the answer is broken: \(cause)"
        case .notEncrypted: "a password or token would be sent unencrypted"
        case .redirectedTooOften(let limit): "more than \(limit) redirects"
        case .redirectRefused(let address): "a redirect to \(address) is not followed"
        case .credentialsMissing(let cause): "no credentials: \(cause)"
        case .mustWait(let seconds): "the host asks to wait for another \(seconds) s"
        case .program(let fault): fault
        case .cancelled: "cancelled"
        }
    }
}
