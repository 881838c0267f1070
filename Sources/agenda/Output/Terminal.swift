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

    /// How wide the output is: `COLUMNS`, else as the terminal says, else 80, the VT100's.
    static var columns: Int {
        if let width = Environment.variable("COLUMNS").flatMap({ Int($0) }), width > 0 {
            return width
        }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }

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
