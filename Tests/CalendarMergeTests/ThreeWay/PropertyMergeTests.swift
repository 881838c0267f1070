@testable import CalendarMerge
import ICalendar
import Testing

@Suite("Merging properties of each kind")
struct PropertyMergeTests {
    private let merge = ThreeWayMerge(zones: SystemZones.database)

    /// Of each kind: the base's line, mine, and the server's.
    static let clashes: [(String, String, String)] = [
        ("SUMMARY:a", "SUMMARY:b", "SUMMARY:c"),
        ("DESCRIPTION:a", "DESCRIPTION:b", "DESCRIPTION:c"),
        ("LOCATION:a", "LOCATION:b", "LOCATION:c"),
        ("STATUS:TENTATIVE", "STATUS:CONFIRMED", "STATUS:CANCELLED"),
        ("CLASS:PUBLIC", "CLASS:PRIVATE", "CLASS:CONFIDENTIAL"),
        ("PRIORITY:1", "PRIORITY:2", "PRIORITY:3"),
        ("URL:a", "URL:b", "URL:c"), ("GEO:1;1", "GEO:2;2", "GEO:3;3"),
        ("COLOR:red", "COLOR:blue", "COLOR:green"),
        ("ORGANIZER:mailto:a", "ORGANIZER:mailto:b", "ORGANIZER:mailto:c"),
        ("X-APPLE-SORT-ORDER:1", "X-APPLE-SORT-ORDER:2", "X-APPLE-SORT-ORDER:3"),
        ("ATTENDEE;CN=a:mailto:x", "ATTENDEE;CN=b:mailto:x", "ATTENDEE;CN=c:mailto:x"),
    ]

    @Test("changed on both sides: one stands, the other is told", arguments: clashes)
    func clash(line: (String, String, String)) throws {
        let versions = (calendar(times, line.0), calendar(times, line.1), calendar(times, line.2))
        let name = String(line.0.prefix { $0 != ":" && $0 != ";" })
        for policy in [ConflictPolicy.server, .both, .ask, .mine] {
            let result = try ThreeWayMerge(zones: SystemZones.database, policy: policy)
                .result(versions.0, versions.1, versions.2)
            #expect(result.text == (policy == .mine ? versions.1 : versions.2))
            #expect(
                result.clashes == [
                    .init(
                        component: "VEVENT", recurrenceID: "", property: name, mine: [line.1],
                        theirs: [line.2], winner: policy == .mine ? .mine : .theirs)
                ])
            #expect(result.losesMine == (policy != .mine))
        }
    }

    @Test("changed on one side, removed on the other: the edit stands", arguments: clashes)
    func removed(line: (String, String, String)) throws {
        let removed = calendar(times)
        let (base, edited) = (calendar(times, line.0), calendar(times, line.1))
        #expect(try merge.result(base, edited, removed).text == edited)
        #expect(try merge.result(base, removed, edited).text == edited)
        let mine = ThreeWayMerge(zones: SystemZones.database, policy: .mine)
        #expect(try mine.result(base, removed, edited).text == edited)
    }

    @Test(
        "changed here alone: the change is in the server's text, in its place", arguments: clashes)
    func mineAlone(line: (String, String, String)) throws {
        let merged = try merge.result(
            calendar(times, line.0), calendar(times, line.1),
            calendar(times, line.0, "COMMENT:theirs", "X-B:1"))
        #expect(
            merged == .init(text: calendar(times, line.1, "COMMENT:theirs", "X-B:1"), clashes: []))
    }

    @Test("an X- property that stands several times merges by element")
    func repeated() throws {
        let merged = try merge.result(
            calendar(times, "X-A:1", "X-A:2"), calendar(times, "X-A:2", "X-A:3"),
            calendar(times, "X-A:1", "X-A:2", "X-A:4"))
        #expect(merged == .init(text: calendar(times, "X-A:2", "X-A:4", "X-A:3"), clashes: []))
    }

    @Test(
        "comments and attachments of both sides are kept",
        arguments: ["COMMENT", "ATTACH", "CONTACT", "RELATED-TO"])
    func multiple(name: String) throws {
        let merged = try merge.result(
            calendar(times, "\(name):a"), calendar(times, "\(name):b"), calendar(times, "\(name):c")
        )
        #expect(merged == .init(text: calendar(times, "\(name):c", "\(name):b"), clashes: []))
    }

    @Test("participants: added here, removed there, answered by a third")
    func participants() throws {
        let (a, b, c) = ("ATTENDEE:mailto:a@x", "ATTENDEE:mailto:b@x", "ATTENDEE:mailto:c@x")
        let answered = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:c@x"
        let merged = try merge.result(
            calendar(times, a, b, c), calendar(times, a, b, c, "ATTENDEE:mailto:d@x"),
            calendar(times, a, answered))
        #expect(
            merged == .init(text: calendar(times, a, answered, "ATTENDEE:mailto:d@x"), clashes: []))
    }

    @Test("a parameter with several quoted values stays as written")
    func quoted() throws {
        let to = "DELEGATED-TO=\"mailto:b@x\",\"mailto:c@x\""
        let merged = try merge.result(
            calendar(times, "ATTENDEE:mailto:a@x"),
            calendar(times, "ATTENDEE;PARTSTAT=DELEGATED;\(to):mailto:a@x"),
            calendar(times, "ATTENDEE;ROLE=CHAIR:mailto:a@x"))
        #expect(merged.clashes.isEmpty)
        #expect(
            lines(merged.text).contains(" PARTSTAT=DELEGATED:mailto:a@x")
                || String(decoding: merged.text ?? [], as: UTF8.self).replacing("\r\n ", with: "")
                    .contains("ATTENDEE;ROLE=CHAIR;\(to);PARTSTAT=DELEGATED:mailto:a@x")
        )
    }

    @Test("an alarm with a UID that both sides changed: by its properties")
    func alarmByUID() throws {
        let alarm = { (lines: String) in
            "BEGIN:VALARM\nUID:a1\nACTION:DISPLAY\n\(lines)\nEND:VALARM"
        }
        let merged = try merge.result(
            calendar(times, alarm("TRIGGER:-PT10M\nDESCRIPTION:a")),
            calendar(times, alarm("TRIGGER:-PT20M\nDESCRIPTION:a\nACKNOWLEDGED:20261101T000000Z")),
            calendar(times, alarm("TRIGGER:-PT10M\nDESCRIPTION:b\nACKNOWLEDGED:20261103T000000Z")))
        #expect(
            merged
                == .init(
                    text: calendar(
                        times, alarm("TRIGGER:-PT20M\nDESCRIPTION:b\nACKNOWLEDGED:20261103T000000Z")
                    ),
                    clashes: []))
    }

    @Test("a server that gives an alarm a UID does not double it")
    func alarmGetsUID() throws {
        let alarm = { (lines: String) in
            "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\n\(lines)\nEND:VALARM"
        }
        let merged = try merge.result(
            calendar(times, alarm("DESCRIPTION:a")), calendar(times, alarm("DESCRIPTION:b")),
            calendar(times, alarm("DESCRIPTION:a\nUID:server")))
        #expect(merged.clashes.isEmpty)
        #expect(lines(merged.text).filter { $0 == "BEGIN:VALARM" }.count == 1)
        #expect(lines(merged.text).contains("DESCRIPTION:b"))
    }

    @Test("a to-do's status, completion and percentage are never mixed")
    func progress() throws {
        let todo = { (lines: String) in
            calendar("DUE:20261201T100000Z\n" + lines, component: "VTODO")
        }
        let done = "STATUS:COMPLETED\nPERCENT-COMPLETE:100\nCOMPLETED:20261120T100000Z"
        let half = "STATUS:IN-PROCESS\nPERCENT-COMPLETE:50"
        let merged = try merge.result(
            todo("STATUS:NEEDS-ACTION\nSUMMARY:a"), todo(done + "\nSUMMARY:b"),
            todo(half + "\nSUMMARY:a"))
        #expect(merged.text == todo(half + "\nSUMMARY:b"))
        try #require(merged.clashes.map(\.property) == ["STATUS"])
        #expect(merged.clashes[0].mine == done.split(separator: "\n").map(String.init))
        let alone = try merge.result(
            todo("SUMMARY:a"), todo(done + "\nSUMMARY:a"), todo("SUMMARY:b"))
        #expect(Set(lines(alone.text)) == Set(lines(todo("SUMMARY:b\n" + done))))
        #expect(alone.clashes.isEmpty)
    }

    @Test("the calendar's own properties merge as well")
    func calendarProperties() throws {
        let merged = try merge.result(
            calendar(times, head: "X-A:1\nX-B:1"), calendar(times, head: "X-A:2\nX-B:1"),
            calendar(times, head: "X-A:1\nX-B:2"))
        #expect(merged == .init(text: calendar(times, head: "X-A:2\nX-B:2"), clashes: []))
    }

    @Test("the newer revision's value stands, whichever side it is")
    func newer() throws {
        let newer = ThreeWayMerge(zones: SystemZones.database, policy: .newer)
        let version = { (summary: String, day: Int) in
            calendar(times, "SUMMARY:\(summary)", "LAST-MODIFIED:202606\(day)T000000Z")
        }
        let base = version("a", 10)
        #expect(try newer.result(base, version("b", 12), version("c", 11)).text == version("b", 12))
        #expect(try newer.result(base, version("b", 11), version("c", 12)).text == version("c", 12))
        #expect(try newer.result(base, version("b", 11), version("c", 11)).text == version("c", 11))
    }

    @Test("of the stamps the newer ones stand, whichever side they are of")
    func stamps() throws {
        let stamp = { (day: Int) in "LAST-MODIFIED:202606\(day)T000000Z" }
        let base = calendar(times, "SUMMARY:a", stamp(10))
        for (mine, theirs) in [(11, 12), (12, 11)] {
            let merged = try merge.result(
                base, calendar(times, "SUMMARY:b", stamp(mine)),
                calendar(times, "SUMMARY:a", stamp(theirs), "LOCATION:c"))
            #expect(merged.text == calendar(times, "SUMMARY:b", stamp(12), "LOCATION:c"))
        }
    }

    @Test("a raised SEQUENCE alone is taken, a lowered one not")
    func sequence() throws {
        let (one, two) = (calendar(times, "SEQUENCE:1"), calendar(times, "SEQUENCE:2"))
        let theirs = calendar(times, "SEQUENCE:1", "SUMMARY:a")
        #expect(
            try merge.result(one, two, theirs).text == calendar(times, "SEQUENCE:2", "SUMMARY:a"))
        // What a server lowered in what it was sent stays lowered, or the two would never agree.
        #expect(try merge.result(two, two, theirs).text == theirs)
    }

    @Test("the second event has another UID everywhere, and invites nobody")
    func secondEvent() throws {
        let text = calendar(
            times, "RRULE:FREQ=DAILY", "ORGANIZER:mailto:me@x", "ATTENDEE;CN=B:mailto:b@x",
            extra: instance(":20261203T100000Z", "SUMMARY:Once"))
        let copy = try #require(ThreeWayMerge.secondEvent(of: text, uid: "new"))
        #expect(lines(copy).filter { $0.hasPrefix("UID") } == ["UID:new", "UID:new"])
        #expect(lines(copy).contains("ORGANIZER;SCHEDULE-AGENT=NONE:mailto:me@x"))
        #expect(lines(copy).contains("ATTENDEE;CN=B;SCHEDULE-AGENT=NONE:mailto:b@x"))
        #expect(lines(copy).count == lines(text).count)
        #expect(ThreeWayMerge.secondEvent(of: Array("x".utf8), uid: "new") == nil)
    }

    @Test("line ends and odd forms of the server's text stay where nothing changes")
    func bytes() throws {
        let theirs = Array(
            "\u{FEFF}begin:vcalendar\nVERSION:2.0\n\nBEGIN:VEVENT\nUID:u1\nSUMMARY:Té\n  a\nDTSTART:20261201T100000Z\nEND:VEVENT\nEND:VCALENDAR"
                .utf8)
        let base = calendar("DTSTART:20261201T100000Z", "SUMMARY:x")
        #expect(try merge.result(base, base, theirs).text == theirs)
        let merged = try merge.result(
            base, calendar("DTSTART:20261201T100000Z", "SUMMARY:x", "X-A:1"), theirs)
        #expect(
            String(decoding: merged.text ?? [], as: UTF8.self)
                == "begin:vcalendar\nVERSION:2.0\n\nBEGIN:VEVENT\nUID:u1\nSUMMARY:Té\n  a\nDTSTART:20261201T100000Z\nX-A:1\nDTSTAMP:20260101T000000Z\nEND:VEVENT\nEND:VCALENDAR\n"
        )
    }

    @Test("an attendee's own to-do progress and what the organizer changed stand both")
    func attendeeEXDATE() throws {
        let head = times + "\nRRULE:FREQ=DAILY\nORGANIZER:mailto:boss@x\nATTENDEE:mailto:me@x"
        var mine = merge
        mine.attendee = "me@x"
        let merged = try mine.result(
            calendar(head), calendar(head, "EXDATE:20261202T100000Z", "LOCATION:mine"),
            calendar(head, "SUMMARY:a"))
        #expect(merged.text == calendar(head, "SUMMARY:a", "EXDATE:20261202T100000Z"))
        #expect(merged.clashes.map(\.property) == ["LOCATION"])
    }

    @Test("two alarms of one trigger in another order are no change")
    func alarmOrder() throws {
        let alarm = { (text: String) in
            "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nDESCRIPTION:\(text)\nEND:VALARM"
        }
        let theirs = calendar(times, "SUMMARY:a", alarm("b"), alarm("a"))
        let merged = try merge.result(
            calendar(times, alarm("a"), alarm("b")), calendar(times, alarm("b"), alarm("a")), theirs
        )
        #expect(merged == .init(text: theirs, clashes: []))
        #expect(
            try merge.result(
                calendar(times, alarm("a"), alarm("b")), nil,
                calendar(times, alarm("b"), alarm("a"))
            ).text == nil)
    }

    @Test("a dismissed alarm does not bring a deleted event back, and a new alarm does")
    func dismissed() throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nDESCRIPTION:a\nEND:VALARM"
        let done = alarm.replacing("END", with: "ACKNOWLEDGED:20261101T000000Z\nEND")
        let dismissed = calendar(times, "X-MOZ-LASTACK:20261101T000000Z", done)
        #expect(
            try merge.result(calendar(times, alarm), dismissed, nil)
                == .init(text: nil, clashes: []))
        #expect(
            try merge.result(calendar(times), calendar(times, alarm), nil).text
                == calendar(times, alarm))
        // Beside another change it is taken.
        let both = try merge.result(
            calendar(times, alarm), calendar(times, done), calendar(times, "SUMMARY:a", alarm))
        #expect(both == .init(text: calendar(times, "SUMMARY:a", done), clashes: []))
    }

    @Test("who is not invited may have organized it under another address")
    func notInvited() throws {
        var careful = merge
        careful.attendee = "me@x"
        let head = times + "\nORGANIZER:mailto:me@work.x\nATTENDEE:mailto:b@x"
        let merged = try careful.result(
            calendar(head), calendar(head, "SUMMARY:mine"), calendar(head, "LOCATION:theirs"))
        #expect(
            merged == .init(text: calendar(head, "LOCATION:theirs", "SUMMARY:mine"), clashes: []))
    }
}
