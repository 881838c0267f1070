import CalendarMerge
import FoundationEssentials
import ICalendar
import Testing

@testable import AgendaSync

@Suite("Moves between two calendars of an account")
struct CalendarMovesTests {
    private static let work = place("/work/")
    private static let home = place("/home/")
    private let from = MemoryReplica()
    private let to = MemoryReplica()

    /// An event that both sides have in the one calendar, and that was moved to the other here.
    private func move(_ summary: String = "agreed", etag: ETag? = ETag("\"1\"")) throws {
        let text = Array(event("a", "agreed").utf8)
        let state = try from.state()
        _ = try from.commit(
            [
                Placement(
                    .put(text), "a.ics", expected: nil,
                    changes: [
                        .setBase(
                            Base(
                                href: Self.work.appending("x y.ics"), name: "a.ics", etag: etag,
                                digest: state.digest(text)), text: text)
                    ])
            ], [])
        // An empty replica would be an absent one.
        from["b.ics"] = event("b", "another")
        from["a.ics"] = nil
        to["c.ics"] = event("a", summary)
    }

    private func answers(moving status: Int, at place: Int = 404) -> Answers {
        Answers([
            "GET /home/x%20y.ics": [.status(place)], "MOVE /work/x%20y.ics": [.status(status)],
        ])
    }

    private func run(_ answers: Answers) async -> Int {
        await CalendarMoves(
            client: answers.client,
            calendars: [.init(Self.work, replica: from), .init(Self.home, replica: to)]
        ).run()
    }

    private func differences(_ replica: MemoryReplica) throws -> ReplicaComparison.Differences {
        guard case .differences(let look, _) = try replica.look() else { return .init() }
        return look
    }

    @Test("are moves on the server, too, of the version that was agreed")
    func moved() async throws {
        try move()
        let answers = answers(moving: 201)
        #expect(await run(answers) == 1)
        let asked = try #require(await answers.asked.last)
        #expect(asked.fields["Destination"] == "https://cal.example/home/x%20y.ics")
        #expect(asked.fields["If-Match"] == "\"1\"" && asked.fields["Overwrite"] == "F")
        #expect(try differences(to).isEmpty)
        #expect(try differences(from).deleted.isEmpty)
        #expect(to.known.bases.keys.map(\.description) == ["/home/x%20y.ics"])
        #expect(from.known.bases.isEmpty)
    }

    @Test("an event that was changed, too, is still to be sent")
    func changed() async throws {
        try move("changed")
        #expect(await run(answers(moving: 201)) == 1)
        #expect(try differences(to).changed.values.map { $0 } == ["c.ics"])
    }

    @Test("what a server refuses is left as it is", arguments: [403, 404, 405, 412])
    func refused(status: Int) async throws {
        try move()
        #expect(await run(answers(moving: status)) == 0)
        #expect(try differences(to).added == ["c.ics"] && to.known.operations.isEmpty)
        #expect(try differences(from).deleted.count == 1)
    }

    @Test("nothing is moved to where something is, or may be", arguments: [200, 500])
    func taken(status: Int) async throws {
        try move()
        let answers = answers(moving: 201, at: status)
        #expect(await run(answers) == 0)
        #expect(await answers.asked.map(\.method) == ["GET"])
    }

    @Test("nothing is asked where a version is unknown, or where something is under way")
    func unsettled() async throws {
        try move(etag: nil)
        let answers = Answers([:])
        #expect(await run(answers) == 0)
        let href = Self.work.appending("x y.ics")
        _ = try from.commit([], [.note(Operation(id: 1, .delete, href: href, name: "a.ics"))])
        #expect(await run(answers) == 0)
        #expect(await answers.asked.isEmpty)
    }

    @Test("a version with a weak tag is not moved: If-Match compares strongly (RFC 9110 13.1.1)")
    func weak() async throws {
        try move(etag: ETag("W/\"1\""))
        let answers = Answers([:])
        #expect(await run(answers) == 0)
        #expect(await answers.asked.isEmpty)
    }

    @Test("a calendar that another process synchronises is left alone")
    func busy() async throws {
        try move()
        let lease = try to.takeLease()
        #expect(await run(Answers([:])) == 0)
        withExtendedLifetime(lease) {}
    }
}
