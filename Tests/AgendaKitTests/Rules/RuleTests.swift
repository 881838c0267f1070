import ICalendar
import Testing

@testable import AgendaKit

@Suite("Rules")
struct RuleTests {
    @Test(
        "words with stars are the whole text, without case, accents and width of white space",
        arguments: [
            ("Lunch*", "lunch with Kim", true), ("Lunch*", "Team lunch", false),
            ("*lunch*", "Team Lunch today", true), ("lunch", "Lunch", true),
            ("lunch", "lunches", false), ("*", "", true), ("a*b", "ab", true), ("a*a", "a", false),
            ("a*b*c", "a-b-b-c", true), ("a*bc*d", "abd", false), ("cafe *", "Café  Nord", true),
            ("Weekly* Kim", "weeklykim", false), (#"2\*3"#, "2*3", true), (#"2\*3"#, "213", false),
            ("*ab", "abab", true), ("*aab*", "aaab", true), ("/^l.nch/", "Lynch", true),
            ("/", "/", true), ("会议*", "会议室", true),
        ])
    func patterns(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try RulePattern(pattern).matches(FoldedText(text)) == isMatch)
    }

    @Test("a rule is written and read as the same")
    func text() throws {
        let rule = try Rule([
            .summary: ["Lunch*", "/tea/"], .repeats: ["true"], .title: ["{calendar}: {summary}"],
            .in: ["lists", "mirrors"],
        ])
        #expect(Rule(text: rule.text()) == rule)
        let set = RuleSet([rule, rule], zone: "Europe/Berlin", me: ["a@x", "b@x"])
        #expect(RuleSet(text: set.text) == set)
        #expect(RuleSet(text: "") == RuleSet())
        #expect(rule.places == [.lists, .mirrors])
    }

    @Test("conditions alone name a rule, with the zone where hours count")
    func names() throws {
        let hide = try Rule([.summary: ["a"], .hide: ["true"]])
        let color = try Rule([.summary: ["a"], .color: ["red"]])
        let hours = try Rule([.between: ["9-17"], .hide: ["true"]])
        let berlin = RuleSet([hide, color, hours], zone: "Europe/Berlin").names
        let paris = RuleSet([hide, color, hours], zone: "Europe/Paris").names
        #expect(berlin[0] == berlin[1] && berlin[0] == paris[0] && berlin[2] != paris[2])
    }

    @Test("what the store keeps is read rule by rule, with the same names")
    func stored() throws {
        let set = RuleSet(
            [
                try Rule([.summary: ["a", "hide"], .hide: ["true"]]),
                try Rule([.calendar: ["title"], .between: ["9-17"], .title: ["x"], .in: ["lists"]]),
                try Rule([.weekdays: ["monday"], .color: ["red"]]),
                try Rule([.free: ["true"], .repeats: ["false"], .busy: ["true"]]),
            ], zone: "Europe/Berlin", me: ["a@x", "b@x"])
        var stored = StoredRuleSet(text: set.text)
        #expect(stored.names == set.names.map { UInt64($0, radix: 16) })
        #expect(stored.zone == "Europe/Berlin" && stored.me == ["a@x", "b@x"])
        #expect((0..<4).map { stored.rule($0) } == set.rules)
        #expect(StoredRuleSet(text: "").names.isEmpty)
        #expect(set.text.hasPrefix(RuleSet.head(zone: "Europe/Berlin", me: ["a@x", "b@x"])))
    }

    @Test(
        "what is no rule",
        arguments: [
            ([.summary: ["a"]], .noEffect), ([.hide: ["true"]], .noCondition),
            ([.summary: ["/(/"], .hide: ["true"]], .expression(.summary, "/(/", at: 1)),
            ([.summary: [#"/(a)\1/"#], .hide: ["true"]], .backtracking(.summary, #"/(a)\1/"#)),
            ([.summary: ["/a{5000}/"], .hide: ["true"]], .tooLarge(.summary, "/a{5000}/")),
            ([.weekdays: ["someday"], .hide: ["true"]], .value(.weekdays, "someday")),
            ([.between: ["9"], .hide: ["true"]], .value(.between, "9")),
            ([.longerThan: ["long"], .hide: ["true"]], .value(.longerThan, "long")),
            ([.summary: ["a"], .title: ["{name}"]], .value(.title, "{name}")),
            ([.summary: ["a"], .remind: ["5w"]], .value(.remind, "5w")),
            ([.summary: ["a"], .hide: ["true"], .in: ["paper"]], .value(.in, "paper")),
            ([.free: ["maybe"], .hide: ["true"]], .value(.free, "maybe")),
        ] as [([Rule.Key: [String]], Rule.Fault)])
    func faults(settings: [Rule.Key: [String]], fault: Rule.Fault) {
        #expect(throws: fault) { try Rule(settings) }
    }

    @Test("a title takes what the event says once, and what an event says is no template")
    func title() throws {
        var content = EventContent(uid: "1", calendar: "team")
        content.summary = "{location}"
        content.location = "Room"
        let effects = try RuleEffects([.title: ["{calendar}: {summary} ({location})"]])
        #expect(effects.title(of: content) == "team: {location} (Room)")
    }

    private func holds(
        _ settings: [Rule.Key: [String]], _ span: Span, zone: String = "Europe/Berlin"
    ) throws -> Bool {
        let zone = try Make.zone(zone)
        return try RuleConditions(settings).hold(span, zone: zone, isDeclined: nil)
    }

    @Test(
        "hours and days of the week are those of the zone, over midnight too; whole days have none")
    func clock() throws {
        // 23:30 UTC on Friday is 00:30 on Saturday in Berlin.
        let night = try Make.instant("20261120T233000Z")
        let span = Span.instants(night..<(night + 3_600))
        #expect(try holds([.weekdays: ["saturday"]], span))
        #expect(try !holds([.weekdays: ["saturday"]], span, zone: "UTC"))
        #expect(try holds([.between: ["22:00-6:00"]], span))
        #expect(try !holds([.between: ["1:00-6:00"]], span))
        #expect(try holds([.between: ["23:00-24:00"]], span, zone: "UTC"))
        let day = try Make.date("2026-11-21")
        let whole = Span.dates(day..<(day + 2))
        #expect(try holds([.weekdays: ["saturday"]], whole))
        #expect(try !holds([.between: ["0:00-24:00"]], whole))
        #expect(try holds([.allDay: ["true"]], whole) && !holds([.allDay: ["true"]], span))
        #expect(try holds([.longerThan: ["1d"]], whole) && !holds([.longerThan: ["2d"]], whole))
        #expect(try holds([.shorterThan: ["2h"]], span) && !holds([.shorterThan: ["1h"]], span))
    }
}
