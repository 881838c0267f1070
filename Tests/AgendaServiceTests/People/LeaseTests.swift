import AgendaActions
import AgendaSync
import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// Leases in `people.db`, and nodes that take them.
@Suite struct LeaseTests {
    /// A table of people in a folder of its own, with users whose names are `u1`, `u2` and so on.
    final class Bench {
        let folder: URL
        let table: UserTable
        let book: LeaseTable

        init(users: Int) throws {
            folder = FileManager.default.temporaryDirectory.appending(
                path: "agenda-leases-\(UUID().uuidString)")
            table = try UserTable(folder: folder.path)
            book = LeaseTable(table.database)
            for number in 0..<users {
                _ = try table.add(
                    "u\(number + 1)", zone: nil, addresses: [], isAdministrator: false,
                    at: Instant(secondsSinceEpoch: 0))
            }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Gives a user duties, by a look of its own.
        func plan(_ duties: [PlannedDuty], of user: Int64) throws {
            // Far off, so that nothing here takes it.
            try book.planLooks(spread: 1, at: 9_000_000)
            let look = DutyLease(
                duty: Duty(user: user, kind: .look), host: "", generation: 0, due: 0, taken: 0,
                failures: 0)
            #expect(try book.plan(duties, under: look))
        }
    }

    static func feed(_ what: Int, due: Int = 0, host: String? = nil) -> PlannedDuty {
        PlannedDuty(kind: .feed, what: "\(what)", host: host ?? "host\(what).example", due: due)
    }

    @Test("two nodes never have one duty, and who took it later notes how it ended")
    func oneHolder() throws {
        let bench = try Bench(users: 1)
        try bench.plan([Self.feed(1)], of: 1)
        var (first, second) = (
            LeaseNode("a", bench.book, LeaseLimits()), LeaseNode("b", bench.book, LeaseLimits())
        )
        let taken = try #require(try first.take(at: 100).first)
        #expect(taken.generation == 1)
        #expect(try second.take(at: 100).isEmpty)
        #expect(try second.take(at: 159).isEmpty)
        // 60 seconds without a word: it counts as failed, and waits for another 30.
        #expect(try second.take(at: 160).isEmpty)
        let again = try #require(try second.take(at: 190).first)
        #expect((again.generation, again.failures) == (2, 1))
        #expect(try first.end(taken, .done(every: 300), at: 191, random: 0) == false)
        #expect(try second.end(again, .done(every: 300), at: 191, random: 0))
        #expect(try first.take(at: 480).isEmpty)
        #expect(try first.take(at: 600).map(\.generation) == [3])
    }

    @Test("where nodes have copies of the folders, all that is done for a user is done by one")
    func together() throws {
        let bench = try Bench(users: 2)
        try bench.plan([Self.feed(1), Self.feed(2, due: 120)], of: 1)
        try bench.plan([Self.feed(3, due: 110)], of: 2)
        var limits = LeaseLimits()
        (limits.atOnce, limits.keepsUsersTogether) = (2, true)
        var (first, second) = (
            LeaseNode("a", bench.book, limits), LeaseNode("b", bench.book, limits)
        )
        #expect(try first.take(at: 100).map(\.duty.what) == ["1"])
        // The second feed of the first user waits for the node that has the first one.
        #expect(try second.take(at: 121).map(\.duty.what) == ["3"])
        #expect(try first.take(at: 122).map(\.duty.what) == ["2"])
    }

    @Test("who was never looked at is looked at at once after a change")
    func firstLook() throws {
        let bench = try Bench(users: 2)
        try bench.book.ask(for: [.look], nil, of: 2, isMended: true, at: 100)
        try bench.book.ask(for: [.account, .mirrors], nil, of: 1, isMended: false, at: 100)
        let taken = try bench.book.take(8, by: "a", LeaseLimits(), at: 100)
        #expect(taken.map(\.duty) == [Duty(user: 2, kind: .look)])
    }

    @Test("a node that lives keeps what it has, and one that was held up learns what it lost")
    func renewal() throws {
        let bench = try Bench(users: 1)
        try bench.plan([Self.feed(1)], of: 1)
        var (first, second) = (
            LeaseNode("a", bench.book, LeaseLimits()), LeaseNode("b", bench.book, LeaseLimits())
        )
        let taken = try #require(try first.take(at: 100).first)
        for now in stride(from: 110, through: 400, by: 10) {
            #expect(try first.renew(at: now).isEmpty)
            #expect(try second.take(at: now).isEmpty)
        }
        // Since 390 it says nothing: at 450 it is lost, and waits 30 more.
        #expect(try second.take(at: 480).map(\.generation) == [2])
        #expect(try first.renew(at: 500) == [taken])
        #expect(first.held.isEmpty)
    }

    @Test("a frozen user's duty is neither begun nor noted; thawed, it is done")
    func frozen() throws {
        let bench = try Bench(users: 2)
        try bench.plan([Self.feed(1)], of: 1)
        try bench.plan([Self.feed(2)], of: 2)
        let now = Instant(secondsSinceEpoch: 0)
        let (one, two) = (
            try #require(try bench.table.user(1)), try #require(try bench.table.user(2))
        )
        try bench.table.set(.frozen, of: one, by: "operator", at: now)
        var node = LeaseNode("a", bench.book, LeaseLimits())
        let taken = try node.take(at: 100)
        #expect(taken.map(\.duty.user) == [2])
        try bench.table.set(.frozen, of: two, by: "operator", at: now)
        #expect(try node.end(taken[0], .done(every: 300), at: 101, random: 0) == false)
        try bench.table.set(.active, of: one, by: "operator", at: now)
        #expect(try node.take(at: 102).map(\.duty.user) == [1])
    }

    @Test("a host that hangs and a user who has much get no more of a node than their share")
    func limits() throws {
        let bench = try Bench(users: 5)
        try bench.plan((1...6).map { Self.feed($0, due: 1) }, of: 1)
        for user in 2...5 {
            try bench.plan(
                (1...2).map { Self.feed(Int(user) * 10 + $0, due: 2, host: "slow.example") },
                of: Int64(user))
        }
        var node = LeaseNode("a", bench.book, LeaseLimits())
        let taken = try node.take(at: 100)
        // Of the six that are due first two, and of the eight at one host four.
        #expect(taken.filter { $0.duty.user == 1 }.map(\.duty.what) == ["1", "2"])
        #expect(taken.count { $0.host == "slow.example" } == 4 && taken.count == 6)
        for lease in taken where lease.host == "slow.example" {
            _ = try node.end(lease, .failed(wait: 1), at: 101, random: 0)
        }
        // What failed gets half of the node at most; here the host's share is less.
        #expect(try node.take(at: 103).count { $0.failures > 0 } <= 4)
    }

    @Test("what is asked for while it runs is done again")
    func asked() throws {
        let bench = try Bench(users: 1)
        try bench.plan([PlannedDuty(kind: .account, what: "home", host: "h", due: 0)], of: 1)
        var node = LeaseNode("a", bench.book, LeaseLimits())
        let taken = try #require(try node.take(at: 100).first)
        try bench.book.ask(for: [.account], nil, of: 1, isMended: false, at: 103)
        #expect(try node.end(taken, .done(every: 900), at: 102, random: 0))
        // It was due at 0, long before: nothing was asked for later than that.
        #expect(try node.take(at: 102).isEmpty)
        let next = try #require(try node.take(at: 2_000).first)
        try bench.book.ask(for: [.account], nil, of: 1, isMended: false, at: 2_003)
        #expect(try node.end(next, .done(every: 900), at: 2_002, random: 0))
        try bench.book.ask(for: [.account], nil, of: 1, isMended: false, at: 2_005)
        #expect(try node.take(at: 2_005).count == 1)
    }

    @Test(
        "failures double the wait, a success forgets them, and what is refused waits for a person")
    func pace() {
        func lease(
            _ failures: Int, _ kind: Duty.Kind = .account, taken: Int = 1_000
        ) -> DutyLease {
            DutyLease(
                duty: Duty(user: 1, kind: kind, what: "x"), host: "h", generation: 1, due: 1_000,
                taken: taken, failures: failures)
        }
        let waits = (0...8).map {
            LeasePace.next(after: lease($0), .failed(), at: 1_000, random: 0.5).due - 1_000
        }
        #expect(waits == [60, 120, 240, 480, 960, 1_920, 3_840, 7_200, 7_200])
        let good = LeasePace.next(after: lease(8), .done(every: 900), at: 1_010, random: 0.5)
        #expect((good.due, good.failures) == (1_900, 0))
        // Begun ten minutes late: later by a part of the period that is the duty's own.
        let late = LeasePace.next(
            after: lease(0, taken: 1_600), .done(every: 900), at: 1_600, random: 0.5
        ).due
        #expect((2_500...2_950).contains(late))
        let feed = LeasePace.next(after: lease(3, .feed), .failed(wait: 777), at: 1_000, random: 0)
        #expect((feed.due, feed.failures) == (1_777, 4))
        #expect(LeasePace.next(after: lease(0), .refused, at: 1_000, random: 0).due > 1 << 39)
    }

    @Test("a user's folder that knows a later generation, as after a restore, is served again")
    func restored() throws {
        let bench = try Bench(users: 1)
        try bench.plan([Self.feed(1)], of: 1)
        var node = LeaseNode("a", bench.book, LeaseLimits())
        let taken = try #require(try node.take(at: 100).first)
        try bench.book.raise(taken, over: 41)
        #expect(try node.end(taken, .busy, at: 101, random: 0) == false)
        #expect(try node.take(at: 102).map(\.generation) == [42])
        // One that was passed by raises nothing.
        try bench.book.raise(taken, over: 99)
        #expect(try bench.book.figures(at: 102).held == 1)
    }
}
