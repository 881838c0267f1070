@testable import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Merging calendars")
struct CalendarMergeTests {
    private func merge(_ texts: String..., options: CalendarMerge.Options = .init())
        -> CalendarMerge
    {
        let names = ["home", "team", "third"]
        return CalendarMerge(
            zip(names, texts).map { MergeSource(name: $0, text: $1) }, options: options)
    }

    private static let stamp = "DTSTAMP:20260101T000000Z"

    @Test(
        "the newer copy stands there as it is, filled with what it lacks; unknown properties stay")
    func whole() {
        let old = Make.calendar(
            "UID:1\r\n\(Self.stamp)\r\nSEQUENCE:1\r\nDTSTART:20261120T100000Z\r\n"
                + "SUMMARY:Lunch\r\nLOCATION;LANGUAGE=de:Café\r\nX-OLD:1")
        let new = Make.calendar(
            "UID:1\r\n\(Self.stamp)\r\nSEQUENCE:2\r\nDTSTART:20261120T110000Z\r\n"
                + "SUMMARY:Lunch\r\nX-NEW;A=\"b;c\":1\r\nBEGIN:VALARM\r\nACTION:AUDIO\r\n"
                + "TRIGGER:-PT5M\r\nX-SOUND:gong\r\nEND:VALARM")
        let result = merge(old, new)
        #expect(
            result.text == """
                BEGIN:VCALENDAR\r
                VERSION:2.0\r
                PRODID:-//agenda//agenda//EN\r
                CALSCALE:GREGORIAN\r
                BEGIN:VEVENT\r
                UID:1\r
                DTSTAMP:20260101T000000Z\r
                SEQUENCE:2\r
                DTSTART:20261120T110000Z\r
                SUMMARY:Lunch\r
                X-NEW;A="b;c":1\r
                LOCATION;LANGUAGE=de:Café\r
                BEGIN:VALARM\r
                ACTION:AUDIO\r
                TRIGGER:-PT5M\r
                X-SOUND:gong\r
                END:VALARM\r
                END:VEVENT\r
                END:VCALENDAR\r

                """)
        let folded = result.report.folded
        #expect(folded.map(\.calendar) == ["team"])
        #expect(folded.flatMap(\.losers).map(\.reason) == ["SEQUENCE 1 < 2"])
        #expect(folded.flatMap(\.filled).map(\.property) == ["LOCATION"])
        #expect(folded.flatMap(\.filled).map(\.calendar) == ["home"])
        #expect(result.report.eventCount == 1)
        #expect(!result.report.isPartial)
    }

    private static let series =
        "UID:s\r\n\(stamp)\r\nSEQUENCE:1\r\nDTSTART:20261120T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3"
        + "\r\nSUMMARY:Series"

    @Test("a newer invitation to one instance is laid over the series, and out of its exceptions")
    func laidOver() throws {
        let home = Make.calendar(
            Self.series + "\r\nEXDATE:20261121T100000Z,20261122T100000Z",
            "UID:s\r\n\(Self.stamp)\r\nSEQUENCE:1\r\nRECURRENCE-ID:20261120T100000Z\r\n"
                + "DTSTART:20261120T110000Z\r\nSUMMARY:Own")
        let invitation = Make.calendar(
            "UID:s\r\n\(Self.stamp)\r\nSEQUENCE:2\r\nRECURRENCE-ID:20261120T100000Z\r\n"
                + "DTSTART:20261120T120000Z\r\nSUMMARY:Newer",
            "UID:s\r\n\(Self.stamp)\r\nSEQUENCE:2\r\n"
                + "RECURRENCE-ID;RANGE=THISANDFUTURE:20261121T100000Z\r\n"
                + "DTSTART:20261121T130000Z\r\nSUMMARY:Back")
        let result = merge(home, invitation)
        #expect(result.text.contains("\r\nEXDATE:20261122T100000Z\r\n"))
        #expect(!result.text.contains("SUMMARY:Own"))
        #expect(result.text.contains("SUMMARY:Newer"))
        #expect(result.text.contains("\r\nRECURRENCE-ID:20261121T100000Z\r\n"))
        let folded = try #require(result.report.folded.first)
        #expect(folded.calendar == "home")
        #expect(folded.laidOver.map(\.calendar) == ["team", "team"])
        #expect(folded.losers.isEmpty)

        // A newer series wins as a whole; the invitation is laid over it again where it is newer.
        let moved = Make.calendar(
            "UID:s\r\n\(Self.stamp)\r\nSEQUENCE:1\r\nLAST-MODIFIED:20260202T000000Z\r\n"
                + "DTSTART:20261120T100000Z\r\nRRULE:FREQ=DAILY;COUNT=2\r\nSUMMARY:Moved")
        let again = merge(result.text, moved)
        #expect(again.text.contains("SUMMARY:Moved"))
        #expect(again.text.contains("SUMMARY:Newer"))
        #expect(!again.text.contains("SUMMARY:Series"))
        #expect(again.text == merge(again.text, again.text).text)
    }

    @Test("what changes all later instances stays, though one of them is newer elsewhere")
    func laidOverFuture() {
        let home = Make.calendar(
            Self.series,
            "UID:s\r\n\(Self.stamp)\r\nSEQUENCE:1\r\n"
                + "RECURRENCE-ID;RANGE=THISANDFUTURE:20261121T100000Z\r\n"
                + "DTSTART:20261121T130000Z\r\nSUMMARY:Later")
        let invitation = Make.calendar(
            "UID:s\r\n\(Self.stamp)\r\nSEQUENCE:2\r\nRECURRENCE-ID:20261121T100000Z\r\n"
                + "DTSTART:20261121T120000Z\r\nSUMMARY:Newer")
        let text = merge(home, invitation).text
        #expect(text.contains("\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261121T100000Z\r\n"))
        #expect(text.contains("SUMMARY:Later"))
    }

    @Test("two zones of one name are renamed apart, equal ones are one, unused ones go")
    func zones() {
        func calendar(_ offset: String, _ uid: String) -> String {
            let event =
                "BEGIN:VEVENT\r\nUID:\(uid)\r\n\(Self.stamp)\r\n"
                + "DTSTART;TZID=Ours:20261120T100000\r\nEND:VEVENT\r\n"
            return "BEGIN:VCALENDAR\r\n" + Make.timeZone(offset: offset) + event
                + "END:VCALENDAR\r\n"
        }
        let unused = "BEGIN:VCALENDAR\r\n" + Make.timeZone(offset: "+0900") + "END:VCALENDAR\r\n"
        let same = merge(calendar("+0100", "1"), calendar("+0100", "2"), unused)
        #expect(same.text.components("BEGIN:VTIMEZONE") == 1)
        #expect(same.report.renamedZones.isEmpty)

        let apart = merge(calendar("+0100", "1"), calendar("+0200", "2"))
        #expect(apart.text.components("BEGIN:VTIMEZONE") == 2)
        #expect(apart.text.contains("\r\nTZID:Ours 2\r\n"))
        #expect(apart.text.contains("DTSTART;TZID=Ours 2:20261120T100000"))
        #expect(
            apart.report.renamedZones == [
                .init(calendar: "team", name: "Ours", newName: "Ours 2")
            ])
        #expect(merge(apart.text, calendar("+0200", "2")).text == apart.text)
    }

    @Test("a zone that only one calendar knows does not give the other's times a meaning")
    func unknownZone() {
        let unknown = Make.calendar("UID:1\r\n\(Self.stamp)\r\nDTSTART;TZID=Ours:20261120T100000")
        let known =
            "BEGIN:VCALENDAR\r\n" + Make.timeZone(offset: "+0900")
            + "BEGIN:VEVENT\r\nUID:2\r\n\(Self.stamp)\r\nDTSTART;TZID=Ours:20261120T100000\r\n"
            + "END:VEVENT\r\nEND:VCALENDAR\r\n"
        let result = merge(unknown, known)
        #expect(result.text.contains("\r\nTZID:Ours 2\r\n"))
        #expect(result.text.contains("DTSTART;TZID=Ours:20261120T100000"))
        #expect(result.report.diagnostics.count == 1)
        #expect(!result.report.isPartial)
    }

    @Test("IANA and Windows names get a definition when their file has none")
    func made() throws {
        let result = merge(
            Make.calendar(
                "UID:1\r\n\(Self.stamp)\r\nDTSTART;TZID=Europe/Berlin:20261120T100000",
                "UID:2\r\n\(Self.stamp)\r\n"
                    + "DTSTART;TZID=W. Europe Standard Time:20260720T100000"))
        let stream = ComponentScanner.scan(result.text.utf8)
        let zones = stream.components.filter { $0.kind == .timeZone }
        #expect(zones.count == 2)
        for zone in zones {
            let text = Array(result.bytes[zone.range])
            let parsed = ICalendarParser.timeZone(in: text).value
            let rules = try #require(parsed.flatMap { TimeZoneRules($0) })
            #expect(rules.offset(at: try Make.instant("20261120T090000Z")) == 3_600)
            #expect(rules.offset(at: try Make.instant("20270720T080000Z")) == 7_200)
        }
    }

    @Test("tasks are merged as events are, other components are kept once, METHOD goes")
    func otherComponents() {
        let first = """
            BEGIN:VCALENDAR
            METHOD:REQUEST
            X-WR-CALNAME:First
            X-WR-CALDESC:Of the first
            BEGIN:VTODO
            UID:t
            SEQUENCE:1
            SUMMARY:Old
            END:VTODO
            BEGIN:X-NOTE
            X-TEXT:kept
            END:X-NOTE
            END:VCALENDAR
            """
        let second = first.replacing("SEQUENCE:1", with: "SEQUENCE:2")
            .replacing("SUMMARY:Old", with: "SUMMARY:New").replacing(":First", with: ":Second")
        let result = merge(first, second)
        #expect(
            result.text == """
                BEGIN:VCALENDAR\r
                VERSION:2.0\r
                PRODID:-//agenda//agenda//EN\r
                CALSCALE:GREGORIAN\r
                NAME:First\r
                X-WR-CALNAME:First\r
                X-WR-CALDESC:Of the first\r
                BEGIN:VTODO\r
                UID:t\r
                SEQUENCE:2\r
                SUMMARY:New\r
                DTSTAMP:19700101T000000Z\r
                END:VTODO\r
                BEGIN:X-NOTE\r
                X-TEXT:kept\r
                END:X-NOTE\r
                END:VCALENDAR\r

                """)
        #expect(result.report.otherCount == 2)
        #expect(merge(result.text, second).text == result.text)
    }

    @Test(
        "what RFC 5545 asks for is added: a UID made of the text, a DTSTAMP that is older than any")
    func required() {
        let bare = Make.calendar("DTSTART:20261120T100000Z")
        let result = merge(bare)
        #expect(result.text.contains("\r\nUID:agenda-"))
        #expect(result.text.contains("\r\nDTSTAMP:19700101T000000Z\r\n"))
        // Later merges know it as the same event, no newer than it was.
        #expect(merge(result.text, bare).text == result.text)
        #expect(
            merge(bare, result.text).report.folded.flatMap(\.losers).map(\.reason) == [
                "its source comes later"
            ])
    }

    @Test("of two events of one UID in a file the newer counts, and the other is reported")
    func repeated() {
        let result = merge(
            Make.calendar(
                "UID:1\r\n\(Self.stamp)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:Old",
                "UID:1\r\n\(Self.stamp)\r\nSEQUENCE:1\r\nDTSTART:20261120T100000Z\r\nSUMMARY:New"))
        #expect(result.text.contains("SUMMARY:New") && !result.text.contains("SUMMARY:Old"))
        #expect(
            result.report.folded.flatMap(\.losers).map(\.reason) == [
                "the same text has a newer one"
            ])
    }

    @Test("what cannot be read is reported with its line, its neighbours are kept")
    func broken() {
        let result = merge(
            Make.calendar("UID:bad\r\nSUMMARY:No start", "UID:good\r\nDTSTART:20261120T100000Z"))
        #expect(result.report.isPartial)
        #expect(result.report.diagnostics.map(\.diagnostic.line) == [3])
        #expect(result.report.diagnostics.map(\.path) == ["home"])
        #expect(!result.text.contains("No start"))
        #expect(result.text.contains("UID:good"))
    }

    @Test("similar series are folded on request, when start, end, rule and title are the same")
    func similar() {
        func event(_ uid: String, _ summary: String, rule: String = "") -> String {
            "UID:\(uid)\r\n\(Self.stamp)\r\nDTSTART:20261120T100000Z\r\nDURATION:PT1H\r\n"
                + "\(rule)SUMMARY:\(summary)"
        }
        var options = CalendarMerge.Options()
        options.foldsSimilar = true
        let first = Make.calendar(event("1", "Lunch, Kim"), event("2", "Talk"))
        let second = Make.calendar(
            event("3", "lunch kim") + "\r\nLOCATION:Café",
            event("4", "Talk", rule: "RRULE:FREQ=DAILY\r\n"))
        let result = merge(first, second, options: options)
        #expect(result.report.eventCount == 3)
        #expect(!result.text.contains("UID:3"))
        #expect(result.text.contains("LOCATION:Café"))
        #expect(merge(first, second).report.eventCount == 4)
    }

    @Test("events are chosen by UID or participant")
    func wanted() {
        let text = Make.calendar(
            "UID:1\r\nDTSTART:20261120T100000Z\r\nATTENDEE;CN=Kim Lee:mailto:k@example.org",
            "UID:2\r\nDTSTART:20261120T100000Z\r\nORGANIZER:mailto:kim@example.org",
            "UID:3\r\nDTSTART:20261120T100000Z")
        var options = CalendarMerge.Options()
        options.attendee = "KIM"
        #expect(merge(text, options: options).report.eventCount == 2)
        options.uids = ["2", "3"]
        #expect(merge(text, options: options).text.components("BEGIN:VEVENT") == 1)
    }

    @Test("of some days the to-dos that are named stay, those of an event's UID do not")
    func someTodos() {
        let text = Make.calendar("UID:1\r\nDTSTART:20261120T100000Z\r\nSUMMARY:One").replacing(
            "END:VCALENDAR",
            with: ["1", "2", "3"].map { "BEGIN:VTODO\r\nUID:\($0)\r\nEND:VTODO\r\n" }.joined()
                + "END:VCALENDAR")
        var options = CalendarMerge.Options()
        options.uids = ["1"]
        #expect(merge(text, options: options).text.components("BEGIN:VTODO") == 0)
        options.todoUIDs = ["2"]
        let merged = merge(text, options: options).text
        #expect(merged.components("BEGIN:VTODO") == 1 && merged.contains("UID:2"))
        #expect(merged.components("BEGIN:VEVENT") == 1)
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(_ text: String) -> Int { split(separator: text).count - 1 }
}
