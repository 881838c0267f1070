import ICalendar
import Testing

@testable import AgendaKit

/// Times in Berlin, where clocks go from 02:00 to 03:00 on 2027-03-28 and from 03:00 back to 02:00 on 2027-10-31.
private enum Berlin {
    static let name = "Europe/Berlin"
    static let rules = SystemZones.database.rules(named: name) ?? .utc

    static func draft(_ lines: String) throws -> EventDraft {
        let text =
            "BEGIN:VEVENT\r\nUID:a\r\n\(lines.replacing(" ", with: "\r\n").replacing("@", with: ";TZID=Europe/Berlin"))\r\nEND:VEVENT\r\n"
        return EventDraft(event: try #require(ICalendarParser.event(in: text).value))
    }

    static func wall(_ text: String) throws -> CivilDateTime {
        try #require(CivilDateTime(iso: text))
    }

    static func instant(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    /// `10-31 02:30+2`: what clocks show, and the hours east of UTC.
    static func text(_ instant: Instant) -> String {
        let wall = rules.wallTime(at: instant)
        let clock = [wall.hour, wall.minute].map { "\($0 / 10)\($0 % 10)" }.joined(separator: ":")
        return "\(wall.date.iso.dropFirst(5)) \(clock)+\(rules.offset(at: instant) / 3_600)"
    }

    static func text(_ span: Span) -> String {
        switch span {
        case .instants(let range): "\(text(range.lowerBound)) \(text(range.upperBound))"
        case .dates(let range): "\(range.lowerBound.iso) \(range.upperBound.iso)"
        case .floating: "floating"
        }
    }

    static func spans(_ series: SeriesEditor, on day: String) throws -> [String] {
        let date = try Make.date(day)
        return series.recurrenceSet.instances(overlapping: date..<date + 1, in: series.times.scope)
            .instances.map { text($0.span) }
    }

    static func series(_ components: String...) throws -> SeriesEditor {
        let texts = components.map { lines in
            Array(
                "BEGIN:VEVENT\r\nUID:a\r\n\(lines.replacing(" ", with: "\r\n").replacing("@", with: ";TZID=Europe/Berlin"))\r\nEND:VEVENT\r\n"
                    .utf8)
        }
        return try SeriesEditor(
            texts, TimeZoneScope(database: SystemZones.database),
            stamp: Instant(secondsSinceEpoch: 1_790_000_000))
    }
}

@Suite("Edited times of one event")
struct TimesChangeTests {
    private static let hour = CalendarDuration(seconds: 3_600)

    /// DTSTART and the end as lines, the change, and what is shown then.
    static let rows:
        [(lines: String, change: @Sendable (inout TimesChange) throws -> Void, expected: String)] =
            [
                // A length into, out of and within the hour that comes twice.
                (
                    "DTSTART@:20271030T023000 DTEND@:20271030T033000",
                    {
                        $0.start = .wall(try Berlin.wall("2027-10-31 02:30"))
                        $0.end = .lasting(Self.hour)
                    }, "10-31 02:30+2 10-31 02:30+1"
                ),
                (
                    "DTSTART@:20271031T010000 DTEND@:20271031T020000",
                    { $0.end = .lasting(CalendarDuration(seconds: 9_000)) },
                    "10-31 01:00+2 10-31 02:30+1"
                ),
                // The end as an instant of the second hour, and the start, too.
                (
                    "DTSTART@:20271031T023000 DTEND@:20271031T043000",
                    {
                        $0.end = .at(
                            .instant(try Berlin.instant("2027-10-31T02:30:00+01:00")))
                    },
                    "10-31 02:30+2 10-31 02:30+1"
                ),
                (
                    "DTSTART@:20271030T023000 DTEND@:20271030T033000",
                    {
                        $0.start = .instant(
                            try Berlin.instant("2027-10-31T02:30:00+01:00"))
                        $0.end = .lasting(Self.hour)
                    }, "10-31 02:30+1 10-31 03:30+1"
                ),
                // An end in UTC stays as long away as it was.
                (
                    "DTSTART@:20271031T023000 DTEND:20271031T013000Z",
                    { $0.start = .wall(try Berlin.wall("2027-11-02 09:00")) },
                    "11-02 09:00+1 11-02 10:00+1"
                ),
                // A new start alone keeps the distance on the clock, in both nights.
                (
                    "DTSTART@:20261220T220000 DTEND@:20261221T040000",
                    { $0.start = .wall(try Berlin.wall("2027-03-27 22:00")) },
                    "03-27 22:00+1 03-28 04:00+2"
                ),
                (
                    "DTSTART@:20261220T220000 DTEND@:20261221T040000",
                    { $0.start = .wall(try Berlin.wall("2027-10-30 22:00")) },
                    "10-30 22:00+2 10-31 04:00+1"
                ),
                // From a time that clocks skip: 02:30 was 03:30, and the event an hour long.
                (
                    "DTSTART@:20270328T023000 DTEND@:20270328T043000",
                    { $0.start = .wall(try Berlin.wall("2027-04-01 10:00")) },
                    "04-01 10:00+2 04-01 11:00+2"
                ),
                // Until midnight is one day; until one o'clock two.
                (
                    "DTSTART@:20261220T220000 DTEND@:20261221T000000", { $0.isAllDay = true },
                    "2026-12-20 2026-12-21"
                ),
                (
                    "DTSTART@:20261220T220000 DTEND@:20261221T010000", { $0.isAllDay = true },
                    "2026-12-20 2026-12-22"
                ),
                ("DTSTART@:20261220T220000", { $0.isAllDay = true }, "2026-12-20 2026-12-21"),
                (
                    "DTSTART;VALUE=DATE:20261220 DTEND;VALUE=DATE:20261223",
                    { $0.start = .day(try Make.date("2026-12-24")) }, "2026-12-24 2026-12-27"
                ),
                // A day that becomes a time lasts an hour, whatever clocks do.
                (
                    "DTSTART;VALUE=DATE:20261220",
                    { $0.start = .wall(try Berlin.wall("2027-10-31 02:30")) },
                    "10-31 02:30+2 10-31 02:30+1"
                ),
            ]

    @Test("a length stays one in both nights of a year", arguments: rows.indices)
    func table(_ index: Int) throws {
        let (lines, change, expected) = Self.rows[index]
        var draft = try Berlin.draft(lines)
        var times = TimesChange(clock: Berlin.rules)
        try change(&times)
        try times.apply(to: &draft)
        #expect(Berlin.text(draft.span) == expected)
    }

    @Test("a zone beside a time is the time's; a zone alone keeps the clock")
    func zones() throws {
        let newYork = try #require(SystemZones.database.rules(named: "America/New_York"))
        var draft = try Berlin.draft("DTSTART@:20261220T220000 DTEND@:20261221T000000")
        var change = TimesChange(clock: newYork)
        change.zone = newYork
        var both = change
        both.start = .wall(try Berlin.wall("2027-01-10 10:00"))
        try change.apply(to: &draft)
        #expect(
            draft.event.start == .zoned(try Berlin.wall("2026-12-20 22:00"), tzid: newYork.name))
        #expect(
            draft.event.end
                == .time(.zoned(try Berlin.wall("2026-12-21 00:00"), tzid: newYork.name)))
        try both.apply(to: &draft)
        #expect(
            draft.event.start == .zoned(try Berlin.wall("2027-01-10 10:00"), tzid: newYork.name))
    }

    @Test("an end in another zone keeps it when the start moves, and when a new end is typed")
    func otherEnd() throws {
        // 10:20 in Berlin is 04:20 in New York; 13:05 there is 19:05 in Berlin.
        var draft = try Berlin.draft(
            "DTSTART@:20261220T102000 DTEND;TZID=America/New_York:20261220T130500")
        var change = TimesChange(clock: Berlin.rules)
        change.start = .wall(try Berlin.wall("2026-12-27 10:20"))
        try change.apply(to: &draft)
        #expect(
            draft.event.end
                == .time(.zoned(try Berlin.wall("2026-12-27 13:05"), tzid: "America/New_York")))
        change = TimesChange(clock: Berlin.rules)
        change.end = .at(.wall(try Berlin.wall("2026-12-27 20:05")))
        try change.apply(to: &draft)
        #expect(
            draft.event.end
                == .time(.zoned(try Berlin.wall("2026-12-27 14:05"), tzid: "America/New_York")))
    }
}

@Suite("The length of a series")
struct SeriesLengthTests {
    /// Edits the series seen at an instance of a day, as a person does.
    private func edited(
        _ series: SeriesEditor, _ day: String, _ change: (inout TimesChange) throws -> Void,
        rule: String? = nil
    ) throws -> SeriesEditor {
        let date = try Make.date(day)
        let instance = series.recurrenceSet.instances(
            overlapping: date..<date + 1, in: series.times.scope
        ).instances.first?.recurrenceID
        var (draft, new) = (try series.draft(seenAt: instance), series)
        var times = TimesChange(clock: Berlin.rules)
        try change(&times)
        try times.apply(to: &draft)
        if let rule { draft.event.recurrenceRules = [try RecurrenceRule(icalendar: rule)] }
        try new.changeAll(seenAt: instance, to: draft)
        return new
    }

    @Test("a length asked for on a night of a change is that of all nights")
    func asked() throws {
        let weekly = try Berlin.series(
            "DTSTART@:20270320T220000 DTEND@:20270321T060000 RRULE:FREQ=WEEKLY")
        // Seen at the night when clocks go forward.
        let eight = try edited(weekly, "2027-03-27") {
            $0.end = .lasting(CalendarDuration(seconds: 8 * 3_600))
        }
        #expect(eight.master?.event.end == .duration(CalendarDuration(seconds: 28_800)))
        #expect(try Berlin.spans(eight, on: "2027-03-27") == ["03-27 22:00+1 03-28 07:00+2"])
        #expect(try Berlin.spans(eight, on: "2027-04-10") == ["04-10 22:00+2 04-11 06:00+2"])
        #expect(try Berlin.spans(eight, on: "2027-10-30") == ["10-30 22:00+2 10-31 05:00+1"])
        // An end that was asked for keeps its place on the clock.
        let end = try edited(weekly, "2027-03-27") {
            $0.end = .at(.wall(try Berlin.wall("2027-03-28 07:00")))
        }
        #expect(try Berlin.spans(end, on: "2027-04-10") == ["04-10 22:00+2 04-11 07:00+2"])
    }

    @Test("an end in the hour that comes twice is a length of a series")
    func fold() throws {
        let weekly = try Berlin.series(
            "DTSTART@:20271024T023000 DTEND@:20271024T033000 RRULE:FREQ=WEEKLY")
        let hour = try edited(weekly, "2027-10-31") {
            $0.end = .at(.instant(try Berlin.instant("2027-10-31T02:30:00+01:00")))
        }
        #expect(try Berlin.spans(hour, on: "2027-10-31") == ["10-31 02:30+2 10-31 02:30+1"])
        #expect(try Berlin.spans(hour, on: "2027-11-07") == ["11-07 02:30+1 11-07 03:30+1"])
    }

    @Test("an event that begins to repeat keeps its length")
    func repeats() throws {
        for (lines, later, expected) in [
            (
                "DTSTART@:20271031T023000 DTEND:20271031T013000Z", "2027-11-07",
                "11-07 02:30+1 11-07 03:30+1"
            ),
            // 02:30 was skipped: 03:30 to 04:30.
            (
                "DTSTART@:20270328T023000 DTEND@:20270328T043000", "2027-04-04",
                "04-04 02:30+2 04-04 03:30+2"
            ),
        ] {
            let weekly = try edited(
                try Berlin.series(lines), String(later), { _ in }, rule: "FREQ=WEEKLY")
            #expect(try Berlin.spans(weekly, on: later) == [expected])
        }
    }

    @Test("a part divided from a series is as long, also from a night of a change on")
    func division() throws {
        let hours = try Berlin.series(
            "DTSTART@:20271017T023000 DURATION:PT1H RRULE:FREQ=WEEKLY")
        let cut = try Berlin.instant("2027-10-31T02:30:00+02:00")
        let (_, later) = try hours.split(at: .instant(cut), newUID: "b")
        #expect(try Berlin.spans(later, on: "2027-10-31") == ["10-31 02:30+2 10-31 02:30+1"])
        #expect(try Berlin.spans(later, on: "2027-11-07") == ["11-07 02:30+1 11-07 03:30+1"])
        // 90 minutes from that night on.
        let long = try edited(later, "2027-10-31") {
            $0.end = .lasting(CalendarDuration(seconds: 5_400))
        }
        #expect(try Berlin.spans(long, on: "2027-10-31") == ["10-31 02:30+2 10-31 03:00+1"])
        #expect(try Berlin.spans(long, on: "2027-11-07") == ["11-07 02:30+1 11-07 04:00+1"])
        // Of another program: an end in UTC that the clock shows twice.
        let foreign = try Berlin.series(
            "DTSTART@:20271031T023000 DTEND:20271031T013000Z RRULE:FREQ=WEEKLY")
        #expect(try Berlin.spans(foreign, on: "2027-11-07") == ["11-07 02:30+1 11-07 03:30+1"])
        let november = try Berlin.instant("2027-11-07T02:30:00+01:00")
        let (_, rest) = try foreign.split(at: .instant(november), newUID: "b")
        #expect(try Berlin.spans(rest, on: "2028-10-29") == ["10-29 02:30+2 10-29 02:30+1"])
    }

    @Test("an override that is as long as its series follows it, in whatever form it says so")
    func overrides() throws {
        let weekly = try Berlin.series(
            "DTSTART@:20271024T010000 DURATION:PT1H RRULE:FREQ=WEEKLY",
            "RECURRENCE-ID@:20271031T010000 DTSTART@:20271031T010000 DTEND@:20271031T020000 SUMMARY:Same",
            "RECURRENCE-ID@:20271107T010000 DTSTART@:20271107T010000 DTEND@:20271107T030000 SUMMARY:Long"
        )
        let longer = try edited(weekly, "2027-11-14") {
            $0.end = .lasting(CalendarDuration(seconds: 9_000))
        }
        #expect(try Berlin.spans(longer, on: "2027-10-31") == ["10-31 01:00+2 10-31 02:30+1"])
        #expect(try Berlin.spans(longer, on: "2027-11-07") == ["11-07 01:00+1 11-07 03:00+1"])
        #expect(try Berlin.spans(longer, on: "2027-11-14") == ["11-14 01:00+1 11-14 03:30+1"])
    }

    @Test("one instance of a length moved into the hour that comes twice stays as long")
    func instance() throws {
        var weekly = try Berlin.series("DTSTART@:20271024T010000 DURATION:PT1H RRULE:FREQ=WEEKLY")
        let id = OccurrencePoint.instant(
            try Berlin.instant("2027-10-31T01:00:00+02:00"))
        var draft = try weekly.draft(of: id)
        var change = TimesChange(clock: Berlin.rules)
        change.start = .wall(try Berlin.wall("2027-10-31 02:30"))
        try change.apply(to: &draft)
        try weekly.change(id, to: draft)
        #expect(try Berlin.spans(weekly, on: "2027-10-31") == ["10-31 02:30+2 10-31 02:30+1"])
    }
}
