import CalendarMerge
import FoundationEssentials
import Testing

@testable import AgendaSync

@Suite("A configuration of vdirsyncer")
struct VdirsyncerConfigurationTests {
    /// As its tutorial and manual have them.
    static let text = """
        # An example configuration
        [general]
        status_path = "~/.local/share/vdirsyncer/status/"

        [pair my_calendars]
        a = "cal_local"
        b = "cal_remote"
        collections = ["from a", "from b"]
        conflict_resolution = "b wins"
        metadata = ["displayname", "color"]

        [storage cal_local]
        type = "filesystem"
        path = "~/.calendars/"
        fileext = ".ics"

        [storage cal_remote]
        type = "caldav"
        ; a comment
        url = "https://caldav.example.org/dav/"
        username.fetch = ["command", "~/get-username.sh"]
        password.fetch = ["command", "pass",
            "show", "caldav"]
        verify = "~/ca.pem"

        [pair holidays]
        a: holidays_feed
        b: holidays_local
        collections: null

        [storage holidays_feed]
        type = "http"
        url = https://example.org/holidays.ics

        [storage holidays_local]
        type = "filesystem"
        path = "/var/cal/holidays"
        fileext = ".ics"

        [pair contacts]
        a = "con_local"
        b = "con_remote"
        collections = ["default"]
        [storage con_local]
        type = "filesystem"
        path = "~/.contacts"
        fileext = ".vcf"
        [storage con_remote]
        type = "carddav"
        url = "https://caldav.example.org/"
        """

    static func plan(_ text: String) throws -> VdirsyncerPlan {
        VdirsyncerPlan(
            try VdirsyncerConfiguration(text, folder: "/home/a/.config/vdirsyncer", home: "/home/a")
        )
    }

    @Test("the tutorial's configuration: an account, a feed, and no contacts")
    func tutorial() throws {
        let configuration = try VdirsyncerConfiguration(Self.text, folder: "/f", home: "/home/a")
        #expect(configuration.statusFolder == "/home/a/.local/share/vdirsyncer/status")
        let plan = try Self.plan(Self.text)
        let account = try #require(plan.accounts.first)
        #expect(account.name == "cal_remote")
        #expect(account.remote.url.absoluteString == "https://caldav.example.org/dav/")
        #expect(account.remote.userSource == .command(["/home/a/get-username.sh"]))
        #expect(account.remote.password == .command(["pass", "show", "caldav"]))
        #expect(account.remote.authorities == "/home/a/ca.pem")
        // vdirsyncer has noted no collections, and only the server could tell.
        #expect(account.calendars.isEmpty)
        let feed = try #require(plan.feeds.first)
        #expect(feed.remote.url.absoluteString == "https://example.org/holidays.ics")
        #expect(feed.folder == "/var/cal/holidays")
        #expect(
            plan.remarks == [
                .init(name: "my_calendars", reason: .option("collections")),
                .init(name: "contacts", reason: .contacts),
            ])
    }

    private static func pair(
        _ pair: String, remote: String = "", local: String = "", type: String = "caldav"
    ) -> String {
        """
        [general]
        status_path = "status"
        [pair p]
        a = "l"
        b = "r"
        \(pair)
        [storage l]
        type = "filesystem"
        path = "/c"
        fileext = ".ics"
        \(local)
        [storage r]
        type = "\(type)"
        url = "https://x.org/u/"
        username = "u"
        \(remote)
        """
    }

    @Test("named collections, also under other names, and none at all")
    func collections() throws {
        let named = try Self.plan(
            Self.pair(#"collections = ["work", ["home", "zu hause", "h%20"], ["all", null, "x"]]"#))
        let calendars = try #require(named.accounts.first).calendars
        #expect(calendars.map(\.folder) == ["/c/work", "/c/zu hause", "/c"])
        #expect(calendars.map(\.collection) == ["work", "h%20", "x"])
        #expect(calendars.map(\.statusName) == ["work", "home", "all"])
        #expect(calendars.allSatisfy { $0.url == nil })
        let none = try #require(
            try Self.plan(Self.pair("collections = null")).accounts.first?.calendars.first)
        #expect(none.folder == "/c")
        #expect(none.url?.absoluteString == "https://x.org/u/")
        #expect(none.collection == "u")
        #expect(none.statusName == nil)
    }

    @Test(
        "who wins",
        arguments: [
            (#"conflict_resolution = "a wins""#, ConflictPolicy.mine),
            (#"conflict_resolution = "b wins""#, .server),
            ("conflict_resolution = null", .ask), ("", .ask),
            (#"conflict_resolution = ["command", "vimdiff"]"#, .ask),
        ])
    func policy(line: (String, ConflictPolicy)) throws {
        let plan = try Self.plan(Self.pair("collections = null\n" + line.0))
        #expect(plan.accounts.first?.calendars.map(\.policy) == [line.1])
    }

    @Test("the folder may be either side")
    func sides() throws {
        let text = Self.pair("collections = null\nconflict_resolution = \"a wins\"")
            .replacing("a = \"l\"", with: "a = \"r\"").replacing("b = \"r\"", with: "b = \"l\"")
        let calendar = try #require(try Self.plan(text).accounts.first?.calendars.first)
        #expect(calendar.policy == .server)
        #expect(calendar.folder == "/c")
        #expect(!calendar.folderIsA)
    }

    @Test("passwords: written down, of the keyring, of a shell, asked for, and none")
    func passwords() throws {
        func remote(_ line: String) throws -> VdirsyncerPlan.Remote {
            try #require(
                try Self.plan(Self.pair("collections = null", remote: line)).accounts.first
            ).remote
        }
        let written = try remote(#"password = "s3cret""#)
        #expect(written.writtenPassword == Secret("s3cret"))
        #expect(!"\(written)".contains("s3cret"))
        #expect(
            try remote(#"password.fetch = ["keyring", "dav", "u"]"#).password
                == .command(["secret-tool", "lookup", "service", "dav", "username", "u"]))
        #expect(
            try remote(#"password.fetch = ["shell", "gpg -d ~/p | head -1"]"#).password
                == .command(["/bin/sh", "-c", "gpg -d ~/p | head -1"]))
        #expect(try remote(#"password.fetch = ["prompt", "Password"]"#).isAsked)
        #expect(try remote("").password == nil)
        let plan = try Self.plan(
            Self.pair("collections = null", remote: #"password.fetch = "pass""#))
        #expect(plan.accounts.isEmpty)
        #expect(plan.remarks == [.init(name: "r", reason: .option("password.fetch"))])
    }

    @Test("what has no counterpart here is told")
    func remarks() throws {
        let plan = try Self.plan(
            Self.pair(
                "collections = null",
                remote: """
                    read_only = true
                    start_date = "datetime.now() - timedelta(days=365)"
                    end_date = "datetime.now() + timedelta(days=365)"
                    item_types = ["VEVENT"]
                    verify_fingerprint = "94:FD"
                    verify = false
                    """, local: "post_hook = \"notify\""))
        #expect(plan.accounts.first?.calendars.map(\.isReadOnly) == [true])
        #expect(
            Set(plan.remarks.map(\.reason)) == [
                .window, .ignored("item_types"), .ignored("verify_fingerprint"), .ignored("verify"),
                .ignored("post_hook"),
            ])
    }

    @Test(
        "pairs that are not adopted",
        arguments: [
            ("carddav", "", VdirsyncerPlan.Reason.contacts), ("google_calendar", "", .google),
            ("singlefile", "path = \"/all.ics\"", .singleFile("/all.ics")),
            ("filesystem", "path = \"/d\"", .noServer),
            ("remotestorage_calendars", "", .type("remotestorage_calendars")),
        ])
    func obstacles(pair: (String, String, VdirsyncerPlan.Reason)) throws {
        let plan = try Self.plan(Self.pair("collections = null", remote: pair.1, type: pair.0))
        #expect(plan.accounts.isEmpty && plan.feeds.isEmpty)
        #expect(plan.remarks == [.init(name: "p", reason: pair.2)])
    }

    @Test("files that do not end with .ics are not adopted")
    func ending() throws {
        let text = Self.pair("collections = null").replacing("\".ics\"", with: "\".vcs\"")
        #expect(try Self.plan(text).remarks == [.init(name: "p", reason: .fileEnding(".vcs"))])
    }

    @Test("broken configurations say where, and no password")
    func broken() {
        func error(_ text: String) -> VdirsyncerError? {
            #expect(throws: VdirsyncerError.self) { try Self.plan(text) }
        }
        #expect(error("") == VdirsyncerError(.missing(section: "general", option: "status_path")))
        #expect(error("[general]\nhunter2 is it\n") == VdirsyncerError(.line("hunter2"), line: 2))
        #expect(error("x = 1") == VdirsyncerError(.line("x"), line: 1))
        #expect(error("[a]\nx = 1\nX = 2\n") == VdirsyncerError(.twice("x"), line: 3))
        #expect(error("[a]\n[a]\n") == VdirsyncerError(.twice("a"), line: 2))
        #expect(
            error("[general]\nstatus_path = s\n[pair p]\na = \"x\"\n")
                == VdirsyncerError(.missing(section: "pair p", option: "b")))
        #expect(
            error("[general]\nstatus_path = s\n[pair p]\na = x\nb = y\n")
                == VdirsyncerError(.noStorage(pair: "p", storage: "x")))
        #expect(
            error(Self.pair("collections = \"all\""))
                == VdirsyncerError(.value(section: "pair p", option: "collections")))
    }
}
