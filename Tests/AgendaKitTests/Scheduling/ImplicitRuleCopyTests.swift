import Foundation
import ICalendar
import Testing

@testable import AgendaKit

private typealias Rule = ImplicitRuleCase

@Suite("What an attendee's copy becomes by what the organizer's event says (RFC 6638 section 4)")
struct ImplicitRuleCopyTests {
    private let lee = CalendarAddresses(["lee@example.org"])
    private let scope = TimeZoneScope(database: SystemZones.database)

    /// The copy of `lee` in short, and its text.
    private func copy(
        of event: [String], over stored: [String] = [], keepsAnswers: Bool = true
    ) throws -> (short: [String], text: String) {
        let view = try #require(try Rule.series(event, scope)?.view(of: lee.includes))
        let copy = AttendeeCopy(view: view, me: lee, keepsAnswers: keepsAnswers)
        let parts = try copy.components(over: try Rule.series(stored, scope))
        let again = try copy.components(
            over: try SeriesEditor(parts, scope, stamp: try Make.instant(Rule.stamp)))
        #expect(
            Set(again.map(\.text)) == Set(parts.map(\.text)), "to do it twice changes nothing")
        return (
            parts.map { Rule.digest($0.lines) },
            parts.map { Rule.unfolded($0.text) }.joined()
        )
    }

    private static let alarm =
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT5M\r\nEND:VALARM"

    @Test("a new one has nothing of the organizer's own")
    func bare() throws {
        let copy = try copy(of: [
            Rule.event(
                "lee;SCHEDULE-STATUS=1.2 max;SCHEDULE-AGENT=CLIENT", Self.alarm, "X-MOZ-LASTACK:x")
        ])
        #expect(copy.short == ["event#0 lee- max-"])
        for word in ["VALARM", "SCHEDULE", "X-MOZ", "METHOD"] { #expect(!copy.text.contains(word)) }
    }

    @Test("one's own alarms, categories and notes stay, what the organizer says is new")
    func own() throws {
        let copy = try copy(
            of: [Rule.event("lee", "LOCATION:Cafe", "CATEGORIES:Work", "TRANSP:OPAQUE")],
            over: [
                Rule.event(
                    "lee", "LOCATION:Wood", "CATEGORIES:Mine", "TRANSP:TRANSPARENT", "COLOR:red",
                    "X-MOZ-LASTACK:x", Self.alarm,
                    "ORGANIZER;SCHEDULE-STATUS=1.2:mailto:kim@example.org")
            ])
        #expect(copy.short == ["event#0(1.2) lee-"])
        for line in [
            "LOCATION:Cafe", "CATEGORIES:Mine", "TRANSP:TRANSPARENT", "COLOR:red",
            "X-MOZ-LASTACK:x", "TRIGGER:-PT5M",
        ] { #expect(copy.text.contains("\n\(line)\n"), "\(line)") }
        #expect(!copy.text.contains("Wood") && !copy.text.contains("Work"))
    }

    @Test("an answer stays until the event is at another time, or the attendee is invited anew")
    func answer() throws {
        let stored = [Rule.event("lee+ max")]
        #expect(try copy(of: [Rule.event("lee max~")], over: stored).short == ["event#0 lee+ max~"])
        #expect(
            try copy(of: [Rule.event("lee max", "SEQUENCE:1")], over: stored).short
                == ["event#1 lee- max-"])
        #expect(
            try copy(of: [Rule.event("lee max")], over: stored, keepsAnswers: false).short
                == ["event#0 lee- max-"])
        #expect(
            try copy(
                of: [Rule.event("lee max", "SEQUENCE:1")],
                over: [Rule.event("lee+", "STATUS:CANCELLED", "SEQUENCE:1")]
            ).short == ["event#1 lee- max-"], "it takes place after all")
    }

    @Test("an instance keeps its own answer, and is asked alone when it moves")
    func instance() throws {
        let moved = Rule.instance(
            "1202", "lee", "SEQUENCE:1", "DTSTART:20261202T120000Z", "DTEND:20261202T130000Z")
        let stored = [Rule.series("lee+"), Rule.instance("1203", "lee!")]
        let copy = try copy(
            of: [Rule.series("lee"), moved, Rule.instance("1203", "lee", "LOCATION:Cafe")],
            over: stored)
        #expect(copy.short == ["event#0 lee+", "1202T10#1 lee-", "1203T10#0 lee!"])
    }

    @Test("who is invited to some instances has them alone, and those of others are left out")
    func invited() throws {
        let event = [
            Rule.series("lee"), Rule.instance("1202", "lee max"), Rule.instance("1203", "max"),
        ]
        #expect(try copy(of: event).short == ["event#0 lee- x1203T10", "1202T10#0 lee- max-"])
        #expect(
            try copy(of: [Rule.series("max"), Rule.instance("1202", "lee max")]).short
                == ["1202T10#0 lee- max-"])
        #expect(
            try copy(
                of: [Rule.series("max"), Rule.instance("1202", "lee max")],
                over: [Rule.instance("1202", "lee+ max"), Rule.instance("1203", "lee+ max")]
            ).short == ["1202T10#0 lee+ max-", "1203T10#0 lee+ max- CANCELLED"],
            "what is theirs no more")
        #expect(
            try copy(
                of: [Rule.series("max"), Rule.instance("1202", "lee max")],
                over: [Rule.series("lee+ max")]
            ).short == ["1202T10#0 lee- max-"], "of a series one instance is left")
    }

    @Test(
        "who is told by the organizer's program, or not at all, gets nothing",
        arguments: ["CLIENT", "NONE"])
    func agent(_ agent: String) throws {
        let event = try Rule.series([Rule.event("lee;SCHEDULE-AGENT=\(agent) max")], scope)
        #expect(event?.view(of: lee.includes) == nil)
        #expect(event?.view { $0.address == "max@example.org" } != nil)
    }

    @Test("an instance that the attendee took away stays away until it moves")
    func taken() throws {
        let stored = [Rule.series("lee+", "EXDATE:20261202T100000Z")]
        #expect(
            try copy(of: [Rule.series("lee+"), Rule.instance("1202", "lee!")], over: stored).short
                == ["event#0 lee+ x1202T10"])
        #expect(
            try copy(
                of: [Rule.series("lee+"), Rule.instance("1202", "lee", "SEQUENCE:1")], over: stored
            ).short == ["event#0 lee+", "1202T10#1 lee-"])
        let some = [Rule.instance("1203", "lee+")]
        #expect(
            try copy(
                of: [
                    Rule.series(""), Rule.instance("1202", "lee!"), Rule.instance("1203", "lee+"),
                ],
                over: some
            ).short == ["1203T10#0 lee+"])
        #expect(
            try copy(
                of: [Rule.series(""), Rule.instance("1202", "lee"), Rule.instance("1203", "lee+")],
                over: some
            ).short == ["1202T10#0 lee-", "1203T10#0 lee+"])
    }

    @Test("an instance with an alarm of its own stays apart from the series")
    func apart() throws {
        let copy = try copy(
            of: [Rule.series("lee+", "LOCATION:Cafe")],
            over: [Rule.series("lee+"), Rule.instance("1202", "lee+", Self.alarm)])
        #expect(copy.short == ["event#0 lee+", "1202T10#0 lee+"])
        #expect(copy.text.components(separatedBy: "LOCATION:Cafe").count == 3)
        #expect(copy.text.components(separatedBy: "VALARM").count == 3)
    }
}
