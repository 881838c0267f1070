import ICalendar
import Testing

@testable import AgendaKit

@Suite("Rules for journal entries")
struct JournalRulesTests: RuleTesting {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func note(_ name: String, _ entries: String...) async throws {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + entries.map {
                "BEGIN:VJOURNAL\r\nDTSTAMP:20260101T000000Z\r\n\($0)\r\nEND:VJOURNAL\r\n"
            }.joined() + "END:VCALENDAR\r\n"
        _ = try await bench.importer.addStream(Array(text.utf8), name: name)
    }

    private func shown() async throws -> [AgendaEvent] {
        try await bench.provider().journals(
            on: try Make.date("2026-11-20")..<Make.date("2026-11-30"))
    }

    @Test("they are hidden, renamed, coloured and categorised, each instance by its day")
    func effects() async throws {
        try await note(
            "notes", "UID:A\r\nDTSTART;VALUE=DATE:20261120\r\nSUMMARY:Secret",
            "UID:B\r\nDTSTART;VALUE=DATE:20261120\r\nSUMMARY:Met Kim\r\nCLASS:PRIVATE",
            "UID:C\r\nDTSTART;VALUE=DATE:20261120\r\nRRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Diary")
        try set(
            [.summary: ["secret"], .hide: ["true"]],
            [.class: ["private"], .title: ["{calendar}: {summary}"], .color: ["red"]],
            [.summary: ["diary"], .repeats: ["true"], .addCategory: ["Own"], .busy: ["true"]],
            [.summary: ["diary"], .weekdays: ["saturday"], .hide: ["true"]],
            [.summary: ["diary"], .hide: ["true"], .in: ["shares"]])
        let found = try await shown()
        #expect(Set(found.map(\.summary)) == ["notes: Met Kim", "Diary"])
        let diary = found.filter { $0.summary == "Diary" }
        #expect(
            diary.map(\.recurrenceID?.icalendar) == ["20261120", "20261122"]
                && diary.allSatisfy { $0.categories == ["Own"] })
        #expect(found.first { $0.summary != "Diary" }?.color == "red")
        var without = EventFilter()
        without.rules = nil
        let all = try await bench.provider(filter: without).journals(
            on: try Make.date("2026-11-20")..<Make.date("2026-11-30"))
        #expect(all.count == 5)
    }

    @Test("another calendar's copy stands in for one that is hidden")
    func copies() async throws {
        let entry = "UID:A\r\nDTSTART;VALUE=DATE:20261120\r\nSUMMARY:Note"
        try await note("work", entry)
        try await note("home", entry)
        #expect(try await shown().map(\.calendar) == ["work"])
        try set([.calendar: ["work"], .hide: ["true"]])
        #expect(try await shown().map(\.calendar) == ["home"])
        try set([.calendar: ["*"], .hide: ["true"]])
        #expect(try await shown().isEmpty)
    }
}
