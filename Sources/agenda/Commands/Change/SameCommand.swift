import AgendaActions
import AgendaJSON
import ArgumentParser
import TerminalOutput

struct SameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "same",
        abstract: "Say that two events of different calendars are the same, or are not.",
        discussion: """
            Two calendars may have one event under different UIDs. Once it is said, they are one everywhere, as copies \
            of one UID are: with both calendars, and what one lacks from the other. It holds for whole series and \
            whatever is imported later, as long as both take place at the same times: an instance that one of them \
            moves or cancels is shown for itself. No file is changed; 'agenda undo' takes it back, and --not says the \
            opposite, so that 'agenda similar' offers them no more.
            Each event is an id from 'agenda similar' or list --ids, or words in quotes.
            """)

    @Argument(help: "An id, or words of its title in quotes.", completion: .eventID)
    var first: String

    @Argument(help: "The other event.", completion: .eventID)
    var second: String

    @Flag(name: .customLong("not"), help: "Say that they are not the same.")
    var isNot = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let pairing = try await Pairing((first, second), try common.person())
        let (change, notes) = try await pairing.note(isSame: !isNot)
        try await pairing.requireBackup()
        guard !common.quiet else { return }
        let style = TextStyle.plain
        let names = [pairing.one, pairing.other].map { side in
            style.safe("\(side.title) [\(side.calendars.joined(separator: ", "))]")
        }
        let line: Message =
            switch (change != nil, isNot) {
            case (true, false): "Noted: \(names[0]) and \(names[1]) are the same"
            case (true, true): "Noted: \(names[0]) and \(names[1]) are not the same"
            case (false, _): "No changes: this was noted already"
            }
        OutputBuffer.say(line)
        notes.forEach(Terminal.complain)
    }
}
