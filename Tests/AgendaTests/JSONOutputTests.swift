import AgendaJSON
import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("JSON, version 1")
struct JSONOutputTests {
    private var agenda: AgendaProcess {
        var agenda = AgendaProcess()
        agenda.input = calendar(
            """
            UID:meeting
            DTSTART;TZID=America/New_York:20261120T093000
            DURATION:PT15M
            RRULE:FREQ=DAILY;COUNT=1
            SUMMARY:Stand-up "early"
            LOCATION:Room 4
            DESCRIPTION:One\\nTwo
            URL:https://example.org/
            CATEGORIES:Work,Daily
            ORGANIZER:mailto:boss@example.org
            ATTENDEE:mailto:kim@example.org
            SEQUENCE:2
            """,
            "UID:day\nDTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261123\nTRANSP:TRANSPARENT",
            "UID:float\nDTSTART:20261120T070000\nDTEND:20261120T070500\nSTATUS:TENTATIVE")
        return agenda
    }

    private let meeting = """
        {"id":"\(OccurrenceID(uid: "meeting", recurrenceID: nil))-20261120T143000Z",\
        "uid":"meeting","recurrenceId":"2026-11-20T15:30:00+01:00",\
        "start":"2026-11-20T15:30:00+01:00","end":"2026-11-20T15:45:00+01:00","allDay":false,\
        "floating":false,"timeZone":"America/New_York","summary":"Stand-up \\"early\\"",\
        "location":"Room 4","description":"One\\nTwo","url":"https://example.org/",\
        "categories":["Work","Daily"],"status":"confirmed","transparent":false,"recurring":true,\
        "overridden":false,"calendar":"standard input","alsoIn":[],\
        "organizer":"mailto:boss@example.org","participantCount":1,"sequence":2}
        """
    private let day = """
        {"id":"\(OccurrenceID(uid: "day", recurrenceID: nil))","uid":"day","recurrenceId":null,\
        "start":"2026-11-21","end":"2026-11-23","allDay":true,"floating":false,"timeZone":null,\
        "summary":null,"location":null,"description":null,"url":null,"categories":[],\
        "status":"confirmed","transparent":true,"recurring":false,"overridden":false,\
        "calendar":"standard input","alsoIn":[],"organizer":null,"participantCount":0,\
        "sequence":0}
        """
    private let floating = """
        {"id":"\(OccurrenceID(uid: "float", recurrenceID: nil))","uid":"float",\
        "recurrenceId":null,"start":"2026-11-20T07:00:00+01:00",\
        "end":"2026-11-20T07:05:00+01:00","allDay":false,"floating":true,"timeZone":null,\
        "summary":null,"location":null,"description":null,"url":null,"categories":[],\
        "status":"tentative","transparent":false,"recurring":false,"overridden":false,\
        "calendar":"standard input","alsoIn":[],"organizer":null,"participantCount":0,\
        "sequence":0}
        """

    @Test("the list is one document, each event once and by start")
    func list() throws {
        let result = try agenda.run("list", "-", "--json")
        #expect(
            result.output == """
                {"version":1,"timeZone":"Europe/Berlin","from":"2026-11-20","to":"2026-11-26",\
                "sources":[
                {"name":"standard input","kind":"file","path":"standard input","status":"ok",\
                "events":3,"diagnostics":0}],"events":[
                \(floating),
                \(meeting),
                \(day)]}

                """)
    }

    @Test("--jsonl is the events alone")
    func jsonLines() throws {
        #expect(
            try agenda.run("list", "-", "--jsonl").output == "\(floating)\n\(meeting)\n\(day)\n")
    }

    @Test("--tsv is a table with a header")
    func table() throws {
        let id = OccurrenceID(uid: "day", recurrenceID: nil)
        #expect(
            try agenda.run("list", "-", "--tsv", "--from", "2026-11-22").output
                == "start\tend\tallDay\tsummary\tlocation\tcalendar\tstatus\tid\n"
                + "2026-11-21\t2026-11-23\ttrue\t\t\tstandard input\tconfirmed\t\(id)\n")
    }

    @Test("the timeline has 488 nodes, today at 120, and events in each node that they span")
    func timeline() throws {
        struct Document: Decodable {
            struct Event: Decodable { var uid: String }
            struct Node: Decodable {
                var index: Int
                var date: String
                var events: [Event]
            }
            var version: Int
            var timeZone, today: String
            var todayIndex: Int
            var nodes: [Node]
        }
        let output = try agenda.run("timeline", "-", "--json").output
        let document = try JSONDecoder().decode(Document.self, from: Data(output.utf8))
        #expect(document.version == 1)
        #expect(document.today == "2026-11-20")
        #expect(document.todayIndex == 120)
        #expect(document.nodes.map(\.index) == Array(0..<488))
        #expect(document.nodes.first?.date == "2026-07-23")
        #expect(document.nodes.last?.date == "2027-11-22")
        #expect(
            document.nodes.filter { !$0.events.isEmpty }
                .map { "\($0.index) \($0.date) \($0.events.map(\.uid))" } == [
                    #"120 2026-11-20 ["float", "meeting"]"#, #"121 2026-11-21 ["day"]"#,
                    #"122 2026-11-22 ["day"]"#,
                ])
    }

    @Test("--now moves the window")
    func moved() throws {
        let result = try agenda.run([
            "timeline", "-", "--json", "--now", "2027-03-28T03:00:00+02:00", "--time-zone",
            "Europe/Berlin",
        ])
        // 120 days before 2027-03-28.
        let head =
            #"{"version":1,"timeZone":"Europe/Berlin","today":"2027-03-28","todayIndex":120,"#
        #expect(result.output.hasPrefix(head + #""nodes":["# + "\n"))
        #expect(result.output.contains(#"{"index":0,"date":"2026-11-28","events":[]},"#))
    }

    @Test("show has every property as jCal, unknown ones and all their parameters included")
    func properties() throws {
        var agenda = agenda
        agenda.input = calendar(
            """
            UID:a
            DTSTART;VALUE=DATE:20261121
            COLOR:red
            GEO:52.5;-13.25
            X-FOO;BAR=1:a\\,b
            ATTENDEE;DELEGATED-TO="mailto:a@example.org","mailto:b@example.org";SENT-BY="mailto:c@example.org":mailto:d@example.org
            EXDATE;VALUE=DATE:20261122,20261123
            REQUEST-STATUS:2.0;Success
            SUMMARY:s
            """)
        let id = OccurrenceID(uid: "a", recurrenceID: nil).description
        let output = try agenda.run("show", id, "-", "--json").output
        for property in [
            #"["dtstart",{},"date","2026-11-21"]"#, #"["color",{},"text","red"]"#,
            #"["geo",{},"float",[52.5,-13.25]]"#, #"["x-foo",{"bar":"1"},"unknown","a\\,b"]"#,
            #"["attendee",{"delegated-to":["mailto:a@example.org","mailto:b@example.org"],"sent-by":"mailto:c@example.org"},"cal-address","mailto:d@example.org"]"#,
            #"["exdate",{},"date","2026-11-22","2026-11-23"]"#,
            #"["request-status",{},"text",["2.0","Success"]]"#,
        ] {
            #expect(output.contains(property), "\(property)")
        }
    }

    @Test(
        "show has a to-do and a journal entry as jCal, of one that recurs the component of the instance"
    )
    func otherItems() throws {
        var agenda = agenda
        agenda.input = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:bins
            DUE:20261120T180000Z
            RRULE:FREQ=DAILY;COUNT=3
            SUMMARY:Bins
            END:VTODO
            BEGIN:VTODO
            UID:bins
            RECURRENCE-ID:20261121T180000Z
            DUE:20261121T190000Z
            X-WHO:Kim
            SUMMARY:Bins late
            END:VTODO
            BEGIN:VJOURNAL
            UID:diary
            DTSTART;VALUE=DATE:20261120
            SUMMARY:Diary
            DESCRIPTION:One
            DESCRIPTION:Two
            END:VJOURNAL
            END:VCALENDAR

            """
        let whole = try agenda.run("show", "bins", "-", "--json").output
        #expect(
            whole.hasSuffix(
                #"""
                ,"jcal":["vtodo",[["uid",{},"text","bins"],["due",{},"date-time","2026-11-20T18:00:00Z"],\#
                ["rrule",{},"recur",{"freq":"DAILY","count":3}],["summary",{},"text","Bins"]],[]]}

                """#))
        let key = OccurrenceID(uid: "bins", recurrenceID: nil).description
        let one = try agenda.run("show", key + "-20261121T180000Z", "-", "--json").output
        #expect(
            one.contains(#"["x-who",{},"unknown","Kim"],["summary",{},"text","Bins late"]],[]]}"#))
        let diary = try agenda.run("show", "diary", "-", "--json").output
        #expect(
            diary.hasSuffix(
                #"""
                ,"jcal":["vjournal",[["uid",{},"text","diary"],["dtstart",{},"date","2026-11-20"],\#
                ["summary",{},"text","Diary"],["description",{},"text","One"],\#
                ["description",{},"text","Two"]],[]]}

                """#))
    }

    @Test("show adds rules, comments, links, participants, alarms, source and copies to the event")
    func show() throws {
        let id = OccurrenceID(uid: "meeting", recurrenceID: nil).description
        let result = try agenda.run("show", id, "-", "--json")
        let rest = """
            ,"endTimeZone":null,"organizerName":null,"class":null,"priority":0,"geo":null,\
            "rules":["FREQ=DAILY;COUNT=1"],"comments":[],\
            "links":[{"kind":"url","address":"https://example.org/"}],\
            "participants":[{"address":"mailto:kim@example.org","name":null,\
            "role":"REQ-PARTICIPANT","status":"NEEDS-ACTION","rsvp":false,"kind":"INDIVIDUAL"}],\
            "alarms":[],"source":{"name":"standard input","kind":"file","path":"standard input",\
            "href":""},"copies":[],"jcal":["vevent",[\
            ["dtstamp",{},"date-time","2026-01-01T00:00:00Z"],["uid",{},"text","meeting"],\
            ["dtstart",{"tzid":"America/New_York"},"date-time","2026-11-20T09:30:00"],\
            ["duration",{},"duration","PT15M"],["rrule",{},"recur",{"freq":"DAILY","count":1}],\
            ["summary",{},"text","Stand-up \\"early\\""],["location",{},"text","Room 4"],\
            ["description",{},"text","One\\nTwo"],["url",{},"uri","https://example.org/"],\
            ["categories",{},"text","Work","Daily"],\
            ["organizer",{},"cal-address","mailto:boss@example.org"],\
            ["attendee",{},"cal-address","mailto:kim@example.org"],["sequence",{},"integer",2]],[]]}

            """
        #expect(result.output == String(meeting.dropLast()) + rest)
    }

    @Test("a long document that is passed on piece by piece is the one that is made at once")
    func pieces() {
        func members(_ json: inout JSONWriter) {
            json.member("first", 1)
            json.lines("numbers", Array(0..<50_000))
            json.member("last", 2)
        }
        var pieces: [OutputBuffer] = []
        let rest = JSONWriter.document(zone: .utc, passing: { pieces.append($0) }, members)
        #expect(pieces.count == 5)
        let whole = JSONWriter.document(zone: .utc, members)
        #expect(pieces.flatMap(\.bytes) + rest.bytes == whole.bytes)
    }
}
