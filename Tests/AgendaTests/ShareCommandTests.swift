import Foundation
import Testing

@Suite("agenda share")
struct ShareCommandTests {
    @Test("a link is made, listed and revoked; its file is its owner's")
    func links() throws {
        let folder = try ScratchFolder()
        let calendar = try folder.write(
            "home.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n")
        let database = folder.file("agenda.db")
        func agenda(_ arguments: String...) throws -> AgendaProcess.Result {
            try AgendaProcess().run(arguments + ["--database", database] + AgendaProcess.pinned)
        }
        #expect(try agenda("source", "add", calendar, "--quiet").status == 0)
        let path = try agenda("share", "add", "--calendar", "HOME", "--days", "30")
        #expect(path.status == 0)
        #expect(path.output.wholeMatch(of: /\/feeds\/[0-9a-f]{32}\.ics\n/) != nil)
        #expect(path.complaints.contains("--address URL prints the whole link"))
        let busy = try agenda(
            "share", "add", "--busy-only", "--name", "Kim", "--address", "https://x.example/",
            "--expires", "monday")
        #expect(busy.output.hasPrefix("https://x.example/feeds/"))
        #expect(try agenda("share", "add", "--name", "Kim").status == 1)
        let list = try agenda("share", "list").output.split(separator: "\n")
        try #require(list.count == 4)
        #expect(
            list[0] == "home  home, today and 29 days"
                && "  \(list[1].dropFirst(2))\n" == "  " + path.output)
        #expect(list[2] == "Kim  all calendars, busy times only, until 2026-11-23")
        let later = try AgendaProcess().run(
            ["share", "list", "--database", database, "--time-zone", "Europe/Berlin"]
                + ["--now", "2026-11-24T00:00:00+01:00"])
        #expect(later.output.contains("busy times only, ended on 2026-11-23\n"), "\(later)")
        let json = try agenda("share", "list", "--json").output
        #expect(json.contains("\"created\":\"2026-11-20T12:00:00+01:00\""))
        #expect(
            json.contains(
                "\"calendars\":[\"home\"],\"busyOnly\":false,\"days\":30,\"includesPrivate\":false,\"expires\":null"
            )
        )
        #expect(json.contains("\"expires\":\"2026-11-24T00:00:00+01:00\""))
        #expect(
            try agenda("share", "revoke", busy.output.trimmingCharacters(in: .newlines)).output
                == "Revoked Kim\n")
        let again = try agenda("share", "revoke", "Kim")
        #expect(again.status == 1 && again.complaints.contains("see 'agenda share list'"))
        #expect(try agenda("share", "list").output.split(separator: "\n").count == 2)
    }

    @Test(
        "what makes no link",
        arguments: [
            ["--calendar", "none"], ["--days", "0"], ["--busy-only", "--private"],
            ["--name", ""], ["--expires", "2026-11-19"], ["--expires", "soon"],
            ["--address", "x.example"],
        ])
    func refused(arguments: [String]) throws {
        let folder = try ScratchFolder()
        let database = folder.file("agenda.db")
        let common = ["--database", database] + AgendaProcess.pinned
        #expect(try AgendaProcess().run(["add", "Lunch tomorrow 12:30"] + common).status == 0)
        #expect(try AgendaProcess().run(["share", "add"] + arguments + common).status == 64)
        #expect(try AgendaProcess().run(["share", "list"] + common).output.isEmpty)
    }
}
