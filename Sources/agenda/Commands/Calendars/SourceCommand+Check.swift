import AgendaActions
import AgendaJSON
import AgendaSync
import ArgumentParser
import TerminalOutput

extension SourceCommand {
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Try whether a program can be a source.",
            discussion: """
                Starts the program of NAME:ARGUMENT, agenda-source-NAME, puts every request to it, right ones and \
                wrong ones, and says what falls short. Where the program takes changes, an event on 1 January \
                2000 is made, changed and removed. Nothing is kept here. Exit status: 0 when nothing falls \
                short, 3 otherwise.
                """)

        @Argument(help: "The program and what it is asked for, such as toggl:work.")
        var source: String

        @OptionGroup var place: PasswordPlaceOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let program: SourceProgram?
            do throws(ProgramFault) { program = try SourceProgram.find(source) } catch {
                throw CommandFailure.failure("\(source): \(error.description)")
            }
            guard let program else {
                throw CommandFailure.usage(
                    "\(source): expected the name of a program and what it is asked for, such as toggl:work"
                )
            }
            let known = try OnlineAccess.existing(common.person())?.accountStore.accounts()
                .first { $0.program != nil && $0.name == program.title }
            let password = try place.password() ?? known?.password
            let check = ProgramCheck(program, secret: try await password?.read())
            let (findings, said) = await check.run()
            var output = OutputBuffer()
            let faults = findings.filter { $0.fault != nil }
            for finding in faults {
                output.append(safeLine: "\(finding.request): \(finding.fault ?? "")")
            }
            for line in said { output.append(safeLine: Message("the program says: \(line)").text) }
            output.flush()
            guard faults.isEmpty else { throw CommandFailure.partial }
            if !common.quiet {
                OutputBuffer.say(
                    "\(program.title): \(findings.count) requests answered as the protocol wants them"
                )
            }
        }
    }
}
