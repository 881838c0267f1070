package import AgendaActions
import AgendaJSON
package import AgendaSync
import Glibc

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
