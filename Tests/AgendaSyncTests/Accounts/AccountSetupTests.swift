import CalendarMerge
import FoundationEssentials
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

/// Answers requests by a closure, and notes them.
actor ScriptedServer: HTTPExchange {
    private(set) var requests: [String] = []
    private let answer: @Sendable (HTTPRequest, Int) -> (status: Int, body: String)

    init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> (status: Int, body: String)) {
        self.answer = answer
    }

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        requests.append("\(request.method) \(request.url.path(percentEncoded: true))")
        let (status, body) = answer(request, requests.count)
        if status == 0 {
            throw HTTPError(.answerBroken("cut"), host: "dav.example.org", mayHaveArrived: true)
        }
        return HTTPResponse(status: status, body: Array(body.utf8), url: request.url)
    }
}

@Suite("Setting accounts up and taking them down")
struct AccountSetupTests {
    private let folder = TemporaryFolder()
    private let url: URL
    private let store: AccountStore
    private let setup: AccountSetup

    init() throws {
        url = try #require(URL(string: "https://dav.example.org/"))
        store = try AccountStore(RoomDatabase.open(path: folder.path + "/sync.db"))
        setup = AccountSetup(store, accounts: folder.path + "/accounts") {
            Instant(secondsSinceEpoch: 1_800_000_000)
        }
    }

    private func account() throws -> Account {
        var account = try setup.newAccount(
            name: "Work", address: "anna@example.org", url: url, user: "anna")
        account.home = Href("/cal/anna/", relativeTo: url)
        return account
    }

    private func client(_ server: ScriptedServer) -> CalDAVClient {
        CalDAVClient(
            base: url, http: HTTPClient { Instant(secondsSinceEpoch: 0) }, exchange: server,
            credentials: nil)
    }

    @Test("calendars of one name get folders of their own, with name and colour as vdir has them")
    func folders() throws {
        let added = try setup.add(
            account(),
            [
                found("/cal/anna/a/", "Team", color: "#ff0000ff"), found("/cal/anna/b/", "Team"),
                found("/cal/anna/b%20%C3%A4/", nil, privileges: .read),
                found("/cal/anna/d", "../../etc"),
            ])
        let base = folder.path + "/accounts/Work/"
        #expect(added.map(\.folder) == ["Team", "Team-2", "b-ä", "etc"].map { base + $0 })
        #expect(Folder(path: base + "Team").read("displayname") == "Team")
        #expect(Folder(path: base + "Team").read("color") == "#FF0000")
        #expect(added.map(\.name) == ["Team", "Team", "b ä", "../../etc"])
        #expect(added.map(\.isReadOnly) == [false, false, true, false])
        #expect(added.map(\.href.description).last == "/cal/anna/d/")
        #expect(added.map(\.isOfOthers) == [false, false, true, false])
        var stored = added
        for index in stored.indices { stored[index].isOfOthers = false }
        #expect(try store.calendars(of: "Work") == stored)
    }

    @Test("what discovery found becomes the account")
    func discovered() throws {
        let home = try #require(Href("/cal/anna/", relativeTo: url))
        let account = try setup.newAccount(
            name: "Work", address: "anna@example.org",
            found: DiscoveredAccount(
                base: url, principal: URL(string: "https://dav.example.org/p/anna/"), homes: [home],
                calendars: []), user: "anna")
        #expect(account.principal?.description == "/p/anna/")
        #expect(account.home == home)
        #expect(account.person == "anna@example.org")
        #expect(account.url == url)
    }

    @Test("a folder that is there, or a name in other capitals, is not taken over")
    func takenNames() throws {
        mkdir(folder.path + "/accounts", 0o700)
        mkdir(folder.path + "/accounts/Work", 0o700)
        let account = try account()
        #expect(account.id == "Work-2")
        _ = try setup.add(account, [])
        var other = try setup.newAccount(name: "work-2", address: "", url: url, user: "")
        #expect(other.id == "work-2-2")
        #expect(throws: AccountError(.nameTaken("Work"))) { try setup.newIdentifier(for: "Work") }
        other.name = "Work"
        #expect(throws: AccountError(.nameTaken("Work"))) { try setup.add(other, []) }
    }

    @Test("what holds neither events nor to-dos is not offered")
    func suits() throws {
        #expect(AccountSetup.suits(try found("/a/", "a")))
        #expect(AccountSetup.suits(try found("/a/", "a", components: ["VTODO"])))
        #expect(!AccountSetup.suits(try found("/a/", "a", components: ["VJOURNAL", "VFREEBUSY"])))
        #expect(!AccountSetup.suits(CollectionState(href: try found("/a/", "a").href)))
    }

    private func text(_ uid: String) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261201T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    }

    /// Notes a file as agreed.
    private func agree(_ name: String, _ calendar: AccountCalendar) throws {
        let replica = try setup.replica(of: calendar)
        let bytes = Array(text(name).utf8)
        let base = Base(
            href: calendar.href.appending(name + ".ics"), name: name + ".ics", etag: ETag("\"1\""),
            digest: try replica.state().digest(bytes))
        let placement = Placement(
            .put(bytes), name + ".ics", expected: nil, changes: [.setBase(base, text: bytes)])
        #expect(try replica.commit([placement], []) == [.done])
    }

    @Test("files with unsent changes are removed only when a person says so")
    func unsent() throws {
        let account = try account()
        let calendars = try setup.add(account, [found("/cal/a/", "A"), found("/cal/b/", "B")])
        for name in ["one", "two", "three"] { try agree(name, calendars[0]) }
        #expect(try setup.unsent(calendars[0]).count == 0)
        let files = Folder(path: calendars[0].folder)
        files.write("one.ics", text("one").replacing("VERSION:2.0", with: "VERSION:2.0\r\nX-A:1"))
        unlink(calendars[0].folder + "/two.ics")
        files.write("new.ics", text("new"))
        files.write("broken.ics", "no calendar")
        files.write("notes.txt", "mine")
        let unsent = try setup.unsent(calendars[0])
        #expect(unsent.waiting == ["new.ics", "one.ics", "two.ics"])
        #expect(unsent.unsendable == ["broken.ics"])
        let error = AccountError(.unsent(calendar: "A", count: 4))
        #expect(throws: error) { try setup.remove(account, keepsFiles: false) }
        #expect(try store.calendars() == calendars)
        #expect(files.read("new.ics") == text("new"))

        try setup.remove(account, keepsFiles: false, evenUnsent: true)
        #expect(try store.accounts().isEmpty)
        // What was never the replica's stays.
        #expect(files.names == ["notes.txt"])
        #expect(Folder(path: calendars[1].folder).names.isEmpty)
        #expect(Folder(path: folder.path + "/accounts/Work").names == ["A"])
    }

    @Test(
        "of an account whose folders were a person's own, nothing goes but what its replicas consist of"
    )
    func adopted() throws {
        let own = folder.path + "/calendars"
        let account = try account()
        var calendar = AccountCalendar(
            id: 0, account: account.id, href: try found("/cal/a/", "A").href, folder: own + "/a",
            name: "A")
        try setup.describe(calendar)
        calendar = try #require(try store.add(account, [calendar]).first)
        try setup.remove(account, keepsFiles: false)
        #expect(Folder(path: folder.path).names.contains("calendars"))
        #expect(Folder(path: own).names.isEmpty)
    }

    @Test("kept files stay, unsent ones among them, and the replica is forgotten")
    func keep() throws {
        let account = try account()
        let calendar = try #require(try setup.add(account, [found("/cal/a/", "A")]).first)
        try agree("one", calendar)
        Folder(path: calendar.folder).write("new.ics", text("new"))
        try setup.remove(account, keepsFiles: true)
        #expect(Folder(path: calendar.folder).names == ["displayname", "new.ics", "one.ics"])
        #expect(try store.calendars().isEmpty)
        #expect(try setup.replica(of: calendar).state().bases.isEmpty)
    }

    @Test("nothing is removed while another process synchronises")
    func busy() throws {
        let account = try account()
        let calendar = try #require(try setup.add(account, [found("/cal/a/", "A")]).first)
        let lease = try setup.replica(of: calendar).takeLease()
        #expect(throws: AccountError(.busy(calendar: "A"))) {
            try setup.remove(account, keepsFiles: false)
        }
        withExtendedLifetime(lease) {}
    }

    private static let state = """
        <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>HREF</d:href>\
        <d:propstat><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype></d:prop>\
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
        """

    @Test("a new calendar: its address is tried until one is free, and a lost answer is looked for")
    func make() async throws {
        let account = try account()
        _ = try setup.add(account, [])
        // The first address is taken; the answer about the second one is lost, but the calendar is there.
        let server = ScriptedServer { request, number in
            let path = request.url.path(percentEncoded: true)
            return switch number {
            case 1: (405, "")
            // What is there is no calendar.
            case 2: (404, "")
            case 3: (0, "")
            default: (207, Self.state.replacing("HREF", with: path))
            }
        }
        let made = try await setup.makeCalendar(
            CalendarProperties(name: "My plans", color: "#00FF00"), of: account,
            through: client(server))
        #expect(made.href.description == "/cal/anna/My-plans-2/")
        #expect(made.name == "My plans")
        #expect(made.color == "#00FF00")
        #expect(
            await server.requests == [
                "MKCALENDAR /cal/anna/My-plans/", "PROPFIND /cal/anna/My-plans/",
                "MKCALENDAR /cal/anna/My-plans-2/",
                "PROPFIND /cal/anna/My-plans-2/", "PROPFIND /cal/anna/My-plans-2/",
            ])
        #expect(try store.calendars() == [made])
    }

    @Test("a server that refuses leaves everything as it is")
    func refusals() async throws {
        let account = try account()
        let calendar = try #require(try setup.add(account, [found("/cal/a/", "A")]).first)
        let server = ScriptedServer { _, _ in (403, "") }
        await #expect(throws: AccountError.self) {
            try await setup.makeCalendar(
                CalendarProperties(name: "B"), of: account, through: client(server))
        }
        await #expect(throws: AccountError.self) {
            try await setup.setProperties(
                CalendarProperties(name: "B"), of: calendar, through: client(server))
        }
        await #expect(throws: AccountError.self) {
            try await setup.removeFromServer(calendar, keepsFiles: false, through: client(server))
        }
        #expect(
            await server.requests == [
                "MKCALENDAR /cal/anna/B/", "PROPPATCH /cal/a/", "DELETE /cal/a/",
            ])
        #expect(try store.calendars() == [calendar])
        #expect(Folder(path: calendar.folder).read("displayname") == "A")
    }

    @Test("renamed and removed on the server and here; gone there already is as good")
    func renameAndRemove() async throws {
        let calendar = try #require(try setup.add(account(), [found("/cal/a/", "A")]).first)
        let server = ScriptedServer { request, _ in (request.method == "DELETE" ? 404 : 200, "") }
        let renamed = try await setup.setProperties(
            CalendarProperties(name: "B", color: "#112233"), of: calendar, through: client(server))
        #expect(renamed.name == "B")
        #expect(Folder(path: calendar.folder).read("displayname") == "B")
        #expect(Folder(path: calendar.folder).read("color") == "#112233")
        Folder(path: calendar.folder).write("new.ics", text("new"))
        await #expect(throws: AccountError(.unsent(calendar: "B", count: 1))) {
            try await setup.removeFromServer(renamed, keepsFiles: false, through: client(server))
        }
        #expect(await server.requests == ["PROPPATCH /cal/a/"])
        try await setup.removeFromServer(
            renamed, keepsFiles: false, evenUnsent: true, through: client(server))
        #expect(try store.calendars().isEmpty)
        #expect(Folder(path: calendar.folder).names.isEmpty)
    }
}
