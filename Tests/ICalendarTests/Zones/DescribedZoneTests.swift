import Foundation
import ICalendar
import Testing

@Suite("VTIMEZONEs that we write")
struct DescribedZoneTests {
    private static let database = TimeZoneDatabase { name in
        (try? Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/" + name))).map { Array($0) }
    }

    @Test(
        "give the offsets of the zone that they describe, read back from their text",
        arguments: [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
            "America/Sao_Paulo", "Africa/Casablanca", "Europe/Dublin", "Asia/Jerusalem",
            "Pacific/Apia", "Africa/Cairo", "America/Santiago", "Etc/UTC", "Asia/Gaza",
        ], ["19700101T000000", "20261120T000000"])
    func offsets(name: String, from: String) throws {
        let rules = try #require(Self.database.rules(named: name))
        let start = Instant(utc: try #require(CivilDateTime(icalendar: from)))
        let text = CalendarWriter.component(
            TimeZoneDefinition(tzid: "Ours", describing: rules, from: start))
        let parsed = ICalendarParser.timeZone(in: text.utf8)
        #expect(parsed.diagnostics.isEmpty)
        let definition = try #require(parsed.value)
        let described = try #require(TimeZoneRules(definition))
        let end = Instant(utc: CivilDateTime(try #require(CivilDate(iso: "2099-12-01"))))
        // Each change, the second before it, and days between.
        let changes = rules.transitions(in: start..<end).map(\.at).flatMap { [$0 - 1, $0] }
        let days = stride(from: 0, to: end - start, by: 20 * 86_400).map { start + $0 }
        for instant in changes.filter({ $0 >= start }) + days {
            let (own, expected) = (described.offset(at: instant), rules.offset(at: instant))
            #expect(own == expected, "\(name) \(instant.utc.iso)")
            if own != expected { return }
        }
    }

    @Test("are short where the zone follows a rule")
    func short() throws {
        let rules = try #require(Self.database.rules(named: "Europe/Berlin"))
        let start = Instant(utc: try #require(CivilDateTime(icalendar: "20261120T000000")))
        let definition = TimeZoneDefinition(tzid: "Europe/Berlin", describing: rules, from: start)
        #expect(definition.observances.count == 3)
        #expect(
            definition.observances.flatMap(\.rules).map(\.icalendar)
                == ["FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"])
    }

    @Test("stand in a calendar once for each zone that its events use")
    func calendar() throws {
        func event(_ uid: String, _ tzid: String) throws -> Event {
            let wall = try #require(CivilDateTime(icalendar: "20261120T100000"))
            return Event(uid: uid, start: .zoned(wall, tzid: tzid))
        }
        let events = [
            try event("a", "Europe/Berlin"), try event("b", "Asia/Kathmandu"),
            try event("c", "Europe/Berlin"), try event("d", "Nowhere"),
        ]
        let text = CalendarWriter.calendar(events) { Self.database.rules(named: $0) }
        let stream = ComponentScanner.scan(text.utf8)
        #expect(
            stream.components.map(\.kind) == [.timeZone, .timeZone]
                + .init(repeating: .event, count: 4))
        #expect(stream.isComplete)
    }
}
