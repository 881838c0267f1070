@testable import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Merging events that share a UID in one file")
struct SeveralEventsMergeTests {
    private static let events = [
        "UID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261116T080000Z\r\nSUMMARY:Monday",
        "UID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261118T080000Z\r\nSUMMARY:Wednesday",
        "UID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T080000Z\r\nSUMMARY:Friday",
    ]

    private func merge(_ texts: String...) -> CalendarMerge {
        CalendarMerge(
            texts.enumerated().map { MergeSource(name: "\($0.offset)", text: $0.element) })
    }

    private func summaries(_ merge: CalendarMerge) -> [String] {
        merge.text.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }
            .map { String($0.dropFirst(8)) }
    }

    @Test("all are written, their UID unchanged, and it is reported; merged again they stay")
    func all() {
        let first = merge(Make.calendar(Self.events[0], Self.events[1], Self.events[2]))
        #expect(summaries(first) == ["Monday", "Wednesday", "Friday"])
        #expect(first.report.eventCount == 3)
        #expect(first.report.diagnostics.map(\.diagnostic.property) == ["UID"])
        #expect(!first.report.isPartial)
        let again = merge(first.text, first.text)
        #expect(summaries(again) == ["Monday", "Wednesday", "Friday"])
    }

    @Test("a copy elsewhere folds with the one that starts when it does")
    func copies() {
        let newer = Self.events[1].replacing("Wednesday", with: "Newer") + "\r\nSEQUENCE:1"
        let file = Make.calendar(Self.events[0], Self.events[1], Self.events[2])
        #expect(summaries(merge(file, Make.calendar(newer))) == ["Monday", "Newer", "Friday"])
        #expect(
            Set(summaries(merge(Make.calendar(newer), file))) == ["Monday", "Newer", "Friday"])
    }

    @Test("the same text twice still is one, and so are two single copies that differ in time")
    func folded() {
        #expect(summaries(merge(Make.calendar(Self.events[0], Self.events[0]))) == ["Monday"])
        let moved = Self.events[1] + "\r\nSEQUENCE:1"
        #expect(
            summaries(merge(Make.calendar(Self.events[0]), Make.calendar(moved))) == ["Wednesday"])
    }

    @Test("tasks and journal entries that share a UID stay, too")
    func tasks() {
        let task = """
            BEGIN:VTODO\r
            UID:t\r
            DTSTAMP:20260101T000000Z\r
            DTSTART:20261116T080000Z\r
            SUMMARY:One\r
            END:VTODO\r

            """
        let other = task.replacing("1116", with: "1117").replacing("One", with: "Two")
        let result = merge("BEGIN:VCALENDAR\r\n\(task)\(other)END:VCALENDAR\r\n")
        #expect(summaries(result) == ["One", "Two"])
    }
}
