import Testing

@testable import AgendaBank

@Suite("Who has changed something", .enabled(if: TestBank.isThere, TestBank.comment), .serialized)
struct FeedTests {
    private let test: TestBank
    // Of its own: the transactions of other tests would hold the feed back.
    init() throws { test = try TestBank("feed") }

    private func users(_ news: BankFeed.News) -> Set<Int64> {
        guard case .users(let users) = news else { return [] }
        return Set(users.keys)
    }

    @Test("it begins with everybody, and tells then who, once")
    func begins() async throws {
        let (first, second) = (try await test.user(), try await test.user())
        let feed = BankFeed(test.node)
        #expect(try feed.look() == .all)
        // Transactions of other tests hold it back: who has changed meanwhile comes once more.
        _ = try feed.look()
        #expect(try users(feed.look()) == [])
        let write = try await test.bank().put("1", "a.ics", first, if: nil)
        #expect(try feed.look() == .users([first.id: write.modseq]))
        #expect(try users(feed.look()) == [])
        _ = try await test.bank().put("1", "a.ics", second, if: nil)
        #expect(try users(feed.look()) == [second.id])
    }

    @Test("who has begun earlier and is done later is not missed, as by a sequence")
    func late() async throws {
        let (slow, fast) = (try await test.user(), try await test.user())
        try test.sql("CREATE TABLE IF NOT EXISTS log (place bigserial, user_id bigint)")
        let feed = BankFeed(test.node)
        _ = try (feed.look(), feed.look())
        var place = "0"
        // A follower by a sequence: all behind the last place that it has seen.
        func byPlace() throws -> [String] {
            let rows = try test.sql(
                "SELECT place, user_id FROM log WHERE place > \(place) ORDER BY place", 2
            ).map { $0.split(separator: " ").map(String.init) }
            place = rows.last?[0] ?? place
            return rows.map { $0[1] }
        }
        func write(_ user: (id: Int64, calendar: Int32)) -> String {
            """
            INSERT INTO log (user_id) VALUES (\(user.id));
            SELECT agenda_v3.put(\(user.id), \(user.calendar), 'a.ics', 'a', 'VEVENT', 'x', NULL,
                gen_random_uuid(), '');
            """
        }
        let held = try PostgresConnection(test.owner)
        try held.script("BEGIN; \(write(slow))")
        try test.sql(write(fast))
        #expect(try users(feed.look()) == [fast.id])
        #expect(try byPlace() == [String(fast.id)])
        #expect(try users(feed.look()) == [])
        try held.script("COMMIT")
        #expect(try users(feed.look()) == [slow.id])
        #expect(try byPlace() == [], "a sequence misses it: it would be no good")
        #expect(try users(feed.look()) == [])
    }

    @Test("after its connection was lost it begins anew")
    func lost() async throws {
        let feed = BankFeed(test.node)
        _ = try feed.look()
        try test.sql(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE usename = 'bank_test_node' AND datname = current_database()
            """)
        #expect(await refusal { _ = try feed.look() } == .away)
        #expect(try feed.look() == .all)
    }
}
