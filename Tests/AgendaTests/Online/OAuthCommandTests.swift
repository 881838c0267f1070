import Foundation
import TestServers
import Testing

@Suite("Signing in with OAuth")
struct OAuthCommandTests {
    private let service: AuthorisationServer
    private let server: CalendarServer
    private let desk: OnlineDesk

    init() throws {
        service = try AuthorisationServer()
        service.change { $0.interval = 1 }
        server = try CalendarServer([
            "home": .init("Home", items: ["a.ics": resource("a", "Lunch")])
        ])
        server.change { $0.credentials = ["Bearer sesame-access-"] }
        desk = try OnlineDesk(configuration: OnlineDesk.configuration(service))
    }

    private var address: String { server.url.absoluteString }

    /// Says yes at the address that a command prints, and waits for its end.
    private func consent(to running: RunningAgenda) async throws -> Int32 {
        try await running.wait(for: "sign in with a browser: http")
        let line = running.said.split(separator: "sign in with a browser: ").last ?? ""
        let text = line.prefix { !$0.isNewline }
        try await service.consent(at: #require(URL(string: String(text))))
        return try await running.status()
    }

    @Test("with a browser: the permission goes to the keyring, and events come with its tokens")
    func browser() async throws {
        let adding = try desk.start(
            "account", "add", address, "--name", "work", "--oauth", "test", "--all")
        #expect(try await consent(to: adding) == 0, "\(adding.said)")
        #expect(adding.text == "Added work: Home; agenda sync fetches their events\n")
        #expect(desk.read("keyring/work") == "sesame-refresh-1")
        #expect(try desk.run("sync").output == "work/Home: 1 fetched\n")
        #expect(try desk.run("list").output.contains("Lunch"))
        #expect(server.server.received.allSatisfy { $0.field("Authorization") != nil })
        #expect(desk.files(with: ["sesame"]).isEmpty)
    }

    @Test("a permission that was revoked says what to do, which signs in again")
    func revoked() async throws {
        let adding = try desk.start(
            "account", "add", address, "--name", "work", "--oauth", "test", "--all")
        #expect(try await consent(to: adding) == 0)
        service.change { $0.refreshTokens = [] }
        let refused = try desk.run("sync")
        #expect(refused.status == 1)
        #expect(
            refused.complaints.contains(
                "the permission was revoked or has expired; sign in again: agenda account set work "
                    + "--oauth test"), "\(refused.complaints)")
        let setting = try desk.start("account", "set", "work", "--oauth", "test")
        #expect(try await consent(to: setting) == 0, "\(setting.said)")
        #expect(try desk.run("sync").output == "work/Home: 1 fetched\n")
        #expect(desk.names("keyring") == ["work"])
        #expect(try desk.run("account", "remove", "work", "--yes").status == 0)
        #expect(desk.names("keyring").isEmpty)
    }

    @Test("with a code on another machine, and a file that only its owner can read")
    func device() throws {
        let file = desk.folder.file("token")
        let added = try desk.run(
            "account", "add", address, "--name", "work", "--oauth", "test", "--device",
            "--token-file", file, "--all")
        #expect(added.status == 0, "\(added.complaints)")
        #expect(
            added.complaints.contains("open https://example.com/device and type WDJB-MJHT"))
        #expect(desk.read("token") == "sesame-refresh-1\n")
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(desk.names("keyring").isEmpty)
        #expect(try desk.run("sync").output == "work/Home: 1 fetched\n")
        // A password takes its place, and the file goes.
        let password = try desk.folder.write("password", "wonderland\n")
        #expect(
            try desk.run("account", "set", "work", "--user", "anna", "--password-file", password)
                .status == 0)
        #expect(desk.read("token") == nil)
        #expect(desk.read("password") == "wonderland\n")
    }

    @Test("what was stored for an account that does not come to be is removed")
    func refused() throws {
        server.change { $0.credentials = [] }
        let added = try desk.run(
            "account", "add", address, "--name", "work", "--oauth", "test", "--device", "--all")
        #expect(added.status == 1)
        #expect(service.forms.last?["refresh_token"] == "sesame-refresh-1")
        #expect(desk.names("keyring").isEmpty)
        #expect(try desk.run("account", "list").output.isEmpty)
    }

    @Test("a feed that wants a token")
    func feed() async throws {
        let text = calendar("UID:a\nDTSTART:20261121T090000Z\nSUMMARY:Secret lunch")
        let feed = try LoopbackServer { request in
            request.field("Authorization")?.hasPrefix("Bearer sesame-access-") == true
                ? .ok(text) : .text("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
        }
        let address = feed.url("/team.ics").absoluteString
        let added = try desk.run(
            "source", "add", address, "--name", "Team", "--oauth", "test", "--device")
        #expect(added.output == "Added Team: 1 event\n", "\(added.complaints)")
        let keys = desk.names("keyring")
        #expect(keys.count == 1)
        service.change { $0.refreshTokens = [] }
        let kept = try desk.run("refresh", "--all")
        #expect(kept.status == 3)
        #expect(
            kept.complaints.contains("sign in again with 'agenda source set Team --oauth test'"),
            "\(kept.complaints)")
        #expect(try desk.run("source", "set", "Team", "--oauth", "test", "--device").status == 0)
        #expect(desk.names("keyring") == keys)
        #expect(try desk.run("refresh", "--all").status == 0)
        #expect(desk.files(with: ["sesame"]).isEmpty)
    }

    @Test(
        "what cannot be meant says what to write",
        arguments: [
            (["--oauth", "nobody"], "--oauth: expected google, fastmail or a service"),
            (["--oauth", "google"], "give --client-id, or write oauth.google.client-id"),
            (["--device"], "need --oauth"),
            (["--oauth", "test", "--password-file", "p"], "--oauth cannot be combined"),
        ])
    func usage(words: [String], sentence: String) throws {
        let result = try desk.command.run(
            ["account", "add", address] + words + AgendaProcess.pinned)
        #expect(result.status == 64)
        #expect(result.complaints.contains(sentence), "\(result.complaints)")
        #expect(server.log.isEmpty)
    }

    @Test("the configuration file knows services")
    func configured() throws {
        #expect(
            try desk.command.run(["config", "oauth.google.client-id", "x.example"]).status == 0)
        #expect(try desk.command.run(["config", "oauth.google.client-id"]).output == "x.example\n")
        let file = desk.read("config/agenda/config.toml") ?? ""
        #expect(file.contains("[oauth.google]\nclient-id = \"x.example\"\n"), "\(file)")
        #expect(
            try desk.command.run(["config"]).output.contains("google.client-id = \"x.example\"\n"))
        let wrong = try desk.command.run(["config", "oauth.test.token", "somewhere"])
        #expect(wrong.status == 64)
        #expect(wrong.complaints.contains("write an address such as"))
    }
}
