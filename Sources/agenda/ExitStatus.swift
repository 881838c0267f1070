import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import Glibc

/// How the command ends.
enum ExitStatus: Int32 {
    /// Everything was shown or done, even if there was nothing.
    case fine = 0
    /// The command failed: nothing was shown or done.
    case failure = 1
    /// Shown, but a source failed or was only partly read.
    case partial = 3
    /// The arguments make no sense: `EX_USAGE` of sysexits.h.
    case usage = 64

    /// Ends the process with one line on standard error, or with the requested help.
    static func end(with error: any Error) -> Never {
        switch error {
        case let error as CommandFailure:
            if let message = error.message { Terminal.complain(message) }
            exit(error.status.rawValue)
        case let error as AgendaError:
            Terminal.complain(line: error.sentence)
            exit(ExitStatus.failure.rawValue)
        case is SyncDatabaseError, is FeedError, is AccountError, is CredentialsError, is DAVError,
            is DiscoveryError, is HTTPError, is MirrorError, is SyncStop:
            Terminal.complain(line: "\(error)")
            exit(ExitStatus.failure.rawValue)
        default:
            let isHelp = Agenda.exitCode(for: error).isSuccess
            if isHelp {
                let message = Agenda.fullMessage(for: error)
                let text = message == ProgramVersion.number ? ProgramVersion.line : message
                OutputBuffer(text + "\n").flush()
                exit(ExitStatus.fine.rawValue)
            }
            Terminal.complain("agenda: \(Agenda.message(for: error)): see agenda --help")
            exit(ExitStatus.usage.rawValue)
        }
    }
}

/// Ends a command that could not do everything requested.
struct CommandFailure: Error, Hashable {
    var status: ExitStatus
    /// One line; nil if it has been printed already.
    var message: Message?

    /// The arguments make no sense.
    static func usage(_ message: Message) -> CommandFailure {
        CommandFailure(status: .usage, message: message)
    }

    /// The attempt failed.
    static func failure(_ message: Message) -> CommandFailure {
        CommandFailure(status: .failure, message: message)
    }

    /// Only a part was shown; the rest has been reported.
    static let partial = CommandFailure(status: .partial, message: nil)
}
