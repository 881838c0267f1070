import FoundationEssentials
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

@Suite(
    "Answers of real servers that are lost after they did it, or did it twice",
    .enabled(if: RealServer.areInstalled, RealServer.whyNot))
struct LostAnswerTests {
    private static let faults: [WireFault] = [
        .answerLost, .answerLostAndSentAgain, .deliveredTwice,
    ]

    /// - Parameter method: What the fault happens to, the first time.
    private func proxy(
        _ server: RealServer, _ fault: WireFault, at method: String
    ) throws -> FaultProxy {
        let left = Left(isForever: false)
        return try FaultProxy(
            to: CurlExchange(.init(agent: "agenda-tests/1")), at: server.url
        ) { $0.method == method && left.take() ? fault : nil }
    }

    private func client(_ server: RealServer, _ proxy: FaultProxy) -> CalDAVClient {
        let credentials = server.user.flatMap { user in
            server.password.flatMap {
                HTTPCredentials(user: user, password: Secret($0), for: proxy.url)
            }
        }
        return CalDAVClient(
            base: proxy.url, http: server.http,
            exchange: CurlExchange(.init(agent: "agenda-tests/1")), credentials: credentials)
    }

    @Test(
        "MKCALENDAR: one calendar is there, and it is this account's",
        arguments: RealServer.kinds)
    func makeCalendar(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        for fault in Self.faults {
            let folder = TemporaryFolder()
            let store = try AccountStore(RoomDatabase.open(path: folder.path + "/sync.db"))
            let setup = AccountSetup(store, accounts: folder.path + "/accounts") {
                Instant(secondsSinceEpoch: 1_800_000_000)
            }
            let proxy = try proxy(server, fault, at: "MKCALENDAR")
            var account = try setup.newAccount(
                name: "work", address: "alice", url: proxy.url, user: "alice")
            account.home = Href(server.home, relativeTo: proxy.url)
            _ = try setup.add(account, [])
            let client = client(server, proxy)
            // The connection is open, so that a request over it is sent again where nothing answers.
            _ = try await client.calendars(in: try #require(account.home))
            let name = "Work \(fault)"
            let made = try await setup.makeCalendar(
                CalendarProperties(name: name), of: account, through: client)
            #expect(proxy.count == 1)
            let there = try await server.client().calendars(in: try #require(account.home))
                .filter { $0.name == name }
            #expect(there.map(\.href) == [made.href], "\(fault)")
        }
    }

    @Test(
        "MOVE: the resource is there once, and moving it again says so",
        arguments: RealServer.kinds)
    func move(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let (one, two) = (
            try server.href(ofCalendar: "one"), try server.href(ofCalendar: "two")
        )
        for calendar in [one, two] {
            try await server.client().makeCalendar(calendar, CalendarProperties(name: "c"))
        }
        for fault in Self.faults {
            let (from, to) = (one.appending("\(fault).ics"), two.appending("\(fault).ics"))
            let text = Array(event("\(fault)", "moved", RealServer.ends).utf8)
            _ = try await server.client().put(text, to: from, if: .absent)
            let proxy = try proxy(server, fault, at: "MOVE")
            let client = client(server, proxy)
            _ = try await client.get(from)
            var refusal = await davError { try await client.move(from, to: to, ifMatches: nil) }
            if refusal?.mayHaveArrived == true {
                refusal = await davError { try await client.move(from, to: to, ifMatches: nil) }
            }
            #expect(
                [404, 412].contains(refusal?.status), "\(fault): \(String(describing: refusal))")
            #expect(try await client.get(from) == .missing, "\(fault)")
            guard case .found = try await client.get(to) else {
                Issue.record("\(fault): it is nowhere")
                continue
            }
        }
    }
}
