import AgendaActions
import AgendaJSON
import ArgumentParser
import Glibc
import TerminalOutput

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let an assistant read the calendar, by the Model Context Protocol.",
        discussion: """
            An assistant's program starts this command and speaks with it over standard input and output. It may \
            list and search events, find free time and conflicts; with --allow-edits also add, edit, delete and \
            undo. Every change stands in 'agenda history', and 'agenda undo' takes it back. With --review its changes \
            wait until you accept them with 'agenda review'. It reads no other files, asks no servers and writes to \
            nobody.
            """)

    @Flag(help: "Also let it add, edit and delete events.")
    var allowEdits = false

    @Flag(help: "Let it propose changes, which wait for 'agenda review'.")
    var review = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard !(allowEdits && review) else {
            throw CommandFailure.usage("--review cannot be combined with --allow-edits")
        }
        _ = try common.person()
        let server = MCPServer(
            tools: review ? MCPTool.reviewed : MCPTool.all(allowingEdits: allowEdits),
            ask: { [common] in await $0.run(common) },
            change: { [common, review] change, asked in
                review ? await asked.propose(change, common) : await change.run(common)
            }, isReviewed: review)
        var lines = LineReader(descriptor: STDIN_FILENO)
        while let line = lines.next() {
            guard let answer = line.isWhole ? await server.answer(line.bytes) : MCPServer.tooLong
            else {
                continue
            }
            // A client that has gone needs no more answers.
            guard OutputBuffer.write(answer + [UInt8(ascii: "\n")], to: STDOUT_FILENO) == nil else {
                return
            }
        }
    }
}
