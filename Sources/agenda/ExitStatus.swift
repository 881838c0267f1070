import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import Glibc
import TerminalOutput

extension ExitStatus {
    /// Ends the process with one line on standard error, or with the requested help.
    static func end(with error: any Error) -> Never {
        switch error {
        case let error as CommandFailure:
            if let message = error.message { Terminal.complain(message) }
            exit(error.status.rawValue)
        case let error as AgendaError:
            Terminal.complain(line: error.sentence)
            exit(ExitStatus.failure.rawValue)
        case is RoomDatabaseError, is FeedError, is AccountError, is CredentialsError, is DAVError,
            is DiscoveryError, is HTTPError, is ReplicaError, is SyncStop:
            Terminal.complain(line: "\(error)")
            exit(ExitStatus.failure.rawValue)
        default:
            let isHelp = Agenda.exitCode(for: error).isSuccess
            if isHelp {
                let message = Agenda.fullMessage(for: error)
                if message == ProgramVersion.number { end(saying: ProgramVersion.line) }
                OutputBuffer(message + "\n" + SharedOptions.hint(below: message, of: Agenda.self))
                    .flush()
                exit(ExitStatus.fine.rawValue)
            }
            Terminal.complain("agenda: \(Agenda.message(for: error)): see agenda --help")
            exit(ExitStatus.usage.rawValue)
        }
    }

    /// Ends the process with a line, such as its version.
    static func end(saying line: String) -> Never {
        OutputBuffer(line + "\n").flush()
        exit(ExitStatus.fine.rawValue)
    }
}
