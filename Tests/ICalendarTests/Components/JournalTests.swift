import Testing

@testable import ICalendar

@Suite("Journal entries")
struct JournalTests {
    private func journal(_ lines: String..., end: String = "END:VJOURNAL") -> Journal? {
        Journal(Array((["BEGIN:VJOURNAL"] + lines + [end, ""]).joined(separator: "\r\n").utf8))
    }

    @Test("title, start, status, and each of several descriptions")
    func whole() throws {
        // RFC 5545 3.6.3 has two descriptions in its example.
        let found = try #require(
            journal(
                "UID:a", "DTSTAMP:20261101T080000Z", "DTSTART;VALUE=DATE:20261120", "SUMMARY:Notes",
                "DESCRIPTION:One\\, two", "DESCRIPTION;LANGUAGE=en:Three\\nfour", "STATUS:DRAFT",
                "CATEGORIES:home", "SEQUENCE:2"))
        #expect(found.event.uid == "a" && found.event.summary == "Notes")
        #expect(found.event.start == .date(try #require(CivilDate(iso: "2026-11-20"))))
        #expect(found.event.todo?.anchor == .start && found.event.end == .none)
        #expect(found.descriptions == ["One, two", "Three\nfour"])
        #expect(found.event.details == "One, two\n\nThree\nfour")
        #expect(found.status == .draft && found.event.sequence == 2)
        #expect(found.event.categories == ["home"])
    }

    @Test("without a start it is on no day; an unknown status is none")
    func undated() throws {
        let found = try #require(journal("UID:a", "SUMMARY:Idea", "STATUS:SOON", "DESCRIPTION:"))
        #expect(found.event.todo?.anchor == .undated)
        #expect(found.status == nil && found.descriptions == [] && found.event.details == nil)
    }

    @Test("a rule and an instance are read as those of events are")
    func recurring() throws {
        let series = try #require(
            journal("UID:a", "DTSTART:20261120T180000Z", "RRULE:FREQ=WEEKLY;COUNT=2"))
        #expect(series.event.isRecurring)
        let instance = try #require(
            journal(
                "UID:a", "RECURRENCE-ID:20261127T180000Z", "DTSTART:20261127T190000Z",
                "STATUS:final"))
        #expect(instance.event.recurrenceID != nil && instance.status == .final)
    }

    @Test("what is no journal entry, or broken, is none; names in any case and folds are read")
    func others() {
        #expect(Journal(Array("BEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\n".utf8)) == nil)
        #expect(Journal([UInt8]()) == nil)
        #expect(
            Journal(Array("begin:vjournal\nUID:a\nSUMMARY:No\n tes\nend:vjournal\n".utf8))?.event
                .summary == "Notes")
    }
}
