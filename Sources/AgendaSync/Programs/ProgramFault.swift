/// Why a program did not do what it was asked for: what happened as a value.
package enum ProgramFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is none of this name in `PATH`.
    case notFound(String)
    /// Others may change this file or folder, and so what would be started.
    case untrusted(String)
    /// It cannot be started; the system's own words.
    case cannotStart(String)
    /// It ended before its answer to the request, with a status or, from 128 on, by a signal.
    case ended(request: String, status: Int)
    /// Its answer did not come, and it was ended.
    case tooSlow(request: String, seconds: Int)
    /// A line of its answer is longer than so many bytes.
    case lineTooLong(request: String, limit: Int)
    /// It writes what nobody asked for.
    case tooTalkative
    /// A line of its answer is no JSON object.
    case notJSON(request: String)
    /// Its answer is to another request.
    case unknownRequest(request: String)
    /// Its answer breaks the protocol; how.
    case broken(request: String, String)
    /// A resource is larger than so many bytes.
    case tooLarge(limit: Int)
    /// It refuses, and goes on living; its own words.
    case refused(request: String, ProgramRefusal, String)
    /// Nobody waits any more.
    case cancelled

    /// One line of neutral English, with what helps.
    package var description: String {
        switch self {
        case .notFound(let name): "there is no program '\(name)' in PATH"
        case .untrusted(let path):
            "others may change \(path), and so what would be started; see who owns it, and run 'chmod go-w' on it"
        case .cannotStart(let cause): "the program cannot be started: \(cause)"
        case .ended(let request, let status) where status > 128:
            "signal \(status - 128) ended the program before its answer to '\(request)'"
        case .ended(let request, let status):
            "the program ended with status \(status) before its answer to '\(request)'"
        case .tooSlow(let request, let seconds):
            "the program did not answer '\(request)' within \(seconds) s, and was ended"
        case .lineTooLong(let request, let limit):
            "the program answered '\(request)' with a line of more than \(limit) bytes, and was ended"
        case .tooTalkative: "the program wrote what nobody had asked for, and was ended"
        case .notJSON(let request):
            "the program answered '\(request)' with a line that is no JSON object, and was ended"
        case .unknownRequest(let request):
            "the program answered '\(request)' with the id of another request, and was ended"
        case .broken(let request, let what):
            "the program's answer to '\(request)' is not as the protocol wants it: \(what)"
        case .tooLarge(let limit): "the program has a resource of more than \(limit) bytes"
        case .refused(let request, let why, let words):
            "the program answered '\(request)' with the error '\(why.rawValue)'"
                + (words.isEmpty ? "" : ": \(words)")
        case .cancelled: "cancelled"
        }
    }
}

/// Why a program refuses a request, by the protocol's names.
package enum ProgramRefusal: String, Hashable, Sendable, CaseIterable {
    /// There is no such resource.
    case missing
    /// The resource has another version than the request names, or is there where it names none.
    case changed
    /// This resource cannot be stored or given; others can.
    case refused
    /// Nothing may be changed.
    case readOnly = "read-only"
    /// There is no room left.
    case full
    /// Not now: what it asks is out of reach.
    case later
    /// The secret is missing or wrong.
    case secret
    /// It does not know the request.
    case unknown
}
