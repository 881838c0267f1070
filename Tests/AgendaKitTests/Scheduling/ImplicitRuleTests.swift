import ICalendar
import Testing

@testable import AgendaKit

private typealias Rule = ImplicitRuleCase

@Suite("What an organizer's change means for the others (RFC 6638 section 3.2.1)")
struct ImplicitRuleTests {
    @Test(
        "who is invited, uninvited and told of changes",
        arguments: ImplicitRuleTests.people + ImplicitRuleTests.times + ImplicitRuleTests.texts)
    func change(_ example: ImplicitRuleCase) throws { try example.check() }

    @Test("a zone of the event's own goes along as it came")
    func zone() throws {
        let zone = OwnZones(in: Array(Make.timeZone(offset: "+0100").utf8))
        let old = Rule.event("lee+", "DTSTART;TZID=Ours:20261201T110000", "DURATION:PT1H")
        var example = ImplicitRuleCase(
            testDescription: "moved", old: [old],
            new: [old.replacing("T110000", with: "T120000")],
            errands: ["REQUEST lee: event#1 lee-"], stored: ["event#1 lee-1.2"])
        example.lines = ["BEGIN:VTIMEZONE", "TZID:Ours", "TZOFFSETTO:+0100"]
        try example.check(definitions: zone.definitions)
        // By a clock an hour ahead it is the same time.
        example.new = [Rule.event("lee+", "DTSTART:20261201T100000Z", "DURATION:PT1H")]
        (example.errands, example.stored, example.lines) = ([], ["event#0 lee+"], [])
        try example.check(definitions: zone.definitions)
    }

    static let people: [ImplicitRuleCase] = [
        Rule.rule(
            "a new event asks each guest", from: [], to: [Rule.event("kim+ lee max")],
            tells: [
                "REQUEST lee: event#0 kim+ lee- max-", "REQUEST max: event#0 kim+ lee- max-",
            ], stored: ["event#0 kim+ lee-1.2 max-1.2"]),
        Rule.rule(
            "a new event without guests tells nobody", from: [], to: [Rule.event("")], tells: [],
            stored: ["event#0"]),
        Rule.rule(
            "who only invites themselves tells nobody", from: [], to: [Rule.event("kim+")],
            tells: [], stored: ["event#0 kim+"]),
        Rule.rule(
            "an event without an organizer is no invitation", from: [],
            to: [Rule.event("lee", "ORGANIZER:")], tells: [], stored: nil),
        Rule.rule(
            "an event becomes an invitation", from: [Rule.event("", "ORGANIZER:")],
            to: [Rule.event("lee")], tells: ["REQUEST lee: event#0 lee-"],
            stored: ["event#0 lee-1.2"]),
        Rule.rule(
            "someone is added, whom the others see", from: [Rule.event("lee+;SCHEDULE-STATUS=2.0")],
            to: [Rule.event("lee+;SCHEDULE-STATUS=2.0 max")],
            tells: ["REQUEST lee: event#0 lee+ max-", "REQUEST max: event#0 lee+ max-"],
            stored: ["event#0 lee+1.2 max-1.2"]),
        Rule.rule(
            "someone is uninvited, whom alone the cancellation names",
            from: [Rule.event("lee+ max+", "STATUS:CONFIRMED")],
            to: [Rule.event("max+", "STATUS:CONFIRMED")],
            tells: ["REQUEST max: event#0 max+", "CANCEL lee: event#1 lee+"],
            stored: ["event#0 max+1.2"]),
        Rule.rule(
            "a cancellation counts more than what the program wrote before",
            from: [Rule.event("lee max", "SEQUENCE:3")], to: [Rule.event("max", "SEQUENCE:7")],
            tells: ["REQUEST max: event#7 max-", "CANCEL lee: event#7 lee-"],
            stored: ["event#7 max-1.2"]),
        Rule.rule(
            "guests who cannot be reached", from: [],
            to: [Rule.event("lee zoe bob ida ann")],
            tells: [
                "REQUEST lee: event#0 lee- zoe- bob- ida- ann-",
                "REQUEST zoe: event#0 lee- zoe- bob- ida- ann-",
            ], stored: ["event#0 lee-1.2 zoe-1.1 bob-5.3 ida-5.1 ann-3.7"]),
    ]

    private static let berlin = "TZID=Europe/Berlin:20261201T"

    static let times: [ImplicitRuleCase] = [
        Rule.rule(
            "another start asks all anew but the organizer",
            from: [Rule.event("kim+ lee+ max!")],
            to: [
                Rule.event("kim+ lee+ max!", "DTSTART:20261201T090000Z", "DTEND:20261201T110000Z")
            ],
            tells: [
                "REQUEST lee: event#1 kim+ lee- max-", "REQUEST max: event#1 kim+ lee- max-",
            ], stored: ["event#1 kim+ lee-1.2 max-1.2"], lines: ["DTSTART:20261201T090000Z"]),
        Rule.rule(
            "another end asks anew", from: [Rule.event("lee~")],
            to: [Rule.event("lee~", "DTEND:20261201T120000Z")],
            tells: ["REQUEST lee: event#1 lee-"], stored: ["event#1 lee-1.2"]),
        Rule.rule(
            "another length asks anew", from: [Rule.event("lee~", "DURATION:PT1H")],
            to: [Rule.event("lee~", "DURATION:PT2H")], tells: ["REQUEST lee: event#1 lee-"],
            stored: ["event#1 lee-1.2"]),
        Rule.rule(
            "another day of a whole day asks anew",
            from: [Rule.event("lee+", "DTSTART;VALUE=DATE:20261201")],
            to: [Rule.event("lee+", "DTSTART;VALUE=DATE:20261202")],
            tells: ["REQUEST lee: event#1 lee-"], stored: ["event#1 lee-1.2"]),
        Rule.rule(
            "a program that has raised the number already",
            from: [Rule.event("lee+", "SEQUENCE:4")],
            to: [Rule.event("lee+", "SEQUENCE:5", "DTEND:20261201T120000Z")],
            tells: ["REQUEST lee: event#5 lee-"], stored: ["event#5 lee-1.2"]),
        Rule.rule(
            "a program that has forgotten the number", from: [Rule.event("lee+", "SEQUENCE:4")],
            to: [Rule.event("lee+", "SEQUENCE:1", "LOCATION:Cafe")],
            tells: ["REQUEST lee: event#4 lee+"], stored: ["event#4 lee+1.2"]),
        Rule.rule(
            "a program that has forgotten the number of what moves",
            from: [Rule.event("lee+", "SEQUENCE:4")],
            to: [Rule.event("lee+", "DTEND:20261201T120000Z")],
            tells: ["REQUEST lee: event#5 lee-"], stored: ["event#5 lee-1.2"]),
        Rule.rule(
            "the same time by another clock is no change",
            from: [Rule.event("lee+", "DTSTART;\(berlin)110000", "DTEND;\(berlin)120000")],
            to: [Rule.event("lee+")], tells: [], stored: ["event#0 lee+"]),
        Rule.rule(
            "a length instead of the same end is no change", from: [Rule.event("lee+")],
            to: [Rule.event("lee+", "DURATION:PT1H")], tells: [], stored: ["event#0 lee+"]),
        Rule.rule(
            "the end that a whole day has anyway is no change",
            from: [Rule.event("lee+", "DTSTART;VALUE=DATE:20261201")],
            to: [
                Rule.event(
                    "lee+", "DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261202")
            ], tells: [], stored: ["event#0 lee+"]),
        Rule.rule(
            "a series by another zone's clock is at other times",
            from: [Rule.series("lee+", "DTSTART;\(berlin)110000", "DURATION:PT1H")],
            to: [Rule.series("lee+", "DURATION:PT1H")], tells: ["REQUEST lee: event#1 lee-"],
            stored: ["event#1 lee-1.2"]),
        Rule.rule(
            "another rule asks anew", from: [Rule.series("lee+")],
            to: [Rule.series("lee+", "RRULE:FREQ=WEEKLY;COUNT=5")],
            tells: ["REQUEST lee: event#1 lee-"], stored: ["event#1 lee-1.2"]),
        Rule.rule(
            "a series that ends earlier keeps the answers", from: [Rule.series("lee+")],
            to: [Rule.series("lee+", "RRULE:FREQ=DAILY;COUNT=3", "SEQUENCE:1")],
            tells: ["REQUEST lee: event#1 lee+"], stored: ["event#1 lee+1.2"]),
    ]

    static let texts: [ImplicitRuleCase] = [
        Rule.rule(
            "another text keeps the answers", from: [Rule.event("lee+ max!")],
            to: [Rule.event("lee+ max!", "SUMMARY:Plans")],
            tells: ["REQUEST lee: event#0 lee+ max!", "REQUEST max: event#0 lee+ max!"],
            stored: ["event#0 lee+1.2 max!1.2"], lines: ["SUMMARY:Plans"]),
        Rule.rule(
            "answers that the organizer's program has not seen; who is elsewhere answers to it",
            from: [Rule.event("lee+ zoe~")], to: [Rule.event("lee zoe+", "LOCATION:Cafe")],
            tells: ["REQUEST lee: event#0 lee+ zoe+", "REQUEST zoe: event#0 lee+ zoe+"],
            stored: ["event#0 lee+1.2 zoe+1.1"]),
        Rule.rule(
            "an alarm is the organizer's own, and the last status stays",
            from: [Rule.event("lee+;SCHEDULE-STATUS=1.2")],
            to: [
                Rule.event(
                    "lee+",
                    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT5M\r\nEND:VALARM"
                )
            ], tells: [], stored: ["event#0 lee+1.2"]),
        Rule.rule(
            "the last status that the program has not seen stays",
            from: [Rule.event("lee+;SCHEDULE-STATUS=2.0 max;SCHEDULE-STATUS=1.2")],
            to: [Rule.event("lee;SCHEDULE-STATUS=1.2 max", "X-MOZ-GENERATION:2")], tells: [],
            stored: ["event#0 lee+2.0 max-1.2"]),
        Rule.rule(
            "stamps and a program's own notes", from: [Rule.event("lee+")],
            to: [
                Rule.event(
                    "lee+", "DTSTAMP:20261119T000000Z", "LAST-MODIFIED:20261119T000000Z",
                    "CREATED:20261101T000000Z", "X-MOZ-GENERATION:2")
            ], tells: [], stored: ["event#0 lee+"]),
        Rule.rule(
            "lines, components, parameters and parts of rules in another order",
            from: [
                Rule.series(
                    "lee+;CN=Lee;CUTYPE=INDIVIDUAL max", "EXDATE:20261203T100000Z",
                    "EXDATE:20261204T100000Z", "LOCATION:Cafe"), Rule.instance("1202", "lee+ max"),
            ],
            to: [
                Rule.instance("1202", "max lee+"),
                Rule.series(
                    "max;CUTYPE=INDIVIDUAL;RSVP=FALSE lee+;CN=\"Lee\"", "LOCATION:Cafe",
                    "RRULE:COUNT=5;FREQ=DAILY", "EXDATE:20261204T100000Z,20261203T100000Z",
                    "SEQUENCE:0"),
            ], tells: [], stored: ["event#0 max- lee+ x1203T10 x1204T10", "1202T10#0 max- lee+"]),
        Rule.rule(
            "an address in other letters is the same guest's", from: [Rule.event("lee+")],
            to: [Rule.event("", "ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:Lee@Example.ORG")], tells: [],
            stored: ["event#0 lee+"]),
        Rule.rule(
            "a guest who is asked to think again, and no one else",
            from: [Rule.event("lee! max")],
            to: [Rule.event("lee!;SCHEDULE-FORCE-SEND=REQUEST max")],
            tells: ["REQUEST lee: event#0 lee! max-"], stored: ["event#0 lee!1.2 max-"]),
    ]

    @Test(
        "answers to one instance that the organizer's program has not seen",
        arguments: ImplicitRuleTests.unseen)
    func answer(_ example: ImplicitRuleCase) throws { try example.check() }

    private static let declined = [
        Rule.series("lee+ max+", "SEQUENCE:1"),
        Rule.instance("1202", "lee! max+", "SEQUENCE:1"),
    ]

    static let unseen: [ImplicitRuleCase] = [
        Rule.rule(
            "stay as they are", from: declined, to: [Rule.series("lee+ max+", "SEQUENCE:1")],
            tells: [], stored: ["event#1 lee+ max+", "1202T10#1 lee! max+"]),
        Rule.rule(
            "go along with another text", from: declined,
            to: [Rule.series("lee max", "SEQUENCE:1", "LOCATION:Cafe")],
            tells: [
                "REQUEST lee: event#1 lee+ max+, 1202T10#1 lee! max+",
                "REQUEST max: event#1 lee+ max+, 1202T10#1 lee! max+",
            ], stored: ["event#1 lee+1.2 max+1.2", "1202T10#1 lee!1.2 max+1.2"]),
        Rule.rule(
            "are those of who is still invited", from: declined,
            to: [Rule.series("max+", "SEQUENCE:1")],
            tells: ["REQUEST max: event#1 max+", "CANCEL lee: event#2 lee+"],
            stored: ["event#1 max+1.2"]),
        Rule.rule(
            "are over with the instance", from: declined,
            to: [Rule.series("lee+ max+", "SEQUENCE:1", "EXDATE:20261202T100000Z")],
            tells: [
                "REQUEST lee: event#1 lee+ max+ x1202T10",
                "REQUEST max: event#1 lee+ max+ x1202T10",
            ], stored: ["event#1 lee+1.2 max+1.2 x1202T10"]),
        Rule.rule(
            "are over when the instance moves", from: declined,
            to: [
                Rule.series("lee+ max+", "SEQUENCE:1"),
                Rule.instance(
                    "1202", "lee+ max+", "SEQUENCE:1", "DTSTART:20261202T120000Z",
                    "DTEND:20261202T130000Z"),
            ],
            tells: [
                "REQUEST lee: event#1 lee+ max+, 1202T10#2 lee- max-",
                "REQUEST max: event#1 lee+ max+, 1202T10#2 lee- max-",
            ], stored: ["event#1 lee+1.2 max+1.2", "1202T10#2 lee-1.2 max-1.2"]),
        Rule.rule(
            "are over when the series moves", from: declined,
            to: [Rule.series("lee+ max+", "SEQUENCE:1", "RRULE:FREQ=WEEKLY;COUNT=5")],
            tells: ["REQUEST lee: event#2 lee- max-", "REQUEST max: event#2 lee- max-"],
            stored: ["event#2 lee-1.2 max-1.2"]),
        Rule.rule(
            "of an instance that moves back are asked for anew",
            from: [
                Rule.series("lee+"),
                Rule.instance(
                    "1202", "lee!", "DTSTART:20261202T120000Z", "DTEND:20261202T130000Z"),
            ], to: [Rule.series("lee+")],
            tells: ["REQUEST lee: event#0 lee+, 1202T10#1 lee-"],
            stored: ["event#0 lee+1.2", "1202T10#1 lee-1.2"]),
        Rule.rule(
            "do not come along to other times of the series",
            from: [Rule.series("lee+"), Rule.instance("1202", "lee+", "LOCATION:Cafe")],
            to: [
                Rule.series("lee+", "DTSTART:20261201T140000Z", "DTEND:20261201T150000Z"),
                Rule.instance(
                    "1202", "lee+", "RECURRENCE-ID:20261202T140000Z", "LOCATION:Cafe",
                    "DTSTART:20261202T140000Z", "DTEND:20261202T150000Z"),
            ], tells: ["REQUEST lee: event#1 lee-, 1202T14#1 lee-"],
            stored: ["event#1 lee-1.2", "1202T14#1 lee-1.2"]),
    ]
}
