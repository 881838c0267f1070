import ICalendar
import Testing

@testable import AgendaKit

@Suite("Naming events")
struct EventNamingTests {
    private func bench() async throws -> (Bench, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let lines = [
            "UID:1\r\nDTSTART:20261121T090000Z\r\nSUMMARY:Tea",
            "UID:2\r\nDTSTART:20261122T090000Z\r\nSUMMARY:Team",
            "UID:3\r\nDTSTART:20261123T090000Z\r\nSUMMARY:Talk\r\nLOCATION:Tea room",
            "UID:4\r\nDTSTART:20261124T090000Z\r\nSUMMARY:Talk\r\nDESCRIPTION:coffee and cake",
            "UID:5\r\nDTSTART:20261101T090000Z\r\nRRULE:FREQ=HOURLY;INTERVAL=8\r\nSUMMARY:Watch",
        ]
        let events = lines.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        try await bench.add(
            try folder.write(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events)END:VCALENDAR\r\n", to: "a.ics"))
        return (bench, folder)
    }

    private func find(_ text: String, _ bench: Bench) throws -> [String] {
        let search = EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
        return try search.candidates(for: try #require(SearchQuery(text)), limit: 9).events
            .map(\.uid)
    }

    @Test("the best rank alone is meant")
    func ranks() async throws {
        let (bench, folder) = try await bench()
        defer { withExtendedLifetime(folder) {} }
        #expect(try find("tea", bench) == ["1"])
        #expect(try find("te", bench) == ["1", "2"])
        #expect(try find("room", bench) == ["3"])
        #expect(try find("coffee", bench) == ["4"])
        #expect(try find("talk", bench) == ["3", "4"])
        #expect(try find("nothing", bench).isEmpty)
    }

    @Test("an instance's date is enough where it is alone, and is refused where it is not")
    func instances() async throws {
        let (bench, folder) = try await bench()
        defer { withExtendedLifetime(folder) {} }
        // Every eight hours from 09:00Z: 01:00, 09:00 and 17:00 on each day.
        let day = try Make.date("2026-11-23")
        let events = try await bench.provider().days(day..<(day + 1)).nodes.flatMap(\.events)
        let texts = try bench.store.abbreviations(of: events)
        let watches = events.filter { $0.uid == "5" }
        try #require(watches.count == 3)
        for event in watches { #expect(texts[event.id]?.hasSuffix("00Z") == true) }
        func found(_ text: String) throws -> AgendaEvent {
            try bench.store.details(of: text, clock: bench.clock, zone: bench.zone).occurrence
        }
        for event in events { #expect(try found(texts[event.id] ?? "").id == event.id) }
        let one = try bench.store.abbreviations(of: [watches[0]])[watches[0].id] ?? ""
        #expect(one.hasSuffix("-20261123T010000Z"))
        let date = String(one.dropLast("T010000Z".count))
        #expect(throws: AgendaError.self) { try found(date) }
        #expect(try found(date + "T17").recurrenceID == .instant(Make.instant("20261123T170000Z")))
    }

    @Test("keys that begin alike get more digits")
    func sharedDigits() async throws {
        // Of so many keys some share their first four digits, by the birthday paradox: 1 - e^-76.
        let lines = (0..<3_000).map {
            "BEGIN:VEVENT\r\nUID:u\($0)\r\nDTSTART:20261121T090000Z\r\nEND:VEVENT\r\n"
        }
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(lines.joined())END:VCALENDAR\r\n",
                to: "a.ics"))
        let events = try await bench.provider().timeline().nodes.flatMap(\.events)
        let texts = try bench.store.abbreviations(of: events)
        #expect(Set(texts.values).count == 3_000)
        #expect(texts.values.contains { $0.count > 4 })
        #expect(texts.values.allSatisfy { $0.count >= 4 && $0.count < 12 })
        for (id, text) in texts {
            #expect(id.description.hasPrefix(text))
            #expect(texts.keys.count { $0.description.hasPrefix(text) } == 1)
        }
    }
}
