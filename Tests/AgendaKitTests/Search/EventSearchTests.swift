import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Search")
struct EventSearchTests {
    /// Summaries in the order of the results.
    private func find(
        _ text: String, in bench: Bench, limit: Int? = nil, filter: EventFilter = EventFilter()
    ) throws -> [String] {
        let query = try #require(SearchQuery(text))
        return try search(bench, filter: filter).events(query, limit: limit).events
            .map { $0.summary ?? "" }
    }

    private func search(_ bench: Bench, filter: EventFilter = EventFilter()) -> EventSearch {
        EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone, filter: filter)
    }

    private func event(_ uid: String, _ day: String, _ lines: String...) -> String {
        (["UID:\(uid)", "DTSTART;VALUE=DATE:\(day)"] + lines).joined(separator: "\r\n")
    }

    @Test("words are found in summary, location, description and participants, whatever their case")
    func fields() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar(
                    event("1", "20261121", "SUMMARY:Café"),
                    event("2", "20261122", "SUMMARY:b", "LOCATION:Cafe Nord"),
                    event("3", "20261123", "SUMMARY:c", "DESCRIPTION:in the CAFÉ"),
                    event("4", "20261124", "SUMMARY:d", "ATTENDEE;CN=Ann Café:mailto:x@y.org"),
                    event("5", "20261125", "SUMMARY:e", "ORGANIZER:mailto:cafe@example.org"),
                    event("6", "20261126", "SUMMARY:Cafeteria"), event("7", "20261127", "SUMMARY:f")
                ), to: "a.ics"))
        // Whole words of the title, beginnings there, places and people, the rest.
        #expect(try find("cafe", in: bench) == ["Café", "Cafeteria", "b", "d", "e", "c"])
        #expect(try find("\"cafe\"", in: bench) == ["Café", "b", "d", "e", "c"])
        #expect(try find("cafe nord", in: bench) == ["b"])
        #expect(try find("cafe@example.org", in: bench) == ["e"])
        #expect(try find("nothing", in: bench).isEmpty)
    }

    @Test("umlauts written as two letters, hyphens, and a word that has ended")
    func spellings() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar(
                    event("1", "20261121", "SUMMARY:Müller"),
                    event("2", "20261122", "SUMMARY:Mueller"),
                    event("3", "20261123", "SUMMARY:e-mail"),
                    event("4", "20261124", "SUMMARY:C++ course"),
                    event("5", "20261125", "SUMMARY:naïve café"),
                    event("6", "20261126", "SUMMARY:Standup"),
                    event("7", "20261127", "SUMMARY:true tale"),
                    event("8", "20261128", "SUMMARY:truth")
                ), to: "a.ics"))
        #expect(try find("mueller", in: bench) == ["Müller", "Mueller"])
        #expect(try find("Müller", in: bench) == ["Müller", "Mueller"])
        #expect(try find("muller", in: bench) == ["Müller"])
        #expect(try find("email", in: bench) == ["e-mail"])
        #expect(try find("stand-up", in: bench) == ["Standup"])
        #expect(try find("c++", in: bench) == ["C++ course"])
        #expect(try find("caf", in: bench) == ["naïve café"])
        #expect(try find("true", in: bench) == ["true tale"])
    }

    @Test("any part of a Chinese, Japanese or Korean text is found")
    func withoutSpaces() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar(
                    event("1", "20261121", "SUMMARY:プロジェクト進捗報告"),
                    event("2", "20261122", "SUMMARY:项目评审"), event("3", "20261123", "SUMMARY:주간회의")
                ), to: "a.ics"))
        #expect(try find("ジェクト", in: bench) == ["プロジェクト進捗報告"])
        #expect(try find("捗", in: bench) == ["プロジェクト進捗報告"])
        #expect(try find("目评", in: bench) == ["项目评审"])
        #expect(try find("회의", in: bench) == ["주간회의"])
        #expect(try find("評審", in: bench).isEmpty)
        #expect(try find("回主", in: bench).isEmpty)
    }

    @Test("what is next comes first, then what was last; as many as are wanted")
    func order() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let weekly = [
            "UID:w", "DTSTART:20200106T090000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:Team weekly",
        ].joined(separator: "\r\n")
        let ended = [
            "UID:e", "DTSTART:20100104T090000Z", "RRULE:FREQ=WEEKLY;COUNT=3", "SUMMARY:Team ended",
        ].joined(separator: "\r\n")
        let rare = [
            "UID:r", "DTSTART:20260101T090000Z", "RRULE:FREQ=YEARLY;INTERVAL=5",
            "SUMMARY:Team rare",
        ].joined(separator: "\r\n")
        let running = [
            "UID:l", "DTSTART;VALUE=DATE:20261001", "DTEND;VALUE=DATE:20261201",
            "SUMMARY:Team long",
        ].joined(separator: "\r\n")
        try await bench.add(
            try folder.write(
                Make.calendar(
                    event("1", "20261119", "SUMMARY:Team yesterday"),
                    event("2", "20261120", "SUMMARY:Team today"),
                    event("3", "20261125", "SUMMARY:Team wednesday"),
                    event("4", "20190101", "SUMMARY:Team long ago"), weekly, ended, rare, running
                ), to: "a.ics"))
        let all = [
            "Team long", "Team today", "Team weekly", "Team wednesday", "Team rare",
            "Team yesterday", "Team long ago", "Team ended",
        ]
        #expect(try find("team", in: bench) == all)
        let query = try #require(SearchQuery("team"))
        let first = try search(bench).events(query, limit: 3)
        #expect(first.events.map(\.summary) == all.prefix(3).map { $0 })
        #expect(first.hasMore)
        #expect(try !search(bench).events(query, limit: 8).hasMore)
        let dates = try Dictionary(
            uniqueKeysWithValues: search(bench).events(query).events.map { event in
                (
                    event.uid,
                    bench.zone.wallTime(at: bench.zone.instant(of: event.span.start)).date.iso
                )
            })
        #expect(dates["w"] == "2026-11-23")
        #expect(dates["e"] == "2010-01-18")
        #expect(dates["r"] == "2031-01-01")
    }

    @Test("with days, the occurrences on them are found, by time")
    func days() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let daily = [
            "UID:d", "DTSTART:20200106T090000Z", "RRULE:FREQ=DAILY", "SUMMARY:Sync",
        ].joined(separator: "\r\n")
        let moved = [
            "UID:d", "RECURRENCE-ID:20261122T090000Z", "DTSTART:20261122T070000Z", "SUMMARY:Other",
        ].joined(separator: "\r\n")
        try await bench.add(
            try folder.write(
                Make.calendar(daily, moved, event("1", "20261123", "SUMMARY:Sync day")),
                to: "a.ics"))
        let query = try #require(SearchQuery("sync"))
        func days(_ first: String, _ count: Int) throws -> [String] {
            let first = try Make.date(first)
            return try search(bench).occurrences(query, on: first..<(first + count)).events.map {
                "\($0.id.recurrenceID?.icalendar ?? "-") \($0.summary ?? "")"
            }
        }
        #expect(
            try days("2026-11-21", 3) == [
                "20261121T090000Z Sync", "- Sync day", "20261123T090000Z Sync",
            ])
        // Outside of the stored days.
        #expect(try days("2021-05-01", 1) == ["20210501T090000Z Sync"])
        #expect(try days("2019-05-01", 1).isEmpty)
    }

    @Test("changes and deletions are followed, and the store's revision stays")
    func changes() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let path = try folder.write(
            Make.calendar(
                event("1", "20261121", "SUMMARY:Lunch"), event("2", "20261122", "SUMMARY:Dinner")),
            to: "a.ics")
        try await bench.add(path)
        #expect(try find("lunch", in: bench) == ["Lunch"])
        try folder.write(
            Make.calendar(
                event("1", "20261121", "SUMMARY:Brunch"), event("3", "20261123", "SUMMARY:Lunchbox")
            ),
            to: "a.ics")
        _ = try await bench.importer.refresh()
        let revision = try bench.store.revision()
        #expect(try find("lunch", in: bench) == ["Lunchbox"])
        #expect(try find("brunch", in: bench) == ["Brunch"])
        #expect(try find("dinner", in: bench).isEmpty)
        #expect(try bench.store.revision() == revision)
        // The same once more, with nothing to bring up to date.
        #expect(try find("lunch", in: bench) == ["Lunchbox"])
    }

    @Test("a large import, another one with fewer events and a rebuild are followed")
    func everything() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        func calendar(_ numbers: Range<Int>) -> String {
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
                + numbers.map {
                    "BEGIN:VEVENT\r\n"
                        + event(
                            "\($0)", "20261121",
                            "SUMMARY:Number n\($0) \($0 % 2 == 0 ? "even" : "odd")")
                        + "\r\nEND:VEVENT\r\n"
                }.joined() + "END:VCALENDAR\r\n"
        }
        try await bench.add(try folder.write(calendar(0..<3_000), to: "a.ics"))
        #expect(try find("even", in: bench).count == 1_500)
        #expect(try find("n777", in: bench) == ["Number n777 odd"])
        #expect(try find("number odd", in: bench, limit: 5).count == 5)
        try folder.write(calendar(1_000..<4_000), to: "a.ics")
        _ = try await bench.importer.refresh()
        #expect(try find("even", in: bench).count == 1_500)
        #expect(try find("n777", in: bench).isEmpty)
        _ = try await bench.importer.refresh(rebuild: true)
        #expect(try find("even", in: bench).count == 1_500)
        #expect(try find("\"n3999\"", in: bench) == ["Number n3999 odd"])
    }

    @Test("an event with copies is found once, also by what only another copy has")
    func copies() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar(event("1", "20261121", "SUMMARY:Old", "SEQUENCE:1", "LOCATION:Elbe")),
                to: "a.ics"))
        try await bench.add(
            try folder.write(
                Make.calendar(event("1", "20261122", "SUMMARY:New", "SEQUENCE:2")), to: "b.ics")
        )
        #expect(try find("new", in: bench) == ["New"])
        #expect(try find("old", in: bench).isEmpty)
        #expect(try find("elbe", in: bench) == ["New"])
        let query = try #require(SearchQuery("elbe"))
        let day = try Make.date("2026-11-22")
        #expect(try search(bench).occurrences(query, on: day..<(day + 1)).events.count == 1)
        var filter = EventFilter()
        filter.calendars = ["a"]
        #expect(try find("old", in: bench, filter: filter) == ["Old"])
    }

    @Test("categories and states are filtered, case aside")
    func filters() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar(
                    event("1", "20261121", "SUMMARY:Team a", "CATEGORIES:Work,Größe"),
                    event("2", "20261122", "SUMMARY:Team b", "STATUS:CANCELLED"),
                    event("3", "20261123", "SUMMARY:Team c", "CATEGORIES:Workshop")), to: "a.ics"))
        var filter = EventFilter()
        filter.categories = ["work", "GRÖSSE"]
        #expect(try find("team", in: bench, filter: filter) == ["Team a"])
        #expect(try await bench.lines(filter: filter) == ["2026-11-21 Team a"])
        filter = EventFilter()
        filter.statuses = [.cancelled, .tentative]
        #expect(try find("team", in: bench, filter: filter) == ["Team b"])
        #expect(try await bench.lines(filter: filter) == ["2026-11-22 Team b"])
    }
}
