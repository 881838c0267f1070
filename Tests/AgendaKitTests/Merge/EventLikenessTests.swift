import Testing

@testable import CalendarMerge

@Suite("Likeness of events")
struct EventLikenessTests {
    /// A title, and after `@` a place.
    private static func side(_ text: String) -> EventLikeness.Side {
        let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
        var side = EventLikeness.Side(title: parts.first ?? "")
        side.place = parts.count > 1 ? parts[1] : nil
        return side
    }

    @Test(
        "telling titles that are the same, or nearly so at one place, are likely one event",
        arguments: [
            ("Parents’ Evening", "Parents' evening"),
            ("FW: Parents Evening", "[ext] Parents’ Evening"),
            ("Jonas Müller: Abiball", "Jonas Müller – Abiball"),
            ("Lunch @ Cafe Nord", "lunch @ Cafe Nord, Hauptstr. 1"),
            ("Parents Evening @ Aula", "Parents Evening, bring the form @ Aula, Lindgren-Schule"),
            ("Parents Evenings @ Aula", "Parents Evening @ Aula"),
            ("三年二班家长会暨期末总结通知", "三年二班家长会暨期末总结通知"),
            ("حفل تخرج الطلاب", "حفل تخرج الطلاب"),
        ])
    func alike(_ one: String, _ other: String) {
        for (left, right) in [(one, other), (other, one)] {
            #expect(!EventLikeness.reasons(Self.side(left), Self.side(right)).isEmpty)
        }
    }

    @Test(
        "what two people, teams or classes may each have is not",
        arguments: [
            ("Lunch", "Lunch"), ("Stand-up", "Standup"), ("Daily Standup", "Daily Standup"),
            ("Team meeting @ Zoom", "Team meeting @ Zoom"), ("Holiday", "Holiday"),
            ("Independence Day", "Independence Day"), ("Anna’s birthday", "Anna’s birthday"),
            ("Early shift @ Klinikum", "Early shift @ Klinikum"), ("开会", "开会"),
            ("Exam 1 @ Aula Nord", "Exam 2 @ Aula Nord"), ("Team A @ Hall", "Team B @ Hall"),
            ("Physics Lecture II @ H1", "Physics Lecture III @ H1"),
            ("Parents Evening @ Room 12", "Parents Evening @ Room 14"),
            ("Canceled: Parents Evening", "Parents Evening"),
            ("Canceled: Parents Evening", "Canceled: Parents Evening"),
            ("Marina calls Ben @ Cafe Nord", "Ben calls Marina @ Cafe Nord"),
            ("Review with Anna @ Cafe Nord", "Review with Anne @ Cafe Nord"),
            ("Lunch with Marina @ Cafe Nord", "Lunch with Martina @ Cafe Nord"),
            ("考试研讨培训班级三 @ Aula", "考试研讨培训班级四 @ Aula"),
            ("", ""), ("!!!", "!!!"),
        ])
    func different(_ one: String, _ other: String) {
        for (left, right) in [(one, other), (other, one)] {
            #expect(EventLikeness.reasons(Self.side(left), Self.side(right)).isEmpty)
        }
    }

    @Test("a usual title needs a link that few events have, and one organizer calls one event")
    func links() {
        var one = EventLikeness.Side(title: "Meeting")
        var other = one
        (one.url, other.url) = ("https://example.org/m/1", "https://example.org/m/1")
        #expect(EventLikeness.reasons(one, other) == [.sameTitle, .sameAddress])
        var commonness = EventLikeness.Commonness()
        for title in ["Meeting", "Tea", "Talk", "Trip"] {
            var side = EventLikeness.Side(title: title)
            side.url = one.url
            commonness.note(side)
        }
        #expect(EventLikeness.reasons(one, other, commonness: commonness).isEmpty)
        (one.organizer, other.organizer) = ("mailto:a@example.org", "MAILTO:A@example.org")
        let found = EventLikeness.reasons(one, other, commonness: commonness)
        #expect(found == [.sameTitle, .sameOrganizer])
        other.organizer = "mailto:b@example.org"
        #expect(EventLikeness.reasons(one, other).isEmpty)
    }
}
