@testable import AgendaService
@testable import AgendaServiceTests
import Foundation
import Testing

/// What holds of shared calendars in folders holds over a bank, with the owner at one node and who sees them at another, and with
/// each request at any node.
@Suite(
    "Calendars that users of a bank share", .enabled(if: TestBank.isThere, TestBank.comment),
    .serialized)
struct BankSharingTests {
    @Test(
        "what is shared is there at the next request of any node, and gone at the next",
        arguments: PeopleBench.Routing.allCases)
    func next(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).next()
    }

    @Test("a device is told of each change of rights and of the owner's, once")
    func tokens() async throws { try await SharingTests(try .overBank(.byUser)).tokens() }

    @Test(
        "who may write changes what they see as it is, at whichever node",
        arguments: PeopleBench.Routing.allCases)
    func write(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).write()
    }

    @Test("by the page an event of the other's is changed", arguments: PeopleBench.Routing.allCases)
    func page(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).page()
    }

    @Test(
        "names and colours are one's own, at whichever node",
        arguments: PeopleBench.Routing.allCases)
    func properties(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).properties()
    }

    @Test("who gets a calendar may leave it", arguments: PeopleBench.Routing.allCases)
    func leave(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).leave()
    }

    @Test("only who is there is shared with", arguments: PeopleBench.Routing.allCases)
    func refusals(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).refusals()
    }

    @Test(
        "an owner who is frozen or gone shows nothing", arguments: PeopleBench.Routing.allCases)
    func owner(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).owner()
    }

    @Test(
        "a calendar that the owner removes is gone at the other node, and back when that is undone")
    func removed() async throws { try await SharingTests(try .overBank(.byUser)).removed() }

    @Test("alarms are each one's own, at whichever node", arguments: PeopleBench.Routing.allCases)
    func alarms(_ routing: PeopleBench.Routing) async throws {
        try await SharingTests(try .overBank(routing)).alarms()
        try await SharingTests(try .overBank(routing)).writtenAlarms()
        try await SharingTests(try .overBank(routing)).instances()
        try await SharingTests(try .overBank(.byUser)).undoneAlarms()
    }

    @Test(
        "what another one has changed they take back at their node, and the owner sees it at theirs"
    )
    func undone() async throws {
        let tests = try await SharingTests(try .overBank(.byUser))
        let (kim, lee, bench) = (tests.kim, tests.lee, tests.bench)
        #expect(await kim.share("Calendar", with: "lee", "write") == 200)
        let tag = try #require(await lee.sync("kim-calendar").changed["open.ics"])
        let slate = SharingDevice.event("open", "Slate", hour: 11)
        let put = await lee.dav("PUT", "kim-calendar/open.ics", slate, ["If-Match": tag])
        #expect(put.status == 204, "\(put.text)")
        #expect(await kim.dav("GET", "calendar/open.ics").text == slate)
        // The owner has not changed it, and has nothing of it to take back.
        _ = await bench.ask("POST", "/v1/undo", "{}", token: lee.seat.token)
        #expect(
            await kim.dav("GET", "calendar/open.ics").text
                == SharingDevice.event("open", "Tiles", hour: 11))
        #expect(await lee.titles() == ["Busy", "Own", "Tiles"])
        // One that was removed comes back, too.
        #expect(await lee.dav("DELETE", "kim-calendar/open.ics").status == 204)
        #expect(await kim.dav("GET", "calendar/open.ics").status == 404)
        _ = await bench.ask("POST", "/v1/undo", "{}", token: lee.seat.token)
        #expect(
            await kim.dav("GET", "calendar/open.ics").text
                == SharingDevice.event("open", "Tiles", hour: 11))
        // Nothing is taken back over what the owner has changed since.
        let again = await lee.dav("GET", "kim-calendar/open.ics").fields["ETag"] ?? ""
        #expect(
            await lee.dav("PUT", "kim-calendar/open.ics", slate, ["If-Match": again]).status == 204)
        let marble = SharingDevice.event("open", "Marble", hour: 11)
        #expect(await kim.dav("PUT", "calendar/open.ics", marble).status == 204)
        let refused = await bench.ask("POST", "/v1/undo", "{}", token: lee.seat.token)
        #expect((400..<500).contains(refused.status), "\(refused.text)")
        #expect(await kim.dav("GET", "calendar/open.ics").text == marble)
    }

    @Test(
        "users of two nodes see what they may at every random step",
        arguments: PeopleBench.Routing.allCases)
    func model(_ routing: PeopleBench.Routing) async throws {
        let bench = try PeopleBench.overBank(routing) { options, index in
            options.access.log = { print("node\(index):", $0) }
        }
        try await SharingModelTests.run(bench, steps: 300)
    }
}
