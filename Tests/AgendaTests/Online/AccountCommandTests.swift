import Foundation
import TestServers
import Testing

@Suite("Accounts to their end")
struct AccountCommandTests {
    private let server: CalendarServer
    private let desk: OnlineDesk

    init() throws {
        server = try CalendarServer([
            "home": .init("Home", color: "#ff0000", items: ["a.ics": resource("a", "Lunch")])
        ])
        // anna:wonderland
        server.change { $0.credentials = ["Basic YW5uYTp3b25kZXJsYW5k"] }
        desk = try OnlineDesk()
        _ = try desk.folder.write("bin/pass", "#!/bin/sh\necho wonderland\n")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: desk.folder.file("bin/pass"))
    }

    private func add(_ further: String...) throws -> AgendaProcess.Result {
        try desk.command.run(
            [
                "account", "add", server.url.absoluteString, "--name", "work", "--user", "anna",
                "--password-command", "pass",
            ] + further + AgendaProcess.pinned)
    }

    private func sources() throws -> [String] {
        let text = try desk.run("source", "list", "--json").output
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let sources = document?["sources"] as? [[String: Any]] ?? []
        return sources.compactMap { $0["name"] as? String }.sorted()
    }

    @Test("a name that is taken is refused before anything is asked or stored")
    func nameTaken() throws {
        #expect(try add("--all").status == 0)
        let count = server.log.count
        let again = try add("--all")
        #expect(again.status == 1)
        #expect(again.complaints.contains("'work': another account has this name"))
        #expect(server.log.count == count)
    }

    @Test("a new calendar on the server is told once, and taken when a person wants it")
    func new() throws {
        server.change { $0.calendars["old"] = .init("Old") }
        #expect(try add("--calendar", "Home").status == 0)
        server.change {
            $0.calendars["team"] = .init("Team", items: ["b.ics": resource("b", "Tea")])
        }
        // Within the hour nobody asks, except who wants all of it compared.
        #expect(try desk.run("sync").complaints.isEmpty)
        let sentence =
            "work: new on the server: Team: take it with 'agenda account set work --all', or --calendar\n"
        #expect(try desk.run("sync", "--verify").complaints == sentence)
        #expect(try desk.run("sync", "--verify").complaints.isEmpty)
        #expect(try desk.run("account", "list", "--refresh").complaints.isEmpty)
        #expect(
            try desk.run("account", "list").output.contains("  on the server alone: Old, Team\n"))
        let taken = try desk.run("account", "set", "work", "--calendar", "team")
        #expect(
            taken.output == "Added work: Team; agenda sync fetches their events\nChanged work\n",
            "\(taken.complaints)")
        #expect(try desk.run("sync").output == "work/Home: in step\nwork/Team: 1 fetched\n")
        #expect(try desk.run("account", "set", "work", "--all").status == 0)
        #expect(try sources() == ["Home", "Old", "Team"])
        #expect(try desk.run("account", "set", "work", "--all").status == 1)
    }

    @Test(
        "what is somebody else's leaves its reader free at first, and that is said; what is set later holds"
    )
    func shared() throws {
        server.change {
            $0.calendars["home"]?.owner = "/anna"
            var kim = CalendarServer.Calendar("Kim")
            kim.owner = "/kim/"
            var board = CalendarServer.Calendar("Board")
            board.isReadOnly = true
            var own = CalendarServer.Calendar("Own")
            own.owner = "/anna/user/"
            ($0.calendars["kim"], $0.calendars["board"], $0.calendars["own"]) = (kim, board, own)
        }
        let added = try add("--all")
        let note = { (name: String) in
            "\(name): is not yours alone, and leaves you free: to have it count, run 'agenda source set \(name) --busy'\n"
        }
        #expect(
            added.output
                == "Added work: Board, Home, Kim, Own; agenda sync fetches their events\n"
                + note("Board") + note("Kim"), "\(added)")
        func free() throws -> Set<String> {
            let text = try desk.run("source", "list", "--json").output
            let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
            let sources = (document as? [String: Any])?["sources"] as? [[String: Any]] ?? []
            return Set(
                sources.filter { $0["busy"] as? Bool == false }.compactMap { $0["name"] as? String }
            )
        }
        #expect(try free() == ["Board", "Kim"])
        #expect(try desk.run("source", "set", "Kim", "--busy").status == 0)
        #expect(try desk.run("sync", "--verify").status == 0)
        #expect(try free() == ["Board"])
    }

    @Test(
        "name, colour and the right to write follow the server, unless a person changed them here")
    func follow() throws {
        #expect(try add("--all").status == 0)
        server.change {
            $0.calendars["home"]?.title = "Zuhause"
            $0.calendars["home"]?.color = "#00ff00"
            $0.calendars["home"]?.isReadOnly = true
        }
        let listed = try desk.run("account", "list", "--refresh")
        #expect(
            listed.complaints == "work/Home: is called Zuhause now\nwork/Home: is read only now\n")
        #expect(listed.output.contains("Zuhause"))
        #expect(try sources() == ["Zuhause"])
        #expect(try desk.run("history", "--json").output.contains("#00FF00"))
        let refused = try desk.run("add", "Tea", "friday", "16:00", "--calendar", "Zuhause")
        #expect(refused.status != 0)
        server.change { $0.calendars["home"]?.isReadOnly = false }
        #expect(
            try desk.run("account", "list", "--refresh").complaints
                == "work/Zuhause: may be changed now\n")
        #expect(
            try desk.run("source", "set", "Zuhause", "--name", "Mine", "--color", "teal").status
                == 0)
        server.change {
            $0.calendars["home"]?.title = "Home"
            $0.calendars["home"]?.color = "#0000ff"
        }
        #expect(try desk.run("sync", "--verify").status == 0)
        #expect(try sources() == ["Mine"])
        #expect(try !desk.run("history", "--json").output.contains("#0000FF"))
    }

    @Test("a calendar that is gone from the server keeps its files, and what was not sent is shown")
    func gone() throws {
        #expect(try add("--all").status == 0)
        #expect(try desk.run("sync").status == 0)
        #expect(try desk.run("edit", "lunch", "--location", "Kitchen").status == 0)
        server.change { $0.calendars["home"] = nil }
        let result = try desk.run("sync", "--verify")
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "its files stay until 'agenda calendar remove Home --account work'"),
            "\(result)")
        let status = try desk.run("sync", "status")
        #expect(status.status == 3)
        #expect(status.output.contains("1 to send"))
        #expect(try desk.run("list").output.contains("Lunch"))
        let refused = try desk.run("calendar", "remove", "Home", "--account", "work", "--yes")
        #expect(refused.complaints.contains("1 changes have not been sent"))
        let kept = try desk.run(
            "calendar", "remove", "Home", "--account", "work", "--yes", "--keep-mirror")
        #expect(kept.status == 0, "\(kept.complaints)")
        #expect(try desk.run("list", "--json").output.contains("Kitchen"))
    }

    @Test("what was decided about an event is said once")
    func notes() throws {
        #expect(try add("--all").status == 0)
        #expect(try desk.run("sync").status == 0)
        #expect(try desk.run("edit", "lunch", "--location", "Kitchen").status == 0)
        server.change { $0.calendars["home"]?.items = [:] }
        let result = try desk.run("sync")
        #expect(
            result.complaints
                == "work/Home: Lunch, Sat 2026-11-21: one side deleted what the other changed: the change stands\n"
        )
        #expect(try desk.run("sync", "status").output.contains("the change stands") == false)
        #expect(server.state.calendars["home"]?.items.count == 1)
    }

    @Test(
        "vdirsyncer's accounts are adopted once, with their passwords in the keyring, and without a server"
    )
    func adopt() throws {
        let url = "http://127.0.0.1:9/anna/work/"
        for name in ["cal", "cal/work"] {
            try FileManager.default.createDirectory(
                atPath: desk.folder.file(name), withIntermediateDirectories: true)
        }
        let file = try desk.folder.write(
            "vdirsyncer",
            """
            [general]
            status_path = "\(desk.folder.file("status"))"
            [pair one]
            a = "local"
            b = "remote"
            collections = null
            [pair others]
            a = "second"
            b = "remote"
            collections = ["two"]
            [storage local]
            type = "filesystem"
            path = "\(desk.folder.file("cal/work"))"
            fileext = ".ics"
            [storage second]
            type = "filesystem"
            path = "\(desk.folder.file("cal/second"))"
            fileext = ".ics"
            [storage remote]
            type = "caldav"
            url = "\(url)"
            username = "anna"
            password = "wonderland"
            """)
        let first = try desk.run("adopt", "vdirsyncer", file)
        #expect(first.status == 0, "\(first.complaints)")
        #expect(first.output == "Adopted remote/work: 0 in step, 0 to compare\n")
        #expect(
            first.complaints.contains(
                "'agenda account set remote --calendar two' fetches it anew, into a folder of its own"
            ),
            "\(first.complaints)")
        #expect(desk.read("keyring/remote") == "wonderland")
        let again = try desk.run("adopt", "vdirsyncer", file)
        #expect(again.status == 0)
        #expect(again.complaints == "remote: is an account already: left as it is\n")
        #expect(again.output.isEmpty)
        #expect(try desk.run("account", "remove", "remote", "--yes").status == 0)
        #expect(desk.names("keyring").isEmpty)
        // The folder above was never the account's.
        #expect(FileManager.default.fileExists(atPath: desk.folder.file("cal")))
    }

    /// A folder that vdirsyncer keeps, and its configuration.
    private func vdirsyncer(path: String, password: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: desk.folder.file("cal/work"), withIntermediateDirectories: true)
        return try desk.folder.write(
            "vdirsyncer",
            """
            [general]
            status_path = "\(desk.folder.file("status"))"
            [pair one]
            a = "local"
            b = "remote"
            collections = null
            [storage local]
            type = "filesystem"
            path = "\(path)"
            fileext = ".ics"
            [storage remote]
            type = "caldav"
            url = "http://127.0.0.1:9/anna/work/"
            username = "anna"
            \(password)
            """)
    }

    @Test("without a keyring a plain password goes into a file that only the user can read")
    func adoptWithoutKeyring() throws {
        _ = try desk.folder.write("bin/secret-tool", "#!/bin/sh\nexit 1\n")
        let file = try vdirsyncer(
            path: desk.folder.file("cal/work"), password: #"password = "wonderland""#)
        let result = try desk.run("adopt", "vdirsyncer", file)
        #expect(result.status == 0, "\(result.complaints)")
        #expect(result.output == "Adopted remote/work: 0 in step, 0 to compare\n")
        let path = desk.folder.file("data/secrets/remote")
        #expect(
            result.complaints
                == "remote: the password is in \(path), since there is no keyring: only you can read it\n"
        )
        #expect(desk.read("data/secrets/remote") == "wonderland\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try desk.run("account", "remove", "remote", "--yes").status == 0)
        #expect(desk.names("data/secrets").isEmpty)
    }

    @Test(
        "a password's place can be given, also for one that vdirsyncer asks for",
        arguments: [#"password = "wonderland""#, #"password.fetch = ["prompt", "Password"]"#])
    func adoptWithPlace(password: String) throws {
        let file = try vdirsyncer(path: desk.folder.file("cal/work"), password: password)
        let result = try desk.run("adopt", "vdirsyncer", file, "--password-command", "pass")
        #expect(result.status == 0, "\(result.complaints)")
        #expect(desk.names("keyring").isEmpty && desk.names("data/secrets").isEmpty)
        #expect(try desk.run("account", "remove", "remote", "--yes").status == 0)
    }

    @Test("a folder that is missing makes no account, no source and no folder")
    func adoptWithoutFolder() throws {
        let file = try vdirsyncer(
            path: desk.folder.file("cal/gone"), password: #"password = "wonderland""#)
        for arguments in [["--dry-run"], []] {
            let result = try desk.command.run(
                ["adopt", "vdirsyncer", file] + arguments + AgendaProcess.pinned)
            #expect(result.status == 3 && result.output.isEmpty)
            #expect(
                result.complaints
                    == "remote: is left out: \(desk.folder.file("cal/gone")): no such folder\n")
        }
        #expect(desk.names("keyring").isEmpty && desk.names("cal") == ["work"])
        #expect(try desk.run("account", "list", "--json").output.contains(#""accounts":[]"#))
        #expect(try sources().isEmpty)
    }

    @Test("what failed alone is told with its event, and tried again by a person's next sync")
    func failedAlone() throws {
        #expect(try add("--all").status == 0)
        #expect(try desk.run("sync").status == 0)
        server.change {
            $0.calendars["home"]?.items["a.ics"] = resource("a", "Lunch").replacing(
                "Lunch", with: "Supper")
            $0.answers["REPORT /anna/home/"] = CalendarServer.multistatus(
                CalendarServer.response(
                    "/anna/home/a.ics",
                    "<d:getetag>\"2\"</d:getetag><c:calendar-data>login</c:calendar-data>"))
        }
        let spoilt = try desk.run("sync")
        #expect(spoilt.status == 3)
        #expect(!spoilt.output.contains("in step"), "\(spoilt.output)")
        let status = try desk.run("sync", "status")
        #expect(!status.output.contains("in step") && !status.output.contains("outbox"))
        #expect(
            status.output.contains(
                "work/Home: Lunch, Sat 2026-11-21: not fetched: the server's text is no calendar: "
                    + "'agenda sync' tries it again, the daemon at "), "\(status.output)")
        server.change { $0.answers = [:] }
        #expect(try desk.run("sync").status == 0)
        #expect(try desk.run("list").output.contains("Supper"))
    }
}
