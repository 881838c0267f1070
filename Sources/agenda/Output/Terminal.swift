import Glibc

/// The terminal, and what may be sent to it.
enum Terminal {
    /// Lets a write to a closed pipe fail instead of killing the process, so that it can end with
    /// its own status.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Whether a person reads standard output.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether a person can be asked.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// One line on standard error.
    static func complain(_ message: String) {
        let line = SafeText.line(message, isUTF8: Environment.isUTF8) + "\n"
        _ = OutputBuffer.write(Array(line.utf8), to: STDERR_FILENO)
    }

    /// Asks on standard error and reads one line from standard input.
    static func ask(_ question: String) -> String? {
        _ = OutputBuffer.write(Array(question.utf8), to: STDERR_FILENO)
        return readLine()
    }
}
