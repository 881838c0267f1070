import AgendaKit
import ArgumentParser
import Glibc

/// How the command ends.
enum ExitStatus: Int32 {
    /// All was shown or done, also when there was nothing.
    case fine = 0
    /// Nothing was shown or done.
    case failure = 1
    /// Shown, but a source failed or was only partly read.
    case partial = 3
    /// The arguments make no sense: `EX_USAGE` of sysexits.h.
    case usage = 64

    /// Ends the process with one line on standard error, or with the help that was asked for.
    static func end(with error: any Error) -> Never {
        switch error {
        case let error as CommandFailure:
            if let message = error.message { Terminal.complain(message) }
            exit(error.status.rawValue)
        case let error as AgendaError:
            Terminal.complain(line: error.sentence)
            exit(ExitStatus.failure.rawValue)
        default:
            let isHelp = Agenda.exitCode(for: error).isSuccess
            if isHelp {
                var output = OutputBuffer()
                let message = Agenda.fullMessage(for: error)
                output.append(message == ProgramVersion.number ? ProgramVersion.line : message)
                output.append("\n")
                output.flush()
                exit(ExitStatus.fine.rawValue)
            }
            Terminal.complain("agenda: \(Agenda.message(for: error)): see agenda --help")
            exit(ExitStatus.usage.rawValue)
        }
    }
}

/// Why a command ends without having done all that it was asked for.
struct CommandFailure: Error, Hashable {
    /// The exit status.
    var status: ExitStatus
    /// One line; nil when all has been said.
    var message: Message?

    /// The arguments make no sense.
    static func usage(_ message: Message) -> CommandFailure {
        CommandFailure(status: .usage, message: message)
    }

    /// It was tried and failed.
    static func failure(_ message: Message) -> CommandFailure {
        CommandFailure(status: .failure, message: message)
    }

    /// What could be shown was shown, and what could not was said.
    static let partial = CommandFailure(status: .partial, message: nil)
}
