import CalendarMerge
import FoundationEssentials
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

/// What vdirsyncer 0.21 left after it synchronised two calendars with Radicale: names, paths and forms are its own.
@Suite("Taking calendars over from vdirsyncer")
struct AdoptionTests {
    private let folder = TemporaryFolder()
    private let store: AccountStore
    private let setup: AccountSetup

    init() throws {
        store = try AccountStore(RoomDatabase.open(path: folder.path + "/sync.db"))
        setup = AccountSetup(store, accounts: folder.path + "/accounts") {
            Instant(secondsSinceEpoch: 1_800_000_000)
        }
        for path in ["/cal", "/cal/work", "/cal/home", "/status", "/status/my_cal"] {
            mkdir(folder.path + path, 0o700)
        }
        folder.write(
            "status/my_cal.collections",
            """
            {"collections": [["work", [{"collection": "work", "path": "\(folder.path)/cal/work"}, \
            {"url": "http://127.0.0.1:52444/anna/work/", "collection": "work"}]], \
            ["home", [{"path": "\(folder.path)/cal/home", "collection": "home"}, \
            {"url": "http://127.0.0.1:52444/anna/home/", "collection": "home"}]]], "cache_key": "f0f5"}
            """)
        folder.write("cal/work/displayname", "Work calendar")
        folder.write("cal/work/color", "#112233\n")
    }

    private func text(_ uid: String) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nDTSTART:20261201T100000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    }

    /// Writes an event's file as vdirsyncer does, and gives its inode.
    private func write(_ path: String, _ uid: String) -> UInt64 {
        VdirsyncerRun(folder).write(path, text(uid))
    }

    private func status(_ collection: String, _ rows: [VdirsyncerRun.Row]) throws {
        try VdirsyncerRun(folder).status("my_cal/\(collection)", rows)
    }

    private func plan() throws -> VdirsyncerPlan {
        VdirsyncerPlan(
            try VdirsyncerConfiguration(
                """
                [general]
                status_path = "status"
                [pair my_cal]
                a = "local"
                b = "remote"
                collections = ["from a", "from b"]
                conflict_resolution = "b wins"
                [storage local]
                type = "filesystem"
                path = "\(folder.path)/cal"
                fileext = ".ics"
                [storage remote]
                type = "caldav"
                url = "http://127.0.0.1:52444/"
                username = "anna"
                """, folder: folder.path, home: folder.path))
    }

    /// What vdirsyncer 0.21 notes of collections that it made here itself: the paths as the configuration has them.
    private func note(work: String, home: String) {
        folder.write(
            "status/my_cal.collections",
            """
            {"collections": [["work", [{"collection": "work", "path": "\(work)"}, \
            {"url": "http://127.0.0.1:52444/anna/work/", "collection": "work"}]], \
            ["home", [{"path": "\(home)", "collection": "home"}, \
            {"url": "http://127.0.0.1:52444/anna/home/", "collection": "home"}]]], "cache_key": "f0f5"}
            """)
    }

    @Test(
        "a noted path has the home folder for ~ and $HOME, and is the folder that is meant",
        arguments: [
            ("~/cal/work", "$HOME/cal/home"), ("${HOME}//cal/./work/", "~/cal/work/../home"),
        ])
    func unexpanded(_ work: String, _ home: String) throws {
        let inode = write("cal/work/u1.ics", "u1")
        note(work: work, home: home)
        try status("work", [("u1", "u1.ics", inode, "/anna/work/u1.ics", "\"b70b\"")])
        let adoption = try adopt()
        #expect(
            adoption.calendars.map(\.calendar.folder)
                == ["work", "home"].map { folder.path + "/cal/" + $0 })
        #expect(adoption.calendars.map(\.agreed) == [1, 0])
    }

    @Test(
        "a folder that has no absolute path, or is none, makes no account",
        arguments: ["cal/home", "~nobody-of-this-name/home", "/nonexistent/home", "~/cal/gone"])
    func noFolder(_ home: String) throws {
        note(work: "~/cal/work", home: home)
        #expect(throws: AccountError.self) { try adopt() }
        #expect(try store.accounts().isEmpty && store.calendars().isEmpty)
    }

    @Test("a replica whose path is not absolute makes no folder where the process stands")
    func relative() throws {
        let replica = try FolderReplica(
            database: store.database, key: "k", path: "~/agenda-test/cal"
        ) { Instant(secondsSinceEpoch: 0) }
        let placement = Placement(
            .put(Array(text("a").utf8)), "a.ics", expected: nil, changes: [])
        #expect(throws: ReplicaError.self) { try replica.commit([placement], []) }
        var status = stat()
        #expect(lstat("~", &status) != 0)
    }

    private func adopt() throws -> AccountSetup.Adoption {
        let plan = try plan()
        let planned = try #require(plan.accounts.first)
        return try setup.adopt(planned, of: plan, user: "anna", password: .file("/p"))
    }

    @Test("what is as vdirsyncer left it is agreed, and nothing in the folder changes")
    func unchanged() throws {
        let one = write("cal/work/u1.ics", "u1")
        let other = write("cal/home/9d4ec0ac-c5ee.ics", "h x")
        try status("work", [("u1", "u1.ics", one, "/anna/work/u1.ics", "\"b70b\"")])
        try status(
            "home", [("h x", "9d4ec0ac-c5ee.ics", other, "/anna/home/h%20x.ics", "\"a8fd\"")])
        let adoption = try adopt()
        #expect(adoption.account.url.absoluteString == "http://127.0.0.1:52444/anna/work/")
        #expect(adoption.account.policy == .server)
        #expect(adoption.left.isEmpty)
        try #require(adoption.calendars.map(\.agreed) == [1, 1])
        let calendars = adoption.calendars.map(\.calendar)
        #expect(calendars.map(\.name) == ["Work calendar", "home"])
        #expect(calendars.map(\.color) == ["#112233", nil])
        #expect(calendars.map(\.folder) == ["work", "home"].map { folder.path + "/cal/" + $0 })
        #expect(calendars.map(\.href.description) == ["/anna/work/", "/anna/home/"])
        #expect(calendars.map(\.isEnabled) == [true, true])
        #expect(try store.calendars() == calendars)
        let replica = try setup.replica(of: calendars[1])
        #expect(try replica.look() == .differences(.init(), count: 1))
        let base = try #require(try replica.state().bases.values.first)
        #expect(base.href.description == "/anna/home/h%20x.ics")
        #expect(base.etag == ETag("\"a8fd\""))
        #expect(try replica.baseText(of: base.href) == Array(text("h x").utf8))
        var status = stat()
        stat(folder.path + "/cal/home/9d4ec0ac-c5ee.ics", &status)
        #expect(UInt64(status.st_ino) == other && status.st_mtim.tv_nsec == 821_010_930)
    }

    @Test(
        "what was changed, deleted or made since is a change to send, once the server still has what was agreed"
    )
    func changed() async throws {
        let names = ["same", "changed", "deleted", "both"]
        let inodes = names.map { write("cal/work/\($0).ics", $0) }
        try status(
            "work",
            zip(names, inodes).map { ($0, "\($0).ics", $1, "/anna/work/\($0).ics", "\"1\"") })
        let edited = text("changed").replacing("END:VEVENT", with: "SUMMARY:New\nEND:VEVENT")
        folder.write("cal/work/changed.ics", edited)
        folder.write("cal/work/both.ics", text("both") + "\n")
        unlink(folder.path + "/cal/work/deleted.ics")
        folder.write("cal/work/new.ics", text("new"))
        let work = try #require(try adopt().calendars.first)
        #expect(work.agreed == 1)
        #expect(Set(work.changed) == ["changed.ics", "deleted.ics", "both.ics"])

        // Another device has changed the last one.
        let items = ["changed", "deleted", "both"].map { name in
            """
            <d:response><d:href>/anna/work/\(name).ics</d:href><d:propstat><d:prop>\
            <d:getetag>"\(name == "both" ? 2 : 1)"</d:getetag><c:calendar-data>\(text(name))</c:calendar-data></d:prop>\
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
            """
        }
        let answer =
            "<d:multistatus xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\">\(items.joined())</d:multistatus>"
        let server = ScriptedServer { _, _ in (207, answer) }
        let client = CalDAVClient(
            base: try store.account("remote").url,
            http: HTTPClient { Instant(secondsSinceEpoch: 0) },
            exchange: server, credentials: nil)
        #expect(try await setup.settle(work, through: client) == 2)
        #expect(await server.requests == ["REPORT /anna/work/"])
        guard case .differences(let found, let count) = try setup.replica(of: work.calendar).look()
        else {
            Issue.record("absent")
            return
        }
        #expect(count == 4)
        #expect(Array(found.changed.values) == ["changed.ics"])
        #expect(found.deleted.map(\.description) == ["/anna/work/deleted.ics"])
        #expect(found.added == ["both.ics", "new.ics"])
        #expect(folder.read("cal/work/changed.ics") == edited)
    }

    @Test("a second adoption is refused, and leaves the first as it is")
    func twice() throws {
        let one = write("cal/work/u1.ics", "u1")
        try status("work", [("u1", "u1.ics", one, "/anna/work/u1.ics", "\"b70b\"")])
        let calendars = try adopt().calendars.map(\.calendar)
        #expect(throws: AccountError(.nameTaken("remote"))) { try adopt() }
        #expect(try store.calendars() == calendars)
    }

    @Test(
        "hostile or damaged notes make no base: other servers, other calendars, names that lead elsewhere"
    )
    func hostile() throws {
        let one = write("cal/work/u1.ics", "u1")
        let secret = write("secret.ics", "secret")
        try status(
            "work",
            [
                ("a", "u1.ics", one, "http://evil.example.org/anna/work/u1.ics", "x"),
                ("b", "../../secret.ics", secret, "/anna/work/b.ics", "x"),
                ("c", "c.ics", one, "/anna/home/c.ics", "x"),
                ("d", "d.ics", one, "/anna/../d.ics", "x"),
            ])
        folder.write("status/my_cal/home.items", "no database")
        let adoption = try adopt()
        try #require(adoption.calendars.map(\.agreed) == [0, 0])
        #expect(adoption.calendars.flatMap(\.changed).isEmpty)
        #expect(try setup.replica(of: adoption.calendars[0].calendar).state().bases.isEmpty)
    }

    @Test("without notes nothing tells where the calendars are, and all are left")
    func discovered() throws {
        unlink(folder.path + "/status/my_cal.collections")
        let text = """
            [general]
            status_path = "status"
            [pair my_cal]
            a = "local"
            b = "remote"
            collections = ["gone", "from b", "from a"]
            [storage local]
            type = "filesystem"
            path = "\(folder.path)/cal"
            fileext = ".ics"
            [storage remote]
            type = "caldav"
            url = "http://127.0.0.1:52444/"
            """
        let plan = VdirsyncerPlan(try VdirsyncerConfiguration(text, folder: folder.path, home: "/"))
        let planned = try #require(plan.accounts.first)
        let adoption = try setup.adopt(planned, of: plan, user: "", password: nil)
        #expect(adoption.calendars.isEmpty)
        #expect(adoption.left.map(\.collection) == ["gone", "home", "work"])
    }
}
