import ICalendar
import Testing

@testable import AgendaKit

/// Instances that are not where their original start is, on days of which nothing is stored.
enum DistantInstance: String, CaseIterable, Sendable {
    case override, range, orphan, longRange

    /// The series and the override of `year`, whose instance of Monday 3 April (2023, 2028) moved to Friday 7 April at 15:00.
    func text(year: Int) -> String {
        // 3 April is a Monday in both years.
        let (original, moved) =
            switch self {
            case .override: ("\(year)0403T100000Z", "\(year)0407T150000Z")
            case .range: ("\(year)0313T100000Z", "\(year)0317T150000Z")
            case .orphan: ("\(year)0404T100000Z", "\(year)0407T150000Z")
            case .longRange:
                year == 2028
                    ? ("20280103T100000Z", "20280107T150000Z")
                    : ("20230102T100000Z", "20230106T150000Z")
            }
        let end = moved.replacing("T15", with: "T16")
        let range = self == .range || self == .longRange ? ";RANGE=THISANDFUTURE" : ""
        return Make.calendar(
            """
            UID:a@x\r
            DTSTAMP:20200101T000000Z\r
            DTSTART:20200106T100000Z\r
            DTEND:20200106T110000Z\r
            RRULE:FREQ=WEEKLY\r
            SUMMARY:Team
            """,
            """
            UID:a@x\r
            DTSTAMP:20200101T000000Z\r
            RECURRENCE-ID\(range):\(original)\r
            DTSTART:\(moved)\r
            DTEND:\(end)\r
            SUMMARY:Moved
            """)
    }
}

@Suite("An id that is listed is valid for everything")
struct InstanceIdentityTests {
    private func bench(_ text: String, _ folder: TemporaryFolder) async throws -> Bench {
        let bench = try Bench(zone: "UTC", now: "20261125T060000Z", path: folder.path + "/a.db")
        var source = CalendarSource(
            name: "team", kind: .file, location: try folder.write(text, to: "team.ics"))
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return bench
    }

    private func moved(_ bench: Bench, _ year: Int) async throws -> [AgendaEvent] {
        let day = try Make.date("\(year)-04-07")
        return try await bench.provider().days(day..<day + 1).nodes.flatMap(\.events)
    }

    private func details(_ id: String, _ bench: Bench) throws -> EventDetails {
        try bench.store.details(of: id, clock: bench.clock, zone: bench.zone)
    }

    @Test(
        "it is shown, edited, copied, moved and deleted, in the past and in the future",
        arguments: DistantInstance.allCases, [2023, 2028])
    func each(instance: DistantInstance, year: Int) async throws {
        let folder = try TemporaryFolder()
        let bench = try await bench(instance.text(year: year), folder)
        let listed = try #require(try await moved(bench, year).first)
        #expect(listed.summary == "Moved")
        let short = try #require(try bench.store.abbreviations(of: [listed])[listed.id])
        for text in [short, listed.id.description] {
            let found = try details(text, bench)
            #expect(found.occurrence.id == listed.id && found.occurrence.span == listed.span)
        }
        let found = try details(short, bench).occurrence
        try await bench.editor.edit(found, scope: .this) { $0.event.location = "Hall" }
        #expect(try await moved(bench, year).map(\.location) == ["Hall"])
        let copy = try await bench.editor.draft(copying: found, scope: .this)
        _ = try await bench.editor.copy(copy, to: nil)
        #expect(try await moved(bench, year).count == 2)
        _ = try await bench.editor.undo()
        try await bench.editor.delete(try details(short, bench).occurrence, scope: .this)
        #expect(try await moved(bench, year).isEmpty)
        _ = try await bench.editor.undo()
        try await bench.editor.move(try details(short, bench).occurrence, to: nil)
        #expect(try await moved(bench, year).map(\.calendar) == ["local"])
    }

    @Test("an id of one day means one instance, also where a series has several a day")
    func twiceADay() async throws {
        let folder = try TemporaryFolder()
        let bench = try await bench(
            Make.calendar(
                "UID:a\r\nDTSTART:20261101T100000Z\r\nRRULE:FREQ=DAILY;BYHOUR=10,15\r\nSUMMARY:Team",
                """
                UID:a\r
                RECURRENCE-ID:20261203T150000Z\r
                DTSTART:20280407T090000Z\r
                SUMMARY:Moved
                """), folder)
        let listed = try #require(
            try await moved(bench, 2028).first { $0.summary == "Moved" })
        let short = try #require(try bench.store.abbreviations(of: [listed])[listed.id])
        #expect(try details(short, bench).occurrence.id == listed.id)
        // Its date alone names two instances.
        #expect(throws: AgendaError.self) {
            try details(OccurrenceID(uid: "a", recurrenceID: nil).description + "-20261203", bench)
        }
    }

    @Test("in the nights in which clocks change, a day in UTC may have two instances of one series")
    func clockChange() async throws {
        let folder = try TemporaryFolder()
        // 01:30 in Berlin is 00:30 UTC on 28 March 2027, and 23:30 UTC of that day on 29 March.
        let bench = try await bench(
            Make.calendar(
                "UID:a\r\nDTSTART;TZID=Europe/Berlin:20270301T013000\r\nRRULE:FREQ=DAILY"), folder)
        let days = try Make.date("2027-03-27")..<Make.date("2027-03-31")
        for event in try await bench.provider().days(days).nodes.flatMap(\.events) {
            let short = try #require(try bench.store.abbreviations(of: [event])[event.id])
            #expect(try details(short, bench).occurrence.id == event.id)
        }
    }

    @Test(
        "an overdue to-do that was put off is found by its id and ticked off",
        arguments: ["20260513", "20240513", "20290514"])
    func todo(day: String) async throws {
        let folder = try TemporaryFolder()
        let text = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            BEGIN:VTODO\r
            UID:td@x\r
            DTSTAMP:20230101T000000Z\r
            DTSTART:20260503T100000Z\r
            DUE:20260503T110000Z\r
            RRULE:FREQ=WEEKLY\r
            SUMMARY:Tidy\r
            END:VTODO\r
            BEGIN:VTODO\r
            UID:td@x\r
            DTSTAMP:20230101T000000Z\r
            RECURRENCE-ID:20260503T100000Z\r
            DTSTART:\(day)T100000Z\r
            DUE:\(day)T110000Z\r
            SUMMARY:Tidy moved\r
            END:VTODO\r
            END:VCALENDAR\r

            """
        let bench = try await bench(text, folder)
        let items = try await bench.provider().todos()
        for item in items {
            let found = try await bench.provider().todos(named: item.occurrence.id.description)
            #expect(found.map(\.occurrence.id) == [item.occurrence.id])
        }
        let id = OccurrenceID(
            uid: "td@x", kind: .todo, recurrenceID: .instant(try Make.instant("20260503T100000Z")))
        let moved = try #require(try await bench.provider().todos(named: id.description).first)
        #expect(moved.occurrence.summary == "Tidy moved")
        try await bench.editor.setStatus(.completed, of: moved.occurrence)
        #expect(try await bench.provider().todos(named: id.description).map(\.isClosed) == [true])
    }
}
