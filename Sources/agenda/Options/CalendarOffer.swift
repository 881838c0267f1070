import AgendaActions
import AgendaSync
import ArgumentParser
import TerminalOutput

/// Which of an account's calendars to keep here.
struct CalendarOffer: ParsableArguments {
    @Flag(help: "Register all calendars.")
    var all = false

    @Option(help: .value("name", "Register this calendar; repeatable."))
    var calendar: [String] = []

    /// Whether any is named.
    var isGiven: Bool { all || !calendar.isEmpty }

    /// The calendars to keep; asks on a terminal where none is named.
    ///
    /// - Parameter subject: Whose they are, for messages.
    func choose(_ found: [CollectionState], of subject: String) throws -> [CollectionState] {
        guard !found.isEmpty else {
            throw CommandFailure.failure("\(subject): the account has no calendars")
        }
        if all { return found }
        let names = found.map(\.shownName)
        let listed = names.joined(separator: ", ")
        guard calendar.isEmpty else {
            return try calendar.map { wanted in
                // The last part of the address is what other programs call it.
                guard
                    let place = names.firstIndex(of: wanted)
                        ?? found.firstIndex(where: { $0.href.name == wanted })
                else {
                    throw CommandFailure.failure(
                        "\(wanted): no such calendar: there are \(listed)")
                }
                return found[place]
            }
        }
        guard Terminal.canAsk else {
            throw CommandFailure.usage(
                "\(subject): has \(listed): give --all, or --calendar for each")
        }
        for (number, name) in names.enumerated() {
            Terminal.complain(line: "  \(number + 1)  \(name)")
        }
        while let answer = Terminal.ask("Which ones? Numbers, or Enter for all: ") {
            let words = answer.split { $0 == " " || $0 == "," }
            if words.isEmpty { return found }
            let numbers = words.compactMap { Int($0) }.filter { found.indices.contains($0 - 1) }
            if numbers.count == words.count { return numbers.map { found[$0 - 1] } }
            Terminal.complain("'\(answer)' is none of these: write numbers such as 1 3")
        }
        throw CommandFailure.failure("nothing added")
    }
}
