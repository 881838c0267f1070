import Testing

/// Whoever asks for a change, the same texts come of it.
@Suite("A change is the same through every door")
struct ChangeDoorTests {
    private static let added: [DoorChange] =
        [
            "Lunch with Kim friday 12:30-13:30 @ Cafe Nord", "Walk tomorrow",
            "Call 2027-03-28 02:30",
            "Shift 2027-03-27 22:00-06:00", "Shift 2027-10-30 22:00 for 8h",
            "Run every tuesday 7:00",
            "Trip 2026-12-24 - 2026-12-27", "Talk 2026-12-03 15:00 Tokyo", "Meet 25:00",
            "tomorrow 9:00",
            "Standup every weekday 9:15-9:30 until 2027-02-01",
        ].map { DoorChange(ask: .words($0)) }
        + [
            [.summary("Night"), .start("2027-03-27T22:00"), .end("2027-03-28T06:00")],
            [.summary("Twice"), .start("2027-10-31T02:30")],
            [.summary("Days"), .start("2026-12-24"), .end("2026-12-26")],
            [.summary("There"), .start("2026-12-24T10:00"), .zone("Australia/Lord_Howe")],
            [.summary("Rule"), .start("2026-12-24T10:00"), .rule("FREQ=WEEKLY;BYDAY=MO")],
            [.summary("Back"), .start("2026-12-24T10:00"), .end("2026-12-24T09:00")],
            [.summary("Whole"), .start("2026-12-24"), .allDay, .categories(["Home"])],
        ].map { DoorChange(ask: .add($0)) }

    private static let todos: [DoorChange] =
        [
            "pay rent tomorrow !1 #home", "call the bank", "water plants every friday",
            "tax 2027-03-28 02:30",
        ]
        .map { DoorChange(ask: .todoWords($0)) }

    @Test("the texts are the same bytes", arguments: added + todos)
    func same(change: DoorChange) async throws {
        let expected = try #require(await change.texts(through: .command))
        for door in DoorChange.Door.allCases where door != .command {
            guard let texts = try await change.texts(through: door) else { continue }
            #expect(texts == expected, "\(door)")
        }
    }

    /// An edit and the start and end that it leaves, worked out by hand.
    struct Settled: Sendable {
        var uid: String
        var values: [DoorChange.Value]
        var start: String
        var end: String
    }

    @Test(
        "what the doors once settled each in its own way",
        arguments: [
            // The distance on the clock stays in both nights.
            Settled(
                uid: "night", values: [.start("2027-03-27T22:00")],
                start: "DTSTART;TZID=Europe/Berlin:20270327T220000",
                end: "DTEND;TZID=Europe/Berlin:20270328T040000"),
            Settled(
                uid: "night", values: [.start("2027-10-30T22:00")],
                start: "DTSTART;TZID=Europe/Berlin:20271030T220000",
                end: "DTEND;TZID=Europe/Berlin:20271031T040000"),
            // 22:00-24:00 takes one day.
            Settled(
                uid: "evening", values: [.allDay], start: "DTSTART;VALUE=DATE:20261221",
                end: "DTEND;VALUE=DATE:20261222"),
            // A time is one of the zone beside it.
            Settled(
                uid: "day", values: [.start("2026-12-23T10:00"), .zone("America/New_York")],
                start: "DTSTART;TZID=America/New_York:20261223T100000",
                end: "DTEND;TZID=America/New_York:20261223T110000"),
            // A zone alone keeps the clock.
            Settled(
                uid: "night", values: [.zone("America/New_York")],
                start: "DTSTART;TZID=America/New_York:20261221T220000",
                end: "DTEND;TZID=America/New_York:20261222T040000"),
            // 2026-12-21 is a Monday; the rule's first day is the Wednesday after it.
            Settled(
                uid: "day", values: [.rule("FREQ=WEEKLY;BYDAY=WE")],
                start: "DTSTART;TZID=Europe/Berlin:20261223T100000",
                end: "DTEND;TZID=Europe/Berlin:20261223T110000"),
        ])
    func settled(change: Settled) async throws {
        let edit = DoorChange(ask: .edit(change.values), uid: change.uid)
        for door in [DoorChange.Door.command, .service, .assistant] {
            let text = try #require(await edit.texts(through: door)?.first)
            let lines = text.split(separator: "\r\n")
            #expect(lines.contains(change.start[...]), "\(door): \(text)")
            #expect(lines.contains(change.end[...]), "\(door): \(text)")
        }
    }
}
