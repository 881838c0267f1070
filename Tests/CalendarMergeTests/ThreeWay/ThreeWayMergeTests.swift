@testable import CalendarMerge
import ICalendar
import Testing

@Suite("Merging what two sides made of one event")
struct ThreeWayMergeTests {
    private let merge = ThreeWayMerge(zones: SystemZones.database)

    private func result(
        _ base: [UInt8]?, _ mine: [UInt8]?, _ theirs: [UInt8]?
    ) throws -> ThreeWayMerge.Result {
        try #require(merge.merge(base: base, mine: mine, theirs: theirs))
    }

    @Test("different properties: both changes are there, nothing clashes")
    func differentProperties() throws {
        let merged = try result(
            calendar(times, "SUMMARY:Tea", "LOCATION:Kitchen"),
            calendar(times, "SUMMARY:Green tea", "LOCATION:Kitchen"),
            calendar(times, "SUMMARY:Tea", "LOCATION:Garden", "X-SERVER:1"))
        #expect(
            merged.text == calendar(times, "SUMMARY:Green tea", "LOCATION:Garden", "X-SERVER:1"))
        #expect(merged.clashes.isEmpty)
    }

    @Test("the same property: the server's stands, ours is told; or the other way round")
    func sameProperty() throws {
        let (base, mine, theirs) = (
            calendar(times, "SUMMARY:Tea"), calendar(times, "SUMMARY:Mine"),
            calendar(times, "SUMMARY:Theirs")
        )
        let merged = try result(base, mine, theirs)
        #expect(merged.text == theirs)
        let clash = ThreeWayMerge.Clash(
            component: "VEVENT", recurrenceID: "", property: "SUMMARY", mine: ["SUMMARY:Mine"],
            theirs: ["SUMMARY:Theirs"], winner: .theirs)
        #expect(merged.clashes == [clash])
        let preferring = ThreeWayMerge(zones: SystemZones.database, policy: .mine)
        let other = try #require(preferring.merge(base: base, mine: mine, theirs: theirs))
        #expect(lines(other.text).contains("SUMMARY:Mine"))
        #expect(other.clashes.map(\.winner) == [.mine])
    }

    @Test("a start of one side and an end of the other are never mixed")
    func times_() throws {
        let merged = try result(
            calendar(times, "SUMMARY:Tea"),
            calendar("DTSTART:20261201T090000Z\nDTEND:20261201T110000Z", "SUMMARY:Mine"),
            calendar("DTSTART:20261201T100000Z\nDTEND:20261201T120000Z", "SUMMARY:Tea"))
        #expect(
            lines(merged.text).filter { $0.hasPrefix("DT") && !$0.hasPrefix("DTSTAMP") } == [
                "DTSTART:20261201T100000Z", "DTEND:20261201T120000Z",
            ])
        #expect(lines(merged.text).contains("SUMMARY:Mine"))
        try #require(merged.clashes.map(\.property) == ["DTSTART"])
        #expect(merged.clashes[0].mine == ["DTSTART:20261201T090000Z", "DTEND:20261201T110000Z"])
    }

    @Test("a server that rewrites what it was sent has changed nothing")
    func rewriting() throws {
        let sent = calendar(
            "DTSTART;TZID=Europe/Berlin:20261201T100000\nDTEND;TZID=Europe/Berlin:20261201T110000",
            "SUMMARY:A\\, b", "CATEGORIES:X,Y",
            "ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=\"Ann\":mailto:Ann@example.org",
            "LOCATION:A very long place whose name goes on and on\n , and is folded")
        let rewritten = calendar(
            "DTSTART:20261201T090000Z", "DURATION:PT60M", "CATEGORIES:X", "CATEGORIES:Y",
            "ATTENDEE;CN=Ann;ROLE=REQ-PARTICIPANT;SCHEDULE-STATUS=1.1:MAILTO:ann@example.org",
            "LOCATION:A very long place whose name goes on and on, and is folded",
            "SUMMARY:A\\, b", "LAST-MODIFIED:20260102T000000Z", "CREATED:20260102T000000Z")
        let mine = calendar(
            "DTSTART;TZID=Europe/Berlin:20261201T100000\nDTEND;TZID=Europe/Berlin:20261201T110000",
            "SUMMARY:A\\, b", "CATEGORIES:X,Y,Z",
            "ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=\"Ann\":mailto:Ann@example.org",
            "LOCATION:A very long place whose name goes on and on\n , and is folded")
        #expect(try result(sent, sent, rewritten) == .init(text: rewritten, clashes: []))
        let merged = try result(sent, mine, rewritten)
        #expect(merged.clashes.isEmpty)
        #expect(
            lines(merged.text).filter { $0.hasPrefix("CATEGORIES") } == [
                "CATEGORIES:X", "CATEGORIES:Y", "CATEGORIES:Z",
            ])
        #expect(lines(merged.text).contains("DURATION:PT60M"))
    }

    @Test("theirs holds mine already: the text is theirs, whatever the base")
    func arrived() throws {
        let base = calendar(times, "SUMMARY:Tea", "EXDATE:20261202T100000Z")
        let mine = calendar(times, "SUMMARY:Mine", "CATEGORIES:A")
        let theirs = calendar(times, "CATEGORIES:A", "SUMMARY:Mine", "LOCATION:New")
        #expect(try result(base, mine, theirs) == .init(text: theirs, clashes: []))
    }

    @Test("merging the result again changes nothing")
    func again() throws {
        let base = calendar(times, "SUMMARY:Tea", "CATEGORIES:A,B")
        let mine = calendar(times, "SUMMARY:Mine", "CATEGORIES:B,C")
        let theirs = calendar(times, "SUMMARY:Theirs", "CATEGORIES:A,D")
        let merged = try result(base, mine, theirs)
        #expect(try result(theirs, merged.text, theirs).text == merged.text)
        #expect(try result(base, mine, merged.text).text == merged.text)
    }

    @Test("lists merge by element")
    func lists() throws {
        let merged = try result(
            calendar(times, "CATEGORIES:A,B", "EXDATE:20261202T100000Z"),
            calendar(times, "CATEGORIES:B,C", "EXDATE:20261202T100000Z", "EXDATE:20261203T100000Z"),
            calendar(times, "CATEGORIES:A,B,D", "EXDATE:20261202T100000Z,20261204T100000Z"))
        #expect(merged.clashes.isEmpty)
        let text = lines(merged.text)
        #expect(text.filter { $0.hasPrefix("CATEGORIES") } == ["CATEGORIES:B,D", "CATEGORIES:C"])
        #expect(
            text.filter { $0.hasPrefix("EXDATE") } == [
                "EXDATE:20261202T100000Z,20261204T100000Z", "EXDATE:20261203T100000Z",
            ])
    }

    @Test("an answer and the organizer's change of another parameter stand both")
    func participation() throws {
        let me = { (parameters: String) in "ATTENDEE\(parameters):mailto:me@example.org" }
        let merged = try result(
            calendar(times, me(";CN=Me")),
            calendar(times, me(";CN=Me;PARTSTAT=ACCEPTED")),
            calendar(times, me(";CN=Me;ROLE=CHAIR"), "ATTENDEE:mailto:new@example.org"))
        #expect(merged.clashes.isEmpty)
        #expect(lines(merged.text).contains(me(";CN=Me;ROLE=CHAIR;PARTSTAT=ACCEPTED")))
        #expect(lines(merged.text).contains("ATTENDEE:mailto:new@example.org"))
    }

    @Test("an attendee changes his answer and his alarms, and nothing of the organizer's")
    func attendee() throws {
        let head = "ORGANIZER:mailto:boss@example.org"
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nEND:VALARM"
        let base = calendar(times, head, "ATTENDEE:mailto:me@example.org", "SUMMARY:Tea")
        let mine = calendar(
            times, head, "ATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org", "SUMMARY:Mine", alarm)
        var careful = merge
        careful.attendee = "mailto:Me@example.org"
        let merged = try #require(careful.merge(base: base, mine: mine, theirs: base))
        let text = lines(merged.text)
        #expect(text.contains("SUMMARY:Tea"))
        #expect(text.contains("ATTENDEE;PARTSTAT=DECLINED:mailto:me@example.org"))
        #expect(text.contains("TRIGGER:-PT10M"))
        #expect(merged.clashes.map(\.property) == ["SUMMARY"])
        careful.attendee = "boss@example.org"
        let organized = try #require(careful.merge(base: base, mine: mine, theirs: base))
        #expect(lines(organized.text).contains("SUMMARY:Mine"))
    }

    @Test("an edit beats a deletion, on either side; an untouched event is deleted")
    func deletion() throws {
        let (base, edited) = (calendar(times, "SUMMARY:Tea"), calendar(times, "SUMMARY:Coffee"))
        #expect(try result(base, nil, base) == .init(text: nil, clashes: []))
        #expect(try result(base, base, nil) == .init(text: nil, clashes: []))
        #expect(try result(base, nil, nil) == .init(text: nil, clashes: []))
        for (mine, theirs, winner) in [
            (edited, nil, ThreeWayMerge.Side.mine), (nil, edited, .theirs),
        ] {
            let merged = try result(base, mine, theirs)
            #expect(merged.text == edited)
            #expect(merged.clashes.map(\.winner) == [winner])
            #expect(merged.clashes.map(\.property) == ["VEVENT"])
        }
    }

    @Test("a new date stamp is no edit: the deletion stands")
    func stamped() throws {
        let base = calendar(times, "SUMMARY:Tea")
        let stamped = calendar(times, "LAST-MODIFIED:20260601T000000Z", "SUMMARY:Tea")
        #expect(try result(base, nil, stamped).text == nil)
    }

    @Test("made on both sides without a base: one event with the elements of both")
    func noBase() throws {
        let (mine, theirs) = (
            calendar(times, "SUMMARY:Tea", "CATEGORIES:A"),
            calendar(times, "SUMMARY:Tea", "CATEGORIES:B")
        )
        let merged = try result(nil, mine, theirs)
        #expect(
            lines(merged.text).filter { $0.hasPrefix("CATEGORIES") } == [
                "CATEGORIES:B", "CATEGORIES:A",
            ])
        #expect(try result(nil, mine, nil).text == mine)
        #expect(try result(nil, nil, theirs).text == theirs)
    }

    private static let series =
        "DTSTART;TZID=Europe/Berlin:20261201T100000\nRRULE:FREQ=DAILY;COUNT=9"
    private static let zone =
        "BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nBEGIN:STANDARD\nDTSTART:19961027T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE"

    private func override(_ id: String, _ summary: String) -> String {
        "BEGIN:VEVENT\nUID:u1\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID\(id)\nDTSTART:20261203T120000Z\nSUMMARY:\(summary)\nEND:VEVENT"
    }

    @Test("one side changes the series, the other one instance, whatever form its identifier has")
    func override() throws {
        let berlin = override(";TZID=Europe/Berlin:20261203T100000", "Once")
        let utc = override(":20261203T090000Z", "Once")
        let changed = override(";TZID=Europe/Berlin:20261203T100000", "Changed")
        let base = calendar(Self.series, "SUMMARY:Daily", extra: berlin)
        let merged = try result(
            base, calendar(Self.series, "SUMMARY:Daily", extra: changed),
            calendar(Self.series, "SUMMARY:Every day", extra: utc))
        #expect(merged.clashes.isEmpty)
        let text = lines(merged.text)
        #expect(text.filter { $0 == "BEGIN:VEVENT" }.count == 2)
        #expect(text.contains("RECURRENCE-ID:20261203T090000Z"))
        #expect(text.contains("SUMMARY:Changed"))
        #expect(text.contains("SUMMARY:Every day"))
    }

    @Test("an instance that one side takes back is an edit, which beats a deletion")
    func overrideTakenBack() throws {
        let whole = calendar(Self.series, extra: override(":20261203T090000Z", "Once"))
        let less = calendar(Self.series)
        let (kept, own) = (try result(whole, nil, less), try result(whole, less, nil))
        #expect(kept.text == less && kept.clashes.map(\.winner) == [.theirs])
        #expect(own.text == less && own.clashes.map(\.winner) == [.mine])
    }

    @Test("an instance that is new on this side comes with its zone")
    func newOverride() throws {
        let base = calendar("DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=9")
        let mine = calendar(
            "DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=9",
            extra: override(";TZID=Europe/Berlin:20261203T100000", "Once") + "\n" + Self.zone)
        let merged = try result(base, mine, base)
        #expect(merged.clashes.isEmpty)
        #expect(lines(merged.text).filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
        #expect(lines(merged.text).contains("SUMMARY:Once"))
        #expect(try result(base, mine, merged.text).text == merged.text)
    }

    @Test("another zone with the same instant moves a series, and a single event not")
    func zones() throws {
        let single = { (start: String) in calendar("DTSTART\(start)", "SUMMARY:Tea") }
        let merged = try result(
            single(";TZID=Europe/Berlin:20261201T100000"), single(":20261201T090000Z"),
            single(";TZID=Europe/Paris:20261201T100000"))
        #expect(merged.clashes.isEmpty)
        let daily = { (start: String) in calendar("DTSTART\(start)\nRRULE:FREQ=DAILY;COUNT=200") }
        let moved = try result(
            daily(";TZID=Europe/Berlin:20261201T100000"),
            daily(";TZID=Africa/Lagos:20261201T100000"),
            daily(";TZID=Europe/Berlin:20261201T100000"))
        #expect(lines(moved.text).contains("DTSTART;TZID=Africa/Lagos:20261201T100000"))
    }

    @Test("alarms merge one by one")
    func alarms() throws {
        let alarm = { (minutes: Int, text: String) in
            "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT\(minutes)M\nDESCRIPTION:\(text)\nEND:VALARM"
        }
        let merged = try result(
            calendar(times, alarm(10, "a"), alarm(20, "b")),
            calendar(times, alarm(10, "a"), alarm(20, "mine")),
            calendar(times, alarm(20, "b"), alarm(30, "new")))
        #expect(merged.clashes.isEmpty)
        let text = lines(merged.text)
        #expect(
            text.filter { $0.hasPrefix("TRIGGER") }.sorted() == [
                "TRIGGER:-PT20M", "TRIGGER:-PT30M",
            ])
        #expect(text.contains("DESCRIPTION:mine"))
    }

    @Test("the larger SEQUENCE and the later stamp stay")
    func sequence() throws {
        let merged = try result(
            calendar(times, "SEQUENCE:1", "SUMMARY:Tea"),
            calendar(times, "SEQUENCE:4", "SUMMARY:Mine"),
            calendar(times, "SEQUENCE:2", "SUMMARY:Tea", "LOCATION:Here"))
        #expect(lines(merged.text).filter { $0.hasPrefix("SEQUENCE") } == ["SEQUENCE:4"])
    }

    @Test(
        "what is no whole calendar is not merged",
        arguments: [
            "", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:u1\r\n", "<html></html>",
            "BEGIN:VEVENT\r\nUID:u1\r\nEND:VEVENT\r\n",
        ])
    func broken(text: String) {
        let fine = calendar(times)
        #expect(merge.merge(base: fine, mine: Array(text.utf8), theirs: fine) == nil)
        #expect(merge.merge(base: fine, mine: fine, theirs: Array(text.utf8)) == nil)
    }
}
