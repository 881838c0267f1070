internal import CalendarFiles
internal import Glibc

extension PasswordSource {
    /// What a program printed, and how it ended.
    typealias Run = ChildProcess.Run

    /// Runs a program that has a secret, or takes one.
    ///
    /// - Throws: ``CredentialsError/Reason/untrusted(program:path:)`` if somebody else may have put another one in its place.
    static func run(
        _ words: [String], input: [UInt8] = [], within seconds: Int
    ) async throws(CredentialsError) -> Run {
        let program = words[0]
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        // What is not there, or cannot be looked at, cannot be started either.
        if let path = TrustedPath.program(program, in: folders),
            let weakness = (try? TrustedPath.weakness(of: path)) ?? nil
        {
            throw CredentialsError(.untrusted(program: program, path: weakness))
        }
        do {
            return try await ChildProcess.run(
                words, input: input, limit: lengthLimit + 1, within: seconds)
        } catch {
            switch error {
            case .cannotStart(let cause):
                throw CredentialsError(.cannotStart(program: program, cause: cause.description))
            case .tooSlow: throw CredentialsError(.tooSlow(program: program, seconds: seconds))
            case .cancelled: throw CredentialsError(.cancelled)
            }
        }
    }
}

extension ChildProcess.Run {
    /// The error for a status other than 0.
    func failure(of program: String) -> CredentialsError {
        let signal = Int(status & 0x7F)
        return CredentialsError(
            signal == 0
                ? .programFailed(program: program, status: Int(status >> 8 & 0xFF))
                : .programKilled(program: program, signal: signal))
    }
}
