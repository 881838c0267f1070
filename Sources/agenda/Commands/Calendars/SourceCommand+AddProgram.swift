import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import TerminalOutput

extension SourceCommand.Add {
    /// The program that the argument names; nil for a file, a folder and an address.
    func program() throws(CommandFailure) -> SourceProgram? {
        guard InputFile.kind(of: path) == .missing else { return nil }
        do throws(ProgramFault) { return try SourceProgram.find(path) } catch {
            throw .failure("\(path): \(error.description)")
        }
    }

    /// Adds the calendar that a program has, and brings all of it.
    func addProgram(_ program: SourceProgram, _ person: Person) async throws {
        guard !(writable || each || together || large), feed.areForPrograms else {
            throw CommandFailure.usage(
                "\(path): a program says itself what may be done: only --name, --color, --interval, "
                    + "--password-command and --password-file can be given")
        }
        let online = try OnlineAccess(person)
        var addition = ProgramAddition(online, program, person)
        addition.password = try feed.connection.password()
        addition.interval = try feed.changed(FeedSettings()).every
        var settings = SourceSettings()
        settings.name = name
        settings.color = try cssColor(color)
        if !common.quiet { OutputBuffer.say("\(program.title) is what \(program.path) has") }
        let added = try await addition.add(settings)
        if !common.quiet {
            OutputBuffer.say("Added \(added.name): \(Message.events(added.eventCount))")
        }
        try await OpenCalendars(
            store: StoreAccess.openExisting(person), person: person, only: [added.name]
        )
        .finish(quiet: common.quiet)
    }
}
