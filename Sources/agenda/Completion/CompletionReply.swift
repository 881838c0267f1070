import AgendaActions
import ArgumentParser

/// Candidates for a completion, in the form that the shell's script expects.
///
/// Calendars come from strangers, and shells evaluate text: bash expands the words given to
/// `compgen -W`, so it would execute a calendar named `$(reboot)`. The parser's scripts leave the
/// quoting to us.
struct CompletionReply {
    /// A value and the description shown beside it.
    typealias Candidate = (value: String, description: String?)

    private let candidates: [Candidate]

    /// Drops values that are not one harmless line: nobody could recognize them.
    init(_ candidates: [Candidate]) {
        self.candidates = candidates.filter {
            !$0.value.isEmpty && SafeText.line($0.value, isUTF8: true) == $0.value
        }
    }

    /// The reply for the shell that asks, one value on each line.
    var lines: [String] { lines(for: CompletionShell.requesting) }

    func lines(for shell: CompletionShell?) -> [String] {
        candidates.map { candidate in
            let (value, description) = (candidate.value, candidate.description.map(harmless))
            switch shell {
            case .bash:
                // Single quotes prevent every expansion except of themselves.
                return "'" + value.replacing("'", with: #"'\''"#) + "'"
            case .zsh:
                // _describe(1): a colon ends the value.
                let escaped = value.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#)
                return description.map { "\(escaped):\($0)" } ?? escaped
            case .fish:
                return description.map { "\(value)\t\($0)" } ?? value
            default:
                return value
            }
        }
    }

    private func harmless(_ text: String) -> String {
        SafeText.line(text, isUTF8: Environment.isUTF8)
    }
}
