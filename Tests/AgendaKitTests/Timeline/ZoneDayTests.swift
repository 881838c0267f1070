import AgendaKit
import ICalendar
import Testing

/// On which day an instant is, around each zone's changes: stated by hand from the offsets.
@Suite("Days in zones")
struct ZoneDayTests {
    struct Case: CustomTestStringConvertible {
        var zone: String
        /// A day within 120 of the instants, which is made today.
        var now: String
        /// Instants and the days on which they must be shown.
        var days: [(instant: String, day: String)]

        var testDescription: String { "\(zone) \(now.prefix(4))" }
    }

    static let cases = [
        // UTC+2 until 2026-10-25T01:00Z, then UTC+1.
        Case(
            zone: "Europe/Berlin", now: "20261101T120000Z",
            days: [
                ("20261024T215900Z", "2026-10-24"), ("20261024T220000Z", "2026-10-25"),
                ("20261025T223000Z", "2026-10-25"), ("20261025T225900Z", "2026-10-25"),
                ("20261025T230000Z", "2026-10-26"),
            ]),
        // UTC+1 until 2027-03-28T01:00Z, then UTC+2.
        Case(
            zone: "Europe/Berlin", now: "20261101T120000Z",
            days: [
                ("20270327T225900Z", "2027-03-27"), ("20270327T230000Z", "2027-03-28"),
                ("20270328T215900Z", "2027-03-28"), ("20270328T220000Z", "2027-03-29"),
            ]),
        // UTC-4 until 2026-11-01T06:00Z, then UTC-5.
        Case(
            zone: "America/New_York", now: "20261101T120000Z",
            days: [
                ("20261101T035900Z", "2026-10-31"), ("20261101T040000Z", "2026-11-01"),
                ("20261102T045900Z", "2026-11-01"), ("20261102T050000Z", "2026-11-02"),
            ]),
        // UTC-5 until 2027-03-14T07:00Z, then UTC-4.
        Case(
            zone: "America/New_York", now: "20261101T120000Z",
            days: [
                ("20270314T045900Z", "2027-03-13"), ("20270314T050000Z", "2027-03-14"),
                ("20270315T035900Z", "2027-03-14"), ("20270315T040000Z", "2027-03-15"),
            ]),
        // UTC-10 until 2011-12-30T10:00Z, then UTC+14: there was no 30 December.
        Case(
            zone: "Pacific/Apia", now: "20111215T120000Z",
            days: [
                ("20111229T100000Z", "2011-12-29"), ("20111230T095900Z", "2011-12-29"),
                ("20111230T100000Z", "2011-12-31"), ("20111231T095900Z", "2011-12-31"),
                ("20111231T100000Z", "2012-01-01"),
            ]),
        // UTC+13 all the year.
        Case(
            zone: "Pacific/Apia", now: "20261101T120000Z",
            days: [("20261120T105900Z", "2026-11-20"), ("20261120T110000Z", "2026-11-21")]),
        // UTC+10:30 until 2026-10-03T15:30Z, then UTC+11: half an hour.
        Case(
            zone: "Australia/Lord_Howe", now: "20261101T120000Z",
            days: [
                ("20261003T132900Z", "2026-10-03"), ("20261003T133000Z", "2026-10-04"),
                ("20261004T125900Z", "2026-10-04"), ("20261004T130000Z", "2026-10-05"),
            ]),
        // UTC+11 until 2027-04-03T15:00Z, then UTC+10:30.
        Case(
            zone: "Australia/Lord_Howe", now: "20261101T120000Z",
            days: [
                ("20270403T125900Z", "2027-04-03"), ("20270403T130000Z", "2027-04-04"),
                ("20270404T132900Z", "2027-04-04"), ("20270404T133000Z", "2027-04-05"),
            ]),
        // UTC+5:45 all the year.
        Case(
            zone: "Asia/Kathmandu", now: "20261101T120000Z",
            days: [("20261120T181400Z", "2026-11-20"), ("20261120T181500Z", "2026-11-21")]),
        // UTC-3 until 2017-10-15T03:00Z, then UTC-2: the day begins at 01:00.
        Case(
            zone: "America/Sao_Paulo", now: "20171101T120000Z",
            days: [
                ("20171015T025900Z", "2017-10-14"), ("20171015T030000Z", "2017-10-15"),
                ("20171016T015900Z", "2017-10-15"), ("20171016T020000Z", "2017-10-16"),
            ]),
        // UTC-2 until 2018-02-18T02:00Z, then UTC-3: the hour before midnight comes twice.
        Case(
            zone: "America/Sao_Paulo", now: "20180201T120000Z",
            days: [
                ("20180218T013000Z", "2018-02-17"), ("20180218T023000Z", "2018-02-17"),
                ("20180218T025900Z", "2018-02-17"), ("20180218T030000Z", "2018-02-18"),
            ]),
    ]

    @Test("an instant is on the day that the clocks there show", arguments: cases)
    func days(test: Case) async throws {
        let bench = try Bench(zone: test.zone, now: test.now)
        let events = test.days.map {
            "BEGIN:VEVENT\r\nUID:\($0.instant)\r\nDTSTART:\($0.instant)\r\n"
                + "SUMMARY:\($0.instant)\r\nEND:VEVENT\r\n"
        }
        _ = try await bench.importer.addStream(
            Array("BEGIN:VCALENDAR\r\n\(events.joined())END:VCALENDAR\r\n".utf8), name: "test")
        let expected = test.days.map { "\($0.day) \($0.instant)" }
        #expect(try await bench.lines() == expected)
    }

    @Test("whole days and floating times stay on their day in every zone", arguments: cases)
    func floating(test: Case) async throws {
        let bench = try Bench(zone: test.zone, now: test.now)
        let day = try #require(test.days.first).day
        let compact = day.replacing("-", with: "")
        let text = Make.calendar(
            "UID:a\r\nDTSTART;VALUE=DATE:\(compact)\r\nSUMMARY:Day",
            "UID:b\r\nDTSTART:\(compact)T003000\r\nSUMMARY:Early",
            "UID:c\r\nDTSTART:\(compact)T233000\r\nSUMMARY:Late")
        _ = try await bench.importer.addStream(Array(text.utf8), name: "test")
        #expect(try await bench.lines() == ["Day", "Early", "Late"].map { "\(day) \($0)" })
    }
}
