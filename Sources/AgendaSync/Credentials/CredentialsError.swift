/// Why a password or token cannot be had: what failed as a value. Never holds what a program printed or a file says.
package struct CredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed. A command is named by its first word: the others may say more than a log should.
    package enum Reason: Hashable, Sendable {
        /// The command names no program.
        case noCommand
        /// The program cannot be started; the system's own words.
        case cannotStart(program: String, cause: String)
        /// Others may change this file or folder, and so which program would be started.
        case untrusted(program: String, path: String)
        /// The program ended with a status other than 0.
        case programFailed(program: String, status: Int)
        /// A signal of this number ended the program.
        case programKilled(program: String, signal: Int)
        /// The program took longer than so many seconds.
        case tooSlow(program: String, seconds: Int)
        /// The task was cancelled.
        case cancelled
        /// The first line is empty.
        case empty(source: String)
        /// The first line is not UTF-8, or longer than 64 KiB.
        case notText(source: String)
        /// The file cannot be opened; the system's own words.
        case fileUnreadable(path: String, cause: String)
        /// Not an ordinary file.
        case notAFile(path: String)
        /// Others than its owner may read or change the file; its permissions.
        case fileOpenToOthers(path: String, mode: Int)
        /// The file belongs to another user.
        case fileOfAnotherUser(path: String)
        /// The file cannot be written; the system's own words.
        case fileNotWritten(path: String, cause: String)
        /// The file was sealed with a key that the process does not have.
        case sealed(path: String)
        /// A command gives secrets, and takes none.
        case notStorable
        /// The keyring has no secret for this account.
        case notInKeyring(account: String)
        /// The program that speaks to the keyring is not installed.
        case keyringToolMissing(String)
    }

    /// What failed.
    package var reason: Reason

    /// An error.
    package init(_ reason: Reason) { self.reason = reason }

    /// The fault of a request that was not sent for want of them.
    func asHTTPError(host: String) -> HTTPError {
        HTTPError(reason == .cancelled ? .cancelled : .credentialsMissing(description), host: host)
    }

    /// One line of neutral English, with what helps.
    package var description: String {
        switch reason {
        case .noCommand: "the command for the password names no program"
        case .cannotStart(let program, let cause): "'\(program)' cannot be started: \(cause)"
        case .untrusted(let program, let path):
            "others may change \(path), and so what '\(program)' does; see who owns it, and run 'chmod go-w' on it"
        case .programFailed(let program, let status):
            "'\(program)' ended with status \(status); run it in a terminal to see why"
        case .programKilled(let program, let signal): "signal \(signal) ended '\(program)'"
        case .tooSlow(let program, let seconds):
            "'\(program)' gave no password within \(seconds) s; run it in a terminal to see why"
        case .cancelled: "cancelled"
        case .empty(let source): "the first line of '\(source)' is empty; it must be the password"
        case .notText(let source):
            "the first line of '\(source)' is no UTF-8 text of at most 64 KiB"
        case .fileUnreadable(let path, let cause): "\(path) cannot be read: \(cause)"
        case .notAFile(let path): "\(path) is not an ordinary file"
        case .fileOpenToOthers(let path, let mode):
            "others may read or change \(path), whose mode is \(String(mode, radix: 8)); give it mode 600"
        case .fileOfAnotherUser(let path): "\(path) belongs to another user; it must be yours"
        case .fileNotWritten(let path, let cause): "\(path) cannot be written: \(cause)"
        case .sealed(let path):
            "\(path) was sealed with another key than '--secrets-key' has; give that key, or the password again"
        case .notStorable: "a command cannot keep a secret; name a file or the keyring"
        case .notInKeyring(let account):
            "the keyring has no password for '\(account)', or is locked; unlock it or store the password again"
        case .keyringToolMissing(let program):
            "'\(program)' is not installed, which reads the keyring; Debian has it in libsecret-tools"
        }
    }
}
