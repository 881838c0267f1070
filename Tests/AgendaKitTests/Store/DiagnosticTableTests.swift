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
                .omission("BYDAY=XX", why: "is no weekday", .rulePart),
                "rulePart\u{1F}BYDAY=XX\u{1F}is no weekday"
            ),
            (.other("odd: see why"), "other\u{1F}odd: see why"),
        ])
    func stored(_ reason: Diagnostic.Reason, _ text: String) {
        #expect(reason.stored == text)
        #expect(Diagnostic.Reason(stored: text) == reason)
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
