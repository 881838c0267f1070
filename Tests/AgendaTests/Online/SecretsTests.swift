import Foundation
import TestServers
import Testing

/// What is looked through: every file of the data folder and of the configuration's, all output of the commands, and the
/// arguments of all processes and the environment of children while they ran, as the programs saw them that give the secrets.
/// The keyring and the files that a person names for secrets hold them by design.
@Suite("Secrets")
struct SecretsTests {
    private static let secrets = [
        "sesame-password", "sesame-bearer", "sesame-field", "sesame-refresh",
        "sesame-access", "sesame-code", "sesame-client", "YW5uYTpzZXNhbWUt",
    ]

    @Test("are in no file, output, argument or environment after a scenario of accounts and feeds")
    func scenario() async throws {
        let service = try AuthorisationServer()
        service.change { $0.interval = 1 }
        let desk = try OnlineDesk(configuration: OnlineDesk.configuration(service))
        // Sees what others see of the processes that run beside it.
        for (name, secret) in [("password", "sesame-password"), ("bearer", "sesame-bearer")] {
            let program = try desk.folder.write(
                "bin/give-\(name)",
                """
                #!/bin/sh
                cat /proc/[0-9]*/cmdline /proc/$$/environ >>"$WITNESS" 2>/dev/null
                cat "$(dirname "$0")/\(name)"
                """)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: program)
            _ = try desk.folder.write("bin/\(name)", secret + "\n")
        }
        let client = try desk.folder.write("client", "sesame-client\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: client)
        let server = try CalendarServer([
            "home": .init("Home", items: ["a.ics": resource("a", "A")])
        ])
        server.change {
            // anna:sesame-password
            $0.credentials = ["Basic YW5uYTpzZXNhbWUtcGFzc3dvcmQ=", "Bearer sesame-access-"]
        }
        let feed = try LoopbackServer { request in
            guard request.field("Authorization")?.hasPrefix("Bearer sesame-") == true else {
                return .text("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
            }
            return .ok(resource("f", "F"))
        }
        var results: [AgendaProcess.Result] = []
        func run(_ arguments: String...) throws -> AgendaProcess.Result {
            let result = try desk.command.run(arguments + AgendaProcess.pinned)
            results.append(result)
            return result
        }
        let oauth = ["--oauth", "test", "--device", "--client-secret-file", client]
        let token = desk.folder.file("token")
        #expect(
            try run(
                "account", "add", server.url.absoluteString, "--name", "one", "--user", "anna",
                "--password-command", "give-password", "--all"
            ).status == 0)
        let add = ["account", "add", server.url.absoluteString, "--name", "two", "--all"]
        results.append(
            try desk.command.run(add + oauth + ["--token-file", token] + AgendaProcess.pinned))
        let feeds = ["source", "add", feed.url("/one.ics").absoluteString, "--name", "Feed"]
        results.append(try desk.command.run(feeds + oauth + AgendaProcess.pinned))
        #expect(
            try run(
                "source", "add", feed.url("/two.ics").absoluteString, "--name", "Second",
                "--password-command", "give-bearer"
            ).status == 0)
        #expect(results.allSatisfy { $0.status == 0 }, "\(results.map(\.complaints))")
        // A header field with a secret is refused, and not stored.
        #expect(
            try run(
                "source", "set", "Second", "--header", "X-API-Key: sesame-field"
            ).status != 0)
        #expect(try run("sync").status == 0)
        #expect(try run("refresh", "--all").status == 0)
        // Everything refused: errors speak of what failed.
        server.change { $0.credentials = [] }
        service.change { $0.refreshTokens = [] }
        #expect(try run("sync").status != 0)
        #expect(try run("refresh", "--all").status != 0)
        for words in [
            ["account", "list", "--json"], ["sync", "status", "--json"], ["outbox", "--json"],
            ["source", "list", "--json"], ["status", "--json"], ["history", "--json"], ["config"],
            ["doctor"], ["daemon", "--once"],
        ] {
            results.append(try desk.command.run(words))
        }
        let said = results.map { $0.output + $0.complaints }.joined()
        let witness = desk.read("witness") ?? ""
        // The witnesses saw the commands themselves.
        #expect(witness.contains("--password-command"))
        #expect(desk.read("token")?.hasPrefix("sesame-refresh") == true)
        for secret in Self.secrets {
            #expect(!said.contains(secret), "\(secret): \(said)")
            #expect(
                !witness.replacing("X-API-Key: sesame-field", with: "").contains(secret),
                "\(secret)")
        }
        #expect(desk.files(with: Self.secrets) == [])
        #expect(desk.files(with: Self.secrets, below: "config") == [])
    }
}
