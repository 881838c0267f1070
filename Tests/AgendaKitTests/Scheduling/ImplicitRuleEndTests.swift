import ICalendar
import Testing

@testable import AgendaKit

private typealias Rule = ImplicitRuleCase

@Suite("What ends for others, and what a service does not tell (RFC 6638 sections 3.2.1 and 7.1)")
struct ImplicitRuleEndTests {
    @Test("what does not take place, and what is refused", arguments: ImplicitRuleEndTests.ends)
    func end(_ example: ImplicitRuleCase) throws { try example.check() }

    @Test(
        "guests of whom the organizer's program takes care", arguments: ImplicitRuleEndTests.agents)
    func agent(_ example: ImplicitRuleCase) throws { try example.check() }

    private static func refused(
        _ name: String, _ fault: SchedulingFault, from old: [String] = [], to new: [String]
    ) -> ImplicitRuleCase {
        ImplicitRuleCase(testDescription: name, old: old, new: new, fault: fault)
    }

    static let ends: [ImplicitRuleCase] = [
        Rule.rule(
            "the organizer deletes it", from: [Rule.event("lee+ max!", "SEQUENCE:2")], to: [],
            tells: [
                "CANCEL lee: event#3 lee+ max! CANCELLED",
                "CANCEL max: event#3 lee+ max! CANCELLED",
            ], stored: []),
        Rule.rule(
            "a series and one instance's guest",
            from: [Rule.series("lee"), Rule.instance("1202", "lee max")], to: [],
            tells: [
                "CANCEL lee: event#1 lee- CANCELLED", "CANCEL max: 1202T10#1 lee- max- CANCELLED",
            ], stored: []),
        Rule.rule(
            "what was cancelled is deleted", from: [Rule.event("lee", "STATUS:CANCELLED")], to: [],
            tells: [], stored: []),
        Rule.rule(
            "organizer and guests are taken out", from: [Rule.event("lee max")],
            to: [Rule.event("", "ORGANIZER:")],
            tells: [
                "CANCEL lee: event#1 lee- max- CANCELLED",
                "CANCEL max: event#1 lee- max- CANCELLED",
            ], stored: ["event#0"]),
        Rule.rule(
            "the organizer is taken out, the guests stay in the text",
            from: [Rule.event("lee+ max")], to: [Rule.event("lee+ max", "ORGANIZER:")],
            tells: [
                "CANCEL lee: event#1 lee+ max- CANCELLED",
                "CANCEL max: event#1 lee+ max- CANCELLED",
            ], stored: ["event#0 lee+ max-"]),
        Rule.rule(
            "an organizer comes again", from: [Rule.event("lee max", "ORGANIZER:")],
            to: [Rule.event("max")], tells: ["REQUEST max: event#0 max-"],
            stored: ["event#0 max-1.2"]),
        Rule.rule(
            "it does not take place, and says why", from: [Rule.event("lee+")],
            to: [Rule.event("lee+", "STATUS:CANCELLED", "SUMMARY:Snow")],
            tells: ["CANCEL lee: event#1 lee+ CANCELLED"],
            stored: ["event#1 lee+1.2 CANCELLED"], lines: ["SUMMARY:Snow"]),
        Rule.rule(
            "it does not take place", from: [Rule.event("lee+", "STATUS:CONFIRMED")],
            to: [Rule.event("lee+", "STATUS:CANCELLED")],
            tells: ["CANCEL lee: event#1 lee+ CANCELLED"],
            stored: ["event#1 lee+1.2 CANCELLED"]),
        Rule.rule(
            "it does not take place, which the program counts itself", from: [Rule.event("lee+")],
            to: [Rule.event("lee+", "STATUS:CANCELLED", "SEQUENCE:1")],
            tells: ["CANCEL lee: event#1 lee+ CANCELLED"],
            stored: ["event#1 lee+1.2 CANCELLED"]),
        Rule.rule(
            "it takes place after all",
            from: [Rule.event("lee+", "STATUS:CANCELLED", "SEQUENCE:1")],
            to: [Rule.event("lee+", "STATUS:CONFIRMED", "SEQUENCE:1")],
            tells: ["REQUEST lee: event#2 lee+"], stored: ["event#2 lee+1.2"]),
        Rule.rule(
            "nobody hears of what is new and does not take place", from: [],
            to: [Rule.event("lee zoe", "STATUS:CANCELLED")], tells: [],
            stored: ["event#0 lee- zoe- CANCELLED"]),
        Rule.rule(
            "a note in what does not take place",
            from: [Rule.event("zoe", "STATUS:CANCELLED", "SEQUENCE:1")],
            to: [Rule.event("zoe", "STATUS:CANCELLED", "SEQUENCE:1", "DESCRIPTION:Snow")],
            tells: [], stored: ["event#1 zoe- CANCELLED"]),
        refused(
            "the organizer hands it over", .otherOrganizer, from: [Rule.event("lee")],
            to: [Rule.event("lee", "ORGANIZER:mailto:lee@example.org")]),
        refused(
            "parts of different organizers", .severalOrganizers,
            to: [
                Rule.series("lee"),
                Rule.instance("1202", "lee", "ORGANIZER:mailto:lee@example.org"),
            ]),
        Rule.rule(
            "parts of which the series alone names the organizer", from: [],
            to: [Rule.series("lee"), Rule.instance("1202", "lee", "ORGANIZER:")],
            tells: ["REQUEST lee: event#0 lee-, 1202T10#0 lee-"],
            stored: ["event#0 lee-1.2", "1202T10#0 lee-1.2"]),
        Rule.rule(
            "parts of which an instance alone names the organizer", from: [],
            to: [Rule.series("", "ORGANIZER:"), Rule.instance("1202", "lee")],
            tells: ["REQUEST lee: 1202T10#0 lee-"], stored: ["event#0", "1202T10#0 lee-1.2"]),
        Rule.rule(
            "parts of one organizer in different letters", from: [],
            to: [
                Rule.series("lee"),
                Rule.instance("1202", "lee", "ORGANIZER:MAILTO:KIM@example.org"),
            ], tells: ["REQUEST lee: event#0 lee-, 1202T10#0 lee-"],
            stored: ["event#0 lee-1.2", "1202T10#0 lee-1.2"]),
    ]

    @Test("one instance that does not take place", arguments: ImplicitRuleEndTests.instances)
    func instance(_ example: ImplicitRuleCase) throws { try example.check() }

    static let instances: [ImplicitRuleCase] = [
        Rule.rule(
            "is cancelled by itself", from: [Rule.series("lee+ max!")],
            to: [
                Rule.series("lee+ max!"), Rule.instance("1202", "lee+ max!", "STATUS:CANCELLED"),
            ],
            tells: [
                "CANCEL lee: 1202T10#1 lee+ max! CANCELLED",
                "CANCEL max: 1202T10#1 lee+ max! CANCELLED",
            ], stored: ["event#0 lee+1.2 max!1.2", "1202T10#1 lee+1.2 max!1.2 CANCELLED"],
            lines: ["RECURRENCE-ID:20261202T100000Z"]),
        Rule.rule(
            "while the series gets another place", from: [Rule.series("lee+")],
            to: [
                Rule.series("lee+", "LOCATION:Cafe"),
                Rule.instance("1202", "lee+", "STATUS:CANCELLED"),
            ],
            tells: [
                "CANCEL lee: 1202T10#1 lee+ CANCELLED", "REQUEST lee: event#0 lee+ x1202T10",
            ], stored: ["event#0 lee+1.2", "1202T10#1 lee+1.2 CANCELLED"]),
        Rule.rule(
            "and did not before",
            from: [
                Rule.series("lee+"),
                Rule.instance("1202", "lee+", "STATUS:CANCELLED", "SEQUENCE:1"),
            ],
            to: [
                Rule.series("lee+"),
                Rule.instance("1202", "lee+", "STATUS:CANCELLED", "SEQUENCE:1", "SUMMARY:Snow"),
            ], tells: [], stored: ["event#0 lee+", "1202T10#1 lee+ CANCELLED"]),
        Rule.rule(
            "and is new with the series", from: [],
            to: [Rule.series("lee"), Rule.instance("1202", "lee", "STATUS:CANCELLED")],
            tells: ["REQUEST lee: event#0 lee- x1202T10"],
            stored: ["event#0 lee-1.2", "1202T10#0 lee-1.2 CANCELLED"]),
        Rule.rule(
            "takes place after all",
            from: [
                Rule.series("lee+"),
                Rule.instance("1202", "lee+", "STATUS:CANCELLED", "SEQUENCE:1"),
            ],
            to: [Rule.series("lee+"), Rule.instance("1202", "lee+", "SEQUENCE:1")],
            tells: ["REQUEST lee: event#0 lee+, 1202T10#2 lee+"],
            stored: ["event#0 lee+1.2", "1202T10#2 lee+1.2"]),
        Rule.rule(
            "of two to which alone a guest is invited",
            from: [
                Rule.series(""), Rule.instance("1202", "max+"), Rule.instance("1203", "max+"),
            ],
            to: [
                Rule.series(""), Rule.instance("1202", "max+"),
                Rule.instance("1203", "max+", "STATUS:CANCELLED"),
            ], tells: ["CANCEL max: 1203T10#1 max+ CANCELLED"],
            stored: ["event#0", "1202T10#0 max+1.2", "1203T10#1 max+1.2 CANCELLED"]),
    ]

    @Test("what was taken away comes back", arguments: ImplicitRuleEndTests.restored)
    func restore(_ example: ImplicitRuleCase) throws { try example.check() }

    private static func back(
        _ name: String, by writer: String, _ new: [String], tells errands: [String],
        stored: [String]
    ) -> ImplicitRuleCase {
        ImplicitRuleCase(
            testDescription: name, writer: writer, new: new, errands: errands, stored: stored,
            isRestored: true)
    }

    static let restored: [ImplicitRuleCase] = [
        back(
            "the organizer's asks anew, and counts more than its cancellation", by: "kim",
            [Rule.event("lee+ max", "SEQUENCE:2")],
            tells: ["REQUEST lee: event#3 lee+ max-", "REQUEST max: event#3 lee+ max-"],
            stored: ["event#2 lee+1.2 max-1.2"]),
        back(
            "an answer is said again", by: "lee", [Rule.event("lee+ max")],
            tells: ["REPLY kim: event#0 lee+"], stored: ["event#0(1.2) lee+ max-"]),
        back(
            "what was not answered is so again", by: "lee",
            [Rule.series("lee"), Rule.instance("1202", "lee~")],
            tells: ["REPLY kim: event#0 lee-, 1202T10#0 lee~"],
            stored: ["event#0(1.2) lee-", "1202T10#0(1.2) lee~"]),
    ]

    static let agents: [ImplicitRuleCase] = [
        Rule.rule(
            "guests whom the program tells itself, or nobody", from: [],
            to: [
                Rule.event(
                    "lee max;SCHEDULE-AGENT=CLIENT zoe;SCHEDULE-AGENT=NONE ida;SCHEDULE-AGENT=X-PIGEON"
                )
            ], tells: ["REQUEST lee: event#0 lee- max- zoe- ida-"],
            stored: ["event#0 lee-1.2 max- zoe- ida-"]),
        Rule.rule(
            "the program takes a guest over", from: [Rule.event("lee max")],
            to: [Rule.event("lee max;SCHEDULE-AGENT=CLIENT")], tells: ["CANCEL max: event#1 max-"],
            stored: ["event#0 lee- max-1.2"]),
        Rule.rule(
            "a guest whom nobody tells any more", from: [Rule.event("lee max")],
            to: [Rule.event("lee max;SCHEDULE-AGENT=NONE")], tells: ["CANCEL max: event#1 max-"],
            stored: ["event#0 lee- max-1.2"]),
        Rule.rule(
            "the program takes guests over whom nobody could reach",
            from: [Rule.event("ida;SCHEDULE-STATUS=5.1 ann;SCHEDULE-STATUS=3.7")],
            to: [Rule.event("ida;SCHEDULE-AGENT=CLIENT ann;SCHEDULE-AGENT=NONE")], tells: [],
            stored: ["event#0 ida-5.1 ann-3.7"]),
        Rule.rule(
            "the service takes a guest over", from: [Rule.event("lee max;SCHEDULE-AGENT=NONE")],
            to: [Rule.event("lee max;SCHEDULE-AGENT=SERVER")],
            tells: ["REQUEST max: event#0 lee- max-"], stored: ["event#0 lee- max-1.2"]),
        Rule.rule(
            "another time leaves the answers of the program's own guests",
            from: [Rule.event("lee+ max+;SCHEDULE-AGENT=CLIENT;SCHEDULE-STATUS=2.0")],
            to: [
                Rule.event(
                    "lee+ max+;SCHEDULE-AGENT=CLIENT;SCHEDULE-STATUS=2.0",
                    "DTEND:20261201T120000Z")
            ], tells: ["REQUEST lee: event#1 lee- max+"], stored: ["event#1 lee-1.2 max+2.0"]),
        Rule.rule(
            "the program's own guests are uninvited, and it is deleted",
            from: [Rule.event("lee;SCHEDULE-AGENT=CLIENT max;SCHEDULE-AGENT=NONE")], to: [],
            tells: [], stored: []),
    ]
}
