import ICalendar
import Testing

@testable import AgendaKit

private typealias Rule = ImplicitRuleCase

@Suite("To-dos that are asked of others (RFC 6638 section 3.2, RFC 5546 section 3.4)")
struct ImplicitRuleTodoTests {
    @Test("what the organizer does", arguments: ImplicitRuleTodoTests.asked)
    func ask(_ example: ImplicitRuleCase) throws { try example.check() }

    @Test("what is done of them is an answer", arguments: ImplicitRuleTodoTests.answers)
    func answer(_ example: ImplicitRuleCase) throws { try example.check() }

    @Test(
        "what is the organizer's is refused",
        arguments: ["STATUS:CANCELLED", "DUE:20261202T110000Z", "SUMMARY:Mine", "LOCATION:Cafe"])
    func refuse(_ line: String) throws {
        try ImplicitRuleCase(
            testDescription: line, writer: "lee", old: [Rule.todo("lee")],
            new: [Rule.todo("lee", line)], fault: .organizersAlone
        ).check()
    }

    static let asked: [ImplicitRuleCase] = [
        Rule.rule(
            "a new one asks each", from: [], to: [Rule.todo("lee max")],
            tells: ["REQUEST lee: event#0 lee- max-", "REQUEST max: event#0 lee- max-"],
            stored: ["event#0 lee-1.2 max-1.2"], lines: ["BEGIN:VTODO", "DUE:20261201T110000Z"]),
        Rule.rule(
            "another day asks anew", from: [Rule.todo("lee*")],
            to: [Rule.todo("lee*", "DUE:20261202T110000Z")],
            tells: ["REQUEST lee: event#1 lee-"], stored: ["event#1 lee-1.2"]),
        Rule.rule(
            "a day where there was none asks anew", from: [Rule.todo("lee+", "DUE:")],
            to: [Rule.todo("lee+")], tells: ["REQUEST lee: event#1 lee-"],
            stored: ["event#1 lee-1.2"]),
        Rule.rule(
            "the same time by another clock is no change", from: [Rule.todo("lee+")],
            to: [Rule.todo("lee+", "DUE;TZID=Europe/Berlin:20261201T120000")], tells: [],
            stored: ["event#0 lee+"]),
        Rule.rule(
            "what others have answered stays", from: [Rule.todo("lee* max>")],
            to: [Rule.todo("lee max", "LOCATION:Cafe")],
            tells: ["REQUEST lee: event#0 lee* max>", "REQUEST max: event#0 lee* max>"],
            stored: ["event#0 lee*1.2 max>1.2"]),
        Rule.rule(
            "it is done", from: [Rule.todo("lee+")], to: [Rule.todo("lee+", "STATUS:COMPLETED")],
            tells: ["REQUEST lee: event#0 lee+"], stored: ["event#0 lee+1.2"],
            lines: ["STATUS:COMPLETED"]),
        Rule.rule(
            "it need not be done", from: [Rule.todo("lee+")],
            to: [Rule.todo("lee+", "STATUS:CANCELLED")],
            tells: ["CANCEL lee: event#1 lee+ CANCELLED"],
            stored: ["event#1 lee+1.2 CANCELLED"]),
        Rule.rule(
            "it is deleted", from: [Rule.todo("lee+")], to: [],
            tells: ["CANCEL lee: event#1 lee+ CANCELLED"], stored: [], lines: ["BEGIN:VTODO"]),
        Rule.rule(
            "someone need not do it", from: [Rule.todo("lee max")], to: [Rule.todo("max")],
            tells: ["REQUEST max: event#0 max-", "CANCEL lee: event#1 lee-"],
            stored: ["event#0 max-1.2"]),
    ]

    private static func rule(
        _ name: String, from old: [String], to new: [String], tells errands: [String],
        stored: [String], lines: [String] = []
    ) -> ImplicitRuleCase {
        ImplicitRuleCase(
            testDescription: name, writer: "lee", old: old, new: new, errands: errands,
            stored: stored, lines: lines)
    }

    static let answers: [ImplicitRuleCase] = [
        rule(
            "done", from: [Rule.todo("lee;RSVP=TRUE max")],
            to: [
                Rule.todo(
                    "lee*;RSVP=TRUE max", "STATUS:COMPLETED", "COMPLETED:20261120T120000Z",
                    "PERCENT-COMPLETE:100")
            ], tells: ["REPLY kim: event#0 lee*"], stored: ["event#0(1.2) lee* max-"],
            lines: [
                "BEGIN:VTODO", "DUE:20261201T110000Z", "STATUS:COMPLETED",
                "COMPLETED:20261120T120000Z", "PERCENT-COMPLETE:100",
            ]),
        rule(
            "done, as a program says that knows of no answers", from: [Rule.todo("lee+")],
            to: [Rule.todo("lee+", "STATUS:COMPLETED")], tells: ["REPLY kim: event#0 lee*"],
            stored: ["event#0(1.2) lee*"]),
        rule(
            "begun", from: [Rule.todo("lee")], to: [Rule.todo("lee", "PERCENT-COMPLETE:30")],
            tells: ["REPLY kim: event#0 lee>"], stored: ["event#0(1.2) lee>"]),
        rule(
            "further on is no news", from: [Rule.todo("lee>", "PERCENT-COMPLETE:30")],
            to: [Rule.todo("lee>", "PERCENT-COMPLETE:60")], tells: [], stored: ["event#0 lee>"]),
        rule(
            "open again", from: [Rule.todo("lee*", "STATUS:COMPLETED")], to: [Rule.todo("lee*")],
            tells: ["REPLY kim: event#0 lee+"], stored: ["event#0(1.2) lee+"]),
        rule(
            "accepted", from: [Rule.todo("lee")], to: [Rule.todo("lee+")],
            tells: ["REPLY kim: event#0 lee+"], stored: ["event#0(1.2) lee+"]),
        rule(
            "deleted", from: [Rule.todo("lee+")], to: [], tells: ["REPLY kim: event#0 lee!"],
            stored: [], lines: ["BEGIN:VTODO"]),
        rule(
            "deleted once it is done", from: [Rule.todo("lee*", "STATUS:COMPLETED")], to: [],
            tells: [], stored: []),
    ]

    @Test("how far one is stays one's own until it is asked anew, or over for all")
    func progress() throws {
        let lee = CalendarAddresses(["lee@example.org"])
        let scope = TimeZoneScope(database: SystemZones.database)
        func copy(_ event: String) throws -> String {
            let view = try #require(try Rule.series([event], scope)?.view(of: lee.includes))
            let stored = Rule.todo(
                "lee*", "STATUS:COMPLETED", "COMPLETED:20261120T120000Z", "PERCENT-COMPLETE:100")
            let parts = try AttendeeCopy(view: view, me: lee).components(
                over: try Rule.series([stored], scope))
            return parts.map { Rule.unfolded($0.text) }.joined()
        }
        let changed = try copy(Rule.todo("lee", "LOCATION:Cafe", "STATUS:IN-PROCESS"))
        for line in [
            "LOCATION:Cafe", "STATUS:COMPLETED", "COMPLETED:20261120T120000Z",
            "PERCENT-COMPLETE:100",
        ] { #expect(changed.contains("\n\(line)\n"), "\(line)") }
        #expect(!changed.contains("IN-PROCESS") && changed.contains("PARTSTAT=COMPLETED"))
        let moved = try copy(Rule.todo("lee", "DUE:20261202T110000Z", "SEQUENCE:1"))
        #expect(!moved.contains("COMPLETE"))
        #expect(try copy(Rule.todo("lee", "STATUS:CANCELLED")).contains("\nSTATUS:CANCELLED\n"))
    }
}
