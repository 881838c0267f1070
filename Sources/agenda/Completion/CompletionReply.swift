import ArgumentParser

/// What may stand where a person asked a shell, in the form in which the shell's script takes it.
///
/// Calendars come from strangers, and shells evaluate: bash expands what `compgen -W` is given, so
/// that a calendar called `$(reboot)` would be obeyed. The parser's scripts leave the quoting to us.
struct CompletionReply {
    /// A value, and what is shown beside it.
    typealias Candidate = (value: String, description: String?)

    private let candidates: [Candidate]

    /// Leaves out values that are not one harmless line: nobody could tell what they are.
    init(_ candidates: [Candidate]) {
        self.candidates = candidates.filter {
            !$0.value.isEmpty && SafeText.line($0.value, isUTF8: true) == $0.value
        }
    }

    /// A line a value, for the shell that asks.
    var lines: [String] { lines(for: CompletionShell.requesting) }

    /// A line a value.
    func lines(for shell: CompletionShell?) -> [String] {
        candidates.map { candidate in
            let (value, description) = (candidate.value, candidate.description.map(harmless))
            switch shell {
            case .bash:
                // Single quotes keep everything but themselves from being expanded.
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
