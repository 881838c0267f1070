import AgendaKit
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("Edits of an event's times")
struct EventEditsTests {
    /// DTSTART and DTEND or DURATION as lines, and the edit; the lines after it. The reader is in Berlin.
    static let moves: [(lines: String, edits: ItemEdits, expected: String)] = [
        // A new start takes the end along, also over midnight.
        (
            "DTSTART;TZID=Europe/Berlin:20261120T100000\nDTEND;TZID=Europe/Berlin:20261120T113000",
            start("14:00"), "TZID=Europe/Berlin:20261120T140000 TZID=Europe/Berlin:20261120T153000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261120T100000\nDTEND;TZID=Europe/Berlin:20261120T113000",
            start("23:00"), "TZID=Europe/Berlin:20261120T230000 TZID=Europe/Berlin:20261121T003000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261120T100000\nDTEND;TZID=Europe/Berlin:20261120T113000",
            start("2026-12-01"),
            "TZID=Europe/Berlin:20261201T100000 TZID=Europe/Berlin:20261201T113000"
        ),
        // 14:00 in Berlin is 08:00 in New York, and 13:00 UTC.
        (
            "DTSTART;TZID=America/New_York:20261120T100000\nDTEND;TZID=America/New_York:20261120T110000",
            start("14:00"),
            "TZID=America/New_York:20261120T080000 TZID=America/New_York:20261120T090000"
        ),
        (
            "DTSTART:20261120T100000Z\nDTEND:20261120T110000Z", start("14:00"),
            "20261120T130000Z 20261120T140000Z"
        ),
        (
            "DTSTART:20261120T100000\nDURATION:PT45M", start("14:00"),
            "20261120T140000 20261120T144500"
        ),
        // By an amount, from its own start; over the end of summer time an hour is an hour.
        (
            "DTSTART;TZID=Europe/Berlin:20261127T100000\nDTEND;TZID=Europe/Berlin:20261127T113000",
            start("+1h"), "TZID=Europe/Berlin:20261127T110000 TZID=Europe/Berlin:20261127T123000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261127T100000\nDTEND;TZID=Europe/Berlin:20261127T113000",
            start("-30m"), "TZID=Europe/Berlin:20261127T093000 TZID=Europe/Berlin:20261127T110000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261127T233000\nDTEND;TZID=Europe/Berlin:20261128T003000",
            start("+1h"), "TZID=Europe/Berlin:20261128T003000 TZID=Europe/Berlin:20261128T013000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261127T100000\nDTEND;TZID=Europe/Berlin:20261127T113000",
            start("+1d"), "TZID=Europe/Berlin:20261128T100000 TZID=Europe/Berlin:20261128T113000"
        ),
        (
            "DTSTART;VALUE=DATE:20261127\nDTEND;VALUE=DATE:20261129", start("-1w"),
            "VALUE=DATE:20261120 VALUE=DATE:20261122"
        ),
        // No end stays no end.
        ("DTSTART:20261120T100000", start("14:00"), "20261120T140000 "),
        // Only the end, its length, its day.
        (
            "DTSTART:20261120T100000\nDTEND:20261120T110000", end("12:00"),
            "20261120T100000 20261120T120000"
        ),
        (
            // The end of one that takes no time is its start, and is not written (RFC 5545 3.6.1).
            "DTSTART:20261120T100000\nDTEND:20261120T110000", end("10:00"), "20261120T100000 "
        ),
        (
            "DTSTART:20261120T220000\nDTEND:20261120T230000", end("1:00"),
            "20261120T220000 20261121T010000"
        ),
        (
            "DTSTART:20261120T100000\nDTEND:20261120T110000", length("90m"),
            "20261120T100000 20261120T113000"
        ),
        // Whole days: the end is the last day.
        (
            "DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261122", start("2026-11-27"),
            "VALUE=DATE:20261127 VALUE=DATE:20261129"
        ),
        (
            "DTSTART;VALUE=DATE:20261120", end("2026-11-22"),
            "VALUE=DATE:20261120 VALUE=DATE:20261123"
        ),
        // From whole days to times, and back.
        (
            "DTSTART;VALUE=DATE:20261120", start("10:00"),
            "TZID=Europe/Berlin:20261120T100000 TZID=Europe/Berlin:20261120T110000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261120T220000\nDTEND;TZID=Europe/Berlin:20261121T010000",
            allDay, "VALUE=DATE:20261120 VALUE=DATE:20261122"
        ),
        // Another zone alone keeps what the clock shows.
        (
            "DTSTART;TZID=Europe/Berlin:20261120T100000\nDTEND;TZID=Europe/Berlin:20261120T110000",
            zone("Asia/Tokyo"), "TZID=Asia/Tokyo:20261120T100000 TZID=Asia/Tokyo:20261120T110000"
        ),
        // With a time of day, too, the day stays the one that its own clock shows.
        (
            "DTSTART;TZID=America/New_York:20261120T200000\nDTEND;TZID=America/New_York:20261120T210000",
            starting("09:00", in: "Asia/Tokyo"),
            "TZID=Asia/Tokyo:20261120T090000 TZID=Asia/Tokyo:20261120T100000"
        ),
        // From the day before a gap into it: 02:30 does not exist on 2027-03-28 in Berlin.
        (
            "DTSTART;TZID=Europe/Berlin:20270327T023000\nDTEND;TZID=Europe/Berlin:20270327T033000",
            start("2027-03-28"),
            "TZID=Europe/Berlin:20270328T033000 TZID=Europe/Berlin:20270328T043000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20270327T023000\nDTEND;TZID=Europe/Berlin:20270327T024500",
            start("2027-03-28"),
            "TZID=Europe/Berlin:20270328T033000 TZID=Europe/Berlin:20270328T034500"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20270327T023000\nDTEND;TZID=Europe/Berlin:20270327T040000",
            start("2027-03-28"),
            "TZID=Europe/Berlin:20270328T033000 TZID=Europe/Berlin:20270328T050000"
        ),
        // In the hour that clocks show twice: an hour, two and a half, and the times with their offsets.
        (
            "DTSTART;TZID=Europe/Berlin:20271030T023000\nDTEND;TZID=Europe/Berlin:20271030T033000",
            lasting("2027-10-31 02:30", "1h"),
            "TZID=Europe/Berlin:20271031T023000 20271031T013000Z"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20271031T010000\nDTEND;TZID=Europe/Berlin:20271031T020000",
            length("2h30m"), "TZID=Europe/Berlin:20271031T010000 20271031T013000Z"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20271031T010000\nDTEND;TZID=Europe/Berlin:20271031T020000",
            end("2027-10-31T02:30+01:00"), "TZID=Europe/Berlin:20271031T010000 20271031T013000Z"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20271031T010000\nDTEND;TZID=Europe/Berlin:20271031T020000",
            end("02:30 CET"), "TZID=Europe/Berlin:20271031T010000 20271031T013000Z"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20271030T023000\nDTEND;TZID=Europe/Berlin:20271030T033000",
            start("2027-10-31T02:30+01:00"), "20271031T013000Z 20271031T023000Z"
        ),
        // Until midnight is one whole day.
        (
            "DTSTART;TZID=Europe/Berlin:20261120T220000\nDTEND;TZID=Europe/Berlin:20261121T000000",
            allDay, "VALUE=DATE:20261120 VALUE=DATE:20261121"
        ),
        // An end in another zone, typed and kept. 10:20 in Berlin is 04:20 in New York.
        (
            "DTSTART;TZID=Europe/Berlin:20261120T102000\nDTEND;TZID=Europe/Berlin:20261120T112000",
            end("13:05 New York"),
            "TZID=Europe/Berlin:20261120T102000 TZID=America/New_York:20261120T130500"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261120T102000\nDTEND;TZID=America/New_York:20261120T130500",
            start("2026-11-27"),
            "TZID=Europe/Berlin:20261127T102000 TZID=America/New_York:20261127T130500"
        ),
        // It arrives on the day before: 01:00 in Berlin is 19:00 in New York.
        (
            "DTSTART;TZID=Europe/Berlin:20261120T010000\nDTEND;TZID=Europe/Berlin:20261120T020000",
            end("21:00 New York"),
            "TZID=Europe/Berlin:20261120T010000 TZID=America/New_York:20261119T210000"
        ),
        (
            "DTSTART;TZID=Europe/Berlin:20261120T102000\nDTEND;TZID=Europe/Berlin:20261120T112000",
            start("10:20 Tokyo"), "TZID=Asia/Tokyo:20261120T102000 TZID=Asia/Tokyo:20261120T112000"
        ),
    ]

    private static func lasting(_ start: String, _ length: String) -> ItemEdits {
        var edits = Self.start(start)
        edits.duration = length
        return edits
    }

    private static func starting(_ start: String, in zone: String) -> ItemEdits {
        var edits = Self.start(start)
        edits.timeZone = zone
        return edits
    }

    private static func start(_ text: String) -> ItemEdits { with(\.start, text) }
    private static func end(_ text: String) -> ItemEdits { with(\.end, text) }
    private static func length(_ text: String) -> ItemEdits { with(\.duration, text) }
    private static func zone(_ text: String) -> ItemEdits { with(\.timeZone, text) }
    private static var allDay: ItemEdits {
        var edits = ItemEdits()
        edits.allDay = true
        return edits
    }

    private static func with(_ part: WritableKeyPath<ItemEdits, String?>, _ text: String)
        -> ItemEdits
    {
        var edits = ItemEdits()
        edits[keyPath: part] = text
        return edits
    }

    private func person() throws -> Person {
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        return Person(
            clock: FixedClock(
                now: zone.instant(of: try #require(CivilDateTime(iso: "2026-11-20T12:00")))),
            zone: zone)
    }

    private func draft(_ lines: String) throws -> EventDraft {
        let text = "BEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT\n"
        return EventDraft(event: try #require(ICalendarParser.event(in: text).value))
    }

    private func text(_ event: Event) throws -> String {
        let lines = try #require(ComponentDocument(CalendarWriter.component(event)))
        return ["DTSTART", "DTEND"].map { name in
            lines.properties(name).map { line in
                (line.parameters + [line.value]).joined(separator: ":")
            }.joined()
        }.joined(separator: " ")
    }

    @Test("start, end, length and zone change as a person means it", arguments: moves.indices)
    func times(_ index: Int) throws {
        let (lines, edits, expected) = Self.moves[index]
        var draft = try draft(lines)
        let person = try person()
        try edits.apply(to: &draft, person: person, shown: person.zone)
        #expect(try text(draft.event) == expected)
    }

    @Test("a rule is changed, ended, and taken away")
    func rules() throws {
        let person = try person()
        var draft = try draft(
            "DTSTART;TZID=Europe/Berlin:20261120T100000\nRDATE:20261224T090000Z\n"
                + "EXDATE:20261127T090000Z")
        func apply(_ change: (inout ItemEdits) -> Void) throws -> [String] {
            var edits = ItemEdits()
            change(&edits)
            try edits.apply(to: &draft, person: person, shown: person.zone)
            return draft.event.recurrenceRules.map(\.icalendar)
        }
        #expect(try apply { $0.every = "weekday" } == ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"])
        // The end of that day in Berlin.
        #expect(
            try apply { $0.until = "2026-12-04" }
                == ["FREQ=WEEKLY;UNTIL=20261204T225959Z;BYDAY=MO,TU,WE,TH,FR"])
        #expect(try apply { $0.count = 3 } == ["FREQ=WEEKLY;COUNT=3;BYDAY=MO,TU,WE,TH,FR"])
        #expect(try apply { $0.every = "never" } == [])
        #expect(draft.event.recurrenceDates.isEmpty && draft.event.exceptionDates.isEmpty)
        #expect(throws: CommandFailure.self) { try apply { $0.count = 3 } }
    }

    @Test("a to-do that is done was done when it was, also where it is said again")
    func doneBefore() throws {
        let done = Instant(secondsSinceEpoch: 1_795_000_000)
        var event = Event(uid: "a", start: .date(CivilDate(daysSinceEpoch: 0)))
        var todo = Todo()
        (todo.anchor, todo.status, todo.completed) = (.undated, .completed, done)
        event.todo = todo
        var draft = EventDraft(event: event)
        let person = try person()
        var edits = ItemEdits()
        edits.percent = 100
        try edits.apply(to: &draft, person: person, shown: person.zone)
        #expect(draft.event.todo?.completed == done)
        edits.percent = 50
        try edits.apply(to: &draft, person: person, shown: person.zone)
        #expect(draft.event.todo?.completed == nil)
        edits.percent = 100
        try edits.apply(to: &draft, person: person, shown: person.zone)
        #expect(draft.event.todo?.completed == person.clock.now)
    }

    @Test("lists replace lists; who takes part keeps the answer")
    func lists() throws {
        let person = try person()
        var draft = try draft("DTSTART:20261120T100000Z")
        var kim = Participant(address: "MAILTO:kim@example.org")
        kim.status = "ACCEPTED"
        draft.participants = [kim, Participant(address: "mailto:bob@example.org")]
        var edits = ItemEdits()
        edits.attendees = ["kim@example.org", "eve@example.org"]
        edits.alarms = ["10m", "1d"]
        edits.categories = ["a", ""]
        edits.location = ""
        try edits.apply(to: &draft, person: person, shown: nil)
        #expect(draft.participants == [kim, Participant(address: "mailto:eve@example.org")])
        #expect(draft.event.alarms.map(\.words) == ["10m", "1d"])
        #expect(draft.event.categories == ["a"])
        #expect(draft.event.location == nil)
    }

    @Test("the form shows an end in UTC on the start's clock")
    func formOfMixedZones() throws {
        let start = try #require(
            CalendarTime(icalendar: "20271107T013000", tzid: "America/New_York"))
        var event = Event(uid: "a", start: start)
        // 06:30Z is 01:30 in New York, where the clocks went back at 06:00Z.
        event.end = .time(try #require(CalendarTime(icalendar: "20271107T063000Z", tzid: nil)))
        let text = EventForm(EventDraft(event: event)).text(notes: [])
        #expect(text.contains("start: 2027-11-07 01:30\nend: 2027-11-07 01:30\n"))
    }

    @Test("the form gives back what it was made of, and tells what a person changed")
    func form() throws {
        var draft = try draft(
            "DTSTART;TZID=Europe/Berlin:20261120T100000\nDTEND;TZID=Europe/Berlin:20261120T110000\nSUMMARY:A: b\nDESCRIPTION:one\\ntwo: three\nTRANSP:TRANSPARENT"
        )
        draft.participants = [Participant(address: "mailto:kim@example.org")]
        let form = EventForm(draft)
        let text = form.text(notes: ["a note"])
        #expect(try form.edits(in: text).isEmpty)
        var expected = ItemEdits()
        (expected.summary, expected.busy, expected.description) = ("C", true, "one\n\ntwo")
        expected.attendees = ["kim@example.org", "bob@example.org"]
        let typed = text.replacing("summary: A: b", with: "Summary:C").replacing(
            "busy: no", with: "busy: yes"
        )
        .replacing("one\ntwo: three", with: "one\n\ntwo\n\n")
        .replacing("attendee: kim@example.org", with: "attendee: kim@example.org, bob@example.org")
        #expect(try form.edits(in: typed) == expected)
        for nonsense in [
            "start:", "nonsense", "colour: red", "busy: perhaps", "summary: a\nsummary: b",
        ] {
            #expect(throws: CommandFailure.self, "\(nonsense)") {
                try form.edits(in: "start: 2026-11-20 10:00\n\(nonsense)\n")
            }
        }
    }
}
