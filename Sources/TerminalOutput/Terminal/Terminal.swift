package import AgendaActions
import AgendaJSON
package import AgendaSync
import Glibc

/// The terminal, and the exchange with its user.
package enum Terminal {
    /// Makes a write to a closed pipe fail instead of killing the process, so that the process can
    /// end with its own status.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Whether a person reads standard output.
    package static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Columns and rows of the terminal on standard output, or on another descriptor.
    package static var size: (columns: Int, rows: Int)? { size(of: STDOUT_FILENO) }

    package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 1
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The cells available to a line: the terminal's, otherwise the value of `COLUMNS`, which
    /// `watch` and other programs set for their children. Nil for no limit, as in a pipe.
    package static var width: Int? {
        if let size { return size.columns }
        return Environment.variable("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether a person can answer questions.
    package static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Prints one line on standard error, in the reader's language.
    package static func complain(_ message: Message) {
        complain(line: message.text)
    }

    /// Prints one line on standard error.
    package static func complain(line text: String) {
        let line = SafeText.line(text, isUTF8: Environment.isUTF8) + "\n"
        _ = OutputBuffer.write(Array(line.utf8), to: STDERR_FILENO)
    }

    /// Asks on standard error and reads one line from standard input; nil at the end of input.
    package static func ask(_ question: Message) -> String? {
        let line = SafeText.line(question.text, isUTF8: Environment.isUTF8)
        _ = OutputBuffer.write(Array(line.utf8), to: STDERR_FILENO)
        guard let answer = readLine() else {
            // Later output must not continue the line of the question.
            _ = OutputBuffer.write([UInt8(ascii: "\n")], to: STDERR_FILENO)
            return nil
        }
        return answer
    }

    /// Asks until the answer is yes or no; an empty line and the end of input mean no.
    package static func confirm(_ question: Message) -> Bool {
        while let answer = ask(question) {
            if let isYes = isYes(answer) { return isYes }
            complain("'\(answer)' is not yes or no: a letter is enough")
        }
        return false
    }

    /// Asks before something that may be regretted; a script says with an option that it means it.
    ///
    /// - Parameters:
    ///   - unasked: thrown where nobody can be asked.
    ///   - refused: what a failure says after a no.
    package static func require(
        _ question: Message, unasked: CommandFailure, refused: Message
    ) throws(CommandFailure) {
        guard canAsk else { throw unasked }
        guard confirm(question) else { throw .failure(refused) }
    }

    /// Whether an answer means yes, in any of our languages; nil if it is neither yes nor no.
    package static func isYes(_ answer: String) -> Bool? {
        switch answer.lowercased().filter({ !$0.isWhitespace }) {
        case "y", "ye", "yes", "j", "ja", "是": true
        case "", "n", "no", "ne", "nei", "nein", "否": false
        default: nil
        }
    }

    /// Asks which one of a numbered list is meant, until the answer is one of its numbers.
    ///
    /// - Returns: its place, from 0.
    /// - Throws: a failure for an empty line and the end of input.
    package static func number(upTo count: Int) throws(CommandFailure) -> Int {
        while let answer = ask("Which one? [1-\(count)] ") {
            let trimmed = answer.filter { !$0.isWhitespace }
            if trimmed.isEmpty { break }
            if let number = Int(trimmed), (1...count).contains(number) { return number - 1 }
            complain("'\(answer)' is not a number from 1 to \(count)")
        }
        throw .failure("nothing chosen")
    }

    /// Asks until the answer is a choice or the beginning of exactly one; nil at the end of input.
    package static func choose<Choice: RawRepresentable<String>>(
        _ question: Message, among choices: [Choice]
    ) -> Choice? {
        while let answer = ask(question) {
            let word = answer.lowercased().filter { !$0.isWhitespace }
            let fitting = choices.filter { !word.isEmpty && $0.rawValue.hasPrefix(word) }
            if fitting.count == 1 { return fitting[0] }
            let names = choices.map(\.rawValue).joined(separator: ", ")
            complain("'\(answer)' is not one of \(names): a letter is enough")
        }
        return nil
    }
}

extension Terminal {
    /// Asks for a secret, which the terminal does not show; nil at the end of input.
    package static func askSecret(_ question: Message) -> Secret? {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return nil }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            // The end of the line was not shown either.
            _ = OutputBuffer.write([UInt8(ascii: "\n")], to: STDERR_FILENO)
        }
        return ask(question).flatMap { $0.isEmpty ? nil : Secret($0) }
    }
}

/// Reports on standard error.
package struct TerminalReport: Report {
    package init() {}

    package func hear(_ line: String) { Terminal.complain(line: line) }

    package func progress(isStored: Bool) -> (any ProgressReport)? {
        ProgressBar(quiet: false, isStored: isStored)
    }
}
