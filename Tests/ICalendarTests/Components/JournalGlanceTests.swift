import Testing

@testable import ICalendar

@Suite("A glance at a journal entry")
struct JournalGlanceTests {
    private func text(_ lines: [String]) -> [UInt8] {
        Array((["BEGIN:VJOURNAL"] + lines + ["END:VJOURNAL", ""]).joined(separator: "\r\n").utf8)
    }

    private func glance(_ lines: String...) throws -> JournalGlance {
        try #require(text(lines).withUnsafeBytes { JournalGlance($0) })
    }

    private func day(_ text: String) throws -> Range<CivilDate> {
        let date = try #require(CivilDate(iso: text))
        return date..<(date + 1)
    }

    @Test(
        "a usual start is within two days of the day",
        arguments: [
            "DTSTART;VALUE=DATE:20261120", "DTSTART:20261120T235900Z",
            "dtstart;TZID=Pacific/Kiritimati:20261120T000000",
        ])
    func usual(start: String) throws {
        let found = try glance("UID:a@b.example", start, "SUMMARY:RRULE:no")
        #expect(found.uid == "a@b.example")
        for near in ["2026-11-18", "2026-11-20", "2026-11-22"] {
            #expect(found.mayLie(on: try day(near)))
        }
        for far in ["2026-11-17", "2026-11-23", "2027-11-20"] {
            #expect(!found.mayLie(on: try day(far)))
        }
    }

    @Test("without a start it is on no day")
    func undated() throws {
        let found = try glance("UID:a", "BEGIN:X-INNER", "DTSTART:20261120T100000Z", "END:X-INNER")
        #expect(found.uid == "a")
        #expect(!found.mayLie(on: try day("2026-11-20")))
    }

    @Test(
        "rules, instances and unusual starts may be on any day",
        arguments: [
            ["DTSTART:20261120T100000Z", "RRULE:FREQ=YEARLY"],
            ["RECURRENCE-ID:20261120T100000Z", "DTSTART:20261120T100000Z"],
            ["DTSTART:20261120T100000Z", "RDATE:20300101T100000Z"],
            ["DUE:20300101T100000Z"], ["DTSTART:2026-11-20"], ["DTSTART;X=\"a:b\":20261120"],
            ["DTSTART;VALUE=DATE:2026\r\n 1120"],
            ["DTSTART:20261120T100000Z", "DTSTART:20261121T100000Z"],
        ])
    func unknown(lines: [String]) throws {
        let found = try #require(
            text(["UID:a"] + lines).withUnsafeBytes { JournalGlance($0) })
        #expect(found.uid == "a")
        #expect(found.mayLie(on: try day("2030-01-01")))
    }

    @Test(
        "of what may be read in another way, nothing is told",
        arguments: [
            ["UID:a\\,b"], ["UID:a\r\n b"], ["UID: a"], ["UID;X=1:a"], ["UID:a", "UID:b"],
            ["UID:ä"], ["UID:a", "RRULE :FREQ=DAILY"], ["UID:a", "RR\r\n ULE:FREQ=DAILY"], [],
        ])
    func unusual(lines: [String]) {
        #expect(text(lines).withUnsafeBytes { JournalGlance($0) } == nil)
    }

    @Test("what is told of random entries is what a parser says")
    func random() throws {
        let uids = ["UID:a", "UID:b-1@x", "UID:c\\;d", "UID: e", "uid:F", "UID;X=\"1:2\":g"]
        let starts = [
            "DTSTART;VALUE=DATE:20261120", "DTSTART:20261121T010000Z", "DTSTART:20261122T090000",
            "DTSTART;TZID=Europe/Berlin:20261123T090000", "DTSTART;VALUE=DATE:2026\r\n 1124",
            "DTSTART;VALUE=DATE-TIME;X=\"20300101\":20261125T090000Z",
        ]
        let others = [
            "SUMMARY:DTSTART:20300101", "DESCRIPTION:a\r\n  b", "CATEGORIES:x", "X-A;B=C:d",
            "RRULE:FREQ=DAILY;COUNT=3", "STATUS:FINAL",
        ]
        var told = 0
        for _ in 0..<500 {
            let lines =
                ([uids.randomElement(), starts.randomElement()].compactMap(\.self)
                + others.shuffled().prefix(3)).shuffled()
            let text = text(lines)
            guard let glance = text.withUnsafeBytes({ JournalGlance($0) }),
                let event = Journal(text)?.event
            else { continue }
            told += 1
            #expect(glance.uid == event.uid, "\(lines)")
            let date = event.start.wallTime.date
            #expect(glance.mayLie(on: date..<(date + 1)), "\(lines)")
        }
        #expect(told > 100)
    }
}
