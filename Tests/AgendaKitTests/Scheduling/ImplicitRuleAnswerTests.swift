import ICalendar
import Testing

@testable import AgendaKit

private typealias Rule = ImplicitRuleCase

@Suite("What an attendee's change means for the organizer (RFC 6638 section 3.2.2)")
struct ImplicitRuleAnswerTests {
    @Test("what is answered", arguments: ImplicitRuleAnswerTests.answers)
    func answer(_ example: ImplicitRuleCase) throws { try example.check() }

    @Test("what is taken away is declined", arguments: ImplicitRuleAnswerTests.declined)
    func decline(_ example: ImplicitRuleCase) throws { try example.check() }

    @Test("what is the organizer's is refused", arguments: ImplicitRuleAnswerTests.refusals)
    func refuse(_ example: ImplicitRuleCase) throws { try example.check() }

    private static func rule(
        _ name: String, from old: [String], to new: [String], tells errands: [String],
        stored: [String]?, replies: Bool = true, lines: [String] = []
    ) -> ImplicitRuleCase {
        ImplicitRuleCase(
            testDescription: name, writer: "lee", old: old, new: new, errands: errands,
            stored: stored, replies: replies, lines: lines)
    }

    private static func organizer(_ parameter: String) -> String {
        "ORGANIZER;\(parameter):mailto:kim@example.org"
    }

    static let answers: [ImplicitRuleCase] = [
        rule(
            "accepted", from: [Rule.event("lee;RSVP=TRUE max~", "SEQUENCE:2")],
            to: [Rule.event("lee+;RSVP=TRUE max~", "SEQUENCE:2", "COMMENT:Gladly")],
            tells: ["REPLY kim: event#2 lee+"], stored: ["event#2(1.2) lee+ max~"],
            lines: ["COMMENT:Gladly", "DTSTART:20261201T100000Z"]),
        rule(
            "accepted for a whole day",
            from: [Rule.event("lee", "DTSTART;VALUE=DATE:20261201")],
            to: [Rule.event("lee+", "DTSTART;VALUE=DATE:20261201")],
            tells: ["REPLY kim: event#0 lee+"], stored: ["event#0(1.2) lee+"],
            lines: ["DTSTART;VALUE=DATE:20261201"]),
        rule(
            "nothing new", from: [Rule.event("lee")], to: [Rule.event("lee-")], tells: [],
            stored: ["event#0 lee-"]),
        rule(
            "said again because the program wants it", from: [Rule.event("lee~")],
            to: [Rule.event("lee~", organizer("SCHEDULE-FORCE-SEND=REPLY"))],
            tells: ["REPLY kim: event#0 lee~"], stored: ["event#0(1.2) lee~"]),
        rule(
            "one's address in other letters", from: [Rule.event("lee")],
            to: [Rule.event("", "ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:LEE@Example.org")],
            tells: ["REPLY kim: event#0 lee+"], stored: ["event#0(1.2) lee+"]),
        rule(
            "one instance", from: [Rule.series("lee")],
            to: [Rule.series("lee"), Rule.instance("1202", "lee+")],
            tells: ["REPLY kim: 1202T10#0 lee+"],
            stored: ["event#0(1.2) lee-", "1202T10#0(1.2) lee+"],
            lines: ["RECURRENCE-ID:20261202T100000Z"]),
        rule(
            "the series, and one instance otherwise", from: [Rule.series("lee")],
            to: [Rule.series("lee+"), Rule.instance("1203", "lee!")],
            tells: ["REPLY kim: event#0 lee+, 1203T10#0 lee!"],
            stored: ["event#0(1.2) lee+", "1203T10#0(1.2) lee!"]),
        rule(
            "an instance to which alone one is invited", from: [Rule.instance("1202", "lee max")],
            to: [Rule.instance("1202", "lee~ max")], tells: ["REPLY kim: 1202T10#0 lee~"],
            stored: ["1202T10#0(1.2) lee~ max-"]),
        rule(
            "what came by mail, with the answer", from: [], to: [Rule.event("lee+ max")],
            tells: ["REPLY kim: event#0 lee+"], stored: ["event#0(1.2) lee+ max-"]),
        rule(
            "what came by mail, without one", from: [], to: [Rule.event("lee max")], tells: [],
            stored: ["event#0 lee- max-"]),
        rule(
            "what others are invited to", from: [], to: [Rule.event("max+")], tells: [],
            stored: nil),
        rule(
            "others' answers as a program saw them long ago", from: [Rule.event("lee max+ ida!")],
            to: [Rule.event("lee max ida")], tells: [], stored: ["event#0 lee- max+ ida!"]),
        rule(
            "to what was asked, whatever number the program gives it",
            from: [Rule.event("lee", "SEQUENCE:3")],
            to: [Rule.event("lee+", "SEQUENCE:1")], tells: ["REPLY kim: event#3 lee+"],
            stored: ["event#3(1.2) lee+"]),
        rule(
            "a number of the program's own", from: [Rule.event("lee", "SEQUENCE:3")],
            to: [Rule.event("lee+", "SEQUENCE:4")], tells: ["REPLY kim: event#3 lee+"],
            stored: ["event#3(1.2) lee+"]),
        rule(
            "what is one's own",
            from: [Rule.series("lee+;SCHEDULE-STATUS=2.0", "CATEGORIES:Work")],
            to: [
                Rule.series(
                    "lee+", "TRANSP:TRANSPARENT", "CATEGORIES:Mine", "X-MOZ-LASTACK:x",
                    "PERCENT-COMPLETE:50", "DTSTAMP:20261119T000000Z",
                    "LAST-MODIFIED:20261119T000000Z",
                    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT5M\r\nEND:VALARM"
                ), Rule.instance("1202", "lee+", "TRANSP:TRANSPARENT"),
            ], tells: [], stored: ["event#0 lee+", "1202T10#0 lee+"]),
        rule(
            "the same time and text in the program's own form",
            from: [Rule.event("lee", "DESCRIPTION:A walk")],
            to: [
                Rule.event(
                    "lee", "DTSTART;TZID=Europe/Berlin:20261201T110000", "DURATION:PT1H",
                    "DESCRIPTION:A  walk ")
            ], tells: [], stored: ["event#0 lee-"]),
        rule(
            "the program answers itself",
            from: [Rule.event("lee", organizer("SCHEDULE-AGENT=CLIENT"))],
            to: [Rule.event("lee+", organizer("SCHEDULE-AGENT=CLIENT"))], tells: [], stored: nil),
        rule(
            "nobody answers", from: [],
            to: [Rule.event("lee+", organizer("SCHEDULE-AGENT=NONE"))], tells: [], stored: nil),
        rule(
            "the program answers itself from now on", from: [Rule.event("lee")],
            to: [Rule.event("lee+", organizer("SCHEDULE-AGENT=CLIENT"))], tells: [], stored: nil),
        rule(
            "an instance of which the program does not name the organizer",
            from: [Rule.series("lee")],
            to: [Rule.series("lee"), Rule.instance("1202", "lee+", "ORGANIZER:")],
            tells: ["REPLY kim: 1202T10#0 lee+"],
            stored: ["event#0(1.2) lee-", "1202T10#0(1.2) lee+"]),
        rule(
            "an organizer who is away",
            from: [Rule.event("lee", "ORGANIZER:mailto:ida@example.org")],
            to: [Rule.event("lee+", "ORGANIZER:mailto:ida@example.org")], tells: [],
            stored: ["event#0(5.1) lee+"]),
    ]

    private static let moved = Rule.instance(
        "1202", "lee", "DTSTART:20261202T120000Z", "DTEND:20261202T130000Z")

    static let declined: [ImplicitRuleCase] = [
        rule(
            "all of it", from: [Rule.event("lee+ max")], to: [],
            tells: ["REPLY kim: event#0 lee!"], stored: []),
        rule(
            "a series of which one instance was declined",
            from: [
                Rule.series("lee"), Rule.instance("1202", "lee!"), Rule.instance("1203", "lee+"),
            ],
            to: [], tells: ["REPLY kim: event#0 lee!, 1203T10#0 lee!"], stored: []),
        rule("what was declined", from: [Rule.event("lee!")], to: [], tells: [], stored: []),
        rule(
            "what does not take place", from: [Rule.event("lee+", "STATUS:CANCELLED")], to: [],
            tells: [], stored: []),
        rule(
            "without a word", from: [Rule.event("lee+")], to: [], tells: [], stored: [],
            replies: false),
        rule(
            "an instance", from: [Rule.series("lee+")],
            to: [Rule.series("lee+", "EXDATE:20261202T100000Z")],
            tells: ["REPLY kim: 1202T10#0 lee!"], stored: ["event#0(1.2) lee+ x1202T10"],
            lines: ["RECURRENCE-ID:20261202T100000Z", "DTSTART:20261202T100000Z"]),
        rule(
            "two instances of one line", from: [Rule.series("lee", "EXDATE:20261202T100000Z")],
            to: [
                Rule.series("lee", "EXDATE:20261202T100000Z,20261203T100000Z,20261205T100000Z")
            ], tells: ["REPLY kim: 1203T10#0 lee!, 1205T10#0 lee!"],
            stored: ["event#0(1.2) lee- x1202T10 x1203T10 x1205T10"]),
        rule(
            "an instance by its zone's clock",
            from: [
                Rule.series("lee", "DTSTART;TZID=Europe/Berlin:20261201T110000", "DURATION:PT1H")
            ],
            to: [
                Rule.series(
                    "lee", "DTSTART;TZID=Europe/Berlin:20261201T110000", "DURATION:PT1H",
                    "EXDATE;TZID=Europe/Berlin:20261202T110000")
            ], tells: ["REPLY kim: 1202T11#0 lee!"], stored: ["event#0(1.2) lee- x1202T11"],
            lines: ["RECURRENCE-ID;TZID=Europe/Berlin:20261202T110000", "TZID:Europe/Berlin"]),
        rule(
            "a whole day of several", from: [Rule.series("lee", "DTSTART;VALUE=DATE:20261201")],
            to: [
                Rule.series("lee", "DTSTART;VALUE=DATE:20261201", "EXDATE;VALUE=DATE:20261202")
            ], tells: ["REPLY kim: 1202#0 lee!"], stored: ["event#0(1.2) lee- x1202"],
            lines: ["RECURRENCE-ID;VALUE=DATE:20261202"]),
        rule(
            "an instance at another time", from: [Rule.series("lee"), moved],
            to: [Rule.series("lee", "EXDATE:20261202T100000Z")],
            tells: ["REPLY kim: 1202T10#0 lee!"], stored: ["event#0(1.2) lee- x1202T10"],
            lines: ["DTSTART:20261202T120000Z"]),
        rule(
            "an instance that was declined",
            from: [Rule.series("lee"), Rule.instance("1202", "lee!")],
            to: [Rule.series("lee", "EXDATE:20261202T100000Z")], tells: [],
            stored: ["event#0 lee- x1202T10"]),
        rule(
            "an instance that does not take place",
            from: [Rule.series("lee+"), Rule.instance("1202", "lee+", "STATUS:CANCELLED")],
            to: [Rule.series("lee+", "EXDATE:20261202T100000Z")], tells: [],
            stored: ["event#0 lee+ x1202T10"]),
        rule(
            "a day on which there is none", from: [Rule.series("lee")],
            to: [Rule.series("lee", "EXDATE:20261212T100000Z")], tells: [],
            stored: ["event#0 lee- x1212T10"]),
        rule(
            "one of two instances to which alone one is invited",
            from: [Rule.instance("1202", "lee+"), Rule.instance("1203", "lee")],
            to: [Rule.instance("1202", "lee+")], tells: ["REPLY kim: 1203T10#0 lee!"],
            stored: ["1202T10#0(1.2) lee+"]),
    ]

    @Test(
        "what a program has not seen, and what is taken back",
        arguments: ImplicitRuleAnswerTests.kept)
    func keep(_ example: ImplicitRuleCase) throws { try example.check() }

    private static let away = "EXDATE:20261202T100000Z"

    static let kept: [ImplicitRuleCase] = [
        rule(
            "an answer to one instance stays",
            from: [Rule.series("lee+"), Rule.instance("1202", "lee!")],
            to: [Rule.series("lee+", "CATEGORIES:Mine")], tells: [],
            stored: ["event#0 lee+", "1202T10#0 lee!"]),
        rule(
            "an answer to one instance stays when the others are answered",
            from: [Rule.series("lee"), Rule.instance("1202", "lee!")], to: [Rule.series("lee+")],
            tells: ["REPLY kim: event#0 lee+"],
            stored: ["event#0(1.2) lee+", "1202T10#0(1.2) lee!"]),
        rule(
            "an instance with the answer of the others is no news",
            from: [Rule.series("lee+"), Rule.instance("1202", "lee+")], to: [Rule.series("lee+")],
            tells: [], stored: ["event#0 lee+"]),
        rule(
            "an instance that was taken away stays away", from: [Rule.series("lee+", away)],
            to: [Rule.series("lee+", "CATEGORIES:Mine")], tells: [],
            stored: ["event#0 lee+ x1202T10"]),
        rule(
            "an instance that does not take place stays away",
            from: [Rule.series("lee+"), Rule.instance("1202", "lee+", "STATUS:CANCELLED")],
            to: [Rule.series("lee+", "CATEGORIES:Mine")], tells: [],
            stored: ["event#0 lee+", "1202T10#0 lee+ CANCELLED"]),
        back(
            "an instance comes again", from: [Rule.series("lee+", away)],
            to: [Rule.series("lee+")], tells: ["REPLY kim: 1202T10#0 lee+"],
            stored: ["event#0(1.2) lee+"]),
        back(
            "an instance comes again that nobody had answered", from: [Rule.series("lee", away)],
            to: [Rule.series("lee")], tells: ["REPLY kim: 1202T10#0 lee-"],
            stored: ["event#0(1.2) lee-"]),
        back(
            "an instance comes again at its own time", from: [Rule.series("lee+", away)],
            to: [Rule.series("lee+"), moved], tells: ["REPLY kim: 1202T10#0 lee-"],
            stored: ["event#0(1.2) lee+", "1202T10#0(1.2) lee-"]),
        back(
            "an answer to one instance is taken back",
            from: [Rule.series("lee+"), Rule.instance("1202", "lee!")], to: [Rule.series("lee+")],
            tells: ["REPLY kim: 1202T10#0 lee+"], stored: ["event#0(1.2) lee+"]),
        back(
            "an answer to all is taken back", from: [Rule.event("lee!")], to: [Rule.event("lee")],
            tells: ["REPLY kim: event#0 lee-"], stored: ["event#0(1.2) lee-"]),
    ]

    private static func back(
        _ name: String, from old: [String], to new: [String], tells errands: [String],
        stored: [String]
    ) -> ImplicitRuleCase {
        var example = rule(name, from: old, to: new, tells: errands, stored: stored)
        example.isRestored = true
        return example
    }

    static let refusals: [ImplicitRuleCase] = {
        let series = Rule.series("lee max", "SEQUENCE:1")
        let invited = [series, moved]
        func refused(_ name: String, from old: [String] = invited, to new: [String]) -> Rule {
            Rule(
                testDescription: name, writer: "lee", old: old, new: new, fault: .organizersAlone)
        }
        return [
            "SUMMARY:Mine", "LOCATION:Cafe", "DESCRIPTION:Mine", "STATUS:CANCELLED",
            "DTEND:20261201T113000Z", "DURATION:PT2H", "RRULE:FREQ=DAILY;COUNT=6",
            "RRULE:FREQ=WEEKLY;COUNT=5", "RDATE:20261224T100000Z",
            "ORGANIZER:mailto:lee@example.org", "ORGANIZER:mailto:max@example.org", "ORGANIZER:",
        ].map { line in
            let parts = [Rule.series("lee max", "SEQUENCE:1", line), moved]
            let name = line.prefix { $0 != ":" }
            let isOrganizer = name == "ORGANIZER"
            let organizer = line == "ORGANIZER:" ? "\r\n" : "\r\n\(line)\r\n"
            return refused(
                line,
                to: isOrganizer
                    ? parts.map { $0.replacing("\r\n\(Rule.organizer)\r\n", with: organizer) }
                    : parts)
        } + [
            refused("somebody is invited", to: [Rule.series("lee max zoe", "SEQUENCE:1"), moved]),
            refused(
                "somebody is left out where the program answers itself from now on",
                to: [
                    Rule.series("lee", "SEQUENCE:1", organizer("SCHEDULE-AGENT=CLIENT")), moved,
                ]),
            refused("somebody is left out", to: [Rule.series("lee", "SEQUENCE:1"), moved]),
            refused("oneself is left out", to: [Rule.series("max", "SEQUENCE:1"), moved]),
            refused(
                "an instance moves",
                to: [
                    series,
                    Rule.instance(
                        "1202", "lee", "DTSTART:20261202T150000Z", "DTEND:20261202T160000Z"),
                ]),
            refused("an instance moves back", to: [series]),
            refused(
                "an instance on another day",
                to: [series, moved, Rule.instance("1224", "lee max")]),
            refused("the series around an instance", from: [moved], to: [series, moved]),
            refused("the series goes, an instance stays", to: [moved]),
            refused(
                "who comes without an invitation", from: [Rule.event("max")],
                to: [Rule.event("max lee+")]),
        ]
    }()
}
