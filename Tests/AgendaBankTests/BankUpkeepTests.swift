import AgendaActions
@testable import AgendaBank
import AgendaKit
@testable import AgendaNode
@testable import AgendaService
@testable import AgendaServiceTests
import AgendaSync
import Foundation
import ICalendar
import Synchronization
import TestServers
import Testing

/// What nodes of a bank do by themselves for users.
@Suite(
    "Feeds, accounts and mirrors of a bank's users",
    .enabled(if: TestBank.isThere, TestBank.comment),
    .serialized)
struct BankUpkeepTests {
    /// A server of feeds: what it shows, how many ask for it at a time, and whether it hangs.
    private final class Feeds: Sendable {
        struct State {
            var title = "First"
            var isHanging = false
            var (present, most, count) = (0, 0, 0)
        }
        let state = Mutex(State())
        private let server = Mutex<LoopbackServer?>(nil)

        init() throws {
            let made = try LoopbackServer { [weak self] asked in
                guard let self else { return .text("", closes: true) }
                if asked.target == "/hangs.ics", state.withLock(\.isHanging) {
                    return LoopbackServer.Answer(bytes: [], holds: true)
                }
                let title = state.withLock { state in
                    if asked.target == "/team.ics" {
                        state.count += 1
                        state.present += 1
                        state.most = max(state.most, state.present)
                    }
                    return state.title
                }
                usleep(150_000)
                if asked.target == "/team.ics" { state.withLock { $0.present -= 1 } }
                return .ok(SharingDevice.event("feed", title, hour: 13))
            }
            server.withLock { $0 = made }
        }

        func address(_ path: String) -> String {
            server.withLock { $0?.url(path).absoluteString } ?? ""
        }
    }

    /// Subscribes to a feed at a node, as the page does, which asks servers by TLS alone.
    private func subscribe(_ user: ServedUser, at node: People, to address: String) async throws {
        let open = try await node.open.open(user)
        try await node.open.catchUp(open)
        let person = open.service.live.person
        _ = try await FeedSubscription(online: OnlineAccess(person), person: person).add(
            address, FeedSettings(), areGiven: true, name: "Team", color: nil)
        try await node.open.publish(open)
    }

    func upkeep(_ node: People) -> UserUpkeep {
        UserUpkeep(table: node.table, book: node.book, options: node.options, open: node.open)
    }

    /// Takes what a user has to do of a kind, for a node of a name; time goes on by ten days each time.
    func take(
        _ kind: Duty.Kind, of user: ServedUser, by name: String, _ bench: PeopleBench, day: Int
    ) throws -> DutyLease {
        var limits = LeaseLimits()
        (limits.atOnce, limits.perUser) = (100, 100)
        let now = ServiceBench.Clock().now.secondsSinceEpoch + day * 864_000
        let book = bench.people.book
        try book.planLooks(spread: 1, at: now - 10)
        let taken = try book.take(100, by: name, limits, at: now)
        for lease in taken where lease.duty.kind != kind || lease.duty.user != user.id {
            _ = try book.end(lease, next: now + 1, failures: 0)
        }
        return try #require(taken.first { $0.duty.kind == kind && $0.duty.user == user.id })
    }

    /// The titles of a day and the next that a node shows.
    func titles(
        _ seat: PeopleBench.Seat, at node: People, from day: String = "2026-11-20"
    ) async -> [String] {
        let answer = await node.answer(
            ServiceRequest(
                "GET", "/v1/events?from=\(day)&days=2",
                fields: [
                    "Host": "127.0.0.1:8017", "Authorization": "Bearer " + seat.token,
                ], line: .network, peer: "127.0.0.1"))
        guard case .bytes(let bytes) = answer.body,
            let json = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { return [] }
        return ((json["events"] as? [[String: Any]]) ?? []).compactMap { $0["summary"] as? String }
            .sorted()
    }

    /// How many resources a calendar has at each node; nil where they do not say the same.
    private func count(
        _ seat: PeopleBench.Seat, _ calendar: String, _ bench: PeopleBench
    ) async -> Int? {
        var counts: Set<Int> = []
        for node in bench.nodes {
            let answer = await node.answer(
                ServiceRequest(
                    "PROPFIND", "/dav/c/\(seat.user.name)/\(calendar)/",
                    fields: PeopleBench.basic(seat.user.name, seat.password).with("Depth", "1")
                        .with("Host", "127.0.0.1:8017"), line: .network, peer: "127.0.0.1"))
            guard answer.status == 207, case .bytes(let bytes) = answer.body else {
                print("status \(answer.status)")
                return nil
            }
            counts.insert(
                String(decoding: bytes, as: UTF8.self).components(separatedBy: ".ics<").count - 1)
        }
        return counts.count == 1 ? counts.first : nil
    }

    @Test("what one node has fetched the other shows at its next request")
    func feed() async throws {
        let bench = try PeopleBench.overBank(.byUser) { options, _ in
            options.upkeep.allowsPrivate = true
        }
        let kim = try await bench.seat("kim", event: "Own")
        let (first, second) = (bench.nodes[0], bench.nodes[1])
        let feeds = try Feeds()
        try await subscribe(kim.user, at: first, to: feeds.address("/team.ics"))
        for node in [second, first] {
            #expect(equal(await titles(kim, at: node), ["First", "Own"]))
        }
        let look = try take(.look, of: kim.user, by: "a", bench, day: 1)
        #expect(await upkeep(second).run(look).isDone)
        for (day, node, other) in [(2, first, second), (3, second, first), (4, second, first)] {
            feeds.state.withLock { $0.title = "Day \(day)" }
            let lease = try take(.feed, of: kim.user, by: "a", bench, day: day)
            #expect(await upkeep(node).run(lease).isDone)
            #expect(equal(await titles(kim, at: other), ["Day \(day)", "Own"]))
            #expect(equal(await titles(kim, at: node), ["Day \(day)", "Own"]))
        }
    }

    @Test("a feed's run that was overtaken notes nothing")
    func lateFeed() async throws {
        let bench = try PeopleBench.overBank(.byUser) { options, _ in
            options.upkeep.allowsPrivate = true
        }
        let kim = try await bench.seat("kim", event: "Own")
        let (first, second) = (bench.nodes[0], bench.nodes[1])
        let feeds = try Feeds()
        try await subscribe(kim.user, at: first, to: feeds.address("/team.ics"))
        #expect(
            await upkeep(first).run(try take(.look, of: kim.user, by: "a", bench, day: 1)).isDone)
        let late = try take(.feed, of: kim.user, by: "a", bench, day: 2)
        let present = try take(.feed, of: kim.user, by: "b", bench, day: 4)
        #expect(present.generation > late.generation)
        feeds.state.withLock { $0.title = "Second" }
        // The first one was held up before it asked: what it fetches now stays where it is.
        #expect(await !upkeep(first).run(late).isDone)
        for node in [second, first] {
            #expect(equal(await titles(kim, at: node), ["First", "Own"]))
        }
        #expect(await upkeep(second).run(present).isDone)
        #expect(await !upkeep(first).run(late).isDone)
        for node in [first, second] {
            #expect(equal(await titles(kim, at: node), ["Own", "Second"]))
        }
    }

    @Test("a mirror's run that was overtaken writes nothing")
    func lateMirror() async throws {
        let bench = try PeopleBench.overBank(.byUser)
        let kim = try await bench.seat("kim", event: "Own")
        let (first, second) = (bench.nodes[0], bench.nodes[1])
        for name in ["Private", "Work"] {
            let made = await bench.ask(
                "POST", "/v1/calendars", "{\"name\": \"\(name)\"}", token: kim.token)
            #expect(made.status == 201)
        }
        let mirror = await bench.ask(
            "POST", "/v1/mirrors", "{\"calendars\": [\"Private\"], \"target\": \"Work\"}",
            token: kim.token)
        #expect(mirror.status == 201, "\(mirror.text)")
        #expect(
            await upkeep(first).run(try take(.look, of: kim.user, by: "a", bench, day: 1)).isDone)
        #expect(equal(await count(kim, "work", bench), 0))
        let late = try take(.mirrors, of: kim.user, by: "a", bench, day: 2)
        var ids: [String] = []
        for hour in 16...18 {
            let added = await bench.ask(
                "POST", "/v1/events",
                "{\"words\": \"Dentist today \(hour):00\", \"calendar\": \"Private\"}",
                token: kim.token)
            #expect(added.status == 201, "\(added.text)")
            ids.append(try #require(added.json["id"] as? String))
        }
        let present = try take(.mirrors, of: kim.user, by: "b", bench, day: 4)
        _ = await upkeep(first).run(late)
        #expect(equal(await count(kim, "work", bench), 0))
        #expect(await upkeep(second).run(present).isDone)
        #expect(equal(await count(kim, "work", bench), 3))
        // Nor does it take anything away.
        let shown = await bench.ask("GET", "/v1/events/\(ids[0])", token: kim.token)
        let gone = await bench.ask(
            "DELETE", "/v1/events/\(ids[0])", token: kim.token,
            fields: ["If-Match": shown.fields["ETag"] ?? ""])
        #expect(gone.status == 200, "\(gone.text)")
        _ = await upkeep(first).run(late)
        #expect(equal(await count(kim, "work", bench), 3))
        let last = try take(.mirrors, of: kim.user, by: "a", bench, day: 6)
        #expect(await upkeep(first).run(last).isDone)
        #expect(equal(await count(kim, "work", bench), 2))
    }

    @Test("a mirror of what another one shares is kept, and the calendar stays readable")
    func mirrorOfShared() async throws {
        let bench = try PeopleBench.overBank(.byUser)
        let kim = try await bench.seat("kim", event: "Own")
        let lee = try await SharingDevice(bench, "lee")
        #expect(await lee.share("Calendar", with: "kim", "read") == 200)
        let all = await bench.ask("GET", "/v1/calendars?details", token: kim.token)
        let found = try #require(all.json["calendars"] as? [[String: Any]])
        let mounted = try #require(found.first { $0["owner"] as? String == "lee" })
        let busy = await bench.ask(
            "PATCH", "/v1/calendars/\(mounted["id"] as? Int ?? 0)", "{\"busy\": true}",
            token: kim.token, fields: ["If-Match": mounted["tag"] as? String ?? ""])
        #expect(busy.status == 200, "\(busy.text)")
        let made = await bench.ask(
            "POST", "/v1/calendars", "{\"name\": \"Work\"}", token: kim.token)
        #expect(made.status == 201)
        let mirror = await bench.ask(
            "POST", "/v1/mirrors", "{\"calendars\": [\"Calendar (lee)\"], \"target\": \"Work\"}",
            token: kim.token)
        #expect(mirror.status == 201, "\(mirror.text)")
        #expect(equal(await count(kim, "work", bench), 1))
        #expect(
            await upkeep(bench.nodes[0]).run(try take(.look, of: kim.user, by: "a", bench, day: 1))
                .isDone)
        #expect(
            await lee.dav("PUT", "calendar/new.ics", SharingDevice.event("new", "Tiles", hour: 17))
                .status == 201)
        for (day, node) in [(2, bench.nodes[1]), (3, bench.nodes[0])] {
            let lease = try take(.mirrors, of: kim.user, by: "a", bench, day: day)
            #expect(await upkeep(node).run(lease).isDone)
            let open = try await node.open.open(kim.user)
            let sources = try open.service.live.present.store.sources(counting: false)
            #expect(sources.filter(\.isShared).map(\.status) == [.ok])
        }
        #expect(equal(await count(kim, "work", bench), 2))
    }

    @Test("two nodes ask for a feed one at a time, and one that hangs delays nobody")
    func together() async throws {
        let bench = try PeopleBench.overBank(.byUser) { options, _ in
            options.clock = SystemClock()
            options.upkeep.allowsPrivate = true
            options.upkeep.period = 1
        }
        let kim = try await bench.seat("kim", event: "Own")
        let lee = try await bench.seat("lee", event: "Own")
        let feeds = try Feeds()
        try await subscribe(kim.user, at: bench.nodes[0], to: feeds.address("/team.ics"))
        try await subscribe(lee.user, at: bench.nodes[1], to: feeds.address("/hangs.ics"))
        feeds.state.withLock { ($0.isHanging, $0.count, $0.most) = (true, 0, 0) }
        let following = bench.nodes.map { node in Task { await node.follow() } }
        func counted(_ enough: Int) async throws -> Bool {
            for _ in 0..<300 {
                if feeds.state.withLock(\.count) >= enough { return true }
                try await Task.sleep(for: .milliseconds(100))
            }
            return false
        }
        #expect(try await counted(3), "\(feeds.state.withLock(\.count))")
        feeds.state.withLock { ($0.title, $0.count) = ("Second", 0) }
        #expect(try await counted(4))
        #expect(feeds.state.withLock(\.most) == 1)
        for node in bench.nodes {
            var found: [String] = []
            for _ in 0..<100 where !found.contains("Second") {
                found = await titles(kim, at: node)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(found.contains("Second"), "\(found)")
        }
        for task in following { task.cancel() }
        for task in following { await task.value }
    }
}

/// Compares, so that what is expected says what was there.
func equal<Value: Equatable>(_ found: Value, _ wanted: Value) -> Bool {
    if found != wanted { print("found \(found), not \(wanted)") }
    return found == wanted
}

extension RunEnding {
    var isDone: Bool { if case .done = self { true } else { false } }
}
