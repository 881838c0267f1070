import ICalendar
import Testing

@testable import AgendaKit

/// A series on Tuesdays at 10:00 in Room 1, whose instance of 8 December takes place on the 9th at 12:00 in Room 2.
@Suite("Editing a series from an instance that was changed before")
struct SelectedInstanceTests {
    private static func text(range: Bool) -> String {
        Make.calendar(
            """
            UID:weekly\r
            DTSTAMP:20260101T000000Z\r
            DTSTART;TZID=Europe/Berlin:20261124T100000\r
            DTEND;TZID=Europe/Berlin:20261124T110000\r
            RRULE:FREQ=WEEKLY;COUNT=5\r
            SUMMARY:Weekly\r
            LOCATION:Room 1
            """,
            """
            UID:weekly\r
            DTSTAMP:20260101T000000Z\r
            RECURRENCE-ID\(range ? ";RANGE=THISANDFUTURE" : "");TZID=Europe/Berlin:20261208T100000\r
            DTSTART;TZID=Europe/Berlin:20261209T120000\r
            DTEND;TZID=Europe/Berlin:20261209T130000\r
            SUMMARY:Weekly moved\r
            LOCATION:Room 2
            """,
            """
            UID:weekly\r
            DTSTAMP:20260101T000000Z\r
            RECURRENCE-ID;TZID=Europe/Berlin:20261215T100000\r
            DTSTART;TZID=Europe/Berlin:20261215T170000\r
            DTEND;TZID=Europe/Berlin:20261215T180000\r
            SUMMARY:Other\r
            LOCATION:Room 3
            """)
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func bench(range: Bool = false) async throws -> Bench {
        let bench = try Bench()
        var source = CalendarSource(
            name: "team", kind: .file,
            location: try folder.write(Self.text(range: range), to: "team.ics"))
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return bench
    }

    private func lines(_ bench: Bench) async throws -> [String] {
        try await bench.provider().timeline().nodes.flatMap(\.events).map { event in
            guard case .instants(let range) = event.span else { return "all day" }
            let (start, end) = (
                bench.zone.wallTime(at: range.lowerBound), bench.zone.wallTime(at: range.upperBound)
            )
            return
                "\(start.date.iso.dropFirst(5)) \(start.hour)-\(end.hour) \(event.summary ?? "") "
                + (event.location ?? "")
        }
    }

    private func selected(_ bench: Bench) async throws -> AgendaEvent {
        let timeline = try await bench.provider().timeline()
        return try #require(timeline[try Make.date("2026-12-09")]?.events.first)
    }

    @Test("a new title or place is the selected one's, too; others keep their own")
    func texts() async throws {
        for scope in [RecurrenceScope.future, .all] {
            let bench = try await bench()
            try await bench.editor.edit(try await selected(bench), scope: scope) {
                $0.event.summary = "New"
                $0.event.location = "Hall"
            }
            let early = scope == .all ? "New Hall" : "Weekly Room 1"
            #expect(
                try await lines(bench) == [
                    "11-24 10-11 \(early)", "12-01 10-11 \(early)", "12-09 12-13 New Hall",
                    "12-15 17-18 Other Room 3", "12-22 10-11 New Hall",
                ], "\(scope)")
        }
    }

    @Test("a value that the series has already replaces the selected one's own")
    func sameAsSeries() async throws {
        let bench = try await bench()
        try await bench.editor.edit(try await selected(bench), scope: .all) { draft in
            draft.change { $0.event.location = "Room 1" }
        }
        #expect(
            try await lines(bench) == [
                "11-24 10-11 Weekly Room 1", "12-01 10-11 Weekly Room 1",
                "12-09 12-13 Weekly moved Room 1", "12-15 17-18 Other Room 3",
                "12-22 10-11 Weekly Room 1",
            ])
    }

    @Test("a new start becomes the selected one's, and moves the series")
    func start() async throws {
        for scope in [RecurrenceScope.future, .all] {
            let bench = try await bench()
            let start = CalendarTime.zoned(
                try #require(CivilDateTime(icalendar: "20261209T140000")), tzid: "Europe/Berlin")
            try await bench.editor.edit(try await selected(bench), scope: scope) {
                $0.event.start = start
                $0.event.end = .time(start.with(wallTime: start.wallTime + 3_600))
            }
            let early =
                scope == .all
                ? ["11-25 14-15 Weekly Room 1", "12-02 14-15 Weekly Room 1"]
                : ["11-24 10-11 Weekly Room 1", "12-01 10-11 Weekly Room 1"]
            #expect(
                try await lines(bench) == early + [
                    "12-09 14-15 Weekly moved Room 2", "12-15 17-18 Other Room 3",
                    "12-23 14-15 Weekly Room 1",
                ], "\(scope)")
        }
    }

    @Test("a time of day alone counts on the selected one's own day, a length on its own start")
    func timeOfDay() async throws {
        let bench = try await bench()
        try await bench.editor.edit(try await selected(bench), scope: .future) { draft in
            draft.change { draft in
                let date = draft.event.start.wallTime.date
                draft.event.start = draft.event.start.with(
                    wallTime: CivilDateTime(date, secondOfDay: 9 * 3_600))
                draft.event.end = .duration(CalendarDuration(days: 0, seconds: 7_200))
            }
        }
        #expect(
            try await lines(bench) == [
                "11-24 10-11 Weekly Room 1", "12-01 10-11 Weekly Room 1",
                "12-09 9-11 Weekly moved Room 2", "12-15 17-18 Other Room 3",
                "12-22 9-11 Weekly Room 1",
            ])
    }

    @Test("a day and time as the end of the selected one are a length for the series")
    func end() async throws {
        let bench = try await bench()
        let end = CalendarTime.zoned(
            try #require(CivilDateTime(icalendar: "20261209T140000")), tzid: "Europe/Berlin")
        try await bench.editor.edit(try await selected(bench), scope: .all) { draft in
            draft.change { $0.event.end = .time(end) }
        }
        #expect(
            try await lines(bench) == [
                "11-24 10-12 Weekly Room 1", "12-01 10-12 Weekly Room 1",
                "12-09 12-14 Weekly moved Room 2", "12-15 17-18 Other Room 3",
                "12-22 10-12 Weekly Room 1",
            ])
    }

    @Test("an instance that an earlier THISANDFUTURE change describes takes what changes, too")
    func range() async throws {
        let bench = try await bench(range: true)
        let timeline = try await bench.provider().timeline()
        let later = try #require(timeline[try Make.date("2026-12-23")]?.events.first)
        #expect(later.location == "Room 2")
        try await bench.editor.edit(later, scope: .all) { draft in
            draft.change { draft in
                draft.event.location = "Hall"
                draft.event.start = draft.event.start.with(
                    wallTime: draft.event.start.wallTime + 3_600)
                if case .time(let end) = draft.event.end {
                    draft.event.end = .time(end.with(wallTime: end.wallTime + 3_600))
                }
            }
        }
        #expect(
            try await lines(bench) == [
                "11-24 11-12 Weekly Hall", "12-01 11-12 Weekly Hall",
                "12-09 13-14 Weekly moved Hall", "12-15 17-18 Other Room 3",
                "12-23 13-14 Weekly moved Hall",
            ])
    }
}
