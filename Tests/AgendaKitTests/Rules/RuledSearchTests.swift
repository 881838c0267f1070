import ICalendar
import Testing

@testable import AgendaKit

@Suite("Search by the titles that rules give")
struct RuledSearchTests: RuleTesting {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func find(_ text: String) throws -> [String] {
        let query = try #require(SearchQuery(text))
        return try EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
            .events(query).events.map { "\($0.calendar) \($0.summary ?? "")" }
    }

    @Test("an event is found by the title of its rule and by its own, until the rule goes")
    func titles() async throws {
        try await add("work", event("Jour fixe"), event("Other"))
        #expect(try find("jour") == ["work Jour fixe"] && find("weekly").isEmpty)
        try set([.summary: ["jour*"], .title: ["Weekly with {calendar}"]])
        #expect(try find("weekly") == ["work Weekly with work"])
        #expect(try find("jour") == ["work Weekly with work"])
        // What comes later has it at once.
        try await add("home", event("Jour ferme"))
        #expect(
            try find("weekly").sorted() == ["home Weekly with home", "work Weekly with work"])
        var settings = SourceSettings()
        settings.name = "team"
        try await bench.importer.updateSource(named: "work", settings)
        #expect(try find("\"with team\"") == ["team Weekly with team"])
        try set([.summary: ["jour*"], .title: ["Monthly"]])
        #expect(try find("weekly").isEmpty && find("monthly").count == 2)
        try set()
        #expect(try find("monthly").isEmpty && find("weekly").isEmpty)
        #expect(try find("jour").sorted() == ["home Jour ferme", "team Jour fixe"])
    }

    @Test("of several titles the last one is found, and those of shares are not")
    func order() async throws {
        try await add("work", event("A"))
        try set(
            [.summary: ["a"], .title: ["First"]], [.summary: ["a"], .title: ["Second"]],
            [.summary: ["a"], .title: ["Third"], .in: ["shares"]])
        #expect(try find("second") == ["work Second"])
        #expect(try find("first").isEmpty && find("third").isEmpty)
        try set(
            [.summary: ["a"], .title: ["First"]], [.summary: ["a"], .title: ["Second"]],
            [.summary: ["a"], .hide: ["true"]])
        #expect(try find("second").isEmpty && find("a").isEmpty)
    }

    @Test("a title that some instances have is found in these")
    func instances() async throws {
        try await add("work", event("Daily", "20261120T090000Z", "RRULE:FREQ=DAILY;COUNT=3"))
        try set([.weekdays: ["saturday"], .title: ["Weekend"]])
        let query = try #require(SearchQuery("weekend"))
        let days = try Make.date("2026-11-20")..<Make.date("2026-11-30")
        let found = try await bench.provider().search(query, on: days).events
        #expect(found.contains { $0.summary == "Weekend" })
        // The next instance is hidden, and the one after it shown.
        try set(
            [.weekdays: ["saturday"], .hide: ["true"]], [.summary: ["daily"], .title: ["New"]])
        let next = try EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
            .events(try #require(SearchQuery("new"))).events
        #expect(next.map(\.recurrenceID?.icalendar) == ["20261122T090000Z"])
        try set([.summary: ["daily"], .hide: ["true"]])
        #expect(try find("daily").isEmpty)
    }

    @Test(
        "an index that is made after the rules has their titles, and one in a rule's way is not made twice"
    )
    func index() async throws {
        try await add("work", event("Jour fixe"), event("Other"))
        try set([.summary: ["jour*"], .title: ["Weekly"]])
        #expect(try find("weekly") == ["work Weekly"])
        let missing = try bench.store.read { try SearchIndex.stored.missing($0) }
        #expect(missing.isEmpty)
    }
}
