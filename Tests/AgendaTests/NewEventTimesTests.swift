import AgendaKit
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("When a new event is")
struct NewEventTimesTests {
    private func times(
        _ zone: String = "Europe/Berlin", start: String? = nil, end: String? = nil,
        duration: String? = nil, allDay: Bool = false
    ) throws -> String {
        let rules = try #require(SystemZones.database.rules(named: zone))
        let now = try #require(Instant(rfc3339: "2026-11-20T12:00:00+01:00"))
        let person = Person(clock: FixedClock(now: now), zone: rules)
        var request = NewEventTimes.Request(isAllDay: allDay)
        if let start {
            request.start = try Moment(start, option: "--start", person: person, zone: rules)
        }
        if let end {
            request.end = try Moment(end, option: "--end", person: person, zone: rules)
        }
        request.duration = duration.flatMap { CalendarDuration(words: $0) }
        let times = try NewEventTimes(request, today: person.today, zone: rules)
        return [times.start, times.end].map { time in
            time.icalendar + (time.tzid.map { " " + $0 } ?? "")
        }.joined(separator: " - ")
    }

    @Test("a time without a day is today's, and lasts an hour")
    func defaults() throws {
        #expect(
            try times(start: "10:00")
                == "20261120T100000 Europe/Berlin - 20261120T110000 Europe/Berlin")
    }

    @Test("in UTC the times are written in UTC's form")
    func utc() throws {
        #expect(try times("UTC", start: "10:00") == "20261120T100000Z - 20261120T110000Z")
    }

    @Test("an end that the clock shows twice is exact")
    func endInRepeatedHour() throws {
        // New York's clocks go back from 2:00 to 1:00 on 2027-11-07: 1:30 EDT is 05:30Z, an hour later 06:30Z.
        #expect(
            try times("America/New_York", start: "2027-11-07 01:30", duration: "1h")
                == "20271107T013000 America/New_York - 20271107T063000Z")
        #expect(
            try times("America/New_York", start: "2027-11-07 01:45", duration: "30m")
                == "20271107T014500 America/New_York - 20271107T061500Z")
        // Berlin, 2026-10-25: 2:30 CEST is 00:30Z; three hours end on the plain clock.
        #expect(
            try times(start: "2026-10-25 02:30")
                == "20261025T023000 Europe/Berlin - 20261025T013000Z")
        #expect(
            try times(start: "2026-10-25 02:30", duration: "3h")
                == "20261025T023000 Europe/Berlin - 20261025T043000 Europe/Berlin")
    }

    @Test("a day is an all-day event, and the end's day is its last one")
    func wholeDays() throws {
        #expect(try times(start: "2026-12-05") == "20261205 - 20261206")
        #expect(try times(start: "2026-12-05", end: "2026-12-08") == "20261205 - 20261209")
        #expect(try times(start: "2026-12-05", duration: "1w") == "20261205 - 20261212")
        #expect(try times(start: "2026-12-05T10:00", allDay: true) == "20261205 - 20261206")
        #expect(try times(allDay: true) == "20261120 - 20261121")
    }

    @Test("an end that is earlier on the clock is on the next day")
    func overnight() throws {
        #expect(
            try times(start: "friday 22:00", end: "06:00")
                == "20261120T220000 Europe/Berlin - 20261121T060000 Europe/Berlin")
        #expect(
            try times(start: "20:00", end: "24:00")
                == "20261120T200000 Europe/Berlin - 20261121T000000 Europe/Berlin")
    }

    @Test("hours are exact and days are nominal when the clocks change")
    func clockChange() throws {
        // 2027-03-28 02:00 +01:00 becomes 03:00 +02:00.
        #expect(
            try times(start: "2027-03-28T01:00", duration: "2h")
                == "20270328T010000 Europe/Berlin - 20270328T040000 Europe/Berlin")
        #expect(
            try times(start: "2027-03-27T12:00", duration: "1d")
                == "20270327T120000 Europe/Berlin - 20270328T120000 Europe/Berlin")
    }

    @Test("an instant is taken into the event's zone")
    func instant() throws {
        #expect(
            try times(start: "2026-11-20T10:00:00Z")
                == "20261120T110000 Europe/Berlin - 20261120T120000 Europe/Berlin")
    }

    @Test("what is missing or contradicts itself is refused")
    func refusals() {
        #expect(throws: Doubt(.noTime)) { try times() }
        #expect(throws: Doubt(.startWithoutTime)) { try times(start: "2026-12-05", end: "12:00") }
        #expect(throws: Doubt(.lengthOfDays)) { try times(start: "2026-12-05", duration: "2h") }
        #expect(throws: Doubt(.endsBeforeStart)) {
            try times(start: "2026-12-05", end: "2026-12-04")
        }
        #expect(throws: Doubt(.endsBeforeStart)) {
            try times(start: "2026-12-05T10:00", end: "2026-12-04T10:00")
        }
        #expect(throws: Doubt(.endWithoutTime, "2026-12-06")) {
            try times(start: "2026-12-05T10:00", end: "2026-12-06")
        }
    }
}

@Suite("How a new event recurs")
struct RepetitionTests {
    private func rule(
        _ every: String, until: String? = nil, count: Int? = nil, start: CalendarTime
    ) throws -> String {
        let rules = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        let repetition = Repetition(every: every, until: until, count: count)
        let today = try #require(CivilDate(iso: "2026-11-20"))
        return try repetition.rule(start: start, today: today, zone: rules).icalendar
    }

    private func zoned() throws -> CalendarTime {
        let wall = try #require(CivilDateTime(icalendar: "20261120T100000"))
        return .zoned(wall, tzid: "Europe/Berlin")
    }

    @Test("the short words and whole rules are understood")
    func words() throws {
        let start = try zoned()
        #expect(try rule("day", start: start) == "FREQ=DAILY")
        #expect(try rule("weekday", start: start) == "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
        #expect(try rule("month", count: 3, start: start) == "FREQ=MONTHLY;COUNT=3")
        #expect(try rule("freq=weekly;byday=mo,th", start: start) == "FREQ=WEEKLY;BYDAY=MO,TH")
        #expect(
            try rule("RRULE:FREQ=YEARLY;INTERVAL=2", start: start) == "FREQ=YEARLY;INTERVAL=2")
        #expect(try rule("weekly", start: start) == "FREQ=WEEKLY")
        #expect(try rule("2 weeks", start: start) == "FREQ=WEEKLY;INTERVAL=2")
        #expect(try rule("monday,thursday", start: start) == "FREQ=WEEKLY;BYDAY=MO,TH")
        #expect(try rule("last friday", start: start) == "FREQ=MONTHLY;BYDAY=-1FR")
        #expect(try rule("2nd tuesday", start: start) == "FREQ=MONTHLY;BYDAY=2TU")
    }

    @Test("until is a UTC instant for a zoned start and a date for a date")
    func until() throws {
        let start = try zoned()
        #expect(
            try rule("week", until: "2026-12-31", start: start)
                == "FREQ=WEEKLY;UNTIL=20261231T225959Z")
        let date = try #require(CivilDate(iso: "2026-11-20"))
        #expect(
            try rule("week", until: "2026-12-31", start: .date(date))
                == "FREQ=WEEKLY;UNTIL=20261231")
    }

    @Test("what makes no rule is refused")
    func refusals() throws {
        let start = try zoned()
        #expect(throws: CommandFailure.self) { try rule("someday", start: start) }
        #expect(throws: CommandFailure.self) { try rule("day", count: 0, start: start) }
        #expect(throws: CommandFailure.self) { try rule("day", until: "2026-11-19", start: start) }
        #expect(throws: CommandFailure.self) {
            try rule("day", until: "2026-12-01", count: 2, start: start)
        }
    }
}
