import ICalendar
import Testing

@testable import AgendaKit

private typealias Rule = ImplicitRuleCase

@Suite("What an organizer's change of some instances means for the others (RFC 6638 section 3.2.1)")
struct ImplicitRuleInstanceTests {
    @Test(
        "instances of a series, and who is invited to some alone",
        arguments: ImplicitRuleInstanceTests.instances)
    func instance(_ example: ImplicitRuleCase) throws { try example.check() }

    private static let later = "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T100000Z"
    private static let berlin = "TZID=Europe/Berlin:20261201T"

    static let instances: [ImplicitRuleCase] = [
        Rule.rule(
            "one moves: its answers alone are asked anew", from: [Rule.series("lee+ max!")],
            to: [
                Rule.series("lee+ max!"),
                Rule.instance(
                    "1202", "lee+ max!", "DTSTART:20261202T120000Z", "DTEND:20261202T130000Z"),
            ],
            tells: [
                "REQUEST lee: event#0 lee+ max!, 1202T10#1 lee- max-",
                "REQUEST max: event#0 lee+ max!, 1202T10#1 lee- max-",
            ], stored: ["event#0 lee+1.2 max!1.2", "1202T10#1 lee-1.2 max-1.2"]),
        Rule.rule(
            "one gets another title: its answers stay", from: [Rule.series("lee+")],
            to: [Rule.series("lee+"), Rule.instance("1202", "lee", "SUMMARY:Other")],
            tells: ["REQUEST lee: event#0 lee+, 1202T10#0 lee+"],
            stored: ["event#0 lee+1.2", "1202T10#0 lee+1.2"]),
        Rule.rule(
            "this and later ones move",
            from: [Rule.series("lee+")],
            to: [
                Rule.series("lee+"),
                Rule.instance(
                    "1203", "lee+", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T100000Z",
                    "DTSTART:20261203T120000Z", "DTEND:20261203T130000Z"),
            ], tells: ["REQUEST lee: event#0 lee+, 1203T10#1 lee-"],
            stored: ["event#0 lee+1.2", "1203T10#1 lee-1.2"]),
        Rule.rule(
            "one is taken out of the series", from: [Rule.series("lee+")],
            to: [Rule.series("lee+", "EXDATE:20261202T100000Z", "SEQUENCE:1")],
            tells: ["REQUEST lee: event#1 lee+ x1202T10"], stored: ["event#1 lee+1.2 x1202T10"]),
        Rule.rule(
            "one to which a guest alone is invited is taken out",
            from: [Rule.series("lee"), Rule.instance("1202", "lee max+")],
            to: [Rule.series("lee", "EXDATE:20261202T100000Z", "SEQUENCE:1")],
            tells: ["REQUEST lee: event#1 lee- x1202T10", "CANCEL max: 1202T10#1 max+"],
            stored: ["event#1 lee-1.2 x1202T10"]),
        Rule.rule(
            "a guest of one gets it alone", from: [Rule.series("lee+")],
            to: [Rule.series("lee+"), Rule.instance("1202", "lee+ max")],
            tells: [
                "REQUEST lee: event#0 lee+, 1202T10#0 lee+ max-",
                "REQUEST max: 1202T10#0 lee+ max-",
            ], stored: ["event#0 lee+1.2", "1202T10#0 lee+1.2 max-1.2"]),
        Rule.rule(
            "who is left out of one has a series without it", from: [Rule.series("lee max")],
            to: [Rule.series("lee max"), Rule.instance("1202", "lee")],
            tells: [
                "REQUEST lee: event#0 lee- max-, 1202T10#0 lee-",
                "CANCEL max: 1202T10#1 max-",
            ], stored: ["event#0 lee-1.2 max-1.2", "1202T10#0 lee-1.2"]),
        Rule.rule(
            "while the series gets another place", from: [Rule.series("max+ lee")],
            to: [Rule.series("max+ lee", "LOCATION:Cafe"), Rule.instance("1202", "lee")],
            tells: [
                "CANCEL max: 1202T10#1 max+", "REQUEST max: event#0 max+ lee- x1202T10",
                "REQUEST lee: event#0 max+ lee-, 1202T10#0 lee-",
            ], stored: ["event#0 max+1.2 lee-1.2", "1202T10#0 lee-1.2"]),
        Rule.rule(
            "and was before", from: [Rule.series("lee max"), Rule.instance("1202", "lee")],
            to: [Rule.series("lee max"), Rule.instance("1202", "lee", "LOCATION:Cafe")],
            tells: ["REQUEST lee: event#0 lee- max-, 1202T10#0 lee-"],
            stored: ["event#0 lee-1.2 max-", "1202T10#0 lee-1.2"]),
        Rule.rule(
            "and comes again", from: [Rule.series("lee max"), Rule.instance("1202", "lee")],
            to: [Rule.series("lee max"), Rule.instance("1202", "lee max")],
            tells: [
                "REQUEST lee: event#0 lee- max-, 1202T10#0 lee- max-",
                "REQUEST max: event#0 lee- max-, 1202T10#0 lee- max-",
            ], stored: ["event#0 lee-1.2 max-1.2", "1202T10#0 lee-1.2 max-1.2"]),
        Rule.rule(
            "who is left out of one and all later ones has a series that ends before",
            from: [Rule.series("max lee")],
            to: [
                Rule.series("max lee"),
                Rule.instance("1203", "lee", later), Rule.instance("1204", "lee"),
            ],
            tells: [
                "REQUEST max: event#0 max- lee-",
                "REQUEST lee: event#0 max- lee-, 1203T10#0 lee-, 1204T10#0 lee-",
            ], stored: ["event#0 max-1.2 lee-1.2", "1203T10#0 lee-1.2", "1204T10#0 lee-1.2"],
            lines: ["RRULE:FREQ=DAILY;UNTIL=20261203T095959Z"]),
        Rule.rule(
            "who is left out of all from the first on is uninvited",
            from: [Rule.series("max lee")],
            to: [
                Rule.series("max lee"),
                Rule.instance("1201", "lee", later.replacing("1203", with: "1201")),
            ],
            tells: [
                "CANCEL max: event#1 max-", "REQUEST lee: event#0 max- lee-, 1201T10#0 lee-",
            ], stored: ["event#0 max-1.2 lee-1.2", "1201T10#0 lee-1.2"]),
        Rule.rule(
            "by the clock of its zone",
            from: [Rule.series("zoe", "DTSTART;\(berlin)110000", "DURATION:PT1H")],
            to: [
                Rule.series("zoe", "DTSTART;\(berlin)110000", "DURATION:PT1H"),
                Rule.instance("1202", "bob", "RECURRENCE-ID:20261202T100000Z"),
            ], tells: ["CANCEL zoe: 1202T11#1 zoe-"],
            stored: ["event#0 zoe-1.1", "1202T10#0 bob-5.3"],
            lines: [
                "RECURRENCE-ID;TZID=Europe/Berlin:20261202T110000", "BEGIN:VTIMEZONE",
                "TZID:Europe/Berlin",
            ]),
        Rule.rule(
            "of whole days",
            from: [Rule.series("lee max", "DTSTART;VALUE=DATE:20261201")],
            to: [
                Rule.series("lee max", "DTSTART;VALUE=DATE:20261201"),
                Rule.instance(
                    "1202", "max", "RECURRENCE-ID;VALUE=DATE:20261202",
                    "DTSTART;VALUE=DATE:20261202"),
            ],
            tells: [
                "CANCEL lee: 1202#1 lee-", "REQUEST max: event#0 lee- max-, 1202#0 max-",
            ], stored: ["event#0 lee-1.2 max-1.2", "1202#0 max-1.2"],
            lines: ["RECURRENCE-ID;VALUE=DATE:20261202"]),
        Rule.rule(
            "a guest of two is uninvited from one",
            from: [
                Rule.series("lee"), Rule.instance("1202", "lee max+"),
                Rule.instance("1203", "lee max~"),
            ],
            to: [
                Rule.series("lee"), Rule.instance("1202", "lee max+"), Rule.instance("1203", "lee"),
            ],
            tells: [
                "REQUEST lee: event#0 lee-, 1202T10#0 lee- max+, 1203T10#0 lee-",
                "CANCEL max: 1203T10#1 max~",
            ],
            stored: ["event#0 lee-1.2", "1202T10#0 lee-1.2 max+1.2", "1203T10#0 lee-1.2"]),
        Rule.rule(
            "a guest of two is uninvited from one, and the other moves",
            from: [
                Rule.series(""), Rule.instance("1202", "max+"), Rule.instance("1203", "max+"),
            ],
            to: [
                Rule.series(""),
                Rule.instance(
                    "1202", "max+", "DTSTART:20261202T120000Z", "DTEND:20261202T130000Z"),
                Rule.instance("1203", ""),
            ], tells: ["CANCEL max: 1203T10#1 max+", "REQUEST max: 1202T10#1 max-"],
            stored: ["event#0", "1202T10#1 max-1.2", "1203T10#0"]),
        Rule.rule(
            "a guest of the series becomes one of an instance", from: [Rule.series("lee max")],
            to: [Rule.series("lee"), Rule.instance("1202", "lee max")],
            tells: [
                "REQUEST lee: event#0 lee-, 1202T10#0 lee- max-", "CANCEL max: event#1 max-",
                "REQUEST max: 1202T10#0 lee- max-",
            ], stored: ["event#0 lee-1.2", "1202T10#0 lee-1.2 max-1.2"]),
        Rule.rule(
            "a guest of one becomes one of the series",
            from: [Rule.series("lee"), Rule.instance("1202", "lee max+")],
            to: [Rule.series("lee max"), Rule.instance("1202", "lee max+")],
            tells: [
                "REQUEST lee: event#0 lee- max-, 1202T10#0 lee- max+",
                "REQUEST max: event#0 lee- max-, 1202T10#0 lee- max+",
            ], stored: ["event#0 lee-1.2 max-1.2", "1202T10#0 lee-1.2 max+1.2"]),
        Rule.rule(
            "one that is named by another clock stays its guest's",
            from: [
                Rule.series("lee"),
                Rule.instance("1202", "max+", "RECURRENCE-ID;TZID=Europe/Berlin:20261202T110000"),
            ],
            to: [Rule.series("lee"), Rule.instance("1202", "max+", "LOCATION:Cafe")],
            tells: ["REQUEST max: 1202T10#0 max+"],
            stored: ["event#0 lee-", "1202T10#0 max+1.2"]),
        Rule.rule(
            "one that says again what the series says, and no longer",
            from: [Rule.series("lee+"), Rule.instance("1202", "lee+", "LOCATION:Cafe")],
            to: [Rule.series("lee+")], tells: ["REQUEST lee: event#0 lee+"],
            stored: ["event#0 lee+1.2"]),
    ]
}
