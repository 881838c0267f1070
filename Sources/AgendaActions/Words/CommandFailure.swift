/// How the command ends.
package enum ExitStatus: Int32 {
    /// Everything was shown or done, even if there was nothing.
    case fine = 0
    /// The command failed: nothing was shown or done.
    case failure = 1
    /// Shown, but a source failed or was only partly read.
    case partial = 3
    /// The arguments make no sense: `EX_USAGE` of sysexits.h.
    case usage = 64
}

/// Ends a command that could not do everything requested.
package struct CommandFailure: Error, Hashable {
    package var status: ExitStatus
    /// One line; nil if it has been printed already.
    package var message: Message?

    package init(status: ExitStatus, message: Message? = nil) {
        (self.status, self.message) = (status, message)
    }

    /// The arguments make no sense.
    package static func usage(_ message: Message) -> CommandFailure {
        CommandFailure(status: .usage, message: message)
    }

    /// The attempt failed.
    package static func failure(_ message: Message) -> CommandFailure {
        CommandFailure(status: .failure, message: message)
    }

    /// Only a part was shown; the rest has been reported.
    package static let partial = CommandFailure(status: .partial, message: nil)
}
