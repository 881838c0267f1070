/// Why something with a feed or an account could not be done.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable {
        /// The address is none of a feed or an account, or the settings contradict each other.
        case invalid
        /// There is such a feed or account already.
        case exists
        /// There is no such feed or account here, or nothing of the kind at the address.
        case notFound
        /// The server wants another user or password, or the password cannot be had.
        case refused
        /// No whole answer came: no network, no trusted connection, a server that fails or wants to be left alone.
        case noAnswer
        /// The host's addresses are private, and only public ones may be asked.
        case addressRefused
        /// What came is no calendar, or not all of it.
        case notACalendar
        /// Another process is synchronising the calendar.
        case busy
        /// Changes have not been sent, and would be lost.
        case unsent
        /// The folder or its database cannot be read or written.
        case storage
        /// libcurl or libexpat is not installed, or too old.
        case libraryMissing
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of failure.
    public let code: Code
    /// One line of English: what happened, where, and what helps. Never holds a secret.
    public let description: String

    init(_ code: Code, _ error: some CustomStringConvertible) {
        (self.code, description) = (code, error.description)
    }

    /// Of what any of the parts throws.
    package init(_ error: any Error) {
        switch error {
        case let error as SyncError: self = error
        case let error as FeedError: self.init(error.reason.code, error)
        case let error as FeedFault: self.init(error.code, error)
        case let error as HTTPError: self.init(error.reason.code, error)
        case let error as DAVError: self.init(error.code, error)
        case let error as DiscoveryError: self.init(error.reason.code, error)
        case let error as AccountError: self.init(error.reason.code, error)
        case let error as SyncStop: self.init(error.code, error)
        case let error as CredentialsError:
            self.init(error.reason == .cancelled ? .cancelled : .refused, error)
        default: self.init(.storage, "\(error)")
        }
    }

    /// Runs `body`, and throws its error as one of these.
    static func wrapping<T>(_ body: () throws -> T) throws(SyncError) -> T {
        do { return try body() } catch { throw SyncError(error) }
    }
}

extension FeedError.Reason {
    fileprivate var code: SyncError.Code {
        switch self {
        case .invalidAddress, .tooOften, .secretField, .invalidField: .invalid
        case .exists: .exists
        case .unknown: .notFound
        case .noCopy(let fault): fault.code
        case .state: .storage
        }
    }
}

extension FeedFault {
    fileprivate var code: SyncError.Code {
        switch self {
        case .noAnswer(let error): error.reason.code
        case .status, .nothingToKeep: .noAnswer
        case .refused: .refused
        case .missing, .gone: .notFound
        case .webPage, .notACalendar, .empty, .incomplete: .notACalendar
        case .notWritten: .storage
        }
    }
}

extension HTTPError.Reason {
    fileprivate var code: SyncError.Code {
        switch self {
        case .libraryMissing: .libraryMissing
        case .invalidAddress, .invalidField, .certificateUnusable, .notEncrypted: .invalid
        case .credentialsMissing: .refused
        case .cancelled: .cancelled
        case .addressRefused: .addressRefused
        default: .noAnswer
        }
    }
}

extension DAVError {
    fileprivate var code: SyncError.Code {
        switch reason {
        case .http(let error): error.reason.code
        case .libraryMissing: .libraryMissing
        case .status(401, _), .status(403, _): .refused
        case .status(404, _), .status(410, _): .notFound
        default: .noAnswer
        }
    }
}

extension DiscoveryError.Reason {
    fileprivate var code: SyncError.Code {
        switch self {
        case .invalidAddress, .notEncrypted: .invalid
        case .unauthorized, .notAccepted: .refused
        case .notFound: .notFound
        }
    }
}

extension AccountError.Reason {
    fileprivate var code: SyncError.Code {
        switch self {
        case .nameTaken, .folderTaken, .registered: .exists
        case .noAccount, .noCalendar, .noHome: .notFound
        case .noFolder, .replica, .database: .storage
        case .unsent: .unsent
        case .busy: .busy
        case .server(let error): error.code
        }
    }
}

extension SyncStop {
    fileprivate var code: SyncError.Code {
        switch self {
        case .busy: .busy
        case .unauthorized: .refused
        case .server(let error): error.code
        case .calendarGone: .notFound
        case .replica: .storage
        case .cancelled: .cancelled
        }
    }
}

extension Feed {
    /// Why the copy is older than it should be; nil where all is well.
    public var problem: SyncError? { fault.map { SyncError($0) } }
}

extension SyncReport {
    /// Why it ended before its end; nil where it did not.
    public var problem: SyncError? { stop.map { SyncError($0) } }
}

extension PasswordSource {
    /// Stores a password in the place of the one that is there: in the keyring, or in a file that only the user can read.
    ///
    /// - Parameters:
    ///   - password: what was typed.
    ///   - label: what the desktop shows for it.
    /// - Throws: `refused` for a command, which cannot keep one, and if it cannot be stored.
    public func store(_ password: String, label: String) async throws(SyncError) {
        do { try await store(Secret(password), label: label) } catch { throw SyncError(error) }
    }
}
