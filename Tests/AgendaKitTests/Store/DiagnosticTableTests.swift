import ICalendar
import Testing

@testable import AgendaKit

@Suite("Stored problems")
struct DiagnosticTableTests {
    @Test(
        "a reason is stored by its name and values, and comes back as it was",
        arguments: [
            (Diagnostic.Reason.fault(.noStart), "noStart"),
            (.value("2026\u{1F}x", .notATime), "notATime\u{1F}2026\u{1F}x"),
            (.value("", .emptyPeriod), "emptyPeriod\u{1F}"),
            (.number(16, .componentLine), "componentLine\u{1F}16"),
            (
                .rulePart(error("BYDAY", "X\u{1F}X", .fault(.notAWeekday))),
                "omittedPart\u{1F}notAWeekday\u{1F}BYDAY\u{1F}X\u{1F}X"
            ),
            (
                .rule("BYWEEKNO=54", error("BYWEEKNO", "54", .outside(-53...53))),
                "omittedRule\u{1F}BYWEEKNO=54\u{1F}-53 53\u{1F}BYWEEKNO\u{1F}54"
            ),
            (
                .zone("Here", .value("never", .notATime)),
                "zone\u{1F}Here\u{1F}notATime\u{1F}never"
            ),
            (.other("odd: see why"), "other\u{1F}odd: see why"),
        ])
    func stored(_ reason: Diagnostic.Reason, _ text: String) {
        #expect(reason.stored == text)
        #expect(Diagnostic.Reason(stored: text) == reason)
    }

    private static func error(
        _ part: String, _ value: String, _ reason: RecurrenceRuleError.Reason
    ) -> RecurrenceRuleError {
        RecurrenceRuleError(part: part, value: value, reason: reason)
    }

    @Test(
        "a reason that an earlier version stored in words keeps them",
        arguments: [
            (
                "rulePart\u{1F}BYDAY=XX\u{1F}is no weekday",
                "'BYDAY=XX' was left out of the rule: it is no weekday"
            ),
            (
                "rule\u{1F}FREQ=X\u{1F}FREQ=X: cannot be read",
                "'FREQ=X' was left out: FREQ=X: cannot be read"
            ),
            ("zonePart\u{1F}'never'\u{1F}Here", "zone Here: 'never' was left out"),
        ])
    func words(_ text: String, _ words: String) {
        #expect(Diagnostic.Reason(stored: text) == .other(words))
    }

    @Test("a separator in a zone's name, however often, is no level of its own")
    func separators() {
        let name = String(repeating: "zone\u{1F}", count: 100_000)
        let stored = Diagnostic.Reason.zone(name, .fault(.noStart)).stored
        #expect(
            Diagnostic.Reason(stored: stored)
                == .zone(name.replacing("\u{1F}", with: " "), .fault(.noStart)))
    }

    @Test("a reason that is not known keeps its words", arguments: ["flat", "more\u{1F}many", ""])
    func unknown(_ text: String) {
        guard case .other = Diagnostic.Reason(stored: text) else {
            Issue.record("\(text) is taken for a reason")
            return
        }
    }

    @Test("a fault of a file is the error's")
    func errors() {
        #expect(Diagnostic.Reason(AgendaError(.gone, place: "/a")) == .fault(.gone))
        #expect(
            Diagnostic.Reason(AgendaError(.cannotRead(cause: "why"))) == .value("why", .cannotRead))
        #expect(
            Diagnostic.Reason(AgendaError(.diskFull(cause: nil), place: "/a"))
                == .other("the disk is full; nothing was changed"))
    }
}
