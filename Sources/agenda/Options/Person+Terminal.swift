import AgendaActions
import TerminalOutput

extension Person {
    /// Who sits at the terminal, or has a script run the command; a daemon's knowledge serves them.
    static func atTerminal(
        timeZone: String?, now: String?, database: String?
    ) throws(CommandFailure) -> Person {
        var person = try Person(timeZone: timeZone, now: now, database: database)
        person.report = TerminalReport()
        person.choose = { try CandidateQuestion.choose($0) }
        person.chooseScope = { [person] question in
            guard Terminal.canAsk else { throw question.missing }
            let what = ItemTarget.sentence(question.item, question.todo, person)
            let words = question.verb.question("\(what.text)")
            guard let choice = Terminal.choose(words, among: question.choices) else {
                throw CommandFailure.failure("nothing chosen")
            }
            return choice
        }
        person.freshness = { path in
            let question = DaemonQuestion(RuntimeSocket(database: path))
            return { question?.answer() }
        }
        return person
    }
}
