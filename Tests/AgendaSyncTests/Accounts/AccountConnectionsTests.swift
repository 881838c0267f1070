import FoundationEssentials
import Glibc
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync

/// Notes who asks, and answers as an authorisation server does.
private actor Witness: HTTPExchange {
    private(set) var credentials: [HTTPCredentials?] = []

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        self.credentials.append(credentials)
        let token =
            #"{"access_token": "t\#(self.credentials.count)", "token_type": "Bearer", "expires_in": 3600}"#
        return HTTPResponse(
            status: 200, fields: ["Content-Type": "application/json"], body: Array(token.utf8),
            url: request.url)
    }
}

@Suite("Connecting to accounts")
struct AccountConnectionsTests {
    private let folder = TemporaryFolder()
    private let witness = Witness()
    private let made = Counter()

    private final class Counter: Sendable {
        private let value = Mutex<[CurlExchange.Configuration]>([])
        func add(_ configuration: CurlExchange.Configuration) {
            value.withLock { $0.append(configuration) }
        }
        var all: [CurlExchange.Configuration] { value.withLock { $0 } }
    }

    private func connections() -> AccountConnections {
        let (witness, made) = (witness, made)
        return AccountConnections(
            http: HTTPClient { Instant(secondsSinceEpoch: 0) }, agent: "agenda/1",
            now: { Instant(secondsSinceEpoch: 0) }
        ) { configuration in
            made.add(configuration)
            return witness
        }
    }

    private func account() throws -> Account {
        let url = try #require(URL(string: "https://dav.example.org/"))
        return Account(id: "work", name: "Work", address: "", url: url, user: "anna")
    }

    private func write(_ name: String, _ text: String) {
        folder.write(name, text)
        chmod(folder.path + "/" + name, 0o600)
    }

    private func ask(_ account: Account, _ connections: AccountConnections) async throws {
        let client = try await connections.client(of: account)
        let href = try #require(client.href("/a.ics"))
        _ = try await client.get(href)
    }

    @Test("a password is read once, until the server refuses it")
    func password() async throws {
        write("password", "one\n")
        var account = try account()
        account.password = .file(folder.path + "/password")
        let connections = connections()
        try await ask(account, connections)
        write("password", "two\n")
        try await ask(account, connections)
        await connections.forgetSecret(of: account)
        try await ask(account, connections)
        let kinds = await witness.credentials.map { $0?.kind }
        #expect(
            kinds == ["one", "one", "two"].map { .password(user: "anna", Secret($0)) })
        // One connection, as long as the account's certificates stay the same.
        #expect(made.all.count == 1)
        account.authorities = "/ca.pem"
        try await ask(account, connections)
        #expect(made.all.map(\.authorities) == [nil, "/ca.pem"])
        #expect(made.all.allSatisfy { $0.agent == "agenda/1" })
    }

    @Test("a password that cannot be read is an error that says so, without it")
    func missing() async throws {
        var account = try account()
        account.password = .file(folder.path + "/none")
        let connections = connections()
        let error = await #expect(throws: HTTPError.self) {
            try await connections.client(of: account)
        }
        guard case .credentialsMissing? = error?.reason else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(await witness.credentials.isEmpty)
    }

    @Test("an account without a password asks without")
    func none() async throws {
        try await ask(account(), connections())
        #expect(await witness.credentials == [nil])
    }

    @Test("a permission gives tokens, and another one after a refusal")
    func permission() async throws {
        write("refresh", "r\n")
        var account = try account()
        let url = try #require(URL(string: "https://login.example.org/token"))
        account.permission = OAuthGrant(
            OAuthService(authorization: url, token: url, scope: "cal", clientID: "c"),
            refreshToken: .file(folder.path + "/refresh"))
        let connections = connections()
        try await ask(account, connections)
        try await ask(account, connections)
        await connections.forgetSecret(of: account)
        try await ask(account, connections)
        // The first and the fourth request ask for a token, without the account's credentials.
        let kinds = await witness.credentials.map { $0?.kind }
        #expect(
            kinds == [
                nil, .bearer(Secret("t1")), .bearer(Secret("t1")), nil, .bearer(Secret("t4")),
            ])
    }
}
