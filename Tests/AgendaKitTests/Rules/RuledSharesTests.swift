import ICalendar
import Testing

@testable import AgendaKit

@Suite("Rules in what others get")
struct RuledSharesTests: RuleTesting {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test("shared links show what the rules leave, by their own rules")
    func shares() async throws {
        try await add(
            "work", event("Secret"), event("Named", "20261124T090000Z"),
            event("Series", "20261125T090000Z", "RRULE:FREQ=DAILY;COUNT=3"),
            "UID:Series\r\nDTSTAMP:20260101T000000Z\r\nRECURRENCE-ID:20261126T090000Z\r\n"
                + "DTSTART:20261126T120000Z\r\nDURATION:PT1H\r\nSUMMARY:Interview",
            event("Own", "20261128T090000Z"), event("Listed", "20261129T090000Z"))
        try set(
            [.summary: ["Secret", "Interview"], .hide: ["true"]],
            [.summary: ["Named"], .title: ["New; name"], .busy: ["false"]],
            [.summary: ["Own"], .private: ["true"]],
            [.summary: ["Listed"], .hide: ["true"], .in: ["lists"]])
        let text = try await feed()
        #expect(!text.contains("Secret") && !text.contains("Interview") && !text.contains("Own"))
        #expect(text.contains("SUMMARY:New\\; name\r\n") && text.contains("TRANSP:TRANSPARENT"))
        #expect(text.contains("SUMMARY:Listed"))
        // Without the exception the instance would come back at its usual time.
        #expect(text.contains("EXDATE:20261126T090000Z"))
        #expect(try await feed { $0.includesPrivate = true }.contains("CLASS:PRIVATE"))
        let busy = try await feed { $0.isBusyOnly = true }
        #expect(busy.contains("DTSTART:20261123T090000Z") && !busy.contains("20261124T090000Z"))
        #expect(busy.contains("DTSTART:20261128T090000Z"))
    }

    @Test("mirrors have rules of their own")
    func mirrors() async throws {
        try await add("work", event("One"), event("Two"))
        try set(
            [.summary: ["One"], .hide: ["true"], .in: ["mirrors"]],
            [.summary: ["Two"], .hide: ["true"], .in: ["lists", "shares"]])
        var filter = EventFilter()
        filter.rules = .mirrors
        let resources = try bench.store.mergeSources(filter).flatMap(\.resources)
        let text = String(decoding: resources.flatMap(\.bytes), as: UTF8.self)
        #expect(!text.contains("SUMMARY:One") && text.contains("SUMMARY:Two"))
        #expect(try await bench.lines() == ["2026-11-23 One"])
    }

    @Test("private of any copy counts in what is shared")
    func privateCopy() async throws {
        try await add("work", event("A"))
        try await add("home", event("A"))
        try set([.calendar: ["home"], .private: ["true"]])
        #expect(try await !feed().contains("BEGIN:VEVENT"))
    }

    @Test(
        "of a series that ends a rule takes out instances by day, and leaves those moved elsewhere")
    func instances() async throws {
        // 20 to 24 November are Friday to Tuesday; the Saturday was moved to Wednesday, the Monday to Sunday the 29th.
        try await add(
            "work",
            event("Daily", "TZID=Europe/Berlin:20261120T090000", "RRULE:FREQ=DAILY;COUNT=5"),
            event(
                "Daily", "TZID=Europe/Berlin:20261125T100000",
                "RECURRENCE-ID;TZID=Europe/Berlin:20261121T090000"),
            event(
                "Daily", "TZID=Europe/Berlin:20261129T110000",
                "RECURRENCE-ID;TZID=Europe/Berlin:20261123T090000"),
            event("Once", "20261120T090000Z"))
        try set([.weekdays: ["saturday", "sunday"], .hide: ["true"]])
        #expect(
            try await bench.lines() == [
                "2026-11-20 Daily", "2026-11-20 Once", "2026-11-24 Daily", "2026-11-25 Daily",
            ])
        let text = try await feed()
        #expect(text.contains("EXDATE;TZID=Europe/Berlin:20261122T090000\r\n"))
        #expect(text.contains("EXDATE;TZID=Europe/Berlin:20261123T090000\r\n"))
        #expect(text.contains("RECURRENCE-ID;TZID=Europe/Berlin:20261121T090000"))
        #expect(!text.contains("20261129") && !text.contains("20261124T090000"))
        #expect(text.contains("RRULE:FREQ=DAILY;COUNT=5\r\n") && text.contains("SUMMARY:Once"))
    }

    @Test("a series without end ends for others where nobody has judged it yet")
    func endless() async throws {
        try await add("work", event("Daily", "20261120T090000Z", "RRULE:FREQ=DAILY"))
        try set([.weekdays: ["saturday"], .hide: ["true"]])
        let text = try await feed().replacing("\r\n ", with: "")
        // The stored days end in March 2028.
        #expect(text.contains("RRULE:FREQ=DAILY;UNTIL=20291231T235959Z\r\n"))
        let line = try #require(
            text.split(separator: "\r\n").first { $0.hasPrefix("EXDATE:20261121T090000Z,") })
        // Saturdays from 21 November 2026 to 29 December 2029: 1,134 days are 162 weeks.
        #expect(line.dropFirst(7).split(separator: ",").count == 163)
        #expect(line.contains("20291229T090000Z") && !line.contains("20261122"))
    }

    @Test("whole days, hours that are always the same, and days that come again are judged whole")
    func whole() async throws {
        try await add(
            "work",
            "UID:Trip\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20261120\r\n"
                + "RRULE:FREQ=WEEKLY;BYDAY=FR,SA\r\nSUMMARY:Trip",
            event("Early", "TZID=Europe/Berlin:20261120T080000", "RRULE:FREQ=WEEKLY"),
            event("Late", "TZID=Europe/Berlin:20261120T180000", "RRULE:FREQ=WEEKLY"),
            event("Monthly", "20261120T090000Z", "RRULE:FREQ=MONTHLY"))
        try set(
            [.between: ["7-9"], .hide: ["true"]],
            [.between: ["17-19"], .title: ["Evening"], .busy: ["false"]],
            [.allDay: ["true"], .weekdays: ["saturday"], .hide: ["true"]])
        let text = try await feed()
        #expect(!text.contains("Early") && text.contains("SUMMARY:Evening"))
        #expect(text.contains("EXDATE;VALUE=DATE:20261121,20261128,"))
        #expect(text.contains("RRULE:FREQ=WEEKLY;BYDAY=FR,SA;UNTIL=20291231\r\n"))
        // Weekly at the same hour: nothing of it can be hidden later. On the 20th of each month something can.
        #expect(text.contains("RRULE:FREQ=WEEKLY\r\n"))
        #expect(text.contains("RRULE:FREQ=MONTHLY;UNTIL=20291231T235959Z\r\n"))
    }

    @Test("another calendar's copy stands in for a series of which a rule hides instances")
    func copies() async throws {
        try await add("work", event("Daily", "20261120T090000Z", "RRULE:FREQ=DAILY;COUNT=4"))
        try await add(
            "home", event("Daily", "20261120T090000Z", "RRULE:FREQ=DAILY;COUNT=4\r\nLOCATION:Home"))
        try set([.calendar: ["work"], .weekdays: ["saturday"], .hide: ["true"]])
        var text = try await feed()
        #expect(text.contains("LOCATION:Home") && !text.contains("EXDATE"))
        try set([.weekdays: ["saturday"], .hide: ["true"]])
        text = try await feed()
        #expect(text.contains("EXDATE:20261121T090000Z\r\n"))
    }
}
