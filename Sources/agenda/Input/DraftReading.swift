import AgendaKit

/// What words and options were understood to mean.
struct DraftReading<Draft> {
    /// The first thing that is unclear; nil if the draft can be stored.
    var doubt: Doubt?
    /// Nil if nothing can be made of it.
    var draft: Draft?

    /// Settles what was read.
    ///
    /// - Parameters:
    ///   - doubt: what is unclear in the words.
    ///   - title: what the draft is called.
    ///   - allowsPast: whether the past is intended.
    ///   - plan: settles when it is.
    ///   - make: makes the draft; throws if an option is invalid.
    init<Plan>(
        doubt: Doubt?, title: String, allowsPast: Bool,
        plan: (_ allowsPast: Bool) throws(Doubt) -> Plan,
        make: (Plan) throws(CommandFailure) -> Draft
    ) throws(CommandFailure) {
        self.doubt = doubt
        let settled: Plan
        do throws(Doubt) {
            settled = try plan(allowsPast)
            if title.isEmpty { throw Doubt(.noTitle) }
        } catch {
            self.doubt = doubt ?? error
            if case .past = error.reason, !title.isEmpty, let settled = try? plan(true) {
                draft = try? make(settled)
            }
            return
        }
        draft = doubt == nil ? try make(settled) : try? make(settled)
    }
}

/// Asks a person on a terminal until their words are clear; elsewhere refuses those that are not. Never guesses.
struct DraftQuestion<Draft> {
    /// How words are understood.
    let read: (_ words: String) throws(CommandFailure) -> DraftReading<Draft>
    /// A draft in a line.
    let preview: (Draft) -> Message
    let isQuiet: Bool
    /// The option that allows a day that is over.
    var allowingPast = "--start"

    /// What the words and the answers describe.
    func clear(_ text: String) throws(CommandFailure) -> Draft? {
        var words = text
        while true {
            let reading = try read(words)
            guard let doubt = reading.doubt else { return reading.draft }
            let understood = reading.draft.map { Message("understood: \(preview($0))") }
            guard Terminal.canAsk else {
                // What was understood shows what was not.
                if let understood, !isQuiet { Terminal.complain(understood) }
                throw .usage(doubt.sentence(allowing: allowingPast))
            }
            Terminal.complain(doubt.sentence(allowing: allowingPast))
            if let understood { Terminal.complain(understood) }
            let question: Message =
                understood == nil
                ? "Write it again, or press Enter to stop: "
                : "Add it like this? [y/N] Or write it again: "
            let answer = (Terminal.ask(question) ?? "")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            switch Terminal.isYes(answer) {
            case false: throw .failure("nothing added")
            case true:
                if let draft = reading.draft { return draft }
            default: words = answer
            }
        }
    }
}
