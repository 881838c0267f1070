import AgendaActions
import AgendaBank
import AgendaKit
@testable import AgendaNode
@testable import AgendaService
import Testing

/// What nodes do by themselves.
extension NodeTests {
    /// Later than what a node asks for now: a new device has the user looked at.
    private static let then = 4_000_000_000

    @Test("duties are leased by each node once")
    func leases() async throws {
        let first = try node("first")
        let ida = try await user("ida", at: first)
        let book = LeaseTable(BankPeople(test.node))
        try book.planLooks(spread: 1, at: Self.then)
        var limits = LeaseLimits()
        (limits.atOnce, limits.failing) = (100, 100)
        let taken = try book.take(100, by: "one", limits, at: Self.then + 10_000)
        #expect(taken.contains { $0.duty.user == ida.user.id })
        #expect(try book.take(100, by: "two", limits, at: Self.then + 10_000) == [])
        #expect(
            try book.renew(taken, until: Self.then + 10_100, at: Self.then + 10_050) == Set(taken))
        // The one who held them is late: another one takes them, and the first one's end does not count.
        let again = try book.take(100, by: "two", limits, at: Self.then + 20_000)
        let late = try #require(taken.first { $0.duty.user == ida.user.id })
        let held = try #require(again.first { $0.duty == late.duty })
        #expect(try book.end(late, next: Self.then + 30_000, failures: 0) == false)
        #expect(try book.end(held, next: Self.then + 30_000, failures: 0))
        try book.ask(for: [.look], nil, of: ida.user.id, isMended: true, at: Self.then + 20_001)
    }

    @Test("a look opens the calendars of those alone who have something beside them")
    func looks() async throws {
        // Of its own: other tests take leases, too.
        let test = try TestBank("looks")
        _ = try UserTable(folder: "", database: BankPeople(test.owner, isOwner: true))
        let second = try node("second", place: test.node)
        var desk = UserDesk(
            try UserTable(folder: folder.path + "/looks", database: BankPeople(test.owner)),
            zone: zone)
        desk.homes = BankHomes(test.owner)
        let (bare, other) = (try await desk.add("bare"), try await desk.add("other"))
        _ = try await test.bank().keep(
            Array("{\"version\": 1, \"mirrors\": []}".utf8), as: "agenda.db-mirrors", of: other.id,
            if: 0)
        let people = second.people
        try people.book.planLooks(spread: 1, at: Self.then)
        let taken = try people.book.take(2, by: "second", LeaseLimits(), at: Self.then + 10_000)
        let work = UserUpkeep(
            table: people.table, book: people.book, options: people.options, open: people.open)
        for (user, isOpened) in [(bare, false), (other, true)] {
            let lease = try #require(taken.first { $0.duty.user == user.id })
            guard case .done(nil) = await work.run(lease) else {
                Issue.record("\(user.name): the look has not ended well")
                continue
            }
            #expect(await (people.open.known(user.id) != nil) == isOpened)
        }
    }
}
