import FoundationEssentials
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync

@Suite("Looking which calendars an account has")
struct AccountLookTests {
    private let folder = TemporaryFolder()
    private let url: URL
    private let store: AccountStore
    private let setup: AccountSetup
    private let time = Time()

    private final class Time: Sendable {
        let seconds = Mutex(1_800_000_000)
        var now: Instant { Instant(secondsSinceEpoch: seconds.withLock { $0 }) }
    }

    init() throws {
        url = try #require(URL(string: "https://dav.example.org/"))
        store = try AccountStore(RoomDatabase.open(path: folder.path + "/sync.db"))
        setup = AccountSetup(store, accounts: folder.path + "/accounts") { [time] in time.now }
    }

    private func account(home: String? = "/cal/") throws -> Account {
        var account = try setup.newAccount(name: "Work", address: "a@b.c", url: url, user: "anna")
        account.home = home.flatMap { Href($0, relativeTo: url) }
        return account
    }

    @Test("new ones are told once, and those of which a person knew are not new")
    func new() throws {
        let offered = [try found("/cal/a/", "A"), try found("/cal/b/", "B")]
        let account = try account()
        let added = try setup.add(account, [offered[0]], offered: offered)
        let all =
            try offered + [found("/cal/c/", "C"), found("/cal/j/", "J", components: ["VJOURNAL"])]
        #expect(try setup.compare(all, with: account).new.map(\.name) == ["C"])
        #expect(try setup.compare(all, with: account) == AccountSetup.CalendarNews())
        #expect(try store.untaken(of: "Work") == ["B", "C"])
        // Gone: kept as it is, for its synchronisation to say so.
        #expect(try setup.compare([], with: account) == AccountSetup.CalendarNews())
        #expect(try store.calendars() == added)
    }

    @Test("name, colour and the right to write follow the server, there and back")
    func changed() throws {
        let account = try account()
        let old = try #require(
            try setup.add(account, [found("/cal/a/", "A", color: "#FF0000")]).first)
        var new = old
        (new.name, new.color, new.isProtected) = ("Alpha", "#00FF00FF", true)
        let state = try found("/cal/a", "Alpha", color: "#00FF00FF", privileges: .read)
        #expect(
            try setup.compare([state], with: account).changed == [.init(before: old, after: new)])
        #expect(try store.calendars() == [new])
        #expect(new.isReadOnly)
        #expect(Folder(path: new.folder).read("displayname") == "Alpha")
        #expect(Folder(path: new.folder).read("color") == "#00FF00")
        let again = try found("/cal/a", "Alpha", color: "#00FF00FF", privileges: .all)
        _ = try setup.compare([again], with: account)
        #expect(try store.calendars().map(\.isReadOnly) == [false])
    }

    @Test("what a person wants stays: nothing is sent, and the folder's own name and colour")
    func kept() throws {
        let account = try account()
        var calendar = try #require(
            try setup.add(account, [found("/cal/a/", "A", color: "#FF0000")]).first)
        calendar.wantsReadOnly = true
        try store.update(calendar)
        let files = Folder(path: calendar.folder)
        files.write("displayname", "Mine\n")
        files.write("color", "#123456\n")
        let state = try found("/cal/a/", "Alpha", color: "#00FF00", privileges: .all)
        #expect(try setup.compare([state], with: account).changed.map(\.after.isReadOnly) == [true])
        #expect(files.read("displayname") == "Mine\n")
        #expect(files.read("color") == "#123456\n")
    }

    @Test("once an hour, and when the clock was set back")
    func due() throws {
        let account = try account()
        _ = try setup.add(account, [])
        for (seconds, isDue) in [(0, false), (3_599, false), (3_600, true), (-10, true)] {
            time.seconds.withLock { $0 = 1_800_000_000 + seconds }
            #expect(try setup.isLookDue(account) == isDue)
        }
    }

    private static let namespaces = "xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\""

    private static func multistatus(_ path: String, _ properties: String) -> (Int, String) {
        (
            207,
            """
            <d:multistatus \(namespaces)><d:response><d:href>\(path)</d:href><d:propstat><d:prop>\(properties)</d:prop>\
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
            """
        )
    }

    private static func calendar(_ name: String) -> String {
        "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>\(name)</d:displayname>"
    }

    @Test(
        "calendars outside of the account's own place are asked for one by one, and one that is gone is no error"
    )
    func elsewhere() async throws {
        let account = try account()
        let added = try setup.add(
            account, [found("/shared/s/", "S"), found("/shared/gone/", "G")])
        let server = ScriptedServer { request, _ in
            switch request.url.path(percentEncoded: true) {
            case "/cal/": Self.multistatus("/cal/new/", Self.calendar("New"))
            case "/shared/s/": Self.multistatus("/shared/s/", Self.calendar("Shared"))
            default: (404, "")
            }
        }
        let look = try await setup.look(at: account, through: client(server))
        #expect(look.new.map(\.name) == ["New"])
        #expect(look.changed.map(\.after.name) == ["Shared"])
        #expect(try store.calendars().map(\.name) == ["Shared", "G"])
        #expect(try store.calendars().map(\.folder) == added.map(\.folder))
    }

    @Test("an account that was adopted learns where its calendars are")
    func home() async throws {
        let account = try account(home: nil)
        _ = try setup.add(account, [])
        let server = ScriptedServer { request, _ in
            switch (request.url.path(percentEncoded: true), request.fields["Depth"]) {
            case ("/cal/", "1"): Self.multistatus("/cal/a/", Self.calendar("A"))
            case ("/", _):
                Self.multistatus(
                    "/", "<c:calendar-home-set><d:href>/cal/</d:href></c:calendar-home-set>")
            default: (404, "")
            }
        }
        let found = try await setup.calendars(of: account, through: client(server))
        #expect(found.map(\.name) == ["A"])
        #expect(try store.account("Work").home?.description == "/cal/")
    }

    private func client(_ server: ScriptedServer) -> CalDAVClient {
        CalDAVClient(
            base: url, http: HTTPClient { Instant(secondsSinceEpoch: 0) }, exchange: server,
            credentials: nil)
    }
}
