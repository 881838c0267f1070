import AgendaActions
import AgendaKit
import TerminalOutput

/// Asks a person on a terminal until their words are clear: what may be meant is numbered, and a bare answer such as `2pm`
/// completes the words. Elsewhere it refuses those that are not. Never guesses.
struct DraftQuestion {
    /// How words are understood.
    let read: (_ words: String) throws(CommandFailure) -> DraftReading
    /// A draft in a line.
    let preview: (NewItem) -> Message
    let isQuiet: Bool
    /// The option that allows a day that is over.
    var allowingPast = "--start"

    /// What the words and the answers describe.
    func clear(_ text: String) throws(CommandFailure) -> NewItem? {
        var words = text
        while true {
            let reading = try read(words)
            guard let doubt = reading.doubt else { return reading.draft }
            let understood = reading.draft.map { Message("understood: \(preview($0))") }
            guard Terminal.canAsk else {
                let report: any Report = isQuiet ? NoReport() : TerminalReport()
                return try reading.settled(allowing: allowingPast, report, preview: preview)
            }
            Terminal.complain(doubt.sentence(allowing: allowingPast))
            if let understood { Terminal.complain(understood) }
            let completion = DraftReading.completing(words, doubt, read: read)
            let choices = completion.choices.compactMap { text -> NewItem? in
                (try? read(text))?.draft
            }
            for (index, choice) in choices.enumerated() {
                Terminal.complain("\(index + 1)  \(preview(choice))")
            }
            let answer = (Terminal.ask(question(choices.count, understood != nil)) ?? "")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if let number = Int(answer), choices.indices.contains(number - 1) {
                return choices[number - 1]
            }
            switch Terminal.isYes(answer) {
            case false: throw .failure("nothing added")
            case true:
                if let draft = reading.draft { return draft }
            default: words = completion.text(answer: answer) ?? answer
            }
        }
    }

    private func question(_ choices: Int, _ isUnderstood: Bool) -> Message {
        switch (choices, isUnderstood) {
        case (0, true): "Add it like this? [y/N] Or write it again: "
        case (0, false): "Complete it or write it again, or press Enter to stop: "
        case (1, true): "Add it like this? [y/N] Or 1, or complete it, or write it again: "
        case (_, true):
            "Add it like this? [y/N] Or [1-\(choices)], or complete it, or write it again: "
        case (1, false): "1, or complete it or write it again; Enter stops: "
        default: "Which one? [1-\(choices)] Or complete it or write it again; Enter stops: "
        }
    }
}
