import AgendaActions
@testable import AgendaService
@testable import AgendaServiceTests
import AgendaSync
import Foundation
import TestServers
import Testing

// Accounts on other servers: nodes synchronise them in turn, and what one has noted the next goes on from.
extension BankUpkeepTests {
    /// Adds an account at a node, as the page does, which asks servers by TLS alone.
    private func addAccount(
        _ user: ServedUser, at node: People, on server: CalendarServer
    ) async throws {
        let open = try await node.open.open(user)
        try await node.open.catchUp(open)
        let person = open.service.live.person
        let online = try OnlineAccess(person)
        let address = server.url.absoluteString
        let addition = AccountAddition(online, address, name: "Office", user: "anna")
        let (key, secret) = (try addition.newKey(), Secret("pass"))
        let found = try await addition.find(.password(secret, nil))
        let kept = try await AccountProof.keep(inFile: secret, key: key, online)
        let added = try await addition.add(
            found.suited, of: found, .password(secret, kept), key: key)
        try await AccountSources(person).register(added.calendars)
        try await node.open.publish(open)
    }

    private func change(
        _ node: People, _ seat: PeopleBench.Seat, _ method: String, _ target: String, _ body: String
    ) async -> Int {
        let fields: HeaderFields = [
            "Host": "127.0.0.1:8017", "Authorization": "Bearer " + seat.token,
            "Content-Type": "application/json",
        ]
        return await node.answer(
            ServiceRequest(
                method, target, fields: fields, body: Array(body.utf8), line: .network,
                peer: "127.0.0.1")
        ).status
    }

    @Test("an account is in step, whichever node does it, and nothing is sent or fetched twice")
    func account() async throws {
        let bench = try PeopleBench.overBank(.byUser) { options, _ in
            options.upkeep.allowsPrivate = true
        }
        let kim = try await bench.seat("kim", event: "Own")
        let (first, second) = (bench.nodes[0], bench.nodes[1])
        let server = try CalendarServer([
            "work": .init(
                "Work", items: ["remote.ics": SharingDevice.event("remote", "Remote", hour: 13)])
        ])
        server.change { $0.credentials = ["Basic YW5uYTpwYXNz"] }
        try await addAccount(kim.user, at: first, on: server)
        // The other node finds the account, its password and its calendar in the bank.
        #expect(
            await upkeep(second).run(try take(.look, of: kim.user, by: "a", bench, day: 1)).isDone)
        #expect(
            await upkeep(second).run(try take(.account, of: kim.user, by: "b", bench, day: 2))
                .isDone)
        for node in [first, second] {
            #expect(equal(await titles(kim, at: node), ["Own", "Remote"]))
        }
        // What is added at one node, another sends, and only once.
        let added = await change(
            first, kim, "POST", "/v1/events",
            "{\"summary\": \"Local\", \"start\": \"2026-11-20T15:00\", \"end\": \"2026-11-20T16:00\", \"calendar\": \"Work\"}"
        )
        #expect(added == 201)
        for (day, node) in [(3, second), (4, first), (5, second)] {
            let lease = try take(.account, of: kim.user, by: "a", bench, day: day)
            #expect(await upkeep(node).run(lease).isDone)
        }
        #expect(server.log.count { $0.hasPrefix("PUT") } == 1)
        #expect(server.state.calendars["work"]?.items.count == 2)
        // What the server changes, adds and removes is at each node.
        server.change {
            $0.calendars["work"]?.items["remote.ics"] = SharingDevice.event(
                "remote", "Moved", hour: 14)
            $0.calendars["work"]?.items["new.ics"] = SharingDevice.event("new", "New", hour: 17)
        }
        #expect(
            await upkeep(first).run(try take(.account, of: kim.user, by: "a", bench, day: 6)).isDone
        )
        for node in [second, first] {
            #expect(equal(await titles(kim, at: node), ["Local", "Moved", "New", "Own"]))
        }
        server.change { $0.calendars["work"]?.items["new.ics"] = nil }
        #expect(
            await upkeep(second).run(try take(.account, of: kim.user, by: "b", bench, day: 7))
                .isDone)
        for node in [second, first] {
            #expect(equal(await titles(kim, at: node), ["Local", "Moved", "Own"]))
        }
        #expect(server.log.count { $0.hasPrefix("PUT") || $0.hasPrefix("DELETE") } == 1)
    }

    @Test("an account's run that was overtaken notes and sends nothing")
    func lateAccount() async throws {
        let bench = try PeopleBench.overBank(.byUser) { options, _ in
            options.upkeep.allowsPrivate = true
        }
        let kim = try await bench.seat("kim", event: "Own")
        let (first, second) = (bench.nodes[0], bench.nodes[1])
        let server = try CalendarServer(["work": .init("Work")])
        try await addAccount(kim.user, at: first, on: server)
        #expect(
            await upkeep(first).run(try take(.look, of: kim.user, by: "a", bench, day: 1)).isDone)
        let late = try take(.account, of: kim.user, by: "a", bench, day: 2)
        let present = try take(.account, of: kim.user, by: "b", bench, day: 4)
        #expect(await upkeep(second).run(present).isDone)
        server.change {
            $0.calendars["work"]?.items["a.ics"] = SharingDevice.event("a", "Remote", hour: 13)
        }
        #expect(await !upkeep(first).run(late).isDone)
        for node in [second, first] { #expect(equal(await titles(kim, at: node), ["Own"])) }
        let next = try take(.account, of: kim.user, by: "a", bench, day: 6)
        #expect(await upkeep(first).run(next).isDone)
        for node in [second, first] {
            #expect(equal(await titles(kim, at: node), ["Own", "Remote"]))
        }
    }
}
