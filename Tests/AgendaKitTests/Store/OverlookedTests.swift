import ICalendar
import Testing

@testable import AgendaKit

@Suite("What a look at all calendars finds")
struct OverlookedTests {
    @Test(
        "an override without an instance is reported on days of which nothing is stored, too",
        arguments: ["2019", "2024", "2031"])
    func orphan(year: String) async throws {
        let bench = try Bench()
        _ = try await bench.importer.addStream(
            Array(
                Make.calendar(
                    "UID:a\r\nDTSTART:20180101T100000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:Team",
                    "UID:a\r\nRECURRENCE-ID:\(year)0401T110000Z\r\nDTSTART:\(year)0402T150000Z",
                    "UID:a\r\nRECURRENCE-ID:\(year)0501T100000Z\r\nDTSTART:\(year)0502T150000Z"
                ).utf8), name: "test")
        let found = try bench.store.overlooked()
        #expect(found.map(\.diagnostic.reason) == [.fault(.noSuchInstance)])
        #expect(found.map(\.diagnostic.line) == [9])
        #expect(try bench.store.diagnostics().isEmpty)
    }

    @Test("one on a day of which instances are stored is reported once")
    func stored() async throws {
        let bench = try Bench()
        _ = try await bench.importer.addStream(
            Array(
                Make.calendar(
                    "UID:a\r\nDTSTART:20261101T100000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:Team",
                    "UID:a\r\nRECURRENCE-ID:20261201T110000Z\r\nDTSTART:20261202T150000Z"
                ).utf8), name: "test")
        #expect(try bench.store.overlooked().isEmpty)
        #expect(try bench.store.diagnostics().count == 1)
    }

    @Test("of a rule with too many instances those nearest to the first day asked for are shown")
    func dense() async throws {
        let bench = try Bench(zone: "UTC")
        _ = try await bench.importer.addStream(
            Array(
                Make.calendar(
                    "UID:a\r\nDTSTART:19850501T090000Z\r\n"
                        + "RRULE:FREQ=DAILY;BYMINUTE=0,20,40;BYHOUR=9,10,11,12,13,14,15,16"
                ).utf8), name: "test")
        for (first, last) in [("1985-05-01", "2005-01-01"), ("2030-01-01", "2050-01-01")] {
            let days = try Make.date(first)..<Make.date(last)
            let timeline = try await bench.provider().days(days)
            #expect(timeline.nodes.first?.events.count == 24)
            #expect(timeline.nodes.last?.events.isEmpty == true)
            #expect(timeline.omitted.count == 1)
        }
    }
}
