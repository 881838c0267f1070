/// Why a user is not signed in: what happened as a value. Never holds a code or token.
package struct OAuthError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    package enum Reason: Hashable, Sendable {
        /// The service gave no answer.
        case noAnswer(HTTPError)
        /// The service's address is neither https nor on this machine.
        case notEncrypted
        /// The service no longer takes the refresh token: it was revoked, or has expired.
        case revoked
        /// The user said no.
        case denied
        /// The user did not answer in time.
        case expired
        /// The service refuses, with this error of RFC 6749 section 5.2 or RFC 8628 section 3.5.
        case refused(String)
        /// The service's answer is not what OAuth says.
        case answerBroken(status: Int)
        /// The service gave no refresh token, without which each hour would ask the user.
        case noRefreshToken
        /// The service has no way to sign in without a browser here.
        case noDeviceFlow
        /// The browser's answer cannot be received; the system's own words.
        case cannotListen(String)
        /// A secret cannot be read or stored.
        case credentials(CredentialsError)
        /// The task was cancelled.
        case cancelled
    }

    /// What happened.
    package var reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    /// The same as the error of a request to `host`, which needed a token: where the service could not be asked, that of
    /// the service.
    package func asHTTPError(host: String) -> HTTPError {
        switch reason {
        case .noAnswer(let error): error
        case .cancelled: HTTPError(.cancelled, host: host)
        default: HTTPError(.credentialsMissing(description), host: host)
        }
    }

    /// One line of neutral English, with what helps.
    package var description: String {
        switch reason {
        case .noAnswer(let error): "\(error)"
        case .notEncrypted: "the address to sign in at is not https"
        case .revoked: "the permission was revoked or has expired; sign in again"
        case .denied: "the permission was refused"
        case .expired: "nobody gave the permission in time; sign in again"
        case .refused(let code):
            "the service refuses to sign in: \(code); check the client's name and secret"
        case .answerBroken(let status):
            "the service's answer (status \(status)) is none of OAuth; check its address"
        case .noRefreshToken: "the service gave no permission that lasts; check what is asked for"
        case .noDeviceFlow: "the service has no address to sign in from another machine"
        case .cannotListen(let cause): "the browser's answer cannot be received: \(cause)"
        case .credentials(let error): "\(error)"
        case .cancelled: "cancelled"
        }
    }
}
