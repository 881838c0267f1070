import ICalendar
import Testing

@testable import AgendaKit

@Suite("Held times")
struct HoldCalendarTests {
    @Test("each time is a tentative event, with the same UID whenever it is offered")
    func calendar() throws {
        let times = [
            try Make.instant("20261123T090000Z")..<Make.instant("20261123T094500Z"),
            try Make.instant("20261124T090000Z")..<Make.instant("20261124T094500Z"),
        ]
        func events(_ stamp: String) throws -> [Event] {
            let text = HoldCalendar(
                times: times, summary: "Talk, with Kim", stamp: try Make.instant(stamp)
            ).calendar()
            #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
            let bytes = Array(text.utf8)
            return ComponentScanner.scan(bytes).components.compactMap {
                ICalendarParser.event(in: bytes[$0.range]).value
            }
        }
        let (first, second) = (try events("20261120T080000Z"), try events("20261121T080000Z"))
        #expect(first.map(\.start) == times.map { .utc($0.lowerBound) })
        #expect(first.map(\.end) == times.map { .time(.utc($0.upperBound)) })
        #expect(first.allSatisfy { $0.status == .tentative && !$0.isTransparent })
        #expect(first.allSatisfy { $0.summary == "Talk, with Kim" })
        #expect(Set(first.map(\.uid)).count == 2 && first.map(\.uid) == second.map(\.uid))
        #expect(first.first?.stamp == (try Make.instant("20261120T080000Z")))
    }
}
