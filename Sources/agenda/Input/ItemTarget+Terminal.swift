import AgendaActions
import AgendaJSON
import AgendaKit
import TerminalOutput

// What is asked and said of it at a terminal.
extension ItemTarget {
    /// Whether one instance of a repeating event was named, not the event as a whole.
    var isOneInstance: Bool { namesInstance && occurrence.isRecurring }

    /// The scope of the change, and the instance from which it counts.
    ///
    /// - Parameters:
    ///   - scope: `--scope`.
    ///   - question: asked on a terminal if it is not given.
    func chosen(
        _ scope: RecurrenceScope?, question: (_ title: String) -> Message
    ) throws(CommandFailure) -> (event: AgendaEvent, scope: RecurrenceScope) {
        guard occurrence.isRecurring else { return (occurrence, .all) }
        let choice = if let scope { scope } else { try asked(question) }
        var event = occurrence
        // The question shows which day is meant.
        if !namesInstance, scope != nil || choice == .all {
            // Without an instance it would be the next one: a guess.
            guard choice == .all else {
                throw .usage(
                    "\(id): means the whole series: add a day, or give one day's id, such as "
                        + "\(occurrence.id)")
            }
            event.recurrenceID = nil
        }
        return (event, choice)
    }

    private func asked(
        _ question: (_ title: String) -> Message
    ) throws(CommandFailure) -> RecurrenceScope {
        guard Terminal.canAsk else {
            throw .usage("\(id): the event repeats: give --scope this, future or all")
        }
        let title = sentence().text
        guard let choice = Terminal.choose(question(title), among: RecurrenceScope.allCases) else {
            throw .failure("nothing chosen")
        }
        return choice
    }

    /// The part of a to-do that repeats to change: as given, else as a person answers.
    func scope(
        _ scope: RecurrenceScope?, among choices: [RecurrenceScope] = RecurrenceScope.allCases,
        question: (_ title: String) -> Message
    ) throws(CommandFailure) -> RecurrenceScope {
        guard occurrence.isRecurring, occurrence.recurrenceID != nil else { return .all }
        let names = choices.map(\.rawValue).joined(separator: ", ")
        if let scope {
            guard choices.contains(scope) else { throw .usage("--scope must be one of \(names)") }
            return scope
        }
        guard Terminal.canAsk else {
            throw .usage("\(id): the to-do repeats: give --scope, one of \(names)")
        }
        guard let choice = Terminal.choose(question(sentence().text), among: choices) else {
            throw .failure("nothing chosen")
        }
        return choice
    }

    /// Names subtasks that a change left as they were: `2 subtasks stay open: Pack, Sell; --with-subtasks takes them
    /// along`.
    func say(left parts: [TodoItem], _ stays: Message, _ stay: Message) {
        guard !parts.isEmpty else { return }
        let titles = parts.prefix(3).map { TextStyle.plain.title($0.occurrence) }
        let names = (titles + (parts.count > titles.count ? ["…"] : [])).joined(separator: ", ")
        let count = "\(parts.count)"
        Terminal.complain(
            parts.count == 1
                ? "1 subtask \(stays): \(names); --with-subtasks takes it along"
                : "\(count) subtasks \(stay): \(names); --with-subtasks takes them along")
    }

    /// `Pay rent, due Fri 2026-11-27`, with the number of subtasks that went along.
    func sentence(
        _ scope: RecurrenceScope, with parts: [TodoItem]
    ) -> Message {
        let (whole, count) = (sentence(scope), "\(parts.count)")
        switch parts.count {
        case 0: return whole
        case 1: return "\(whole), with 1 subtask"
        default: return "\(whole), with \(count) subtasks"
        }
    }

    /// `Lunch, Fri 2026-11-27 12:30-13:30 and all after it`; `Pay rent, due Fri 2026-11-27`.
    ///
    /// - Parameter next: another instance of the to-do.
    func sentence(_ scope: RecurrenceScope = .this, of next: TodoItem? = nil) -> Message {
        let title = TextStyle.plain.title(next?.occurrence ?? occurrence)
        var what: Message = "\(title)"
        if let todo = next ?? todo {
            let due = TodoList(style: .plain, person: person).due(todo)
            if !due.isEmpty { what = "\(title), due \(due)" }
        } else {
            what = "\(title), \(TimeText(zone: person.zone).when(occurrence.span))"
        }
        guard occurrence.isRecurring else { return what }
        switch scope {
        case .this: return what
        case .future: return "\(what) and all after it"
        case .all: return "\(what) and all its repetitions"
        }
    }

    /// Says what was done, or what would be.
    ///
    /// - Parameter unchanged: what is said of an item that did not change.
    func report(
        _ change: EventChange, _ line: Message, isDryRun: Bool, showsDifference: Bool = true,
        unchanged: Message? = nil
    ) {
        guard !change.operations.isEmpty else {
            if !person.isQuiet { Terminal.complain("No changes: \(unchanged ?? sentence())") }
            return
        }
        guard isDryRun || !person.isQuiet else { return }
        var output = OutputBuffer()
        output.append(line: line)
        if showsDifference || isDryRun { ChangeText.append(differenceOf: change, to: &output) }
        if isDryRun { output.flush() } else { output.acknowledge() }
    }

    /// Says ``copies(left:everywhere:)`` on standard error.
    func sayCopies(left change: EventChange, everywhere: Bool) {
        copies(left: change, everywhere: everywhere).forEach(Terminal.complain)
    }
}
