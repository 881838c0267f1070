import CalendarMerge
import FoundationEssentials
import Testing

@testable import AgendaSync

@Suite("Accounts and their calendars in sync.db")
struct AccountStoreTests {
    private let folder = TemporaryFolder()

    private func store() throws -> AccountStore {
        try AccountStore(RoomDatabase.open(path: folder.path + "/sync.db"))
    }

    static let url = URL(string: "https://dav.example.org:8443/")

    static func account(_ name: String) throws -> Account {
        Account(
            id: name.lowercased(), name: name, address: "anna@example.org", url: try #require(url),
            user: "anna", password: .command(["pass", "show", "caldav"]))
    }

    static func calendar(_ name: String, of account: String, in folder: String) throws
        -> AccountCalendar
    {
        let base = try #require(url)
        let href = try #require(Href("/cal/\(name)/", relativeTo: base))
        return AccountCalendar(id: 0, account: account, href: href, folder: folder, name: name)
    }

    @Test("what was stored is read back, all of it, also by another process")
    func roundTrip() throws {
        var account = try Self.account("Work")
        account.permission = OAuthGrant(
            OAuthService(
                authorization: account.url, token: account.url, scope: "cal", clientID: "c"),
            refreshToken: .file("/t"))
        account.allowsUnencrypted = true
        (account.authorities, account.certificate) = ("/etc/ca.pem", "/home/a/own.pem")
        account.principal = Href("/principals/ännä/", relativeTo: account.url)
        account.home = Href("/cal/", relativeTo: account.url)
        (account.person, account.interval, account.policy) = ("anna@example.org", 300, .newer)
        var one = try Self.calendar("One", of: "work", in: "/a/one")
        (one.color, one.isProtected, one.components) = ("#FF0000", true, ["VEVENT", "VTODO"])
        one.wantsReadOnly = true
        (one.isEnabled, one.policy, one.generation) = (false, .both, 7)
        let two = try Self.calendar("Two Ö", of: "work", in: "/a/two")
        let added = try store().add(account, [one, two])
        try #require(added.map(\.id) == [1, 2])
        #expect(added == [one.with(id: 1), two.with(id: 2)])
        #expect(try store().accounts() == [account])
        #expect(try store().calendars() == added)
        #expect(added[0].replicaKey != added[1].replicaKey)
    }

    @Test("an account is found by its identifier or its name")
    func lookup() throws {
        let store = try store()
        let (work, home) = (try Self.account("Work"), try Self.account("Home"))
        _ = try store.add(work)
        _ = try store.add(home)
        #expect(try store.account("Work") == work)
        #expect(try store.account("home") == home)
        #expect(throws: AccountError(.noAccount("x"))) { try store.account("x") }
        #expect(try store.accounts().map(\.name) == ["Home", "Work"])
    }

    @Test("a name, a folder or a calendar twice is refused, and nothing of the call stays")
    func unique() throws {
        let store = try store()
        let one = try Self.calendar("one", of: "work", in: "/a/one")
        _ = try store.add(Self.account("Work"), [one])
        #expect(throws: AccountError(.nameTaken("Work"))) { try store.add(Self.account("Work")) }
        let stranger = try Self.calendar("one", of: "home", in: "/a/one")
        let fine = try Self.calendar("two", of: "home", in: "/a/two")
        #expect(throws: AccountError(.folderTaken("/a/one"))) {
            try store.add(Self.account("Home"), [fine, stranger])
        }
        #expect(try store.accounts().map(\.name) == ["Work"])
        #expect(try store.calendars().map(\.folder) == ["/a/one"])
        let again = try Self.calendar("one", of: "work", in: "/a/other")
        #expect(throws: AccountError(.registered("one"))) { try store.add(again) }
        #expect(throws: AccountError(.noAccount("none"))) {
            try store.add(Self.calendar("x", of: "none", in: "/x"))
        }
    }

    @Test("changes of an account and a calendar, and a name that is taken")
    func updates() throws {
        let store = try store()
        var work = try Self.account("Work")
        let calendar = try Self.calendar("one", of: "work", in: "/a/one")
        var one = try #require(try store.add(work, [calendar]).first)
        _ = try store.add(Self.account("Home"))
        (work.name, work.password) = ("Office", .keyring(account: "office"))
        try store.update(work)
        #expect(try store.account("work") == work)
        // The calendars are still there.
        #expect(try store.calendars(of: "work") == [one])
        (one.name, one.generation) = ("Eins", 1)
        try store.update(one)
        #expect(try store.calendars(of: "work") == [one])
        work.name = "Home"
        #expect(throws: AccountError(.nameTaken("Home"))) { try store.update(work) }
        #expect(throws: AccountError(.noCalendar("Eins"))) { try store.update(one.with(id: 99)) }
        #expect(throws: AccountError(.noAccount("Away"))) { try store.update(Self.account("Away")) }
    }

    @Test("a removed account takes its calendars along, and their numbers are not used again")
    func removal() throws {
        let store = try store()
        let one = try Self.calendar("one", of: "work", in: "/a/one")
        _ = try store.add(Self.account("Work"), [one])
        try store.remove("work")
        #expect(try store.accounts().isEmpty)
        #expect(try store.calendars().isEmpty)
        let added = try store.add(Self.account("Work"), [one])
        try #require(added.map(\.id) == [2])
        try store.remove(added[0].id)
        #expect(try store.add(one).id == 3)
    }
}
