import CalendarMerge
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

@Suite("The first synchronisation of what vdirsyncer had")
struct AdoptedSyncTests {
    private let folder = TemporaryFolder()
    private let server = MemoryServer()
    private let setup: AccountSetup
    private let now = Instant(secondsSinceEpoch: 1_795_400_000)

    init() throws {
        let store = try AccountStore(RoomDatabase.open(path: folder.path + "/sync.db"))
        setup = AccountSetup(store, accounts: folder.path + "/accounts") {
            Instant(secondsSinceEpoch: 1_795_400_000)
        }
        for path in ["/work", "/status"] { mkdir(folder.path + path, 0o700) }
    }

    /// Server and folder after vdirsyncer's last run: the same events, with XML's line ends in the files.
    private func agree(_ uids: [String], isNoted: Bool = true) throws {
        var rows: [VdirsyncerRun.Row] = []
        for uid in uids {
            server[uid + ".ics"] = event(uid, "Old")
            let etag = server.with { $0.resources[MemoryServer.path + uid + ".ics"]?.etag ?? "" }
            let inode = VdirsyncerRun(folder).write(
                "work/\(uid)-here.ics", event(uid, "Old").replacing("\r\n", with: "\n"))
            rows.append(
                (uid, uid + "-here.ics", inode, MemoryServer.path + uid + ".ics", "\"\(etag)\""))
        }
        if isNoted { try VdirsyncerRun(folder).status("p", rows) }
    }

    private func adopt() throws -> AccountSetup.AdoptedCalendar {
        let text = """
            [general]
            status_path = "status"
            [pair p]
            a = "local"
            b = "remote"
            collections = null
            [storage local]
            type = "filesystem"
            path = "\(folder.path)/work"
            fileext = ".ics"
            [storage remote]
            type = "caldav"
            url = "http://127.0.0.1:1\(MemoryServer.path)"
            """
        let plan = VdirsyncerPlan(
            try VdirsyncerConfiguration(text, folder: folder.path, home: "/"))
        let planned = try #require(plan.accounts.first)
        let adoption = try setup.adopt(planned, of: plan, user: "", password: nil)
        return try #require(adoption.calendars.first)
    }

    private var client: CalDAVClient {
        CalDAVClient(
            base: MemoryServer.base, http: HTTPClient(now: { now }), exchange: server,
            credentials: nil)
    }

    private func sync(_ adopted: AccountSetup.AdoptedCalendar) async throws -> SyncReport {
        await CollectionSync(
            client: client, collection: adopted.calendar.href,
            replica: try setup.replica(of: adopted.calendar),
            merging: ThreeWayMerge(zones: SystemZones.database), options: .init(),
            now: { now }
        ).run()
    }

    private var files: [String] {
        Folder(path: folder.path + "/work").names.filter { $0.hasSuffix(".ics") }
    }

    @Test("nothing is downloaded, sent or doubled")
    func unchanged() async throws {
        let uids = (1...30).map { "e\($0)" }
        try agree(uids)
        let before = files.map { Folder(path: folder.path + "/work").read($0) }
        let adopted = try adopt()
        #expect(adopted.agreed == 30)
        let report = try await sync(adopted)
        #expect(report.stop == nil)
        #expect((report.fetched, report.sent, report.merged) == (0, 0, 0))
        #expect(files.map { Folder(path: folder.path + "/work").read($0) } == before)
        #expect(server.names.count == 30)
        #expect(!server.requests.contains { $0.hasPrefix("GET") || $0.hasPrefix("PUT") })
    }

    @Test("what both sides did since vdirsyncer's last run is on both sides")
    func changed() async throws {
        try agree(["same", "here", "there", "both", "goneHere", "goneThere"])
        let edited = { (uid: String, more: String) in event(uid, "Old", [more]) }
        folder.write("work/here-here.ics", edited("here", "LOCATION:Here"))
        folder.write("work/both-here.ics", edited("both", "LOCATION:Here"))
        folder.write("work/new.ics", event("new", "Made here"))
        unlink(folder.path + "/work/goneHere-here.ics")
        server["there.ics"] = edited("there", "URL:http://there")
        server["both.ics"] = edited("both", "URL:http://there")
        server["goneThere.ics"] = nil
        server["newThere.ics"] = event("newThere", "Made there")
        let adopted = try adopt()
        #expect(adopted.agreed == 3)
        // One that the other side changed, too, has no common version.
        #expect(try await setup.settle(adopted, through: client) == 2)
        let report = try await sync(adopted)
        #expect(report.stop == nil)
        #expect(report.conflicts == 0)
        #expect(
            server.names == [
                "both.ics", "here.ics", "new.ics", "newThere.ics", "same.ics", "there.ics",
            ])
        #expect(files.count == 6)
        #expect(server["here.ics"]?.contains("LOCATION:Here") == true)
        #expect(folder.read("work/there-here.ics")?.contains("URL:http://there") == true)
        for text in [server["both.ics"], folder.read("work/both-here.ics")] {
            #expect(text?.contains("LOCATION:Here") == true)
            #expect(text?.contains("URL:http://there") == true)
        }
        let again = try await sync(adopted)
        #expect((again.fetched, again.sent, again.merged) == (0, 0, 0))
    }

    @Test("nothing is as vdirsyncer left it: an edit and a deletion are sent all the same")
    func allChanged() async throws {
        try agree(["edited", "deleted"])
        folder.write("work/edited-here.ics", event("edited", "New"))
        unlink(folder.path + "/work/deleted-here.ics")
        let adopted = try adopt()
        #expect(adopted.agreed == 0)
        #expect(try await setup.settle(adopted, through: client) == 2)
        let report = try await sync(adopted)
        #expect(report.stop == nil)
        #expect(report.conflicts == 0)
        #expect(server.names == ["edited.ics"])
        #expect(server["edited.ics"] == event("edited", "New"))
        #expect(files == ["edited-here.ics"])
    }

    @Test("where all files are gone nothing is deleted on the server")
    func allGone() async throws {
        try agree(["one", "two"])
        for name in files { unlink(folder.path + "/work/" + name) }
        let adopted = try adopt()
        #expect(try await setup.settle(adopted, through: client) == 0)
        let report = try await sync(adopted)
        #expect(report.stop == nil)
        #expect(report.fetched == 2)
        #expect(server.names == ["one.ics", "two.ics"])
        #expect(files.count == 2)
    }

    @Test("folders of which vdirsyncer noted nothing are compared: nothing is doubled")
    func withoutStatus() async throws {
        try agree(["one", "two", "three"], isNoted: false)
        let adopted = try adopt()
        #expect(adopted.agreed == 0)
        let report = try await sync(adopted)
        #expect(report.stop == nil)
        #expect(report.conflicts == 0)
        #expect(files == ["one-here.ics", "three-here.ics", "two-here.ics"])
        #expect(server.names == ["one.ics", "three.ics", "two.ics"])
        #expect(server["one.ics"] == event("one", "Old"))
    }
}
