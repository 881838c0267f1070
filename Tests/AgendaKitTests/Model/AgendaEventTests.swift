import ICalendar
import Testing

@testable import AgendaKit

@Suite("Occurrences that share their event's text")
struct AgendaEventTests {
    private let event = AgendaEvent(
        id: OccurrenceID(uid: "a", recurrenceID: nil), uid: "a",
        span: .dates(CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 1)),
        calendar: "team")

    @Test("changing one leaves the other as it is")
    func copies() {
        var other = event
        #expect(other.contentID == event.contentID)
        other.content.summary = "Lunch"
        other.content.alsoIn.append("home")
        #expect(event.summary == nil)
        #expect(event.alsoIn.isEmpty)
        #expect(other.summary == "Lunch")
        #expect(other != event)
    }

    @Test("equal texts are equal wherever they lie")
    func equality() {
        var (one, two) = (event, event)
        one.content.summary = "Lunch"
        two.content.summary = "Lunch"
        #expect(one.contentID != two.contentID)
        #expect(one == two)
        #expect(Set([one, two]).count == 1)
    }
}
