import Foundation
import Testing

@Suite("Standard output that takes nothing")
struct StandardOutputTests {
    private let folder: ScratchFolder
    private var agenda = AgendaProcess()

    init() throws {
        folder = try ScratchFolder()
        agenda.environment = ["XDG_DATA_HOME": folder.path]
    }

    /// Runs the command with its standard output on a full disk.
    private func full(_ arguments: String) throws -> AgendaProcess.Result {
        try agenda.shell("\"$0\" \(arguments) --now 2026-11-20T12:00:00+01:00 > /dev/full")
    }

    private static let reason = "standard output: No space left on device; done nevertheless: "

    @Test("an event that is added is acknowledged, and its id said elsewhere")
    func add() throws {
        let result = try full("add Lunch --start 2026-11-21T12:00 --quiet")
        let listed = try agenda.run("list", "--format", "{id}").output
        #expect(result.status == 0)
        #expect(result.complaints == Self.reason + listed)
        #expect(listed.split(separator: "\n").count == 1)
    }

    @Test("every other change is acknowledged, too, and is made once")
    func changes() throws {
        let file = try folder.write(
            "a.ics", calendar("UID:a\nDTSTART:20261121T113000Z\nSUMMARY:Walk"))
        let added = try full("source add \(file)")
        #expect(
            added == .init(output: "", complaints: Self.reason + "Added a: 1 event\n", status: 0))
        let id = try agenda.run("add", "Lunch", "--start", "2026-11-21T12:00").output.dropLast()
        let edited = try full("edit \(id) --summary Dinner")
        #expect(edited.status == 0)
        #expect(edited.complaints.hasPrefix(Self.reason + "Changed Lunch"))
        #expect(edited.complaints.hasSuffix("-summary: Lunch\n  +summary: Dinner\n"))
        #expect(try full("undo").status == 0)
        #expect(try full("redo").status == 0)
        #expect(try full("refresh --rebuild").status == 0)
        #expect(try agenda.run("list", "--format", "{summary}").output == "Dinner\nWalk\n")
        #expect(try full("delete \(id)").status == 0)
        #expect(try agenda.run("list", "--format", "{summary}").output == "Walk\n")
    }

    @Test("where nothing was done a line that cannot be printed is a failure")
    func dryRun() throws {
        let id = try agenda.run("add", "Lunch", "--start", "2026-11-21T12:00").output.dropLast()
        let words = "standard output: No space left on device\n"
        for command in ["delete \(id) --dry-run", "edit \(id) --summary x --dry-run", "list"] {
            let result = try full(command)
            #expect(result == .init(output: "", complaints: words, status: 1), "\(command)")
        }
    }

    @Test("a closed descriptor is not given to another file")
    func closed() throws {
        let now = "--now 2026-11-20T12:00:00+01:00"
        let add = "add Lunch --start 2026-11-21T12:00 \(now)"
        let added = try agenda.shell("\"$0\" \(add) <&- >&- 2>&-")
        #expect(added == .init(output: "", complaints: "", status: 0))
        let listed = try agenda.shell("\"$0\" list \(now) <&- >&-")
        #expect(listed.status == 1)
        #expect(listed.complaints == "standard output: Bad file descriptor\n")
        let read = try agenda.shell("\"$0\" list - \(now) <&-")
        #expect(read.complaints == "standard input: cannot be read (Bad file descriptor)\n")
        #expect(try agenda.run("list", "--format", "{summary}").output == "Lunch\n")
    }
}
