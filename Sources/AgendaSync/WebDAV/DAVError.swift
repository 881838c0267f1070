/// Why a request to an account's server did not do what was asked: what happened as a value, and to what.
package struct DAVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened.
    package enum Reason: Hashable, Sendable {
        /// No whole answer.
        case http(HTTPError)
        /// The server refused: its status, and the local name of the condition that it says was broken (RFC 4918 section
        /// 16), such as `valid-sync-token` or `no-uid-conflict`.
        case status(Int, condition: String?)
        /// The server no longer knows the token, in whichever way it says so; the status. A listing helps.
        case tokenRefused(status: Int)
        /// The answer is no XML, is cut short, or holds what is not read; why, in the parser's words.
        case notXML(String)
        /// The answer is whole, but none to the question, such as a page that asks for a password; its status and kind
        /// of content.
        case unexpected(status: Int, content: String)
        /// The XML library cannot be used; the system's own words.
        case libraryMissing(String)
    }

    /// What happened.
    package var reason: Reason
    /// The method that was sent.
    package var method: String
    /// The path that was asked.
    package var path: String
    /// Whether the server may have done what was asked. What changes something must then be looked at before it is sent
    /// again: Radicale kept 2 of 40 writes for which the client saw an error.
    package var mayHaveArrived: Bool

    /// An error.
    package init(_ reason: Reason, method: String, path: String, mayHaveArrived: Bool) {
        (self.reason, self.method, self.path) = (reason, method, path)
        self.mayHaveArrived = mayHaveArrived
    }

    /// One line of neutral English.
    package var description: String {
        switch reason {
        // A program knows nothing of methods.
        case .http(let error) where error.isOfProgram: "\(error)"
        case .http(let error): "\(method) \(path): \(error)"
        case .status(let status, nil): "\(method) \(path): the server answers \(status)"
        case .status(let status, let condition?):
            "\(method) \(path): the server answers \(status), \(condition)"
        case .tokenRefused(let status):
            "\(method) \(path): the server answers \(status), it does not know the token"
        case .notXML(let cause): "\(method) \(path): the answer is not readable XML: \(cause)"
        case .unexpected(let status, let content):
            "\(method) \(path): the server answers \(status) with \(content), which is no answer to the question"
        case .libraryMissing(let cause): "\(method) \(path): libexpat cannot be used: \(cause)"
        }
    }
}

extension DAVError {
    /// The server's status; nil where there was no answer or one that is none.
    package var status: Int? {
        switch reason {
        case .status(let status, _), .tokenRefused(let status): status
        default: nil
        }
    }

    /// The condition that the server says was broken.
    package var condition: String? {
        if case .status(_, let condition) = reason { condition } else { nil }
    }

    /// Whether the changes since a token are not to be had, but a listing is.
    package var isTokenRefused: Bool { if case .tokenRefused = reason { true } else { false } }

    /// Whether there is nothing at the address.
    package var isMissing: Bool { !isTokenRefused && (status == 404 || status == 410) }

    /// Whether the server wants other credentials.
    package var isUnauthorized: Bool { status == 401 }

    /// Whether another holds the resource, for now (RFC 4918 section 11.3).
    package var isLocked: Bool { status == 423 }

    /// Whether the account may not change this calendar: 403 without a condition that is about the content.
    package var isReadOnly: Bool {
        status == 403 && !isTokenRefused && (condition == nil || condition == "need-privileges")
    }

    /// Whether the server has no room left for the account (RFC 4331 section 6).
    package var isQuota: Bool {
        status == 507 || condition == "quota-not-exceeded" || condition == "sufficient-disk-space"
    }
}
