import ICalendar
import Testing

@testable import AgendaKit

@Suite("Local calendar")
struct LocalCalendarTests {
    private func weekly() throws -> Event {
        var event = Event(
            uid: "weekly",
            start: .zoned(
                try #require(CivilDateTime(icalendar: "20261120T100000")), tzid: "Europe/Berlin"))
        event.end = .duration(CalendarDuration(seconds: 3_600))
        event.summary = "Weekly"
        event.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=WEEKLY;COUNT=4")]
        return event
    }

    @Test("an added event is found by its id, with its participants, after the store is reopened")
    func add() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let kim = Participant(address: "mailto:kim@example.org")
        let id = try await Bench(path: path).editor.add(try weekly(), participants: [kim])
        let bench = try Bench(path: path)
        let details = try bench.store.details(
            of: id.description, clock: bench.clock, zone: bench.zone)
        #expect(details.occurrence.summary == "Weekly")
        #expect(details.participants == [kim])
        #expect(
            try await bench.lines()
                == [
                    "2026-11-20 Weekly", "2026-11-27 Weekly", "2026-12-04 Weekly",
                    "2026-12-11 Weekly",
                ])
    }

    @Test(
        "deleting takes this instance, this and the later ones, or all",
        arguments: [
            (RecurrenceScope.this, ["2026-11-20", "2026-12-04", "2026-12-11"]),
            (.future, ["2026-11-20"]), (.all, []),
        ])
    func delete(scope: RecurrenceScope, left: [String]) async throws {
        let bench = try Bench()
        _ = try await bench.editor.add(try weekly())
        let timeline = try await bench.provider().timeline()
        let second = try #require(timeline[try Make.date("2026-11-27")]?.events.first)
        try await bench.editor.delete(second, scope: scope)
        #expect(try await bench.lines() == left.map { $0 + " Weekly" })
    }

    @Test("deleting the first instance and all later ones leaves nothing")
    func deleteFirstAndFuture() async throws {
        let bench = try Bench()
        _ = try await bench.editor.add(try weekly())
        let first = try #require(try await bench.provider().timeline().nodes[120].events.first)
        try await bench.editor.delete(first, scope: .future)
        #expect(try await bench.lines().isEmpty)
    }

    @Test("an event of a file is not deleted here")
    func deleteForeign() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Lunch"), to: "a.ics"))
        let lunch = try #require(try await bench.provider().timeline().nodes[120].events.first)
        await #expect(throws: AgendaError.self) {
            try await bench.editor.delete(lunch, scope: .all)
        }
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
    }

    @Test("an event that would be on no day is not stored")
    func noDay() async throws {
        let bench = try Bench()
        var event = try weekly()
        event.exceptionDates = [event.start]
        event.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=WEEKLY;COUNT=1")]
        await #expect(throws: AgendaError.self) { try await bench.editor.add(event) }
        #expect(try await bench.lines().isEmpty)
    }

    @Test("the local calendar cannot be removed")
    func removal() async throws {
        let bench = try Bench()
        _ = try await bench.editor.add(try weekly())
        await #expect(throws: AgendaError.self) {
            try await bench.importer.removeSource(named: "local")
        }
        #expect(try await bench.lines().count == 4)
    }
}
