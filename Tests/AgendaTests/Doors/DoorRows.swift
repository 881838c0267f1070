/// The changes that every door is asked for.
enum DoorRows {
    static let added: [DoorChange] =
        [
            "Lunch with Kim friday 12:30-13:30 @ Cafe Nord", "Walk tomorrow",
            "Call 2027-03-28 02:30", "Shift 2027-03-27 22:00-06:00",
            "Shift 2027-10-30 22:00 for 8h", "Run every tuesday 7:00",
            "Trip 2026-12-24 - 2026-12-27", "Talk 2026-12-03 15:00 Tokyo",
            "Standup every weekday 9:15-9:30 until 2027-02-01", "Party 2026-12-31 22:00-02:00",
            "Review 2026-11-27 10:00 for 90m", "Rent 2026-12-01 9:00 every month",
            "牙医 2026-12-03 15:00",
            "Über-Müll 2026-12-03", "\"Call Friday\" tomorrow 10:00",
        ].map { DoorChange(ask: .words($0)) }
        + [
            [.summary("Night"), .start("2027-03-27T22:00"), .end("2027-03-28T06:00")],
            [.summary("Night"), .start("2027-10-30T22:00"), .end("2027-10-31T06:00")],
            [.summary("Twice"), .start("2027-10-31T02:30")],
            [.summary("Skipped"), .start("2027-03-28T02:30")],
            [.summary("Days"), .start("2026-12-24"), .end("2026-12-26")],
            [.summary("Day"), .start("2026-12-24")],
            [.summary("There"), .start("2026-12-24T10:00"), .zone("Australia/Lord_Howe")],
            [.summary("UTC"), .start("2026-12-24T10:00"), .zone("UTC")],
            [.summary("Rule"), .start("2026-12-24T10:00"), .rule("FREQ=WEEKLY;BYDAY=MO")],
            [.summary("Months"), .start("2027-01-31"), .rule("FREQ=MONTHLY;BYMONTHDAY=-1")],
            [.summary("Whole"), .start("2026-12-24"), .allDay, .categories(["Home"])],
            [.summary("牙医"), .start("2026-12-24T10:00"), .description("带医保卡\n第二行, 准时")],
            [.summary("Müllabfuhr"), .start("2026-12-24"), .location("Straße 5; Hof")],
            [.summary("Quiet"), .start("2026-12-24T10:00"), .busy(false)],
            [.summary("Perhaps"), .start("2026-12-24T10:00"), .status("tentative")],
            [.summary("Bell"), .start("2026-12-24T10:00"), .alarms(["10m", "1d"])],
            [.summary("Us"), .start("2026-12-24T10:00"), .attendees(["kim@example.org"])],
            [.summary("Long"), .start("2026-12-24T10:00"), .length("1h30m")],
            [.summary("Until"), .start("2026-12-24T10:00"), .rule("week"), .until("2027-01-10")],
        ].map { DoorChange(ask: .add($0)) }

    /// Each edit of single events, by its subject.
    static let edited: [DoorChange] =
        [
            ("day", [.start("2027-03-28T02:30")]), ("day", [.start("2027-10-31T02:30")]),
            ("day", [.end("2026-12-21T12:00")]),

            ("day", [.start("2027-03-28T01:30"), .end("2027-03-28T03:30")]),
            ("day", [.zone("Asia/Tokyo")]), ("day", [.zone("UTC")]),
            ("day", [.start("2026-12-23T10:00"), .zone("UTC")]),
            ("day", [.rule("FREQ=DAILY;COUNT=3")]),
            ("day", [.rule("FREQ=WEEKLY;BYDAY=TU,TH")]),
            ("day", [.start("2026-12-24T10:00"), .rule("FREQ=WEEKLY;BYDAY=MO")]),
            ("day", [.summary("会议")]), ("day", [.location("")]), ("day", [.location("Büro")]),
            ("day", [.description("Erste Zeile\nzweite, mit Grüßen")]),
            ("day", [.categories(["Büro", "家"])]), ("day", [.status("cancelled")]),
            ("day", [.busy(false)]), ("day", [.length("8h")]), ("day", [.start("+1d")]),
            ("day", [.end("9pm")]), ("day", [.alarms(["15m"])]),
            ("day", [.attendees(["kim@example.org", "bo@example.org"])]),
            ("night", [.start("2027-03-27T21:00")]), ("night", [.end("2026-12-22T05:00")]),
            ("night", [.start("2027-10-31T00:30")]), ("night", [.allDay]),
            ("night", [.start("2027-03-26T22:00"), .end("2027-03-28T02:30")]),
            ("evening", [.start("2026-12-22T22:00")]), ("evening", [.zone("America/New_York")]),
            ("york", [.start("2027-03-13T22:00")]), ("york", [.zone("Europe/Berlin")]),
            ("york", [.start("2027-11-06T22:00")]), ("york", [.end("2026-12-22T12:00")]),
            ("howe", [.start("2027-04-03T22:00")]), ("howe", [.allDay]),
            ("utc", [.start("2027-03-28T02:30")]), ("utc", [.end("2026-12-21T12:00")]),
            ("utc", [.zone("Europe/Berlin")]), ("utc", [.allDay]),
            ("floating", [.start("2027-03-28T02:30")]), ("floating", [.allDay]),
            ("floating", [.zone("Europe/Berlin")]), ("floating", [.end("2026-12-21T12:00")]),
            ("lasting", [.start("2027-03-28T01:30")]), ("lasting", [.allDay]),
            ("lasting", [.end("2026-12-21T12:00")]), ("lasting", [.zone("Asia/Tokyo")]),
            ("second", [.start("2027-10-31T00:30")]), ("second", [.summary("Later")]),
            ("second", [.end("2027-10-31T02:45:00+01:00")]),
            ("whole", [.start("2026-12-24")]), ("whole", [.start("2026-12-24T10:00")]),
            ("whole", [.end("2026-12-24")]),
            ("whole", [.start("2026-12-24T10:00"), .end("2026-12-24T12:00")]),
            ("whole", [.rule("FREQ=YEARLY")]), ("trip", [.start("2026-12-24")]),
            ("trip", [.end("2026-12-22")]), ("trip", [.start("2026-12-24T10:00")]),
            ("shared", [.summary("Ours")]), ("shared", [.start("2026-12-22T10:00")]),
            ("noted", [.summary("记录")]), ("noted", [.description("")]),

        ].map { DoorChange(ask: .edit($0.1), uid: $0.0) }

    /// Edits of a part of what repeats.
    static let ofSeries: [DoorChange] =
        ["this", "future", "all"].flatMap { scope in
            [
                ("weekly", 2, [.start("2027-01-05T12:00")]), ("weekly", 1, [.summary("Other")]),
                ("weekly", 2, [.end("2027-01-04T11:30")]), ("weekly", 1, [.zone("Asia/Tokyo")]),
                ("nights", 2, [.end("2027-03-28T05:00")]),
                ("nights", 2, [.start("2027-03-27T21:00")]),
                ("nights", 1, [.location("Weser")]), ("moved", 2, [.location("Weser")]),
                ("holidays", 1, [.start("2026-12-30")]), ("holidays", 1, [.summary("Frei")]),
            ].map { DoorChange(ask: .edit($0.2), uid: $0.0, instance: $0.1, scope: scope) }
        }
        + [
            ("weekly", [.start("2026-12-22T12:00")]), ("weekly", [.summary("Each")]),
            ("nights", [.end("2027-03-14T05:00")]), ("holidays", [.start("2026-12-23")]),
            ("weekly", [.rule("FREQ=DAILY;COUNT=4")]), ("weekly", [.rule("none")]),
        ].map { DoorChange(ask: .edit($0.1), uid: $0.0, scope: "all", isWhole: true) }

    static let deleted: [DoorChange] =
        ["day", "whole", "second", "shared", "noted", "trip"].map {
            DoorChange(ask: .delete, uid: $0)
        }
        + ["this", "future", "all"].flatMap { scope in
            ["weekly", "nights", "holidays", "moved"].map {
                DoorChange(ask: .delete, uid: $0, instance: 2, scope: scope)
            }
        } + [DoorChange(ask: .delete, uid: "weekly", scope: "all", isWhole: true)]

    static let todos: [DoorChange] =
        [
            "pay rent tomorrow !1 #home", "call the bank", "water plants every friday",
            "tax 2027-03-28 02:30", "交房租 2026-12-01 !2", "Steuer 2027-05-31 18:00 #büro",
        ].map { DoorChange(ask: .todoWords($0)) }
        + [
            [.summary("Rent"), .due("2026-12-24")], [.summary("Some day")],
            [.summary("Report"), .due("2026-12-24T17:00"), .priority(1)],
            [.summary("Span"), .start("2026-12-20"), .due("2026-12-24")],
            [.summary("Rule"), .due("2026-12-24"), .rule("FREQ=WEEKLY")],
            [.summary("First"), .due("2026-12-21"), .rule("FREQ=WEEKLY;BYDAY=WE")],
            [.summary("Bare"), .location(""), .description("")],
            [.summary("牙医"), .description("带医保卡"), .location("Büro"), .categories(["家"])],
        ].map { DoorChange(ask: .todoAdd($0)) }
        + ["rent", "report", "someday", "water"].flatMap { uid in
            [
                DoorChange(ask: .todoStatus("completed"), uid: uid),
                DoorChange(ask: .todoDelete, uid: uid, scope: uid == "water" ? "all" : nil),
            ]
        }
        + [
            DoorChange(ask: .todoStatus("needs-action"), uid: "closed"),
            DoorChange(ask: .todoEdit([.due("2027-01-02")]), uid: "rent"),
            DoorChange(ask: .todoEdit([.due("2027-03-28T02:30")]), uid: "report"),
            DoorChange(ask: .todoEdit([.due("none")]), uid: "rent"),
            DoorChange(ask: .todoEdit([.percent(100)]), uid: "someday"),
            DoorChange(ask: .todoEdit([.percent(40), .summary("人")]), uid: "someday"),
            DoorChange(ask: .todoEdit([.summary("Once")]), uid: "water", scope: "this"),
            DoorChange(ask: .todoEdit([.due("2026-12-23")]), uid: "water", scope: "all"),
            DoorChange(ask: .todoEdit([.due("none")]), uid: "water", scope: "all"),
        ]

    static let refused: [DoorChange] =
        ["Meet 25:00", "tomorrow 9:00", "Day 2027-02-29", "Gone 2025-01-01 10:00"].map {
            DoorChange(ask: .words($0), isRefused: true)
        }
        + [
            [.summary("Back"), .start("2026-12-24T10:00"), .end("2026-12-24T09:00")],
            [.start("2026-12-24T10:00")],
            [.summary("Mixed"), .start("2026-12-24"), .end("2026-12-24T15:00")],
        ].map { DoorChange(ask: .add($0), isRefused: true) }
        + [
            ("day", [.end("2026-12-20T10:00")]), ("day", [.status("perhaps")]),
            ("whole", [.end("2027-03-27T15:00")]), ("trip", [.end("2026-12-24T15:00")]),
            ("trip", [.end("2026-12-20")]),
        ].map { DoorChange(ask: .edit($0.1), uid: $0.0, isRefused: true) }
        + [
            DoorChange(
                ask: .edit([.summary("Which")]), uid: "weekly", instance: 1, isRefused: true)
        ]

    /// A change, and lines that it leaves.
    struct Settled: Sendable {
        var change: DoorChange
        var lines: [String]

        init(_ uid: String, _ values: [DoorChange.Value], _ lines: String...) {
            (change, self.lines) = (DoorChange(ask: .edit(values), uid: uid), lines)
        }

        init(_ change: DoorChange, _ lines: String...) {
            (self.change, self.lines) = (change, lines)
        }
    }

    static let settled: [Settled] = [
        // The distance on the clock stays in both nights.
        Settled(
            "night", [.start("2027-03-27T22:00")], "DTSTART;TZID=Europe/Berlin:20270327T220000",
            "DTEND;TZID=Europe/Berlin:20270328T040000"),
        Settled(
            "night", [.start("2027-10-30T22:00")], "DTSTART;TZID=Europe/Berlin:20271030T220000",
            "DTEND;TZID=Europe/Berlin:20271031T040000"),
        // 22:00-24:00 takes one day; 22:00-04:00 touches two.
        Settled("evening", [.allDay], "DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:20261222"),
        Settled("night", [.allDay], "DTSTART;VALUE=DATE:20261221", "DTEND;VALUE=DATE:20261223"),
        // A time is one of the zone beside it.
        Settled(
            "day", [.start("2026-12-23T10:00"), .zone("America/New_York")],
            "DTSTART;TZID=America/New_York:20261223T100000",
            "DTEND;TZID=America/New_York:20261223T110000"),
        // A zone alone keeps the clock.
        Settled(
            "night", [.zone("America/New_York")], "DTSTART;TZID=America/New_York:20261221T220000",
            "DTEND;TZID=America/New_York:20261222T040000"),
        // 2026-12-21 is a Monday; the rule's first day is the Wednesday after it.
        Settled(
            "day", [.rule("FREQ=WEEKLY;BYDAY=WE")], "DTSTART;TZID=Europe/Berlin:20261223T100000",
            "DTEND;TZID=Europe/Berlin:20261223T110000"),
        // 8 hours on a clock that goes forward from 02:00 to 03:00.
        Settled(
            "day", [.start("2027-03-27T22:00"), .length("8h")],
            "DTSTART;TZID=Europe/Berlin:20270327T220000",
            "DTEND;TZID=Europe/Berlin:20270328T070000"),
        // A day becomes the hour from the time on that it gets, and three days stay three.
        Settled(
            "whole", [.start("2026-12-24T10:00")], "DTSTART;TZID=Europe/Berlin:20261224T100000",
            "DTEND;TZID=Europe/Berlin:20261224T110000"),
        Settled(
            "trip", [.start("2026-12-30")], "DTSTART;VALUE=DATE:20261230",
            "DTEND;VALUE=DATE:20270102"),
        // 2026-12-21 is a Monday.
        Settled(
            DoorChange(
                ask: .todoAdd([
                    .summary("First"), .due("2026-12-21"), .rule("FREQ=WEEKLY;BYDAY=WE"),
                ])), "DUE;VALUE=DATE:20261223"),
        // The last day counts.
        Settled(
            "trip", [.end("2026-12-22")], "DTSTART;VALUE=DATE:20261222",
            "DTEND;VALUE=DATE:20261223"),
        // The whole series begins a day later and two hours later, by its own start.
        Settled(
            DoorChange(
                ask: .edit([.start("2026-12-22T12:00")]), uid: "weekly", scope: "all",
                isWhole: true),
            "DTSTART;TZID=Europe/Berlin:20261222T120000",
            "DTEND;TZID=Europe/Berlin:20261222T130000", "RRULE:FREQ=WEEKLY;COUNT=5"),
    ]
}
