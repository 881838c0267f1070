import Foundation
import Testing

@testable import agenda

@Suite("The pager on a terminal", .terminal)
struct PagerTests {
    /// Runs a command on a terminal of 6 rows and 40 columns, or of others.
    private func onTerminal(_ command: String, rows: Int = 6) throws -> String {
        let folder = try ScratchFolder()
        let inner = try folder.write(
            "run", "stty rows \(rows) cols 40; cd Tests/AgendaTests/Fixtures/Output; \(command)\n")
        let agenda = AgendaProcess(environment: ["TERM": "xterm", "NO_COLOR": "1"])
        let result = try agenda.shell(
            """
            export AGENDA="$0" PINNED="\(AgendaProcess.pinned.joined(separator: " "))"
            script -qec "sh \(inner)" /dev/null </dev/null
            """)
        return result.output.replacing("\r\n", with: "\n")
    }

    private let list = "\"$AGENDA\" list team.ics --days 2 $PINNED"
    private let text = """
        Today, Fri 2026-11-20
          09:30-09:45  Stand-up ⟳ @ Room Elbe
          11:00-12:30  Quarterly review of the…
          15:00-16:00  CANCELLED Interview
        Tomorrow, Sat 2026-11-21
          10:00-11:00  与北京团队的季度计划会议…

        """

    @Test("long text goes through PAGER, fitted to the terminal")
    func pages() throws {
        let shown = try onTerminal("export PAGER=\"sed 's/^/| /'\"; \(list)")
        #expect(shown == text.split(separator: "\n").map { "| \($0)\n" }.joined())
    }

    @Test(
        "text stays as it is when that is wanted, or no pager is there",
        arguments: [
            "export PAGER='sed s/^/x/'; $LIST --no-pager", "PAGER=cat $LIST", "PAGER= $LIST",
            "PAGER='sed s/^/x/' AGENDA_PAGER= $LIST",
            "PAGER='/nonexistent/pager 2>/dev/null' $LIST",
            "PAGER='sed s/^/x/' TERM=dumb $LIST",
        ])
    func plain(_ command: String) throws {
        let command = command.replacing("$LIST", with: list)
        let shown = try onTerminal(command)
        #expect(shown == text)
    }

    @Test("what fits on the screen, and what programs read, has no pager")
    func short() throws {
        let pager = "export PAGER='sed s/^/x/'; "
        let shown = try onTerminal(pager + list, rows: 7)
        #expect(shown == text)
        #expect(try onTerminal(pager + list + " --jsonl").hasPrefix("{"))
    }

    @Test("a pager that is left early ends the command quietly")
    func left() throws {
        let command = "PAGER='head -n 1' \(list) --days 488; echo \"status $?\""
        let shown = try onTerminal(command.replacing("--days 2", with: ""))
        #expect(shown == "Today, Fri 2026-11-20\nstatus 0\n")
    }
}
